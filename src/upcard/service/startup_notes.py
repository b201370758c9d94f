"""The notes of the audit that a floor needs when it starts: controls, signing keys, who deals."""

import re
from collections.abc import Callable
from typing import Final

from upcard.host.bodies.audit_notes import AUDIT, ControlsInForce, Note
from upcard.host.bodies.record_body import body_of
from upcard.host.records import signing_keys
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord
from upcard.service.tables import who_deals

_MARKS: Final = re.compile(
    "|".join((ControlsInForce.__name__, signing_keys.CHANGED, who_deals.CHANGED)).encode()
)
"""What stands in the text of a record with such a note: other records are not decoded."""


def notes_before_start(
    journal: Journal, *readers: Callable[[JournalRecord], None], home: Journal | None = None
) -> tuple[Note, ...]:
    """The notes of the audit that a start asks for, oldest first; reads the whole audit once.

    The `readers` get every record of it; where another process keeps the accounts, those of the
    audit at their `home`.
    """
    if home is not None:
        for record in home.records(AUDIT):
            for reader in readers:
                reader(record)
        readers = ()
    notes: list[Note] = []
    for record in journal.records(AUDIT):
        for reader in readers:
            reader(record)
        if _MARKS.search(record.body):
            notes += body_of(record).notes
    return tuple(notes)
