"""A table that another process serves, as its records tell it."""

from threading import Lock
from typing import Final

from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import body_of
from upcard.host.seals.face_down import CardReader, has_placeholders
from upcard.host.tables.committing import SNAPSHOT_EVERY, stream_of
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, table_after_record
from upcard.host.tables.table_reader import last_snapshot
from upcard.journal.journal import Journal
from upcard.rules.violation import BadInput


class FollowedTable:
    """Reads a table's new records whenever its state is asked for; any thread may call it.

    Raises `BadInput` for a table that has no records.
    """

    def __init__(self, journal: Journal, name: str, rules_of: RulesOf) -> None:
        self.stream: Final = stream_of(name)
        self._journal, self._rules_of = journal, rules_of
        self._lock = Lock()
        self._recorded, self._position = last_snapshot(journal, self.stream, rules_of)
        self._read_table()

    @property
    def state(self) -> AnyTable:
        """The table after its last record."""
        return self._read_table().state

    @property
    def rules(self) -> TableRules:
        """The rules of the table's newest submission."""
        return self.state.rules

    @property
    def fed(self) -> bool:
        """Whether devices bring its cards or numbers."""
        return self._read_table().fed

    def _read_table(self) -> RecordedTable:
        """The table after its last record; what is kept ends before a card that is not known."""
        with self._lock:
            if self._journal.head(self.stream).position - self._position > 2 * SNAPSHOT_EVERY:
                self._recorded, self._position = last_snapshot(
                    self._journal, self.stream, self._rules_of
                )
            now = self._recorded
            cards = CardReader(self._journal)
            all_known = True
            for record in self._journal.records(self.stream, self._position):
                body = cards.with_known_cards(record, body_of(record))
                now = table_after_record(now, body, self._rules_of)
                all_known = all_known and not has_placeholders(body)
                if all_known:
                    self._recorded, self._position = now, record.position
            if now is None:
                raise BadInput(f"{self.stream} has no records.")
            return now
