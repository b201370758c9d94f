"""Decides groups for a file that one process writes, before the transaction that writes them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol, cast

from upcard.journal.backends.database import Database, DatabaseConnection
from upcard.journal.backends.reading_states import read_record, read_states
from upcard.journal.port import Header, JournalRecord
from upcard.journal.store import Changes, GroupTransaction, LockedStates, StreamKey, Transaction
from upcard.journal.writing.writer_cache import KeptStates


class _Store(Protocol):
    """The store whose groups are prepared."""

    def header(self) -> Header: ...
    def transaction_with(self, kept: KeptStates) -> AbstractContextManager[Transaction]: ...


class PreparedGroup:
    """A group that was decided; see `store.GroupTransaction`."""

    def __init__(self, preparer: "SqlPreparer") -> None:
        self._preparer = preparer
        self.changes: Changes = Changes()

    def lock(
        self, streams: Sequence[str], shared: Sequence[str], keys: Sequence[StreamKey]
    ) -> LockedStates:
        """The states, as they are after all that is prepared, and the stored answers of keys."""
        return self._preparer.read((streams, shared, keys))

    def record(self, stream: str, position: int) -> JournalRecord:
        """A record that is committed."""
        return self._preparer.record(stream, position)

    def write(self, changes: Changes) -> None:
        """Keep the changes until they are committed."""
        self.changes = changes


class SqlPreparer:
    """Prepares groups for a file that one process writes.

    It reads over a connection of its own, and keeps the states after what it prepared.

    The writing thread's own transactions keep their states in `kept` too; that thread begins none
    while a group is being prepared. The transaction that writes groups runs in another thread, and
    keeps nothing.
    """

    def __init__(self, store: _Store, database: Database, kept: KeptStates) -> None:
        self.kept: Final = kept
        self._store, self._database = store, database
        self._reader: DatabaseConnection | None = None

    def group(self) -> PreparedGroup:
        """A group to prepare."""
        return PreparedGroup(self)

    def keep(self, group: GroupTransaction) -> None:
        """Let what is prepared next read what the group has written."""
        self.kept.apply(cast(PreparedGroup, group).changes)

    def commit(self, groups: Sequence[GroupTransaction]) -> None:
        """Write groups in their order, and commit."""
        with self._store.transaction_with(KeptStates()) as transaction:
            for group in groups:
                transaction.write(cast(PreparedGroup, group).changes)

    def drop(self, _groups: Sequence[GroupTransaction], _failure: Exception) -> None:
        """Drop all that is kept, and the connection, which may be what failed."""
        self.kept.forget()
        self.close()

    def read(
        self, wanted: tuple[Sequence[str], Sequence[str], Sequence[StreamKey]]
    ) -> LockedStates:
        """The states and stored answers that a group needs."""
        statements = self._database.statements
        return read_states(self._connection(), statements, self._store.header(), self.kept, wanted)

    def record(self, stream: str, position: int) -> JournalRecord:
        """The record of a stream at a position."""
        return read_record(self._connection(), self._database.statements, stream, position)

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self._reader is not None:
            self._reader.close()
        self._reader = None

    def _connection(self) -> DatabaseConnection:
        if self._reader is None:
            self._reader = self._database.connect_reader()
        return self._reader
