"""Verifies the records of notes: the register, the audit, and the accounts that it gives."""

from typing import Final

from upcard.host.bodies.audit_notes import AUDIT, AuditNote, ControlsInForce
from upcard.host.bodies.record_body import RecordBody
from upcard.host.records.controls import in_words
from upcard.host.records.directory import ACCOUNTS, RecordedDirectory, check_directory
from upcard.host.records.register import REGISTER, RegisterEntries, with_notes
from upcard.host.records.signing_keys import is_endorsed, is_key_change
from upcard.host.verification.mismatch import Mismatch
from upcard.host.verification.verdict import Remark
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord


class NotesCheck:
    """Register, accounts and controls, folded from the records of notes that were verified."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._register: RegisterEntries = {}
        self._directory = RecordedDirectory()
        self.remarks: Final[list[Remark]] = []
        self.controls: Final[list[Remark]] = []

    def check_record(self, record: JournalRecord, body: RecordBody) -> None:
        """Verify a record of notes: it has nothing else, and its stream may hold these notes."""
        if body != RecordBody(by=body.by, notes=body.notes, entries=body.entries):
            raise Mismatch("A record holds notes beside other content.")
        if record.stream == AUDIT:
            changes = ACCOUNTS in record.shared
            self._directory.add_record(body.notes, body.entries, changes=changes)
            for note in body.notes:
                if isinstance(note, ControlsInForce):
                    self.controls.append(Remark(record.position, AUDIT, in_words(note)))
                elif is_key_change(note) and not is_endorsed(self._journal, note):
                    raise Mismatch("A new signing key is not signed by the one before.")
        elif body.entries:
            raise Mismatch("A record that is not the audit's holds accounts or devices.")
        if record.stream == REGISTER:
            self._register = with_notes(self._register, body, record.at)
        elif record.stream != AUDIT or not all(isinstance(note, AuditNote) for note in body.notes):
            raise Mismatch("A stream holds notes that do not belong there.")

    def check_state(self, state: bytes | None) -> None:
        """Raise `JournalTampered` unless accounts and devices are what the records give."""
        entries = self._directory.entries
        if entries is not None:
            lost = check_directory(state, entries)
            if lost:
                self._remark(
                    f"The passwords of {', '.join(lost)} are not in this journal: it was imported."
                )
        elif state is not None:
            self._remark(
                "No record holds accounts and devices yet, so nothing shows whether they were "
                "changed: the next start of the server writes them."
            )

    def _remark(self, message: str) -> None:
        position = self._journal.head(AUDIT).position
        self.remarks.append(Remark(position, AUDIT, message))
