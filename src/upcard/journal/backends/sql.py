"""A journal in an SQL database, by the same statements for SQLite and PostgreSQL."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final

from msgspec.structs import replace

from upcard.journal.backends.database import Database, DatabaseConnection
from upcard.journal.backends.preparing import SqlPreparer
from upcard.journal.backends.preparing_from_kept import PreparerBesideOthers
from upcard.journal.backends.rows import (
    Parameters,
    SqlRow,
    link_of,
    single_row,
)
from upcard.journal.backends.sql_transaction import SqlTransaction
from upcard.journal.integrity.chain import genesis
from upcard.journal.port import (
    ChainHead,
    Checkpoint,
    Header,
    JournalUnavailable,
    Lease,
    Link,
    Snapshot,
)
from upcard.journal.store import (
    Changes,
    LockedStates,
    Preparer,
    Reply,
    SharedState,
    WriteConflict,
)
from upcard.journal.writing.leases import renew_all
from upcard.journal.writing.writer_cache import KeptStates
from upcard.text.times import SECOND

READ_WAIT_SECONDS: Final = 5.0
"""Seconds that a reading waits, at most, for those before it."""


class SqlStore:
    """A store with one writing and one reading connection, each opened when first needed."""

    def __init__(self, database: Database, frozen: DatabaseConnection | None = None) -> None:
        self._database = database
        self._sql = database.statements
        self._writer: DatabaseConnection | None = None
        self._reader = self._frozen = frozen
        self._reading = threading.Lock()
        self._closed = False
        self._stored_names: set[tuple[str, str]] = set()
        self._header: Header | None = None
        self._states = KeptStates()
        self._preparer: SqlPreparer | None = None

    @property
    def many_writers(self) -> bool:
        """Whether other processes may write at the same time."""
        return self._database.many_writers

    def transaction(self) -> AbstractContextManager["SqlTransaction"]:
        """One transaction of the writing thread."""
        return self.transaction_with(self._states)

    @contextmanager
    def transaction_with(self, kept: KeptStates) -> Iterator["SqlTransaction"]:
        """One transaction; its groups need not read what is kept."""
        writer, header = self._writing_connection(), self._header
        transaction = SqlTransaction(self, self._database, writer, kept)
        try:
            writer.begin(self._database.begin)
            yield transaction
            transaction.commit()
        except BaseException as error:
            self._header = header
            transaction.failed()
            self._undo(writer, error)
            raise
        if transaction.moved_to:
            self._database.notify(transaction.moved_to)

    def preparer(self) -> Preparer | None:
        """What prepares groups; None where other processes write and nothing is written at once."""
        if self._database.write_at_once is not None:
            return PreparerBesideOthers(self._states, self._write_at_once)
        if self.many_writers:
            return None
        if self._preparer is None:
            self._preparer = SqlPreparer(self, self._database, self._states)
        return self._preparer

    def renew(self, leases: Iterable[Lease], seconds: float) -> dict[str, Lease | None]:
        """Extend leases on different streams; None for each of which a newer one was given."""
        if not self._database.many_writers:
            with self.transaction() as transaction:
                return renew_all(transaction, leases, seconds)
        by_stream, lasting = {lease.stream: lease for lease in leases}, int(seconds * SECOND)
        rows: Sequence[Parameters] = [
            {"name": name, "holder": lease.owner, "token": lease.fence, "lasting": lasting}
            for name, lease in sorted(by_stream.items())
        ]
        writer = self._writing_connection()
        try:
            if not rows:
                self._database.now(writer)  # whether it answers
            (renewed,) = writer.execute_all([(self._database.statements.renew, rows)])
        except BaseException as error:
            self._undo(writer, error)
            raise
        expires: dict[str, int] = dict(renewed)
        return {
            name: replace(lease, expires=expires[name]) if name in expires else None
            for name, lease in by_stream.items()
        }

    def _write_at_once(self, changes: Changes, before: LockedStates) -> None:
        """Write a group by one statement; raises `WriteConflict` if a state is not as before."""
        assert self._database.write_at_once is not None
        writer = self._writing_connection()
        try:
            self._database.write_at_once(writer, changes, before)
        except WriteConflict:
            raise
        except BaseException:
            self._drop(writer)
            raise
        self._database.notify({name: head.position for name, head in changes.heads.items()})

    def _writing_connection(self) -> DatabaseConnection:
        if self._writer is None:
            self._writer = self._database.connect_writer()
        return self._writer

    @contextmanager
    def unlimited_transaction(self) -> Iterator["SqlTransaction"]:
        """One transaction without limits of time, on a connection of its own: for a conversion."""
        assert self._writer is None, "it is being opened"
        self._writer = self._database.connect_writer(is_unlimited=True)
        try:
            with self.transaction() as transaction:
                yield transaction
        finally:
            if self._writer is not None:
                self._writer.close()
            self._writer = None

    def _undo(self, writer: DatabaseConnection, error: BaseException) -> None:
        """Roll back; a connection that failed is closed and replaced by the next transaction."""
        if not isinstance(error, JournalUnavailable):
            with suppress(JournalUnavailable, WriteConflict):
                writer.execute("ROLLBACK", {})
                return
        self._drop(writer)

    def _drop(self, writer: DatabaseConnection) -> None:
        """Close the writing connection; the next writing opens another."""
        self._writer = None
        writer.close()

    def _read_rows(self, statement: str, parameters: Parameters | None = None) -> list[SqlRow]:
        if not self._reading.acquire(timeout=READ_WAIT_SECONDS):
            raise JournalUnavailable("The journal is not available: other readings wait for it.")
        try:
            if self._closed:
                raise JournalUnavailable("The journal is closed.")
            if self._reader is None:
                if self._frozen is not None:
                    raise JournalUnavailable("The journal is not available: reading was cut off.")
                self._reader = self._database.connect_reader()
            try:
                return self._reader.execute(statement, parameters or {})
            except JournalUnavailable:
                self._reader.close()
                self._reader = None
                raise
        finally:
            self._reading.release()

    def add_missing(self, statement: str, rows: Sequence[Parameters]) -> None:
        """Insert the rows that several writers are about to lock, each in its own transaction.

        A row that does not exist cannot be locked. Inserted in the writer's own transaction, it
        would be locked out of the order of names, and two writers could block each other.
        """
        new = [row for row in rows if (statement, str(row["name"])) not in self._stored_names]
        for row in new:
            self._read_rows(statement, row)
        self._stored_names.update((statement, str(row["name"])) for row in new)

    def header(self) -> Header:
        """The journal's name and format."""
        if self._header is None:
            self._header = Header(*single_row(self._read_rows(self._sql.header)))
        return self._header

    def rename(self, header: Header) -> None:
        """Take this header for the journal's, unless the transaction fails."""
        self._header = header
        self._states.forget()

    def head(self, stream: str) -> ChainHead:
        """The end of a stream's committed chain."""
        rows = self._read_rows(self._sql.head, {"name": stream})
        return ChainHead(*rows[0]) if rows and rows[0][0] else genesis(self.header(), stream)

    def heads(self) -> dict[str, ChainHead]:
        """The heads of all streams that have records, by name."""
        return {name: ChainHead(*head) for name, *head in self._read_rows(self._sql.heads)}

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links of a stream after a position."""
        parameters = {"stream": stream, "after": after, "limit": limit}
        return [link_of(row) for row in self._read_rows(self._sql.page, parameters)]

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        parameters = {"stream": stream, "after": after, "last": last}
        return [digest for (digest,) in self._read_rows(self._sql.hashes, parameters)]

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""
        rows = self._read_rows(self._sql.shared, {"name": name})
        return SharedState(*rows[0][1:]).state if rows else None

    def reply(self, stream: str, key: str) -> Reply | None:
        """The answer stored for a stream's key."""
        rows = self._read_rows(self._sql.reply, {"stream": stream, "key": key})
        return Reply(*rows[0]) if rows else None

    def refusals(self, stream: str, after: str, limit: int) -> list[Reply]:
        """At most `limit` refused commands to a stream, by their keys, after a key."""
        parameters = {"stream": stream, "after": after, "limit": limit}
        return [Reply(*row) for row in self._read_rows(self._sql.refusals, parameters)]

    def all_shared(self) -> dict[str, SharedState]:
        """All shared states, by name."""
        return {row[0]: SharedState(*row[1:]) for row in self._read_rows(self._sql.all_shared)}

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        rows = self._read_rows(self._sql.snapshot, {"stream": stream})
        return Snapshot(*rows[0]) if rows else None

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""
        return [Checkpoint(*row) for row in self._read_rows(self._sql.checkpoints)]

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Call `announce` with the versions of streams that another process moves."""
        self._database.watch(announce)

    @contextmanager
    def frozen(self) -> Iterator["SqlStore"]:
        """A store whose readings are one transaction, on a connection of its own."""
        connection = self._database.connect_reader()
        try:
            connection.execute(self._database.begin_reading, {})
            connection.execute(self._sql.header, {})  # the first reading is the moment
            yield SqlStore(self._database, connection)
        finally:
            connection.close()

    def close(self) -> None:
        """Close the connections and the database."""
        with self._reading:
            self._closed = True
            if self._preparer is not None:
                self._preparer.close()
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None
        self._database.close()
