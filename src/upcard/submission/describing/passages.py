"""The passages of the text that leave a choice open, and the fields of a submission that make it.

``choices.toml`` lists every section or subsection that permits or submits something: with the
fields that answer it, or with a reason why it is no choice of the Rules Submission.
"""

import tomllib
from functools import cache
from importlib import resources

import msgspec


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage with the `fields` that answer it, or the `reason` (a name in `reasons`)."""

    section: str
    fields: tuple[str, ...] = ()
    reason: str = ""


class _ChoicesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reasons: dict[str, str]
    passage: tuple[Passage, ...]


def passages() -> tuple[Passage, ...]:
    """Every passage, in the order of the text."""
    return _register().passage


def reasons() -> dict[str, str]:
    """Why a passage is no choice of the submission, by the name of the reason."""
    return _register().reasons


def passages_of(field: str) -> list[str]:
    """The sections of the passages that a field such as ``table.decks`` answers."""
    return [passage.section for passage in passages() if field in passage.fields]


@cache
def _register() -> _ChoicesFile:
    file = resources.files("upcard.submission") / "choices.toml"
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _ChoicesFile)
