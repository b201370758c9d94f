"""The notes of the audit as notices for people."""

import msgspec

from upcard.host.bodies.audit_notes import (
    AUDIT,
    AuditEntry,
    ControlsInForce,
    Note,
    RepeatedEntries,
    SessionEnded,
)
from upcard.host.bodies.record_body import body_of
from upcard.host.records.controls import in_words
from upcard.journal.journal import Journal


class Notice(msgspec.Struct, frozen=True):
    """A notice at a position of the audit; `at` is in microseconds since the epoch."""

    seq: int
    at: int
    by: str
    what: str
    about: str
    where: str


def notices(journal: Journal, after: int, limit: int) -> list[Notice]:
    """The notices of the records after a position; stops once there are `limit`."""
    entries: list[Notice] = []
    for record in journal.records(AUDIT, after):
        body = body_of(record)
        for note in body.notes:
            entry = _entry_of(note)
            if entry is not None:
                words = (entry.what, entry.about, entry.where)
                entries.append(Notice(record.position, record.at, body.by, *words))
        if len(entries) >= limit:
            break
    return entries


def _entry_of(note: Note) -> AuditEntry | None:
    """A note as people read it; None for one that another notice tells already."""
    match note:
        case AuditEntry():
            return note
        case RepeatedEntries():
            return AuditEntry(f"{note.what}, {note.times} times more", note.about, note.where)
        case SessionEnded():
            return AuditEntry("session ended", note.name, note.why)
        case ControlsInForce():
            return AuditEntry("controls in force", in_words(note))
    return None
