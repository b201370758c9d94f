"""The tables that other workers of this floor serve: they are shown here, and commanded there."""

from typing import Final

from upcard.host.meters.bridge import meters_of
from upcard.host.tables.recorded_table import RulesOf
from upcard.host.tables.remote_table import FollowedTable
from upcard.journal.journal import Journal
from upcard.rules.violation import BadInput
from upcard.service.meter_board import MeterBoard


class NoSuchTable(BadInput):
    """A table that this process does not serve."""


class OtherWorkersTables:
    """Tables whose streams the journal reads from the files of other workers, by name."""

    def __init__(self, journal: Journal, rules_of: RulesOf) -> None:
        self._journal, self._rules_of = journal, rules_of
        self.tables: Final[dict[str, FollowedTable]] = {}

    def show(self, table: str, board: MeterBoard) -> None:
        """Show a table, and its meters on the board."""
        self.tables[table] = table_followed = FollowedTable(self._journal, table, self._rules_of)
        board.show(meters_of(table_followed.rules))

    def require_none(self, table: str) -> None:
        """Raise `NoSuchTable` for a table of another worker."""
        if table in self.tables:
            raise NoSuchTable(
                f"Another worker serves table {table}: name it in the address (?table={table})."
            )

    def require_none_feeds(self, submission: str) -> None:
        """Raise `NoSuchTable` if a table of another worker feeds a meter of the submission."""
        meters = set(meters_of(self._rules_of(submission)))
        for table, table_followed in self.tables.items():
            if not meters.isdisjoint(meters_of(table_followed.rules)):
                self.require_none(table)
