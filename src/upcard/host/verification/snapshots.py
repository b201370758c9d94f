"""Checks each stream's snapshot while a journal is verified: it is the state of its record."""

from upcard.host.tables.recorded_table import RecordedTable, RulesOf
from upcard.host.tables.snapshots import decode_table
from upcard.host.verification.mismatch import Mismatch
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord, Snapshot


class SnapshotCheck:
    """The snapshots of the streams read so far; each is compared once, when its record comes."""

    def __init__(self, journal: Journal, rules_of: RulesOf) -> None:
        self._journal, self._rules_of = journal, rules_of
        self._due: dict[str, Snapshot | None] = {}

    def check_record(self, record: JournalRecord, table: RecordedTable | None) -> None:
        """Compare the stream's snapshot, if it is of this record, with the table after it.

        Raises `Mismatch`.
        """
        if record.stream not in self._due:
            self._due[record.stream] = self._journal.snapshot(record.stream)
        snapshot = self._due[record.stream]
        if snapshot is None or snapshot.version > record.position:
            return
        self._due[record.stream] = None
        recorded = decode_table(snapshot.state, self._rules_of)
        if snapshot.version != record.position or recorded not in (None, table):
            raise _difference(record.stream)

    def check_ends(self) -> None:
        """Raise `Mismatch` for a snapshot whose record never came."""
        for stream, snapshot in self._due.items():
            if snapshot is not None:
                raise _difference(stream)


def _difference(stream: str) -> Mismatch:
    return Mismatch(f"The snapshot of {stream} differs from the state that its records give.")
