"""What a database of journals is: how SQLite and PostgreSQL differ, and their connections."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from upcard.journal.backends.rows import Parameters, SqlRow
from upcard.journal.backends.statements import SqlStatements
from upcard.journal.store import Changes, LockedStates

ForRows = tuple[str, Sequence[Parameters]]
"""A statement and the parameters of each row for which it is run."""


class DatabaseConnection(Protocol):
    """Runs statements, among them those that begin and end a transaction.

    Raises `WriteConflict`, or `JournalUnavailable`, after which it has to be closed and replaced.
    """

    def execute(self, statement: str, parameters: Parameters) -> list[SqlRow]:
        """Run a statement and return its rows."""

    def begin(self, statement: str) -> None:
        """Begin a transaction, at once or with its first statement."""

    def execute_all(self, statements: Sequence[ForRows]) -> list[list[SqlRow]]:
        """Run statements, each for many rows, and return all rows of each; in turn or at once."""

    def execute_many(self, statement: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement for many rows that returns none."""

    def close(self) -> None:
        """Close the connection; what is not committed is rolled back."""


class GroupWriting(Protocol):
    """Writes a group that was decided from kept states, in one statement and a transaction."""

    def __call__(
        self, writer: "DatabaseConnection", changes: Changes, before: LockedStates
    ) -> None:
        """Write the group; raises `WriteConflict` if a state is not as it was before."""


class Database(Protocol):
    """How databases differ.

    `tables` is the statement that lists the existing tables, `begin` the one that begins a
    writing transaction, `begin_reading` one that reads everything at one time. With
    `many_writers`, several processes write at once. Without `write_at_once`, these lock what a
    group needs before it is decided.
    """

    statements: SqlStatements
    begin: str
    begin_reading: str
    tables: str
    many_writers: bool
    write_at_once: GroupWriting | None

    def connect_writer(self, *, is_unlimited: bool = False) -> DatabaseConnection:
        """A connection for writing; everything that it reads as committed is durable.

        One that `is_unlimited` has no limits of time: it is for a conversion.
        """

    def connect_reader(self) -> DatabaseConnection:
        """A connection for reading."""

    def create(self) -> None:
        """Create the newest schema in a new database."""

    def migrate(self) -> None:
        """Bring the schema of a former journal to the newest version."""

    def now(self, writer: DatabaseConnection) -> int:
        """The clock of leases, in microseconds."""

    def notify(self, versions: Mapping[str, int]) -> None:
        """Notify other processes of streams that moved; their records are committed."""

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Call `announce` with the versions of the streams that another process moves."""

    def close(self) -> None:
        """Release what is not a connection: threads and locks."""
