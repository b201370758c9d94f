"""What the audit has noted of a floor before it starts: controls, signing keys, who deals."""

import re
from typing import Final

from upcard.host.records import signing_keys
from upcard.host.records.audit_notes import AUDIT, ControlsInForce, Note
from upcard.host.tables.record_body import body_of
from upcard.journal.journal import Journal
from upcard.service.tables import dealt_by

_MARKS: Final = re.compile(
    "|".join((ControlsInForce.__name__, signing_keys.CHANGED, dealt_by.CHANGED)).encode()
)
"""What stands in the text of a record with such a note: other records are not decoded."""


def noted_before(journal: Journal) -> tuple[Note, ...]:
    """The notes of the audit that a start asks for, oldest first; reads the whole audit once."""
    return tuple(
        note
        for record in journal.records(AUDIT)
        if _MARKS.search(record.body)
        for note in body_of(record).notes
    )
