"""A journal in an SQL database, by the same statements for SQLite and PostgreSQL."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import msgspec

from upcard.journal.chain import genesis
from upcard.journal.port import (
    ChainHead,
    Checkpoint,
    Header,
    JournalRecord,
    JournalTampered,
    JournalUnavailable,
    Link,
    Snapshot,
)
from upcard.journal.statements import Statements
from upcard.journal.store import Changes, Reply, StreamState

SqlRow = tuple[Any, ...]
Parameters = Mapping[str, object]


class Connection(Protocol):
    """Runs statements, among them those that begin and end a transaction.

    Raises `Contended`, or `JournalUnavailable`, after which it has to be closed and replaced.
    """

    def execute(self, statement: str, parameters: Parameters) -> list[SqlRow]:
        """Run a statement and return its rows."""

    def execute_each(self, statement: str, parameters: Sequence[Parameters]) -> list[SqlRow]:
        """Run a statement for each of the parameters in turn and return all rows."""

    def execute_many(self, statement: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement that returns no rows for each of the parameters."""

    def close(self) -> None:
        """Close the connection; what is not committed is rolled back."""


class Database(Protocol):
    """How databases differ.

    `tables` is the statement that lists the existing tables, `begin` the one that begins a
    writing transaction. With `many_writers`, several processes write at once.
    """

    statements: Statements
    begin: str
    tables: str
    many_writers: bool

    def connect_writer(self) -> Connection:
        """A connection for writing; everything that it reads as committed is durable."""

    def connect_reader(self) -> Connection:
        """A connection for reading."""

    def migrate(self) -> None:
        """Bring the schema to the newest version."""

    def now(self, writer: Connection) -> int:
        """The clock of leases, in microseconds."""

    def notify(self, writer: Connection, position: int) -> None:
        """Notify other processes, once this is committed, of the head's position."""

    def watch(self, announce: Callable[[int], None]) -> None:
        """Call `announce` with each position that another process commits."""

    def close(self) -> None:
        """Release what is not a connection: threads and locks."""


class SqlStore:
    """A store with one writing and one reading connection, each opened when first needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sql = database.statements
        self._writer: Connection | None = None
        self._reader: Connection | None = None
        self._reading = threading.Lock()
        self._closed = False
        self._known: set[tuple[str, str]] = set()

    @contextmanager
    def transaction(self) -> Iterator["SqlTransaction"]:
        """One transaction of the writing thread."""
        if self._writer is None:
            self._writer = self._database.connect_writer()
        writer = self._writer
        try:
            writer.execute(self._database.begin, {})
            yield SqlTransaction(self, self._database, writer)
            writer.execute("COMMIT", {})
        except BaseException as error:
            self._undo(writer, error)
            raise

    def _undo(self, writer: Connection, error: BaseException) -> None:
        """Roll back; a connection that failed is closed and replaced by the next transaction."""
        if not isinstance(error, JournalUnavailable):
            with suppress(JournalUnavailable):
                writer.execute("ROLLBACK", {})
                return
        self._writer = None
        writer.close()

    def _read(self, statement: str, parameters: Parameters | None = None) -> list[SqlRow]:
        with self._reading:
            if self._closed:
                raise JournalUnavailable("The journal is closed.")
            if self._reader is None:
                self._reader = self._database.connect_reader()
            try:
                return self._reader.execute(statement, parameters or {})
            except JournalUnavailable:
                self._reader.close()
                self._reader = None
                raise

    def add_missing(self, statement: str, rows: Sequence[Parameters]) -> None:
        """Insert the rows that several writers are about to lock, each in its own transaction.

        A row that does not exist cannot be locked. Inserted in the writer's own transaction, it
        would be locked out of the order of names, and two writers could block each other.
        """
        new = [row for row in rows if (statement, str(row["name"])) not in self._known]
        for row in new:
            self._read(statement, row)
        self._known.update((statement, str(row["name"])) for row in new)

    def header(self) -> Header:
        """The journal's name and format."""
        return Header(*only(self._read(self._sql.header)))

    def head(self) -> ChainHead:
        """The end of the committed chain."""
        return ChainHead(*only(self._read(self._sql.head)))

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links after a position, of one stream, or of all for ""."""
        if not stream:
            rows = self._read(self._sql.page, {"after": after, "limit": limit})
        else:
            parameters = {"stream": stream, "after": after, "limit": limit}
            rows = self._read(self._sql.page_of_stream, parameters)
        return [link_of(row) for row in rows]

    def streams(self) -> dict[str, int]:
        """The streams that have records, with their versions."""
        return {name: version for name, version in self._read(self._sql.streams) if version}

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""
        rows = self._read(self._sql.shared, {"name": name})
        return rows[0][1] if rows else None

    def reply(self, key: str) -> Reply | None:
        """The answer stored for a key."""
        rows = self._read(self._sql.reply, {"key": key})
        return Reply(*rows[0]) if rows else None

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        rows = self._read(self._sql.snapshot, {"stream": stream})
        return Snapshot(*rows[0]) if rows else None

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""
        return [Checkpoint(*row) for row in self._read(self._sql.checkpoints)]

    def watch(self, announce: Callable[[int], None]) -> None:
        """Call `announce` with the head's position when another process moves it."""
        self._database.watch(announce)

    def close(self) -> None:
        """Close the connections and the database."""
        with self._reading:
            self._closed = True
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None
        self._database.close()


class SqlTransaction:
    """A transaction of the writing connection; see `store.Transaction`."""

    def __init__(self, store: SqlStore, database: Database, writer: Connection) -> None:
        self._store = store
        self._database = database
        self._sql = database.statements
        self._writer = writer

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """The streams' states, locked in the order of their names."""
        if self._database.many_writers:
            rows = [{"name": name, **msgspec.structs.asdict(StreamState())} for name in names]
            self._store.add_missing(self._sql.add_stream, rows)
        locked = self._lock(self._sql.lock_stream, names)
        return {name: StreamState(*locked.get(name, ())) for name in names}

    def lock_shared(self, names: Sequence[str]) -> dict[str, bytes | None]:
        """The shared states, locked in the order of their names."""
        if self._database.many_writers:
            rows = [{"name": name, "state": None} for name in names]
            self._store.add_missing(self._sql.add_shared, rows)
        locked = self._lock(self._sql.lock_shared, names)
        return {name: locked.get(name, (None,))[0] for name in names}

    def _lock(self, statement: str, names: Sequence[str]) -> dict[str, SqlRow]:
        rows = self._writer.execute_each(statement, [{"name": name} for name in names])
        return {row[0]: row[1:] for row in rows}

    def replies(self, keys: Sequence[str]) -> dict[str, Reply]:
        """The stored answers of those keys that have one."""
        rows = self._writer.execute_each(self._sql.reply, [{"key": key} for key in keys])
        return {row[0]: Reply(*row) for row in rows}

    def record(self, position: int) -> JournalRecord:
        """The record at a position."""
        rows = self._writer.execute(self._sql.page, {"after": position - 1, "limit": 1})
        return link_of(only(rows)).record

    def lock_head(self) -> ChainHead:
        """The head, locked."""
        return ChainHead(*only(self._writer.execute(self._sql.lock_head, {})))

    def write(self, changes: Changes) -> None:
        """Write a group."""
        writer, sql = self._writer, self._sql
        unchanged = {"fence": 0, "owner": "", "expires": 0}  # used only for a new stream
        writer.execute_many(sql.insert_record, [_row(link) for link in changes.links])
        writer.execute_many(
            sql.save_version,
            [{"name": name, "version": v, **unchanged} for name, v in changes.versions.items()],
        )
        writer.execute_many(
            sql.save_shared,
            [{"name": name, "state": state} for name, state in changes.shared.items()],
        )
        writer.execute_many(
            sql.insert_reply, [msgspec.structs.asdict(reply) for reply in changes.replies]
        )
        if changes.head is not None:
            writer.execute(sql.save_head, msgspec.structs.asdict(changes.head))
            self._database.notify(writer, changes.head.position)

    def now(self) -> int:
        """The clock of leases, in microseconds."""
        return self._database.now(self._writer)

    def save_lease(self, stream: str, state: StreamState) -> None:
        """Write a stream's lease."""
        row = {"name": stream, **msgspec.structs.asdict(state)}
        self._writer.execute(self._sql.save_lease, row)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""
        self._writer.execute(self._sql.save_snapshot, msgspec.structs.asdict(snapshot))

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint."""
        self._writer.execute(self._sql.insert_checkpoint, msgspec.structs.asdict(checkpoint))

    def save_header(self, header: Header) -> None:
        """Replace the header of an empty journal, which an import is about to fill."""
        row = {**msgspec.structs.asdict(header), **msgspec.structs.asdict(genesis(header))}
        self._writer.execute(self._sql.save_header, row)


def _row(link: Link) -> dict[str, object]:
    row = msgspec.structs.asdict(link.record)
    return {**row, "body": bytes(link.record.body), "hash": link.hash}


def only(rows: list[SqlRow]) -> SqlRow:
    """The only row; raises `JournalTampered` unless there is exactly one."""
    if len(rows) != 1:
        raise JournalTampered("The journal is damaged: a row that it always has is missing.")
    return rows[0]


def link_of(row: SqlRow) -> Link:
    """The link that a row of `schema.record` holds; raises `JournalTampered` for a null."""
    *fields, body, digest = row
    if None in row:
        raise JournalTampered(f"Record {row[0]} is damaged: a part of it is missing.")
    return Link(digest, JournalRecord(*(*fields, msgspec.Raw(body))))
