"""Reads a table's records, and remembers the events of the round under way."""

from contextlib import suppress

from upcard.engine.core.events import Event, TableCleared
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.seals.face_down import CardReader
from upcard.host.seals.sealing import Vault
from upcard.host.tables.answers import events_of
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, table_after_record
from upcard.host.tables.snapshots import decode_table, encode_table
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError, Snapshot


class TableReader:
    """Follows the records of one table up to `position`.

    `events` are those since the table was last cleared. `records` are the positions of the
    records that hold them, and of the record that cleared the table. `snapshot_at` is the position
    of the last snapshot.
    """

    def __init__(self, position: int = 0) -> None:
        self.position = self.snapshot_at = position
        self.events: list[Event] = []
        self.records: list[int] = []

    @property
    def since_snapshot(self) -> int:
        """The number of records since the last snapshot."""
        return self.position - self.snapshot_at

    def save_snapshot(self, journal: Journal, stream: str, now: RecordedTable) -> None:
        """Save a snapshot; a failure is ignored, because the records hold everything."""
        with suppress(JournalError):
            journal.save_snapshot(Snapshot(stream, self.position, encode_table(now)))
        self.snapshot_at = self.position

    def read_record(self, position: int, body: RecordBody) -> None:
        """Add the next record.

        The position is set last: another thread that sees it also sees the record's events.
        """
        self.records.append(position)
        for event in events_of(body):
            if isinstance(event, TableCleared):
                self.events, self.records = [], [position]
            else:
                self.events.append(event)
        self.position = position


def last_snapshot(
    journal: Journal, stream: str, rules_of: RulesOf
) -> tuple[RecordedTable | None, int]:
    """A table's last snapshot and its position; None and 0 without a readable one."""
    snapshot = journal.snapshot(stream)
    now = None if snapshot is None else decode_table(snapshot.state, rules_of)
    return (None, 0) if snapshot is None or now is None else (now, snapshot.version)


def read_table(
    journal: Journal, stream: str, rules_of: RulesOf, vault: Vault | None = None
) -> tuple[RecordedTable | None, TableReader]:
    """A table folded from its last snapshot and the records after it; None if it has none.

    Cards that lie face down are known if `vault` opens them.
    """
    before, position = last_snapshot(journal, stream, rules_of)
    reader = TableReader(position)
    cards = CardReader(journal, vault)
    for record in journal.records(stream, reader.position):
        body = cards.with_known_cards(record, body_of(record))
        before = table_after_record(before, body, rules_of)
        reader.read_record(record.position, body)
    return before, reader
