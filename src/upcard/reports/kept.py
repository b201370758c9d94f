"""Papers that were made before, kept in the user's cache by a digest of what they are made from."""

import contextlib
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from upcard.reports.rendering.paper import Paper
from upcard.reports.source import PaperSource
from upcard.rules.digest import code_digest, rules_digest
from upcard.rules.external import external_variations
from upcard.text.user_cache import user_cache

MOST: Final = 40
"""The most tables whose papers are kept; the oldest go first."""


def kept_papers(
    source: PaperSource, make: Callable[[PaperSource], Iterable[Paper]]
) -> tuple[Paper, ...]:
    """The papers of a table, made only if code, rule data or submission differ from before.

    Nothing is kept where variations come from outside: their code has no digest.
    """
    if external_variations():
        return tuple(make(source))
    place = _folder() / f"{_digest(source)}.json"
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(place.read_bytes(), type=tuple[Paper, ...])
    made = tuple(make(source))
    with contextlib.suppress(OSError):  # a cache that cannot be written is no cache
        _keep(place, msgspec.json.encode(made))
    return made


def _digest(source: PaperSource) -> str:
    submission = source.submission.model_dump_json()
    document = repr(source.document.data)  # which choices the file gives
    parts = (code_digest(), rules_digest(), submission, document)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _folder() -> Path:
    return user_cache() / "upcard" / "papers"


def _keep(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    own = place.with_suffix(f".{hashlib.sha256(content).hexdigest()[:8]}")
    own.write_bytes(content)
    own.replace(place)
    kept = sorted(place.parent.glob("*.json"), key=lambda one: one.stat().st_mtime)
    for old in kept[:-MOST]:
        old.unlink(missing_ok=True)
