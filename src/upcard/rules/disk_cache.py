"""Caches results that take long to compute, in the user's folder, by a digest of their inputs."""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec

from upcard.rules.digest import code_digest, rules_digest
from upcard.rules.external import external_variations, external_wagers
from upcard.text.user_cache import is_mine, user_cache

T = TypeVar("T")

MAX_RESULTS: Final = 40
"""The most results of a kind that are kept; the oldest go first."""


class Coding(NamedTuple, Generic[T]):
    """How results of a kind become bytes, and bytes results again."""

    encode: Callable[[T], bytes]
    decode: Callable[[bytes], T]


def cached(
    kind: str,
    made_from: Iterable[str],
    make: Callable[[], T],
    coding: Coding[T],
    most: int = MAX_RESULTS,
) -> T:
    """What `make` returns, made only if code, rule data or `made_from` differ from before.

    `kind` names the folder. Nothing is kept where variations or wagers come from outside, because
    their code is not in the digest, nor read from a folder that others can write to.
    """
    if external_variations() or external_wagers():
        return make()
    parts = (code_digest(), rules_digest(), *made_from)
    name = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    path = user_cache().joinpath("upcard", kind, f"{name}.kept")
    with contextlib.suppress(OSError, msgspec.DecodeError, msgspec.ValidationError):
        if is_mine(path.parent):
            stored = path.read_bytes()
            content = stored[hashlib.sha256().digest_size :]
            if stored == _with_digest(content):
                return coding.decode(content)
    value = make()
    with contextlib.suppress(OSError):  # without a cache that can be written, nothing is cached
        _keep(path, _with_digest(coding.encode(value)), most)
    return value


def _with_digest(content: bytes) -> bytes:
    """Content behind its digest, so that a damaged file is not taken for a result."""
    return hashlib.sha256(content).digest() + content


def _keep(path: Path, content: bytes, most: int) -> None:
    """Keep the content; other processes see all of it or none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
    files = sorted(path.parent.glob("*.kept"), key=lambda file: file.stat().st_mtime)
    for old in files[:-most]:
        old.unlink(missing_ok=True)
