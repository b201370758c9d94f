"""Compares the state of accounts and devices with the records of the audit, while it is used."""

from threading import Lock
from typing import Final

from upcard.host.bodies.audit_notes import AUDIT, DirectoryEntry
from upcard.host.bodies.record_body import body_of
from upcard.host.records.directory import (
    ACCOUNTS,
    RecordedDirectory,
    changed_entries,
    check_directory,
    entries_in,
)
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord, JournalTampered

ATTEMPTS: Final = 5
"""How often the state is read again where another process may be writing it."""


class DirectoryProof:
    """The state of accounts and devices of one journal, checked; any thread may call it.

    The first use reads the whole audit, later ones only what is new.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._recorded = RecordedDirectory()
        self._position = 0
        self._fits: tuple[bytes | None, int] | None = None
        self._changes = 0
        self._lock = Lock()

    def state(self) -> bytes | None:
        """The state; raises `JournalTampered` if it is not what the records give."""
        with self._lock:
            mismatch: JournalTampered | None = None
            for _ in range(ATTEMPTS):
                state = self._journal.shared(ACCOUNTS)
                self._read_records()
                entries = self._recorded.entries
                if entries is None or self._fits == (state, self._changes):
                    return state
                try:
                    check_directory(state, entries)
                except JournalTampered as error:
                    mismatch = error  # a record that came between the two readings explains it
                    continue
                self._fits = state, self._changes
                return state
        assert mismatch is not None, "every attempt returned or failed"
        raise mismatch

    @property
    def begun(self) -> bool:
        """Whether a record holds entries: later ones hold only those that change."""
        self.state()
        return self._recorded.entries is not None

    def unwritten(self) -> tuple[DirectoryEntry, ...]:
        """The entries of the state, if no record holds any.

        Raises `JournalTampered` if they are not those that the audit noted.
        """
        state = self.state()
        if self._recorded.entries is not None:
            return ()
        entries = changed_entries({}, entries_in(state))
        self._recorded.check_noted(entries)
        return entries

    def read_record(self, record: JournalRecord) -> None:
        """Take the audit's next record from somebody who reads all; others are left out."""
        with self._lock:
            if record.position == self._position + 1:
                self._read_record(record)

    def _read_records(self) -> None:
        """Read the audit's new records that changed the state."""
        for record in self._journal.records(AUDIT, self._position):
            self._read_record(record)

    def _read_record(self, record: JournalRecord) -> None:
        if ACCOUNTS in record.shared:
            body = body_of(record)
            self._recorded.add_record(body.notes, body.entries, changes=True)
            self._changes += 1
        self._position = record.position
