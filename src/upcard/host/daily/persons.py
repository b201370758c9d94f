"""The titles of the persons who signed, as the audit of a journal has them."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from upcard.host.bodies.audit_notes import AUDIT, AuditEntry
from upcard.host.bodies.record_body import body_of
from upcard.host.daily.table_day import day_of
from upcard.journal.journal import Journal

GIVE_TITLES: Final = ("account opened", "role changed")
"""The notes that say what a person is."""

ACCOUNTS: Final = "accounts"
"""The kind of the entries of persons."""

BY_ITSELF: Final = "the table, automatically"
"""What stands in place of a person where the table took a step by itself."""


def titles_of(journal: Journal, day: date) -> dict[str, str]:
    """The title of each person who has an account, by name, as it was at the end of a day."""
    titles: dict[str, str] = {}
    for record in journal.records(AUDIT):
        if day_of(record.at) > day:
            break
        body = body_of(record)
        for note in body.notes:
            if isinstance(note, AuditEntry) and note.what in GIVE_TITLES:
                titles[note.about] = note.where
        for entry in body.entries:
            if entry.kind == ACCOUNTS:
                titles[entry.name] = str(entry.values.get("role", ""))
    return titles


def with_title(name: str, titles: Mapping[str, str]) -> str:
    """A person with the title: ``L. Chen, floorperson``; the title alone is not said twice."""
    title = titles.get(name, "")
    if not name:
        return BY_ITSELF
    return f"{name}, {title}" if title and title.lower() != name.lower() else name
