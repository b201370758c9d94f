"""A transaction of the connection that writes a database."""

import time
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from msgspec.structs import asdict

from upcard.journal.backends.database import Database, DatabaseConnection
from upcard.journal.backends.reading_states import read_record, read_states
from upcard.journal.backends.rows import (
    Parameters,
    SqlRow,
    record_row,
    stream_row,
)
from upcard.journal.integrity.chain import genesis
from upcard.journal.port import (
    ChainHead,
    Checkpoint,
    Header,
    JournalRecord,
    JournalSilent,
    Snapshot,
)
from upcard.journal.store import (
    Changes,
    LockedStates,
    RootCoverage,
    SharedState,
    StreamChange,
    StreamKey,
    StreamState,
)
from upcard.journal.writing.writer_cache import KeptStates

LOCK_SECONDS: Final = 4.0
"""Seconds within which a transaction of a database server must have its locks and what it reads.

A transaction over a slow network could take much longer, and everything else would wait for it.
"""


class _Store(Protocol):
    """What a transaction asks of its store."""

    def header(self) -> Header: ...
    def rename(self, header: Header) -> None: ...
    def add_missing(self, statement: str, rows: Sequence[Parameters]) -> None: ...


class SqlTransaction:
    """A transaction of the writing connection; see `store.Transaction`.

    `states` are those that a group need not read, where no other process can have changed them.
    """

    def __init__(
        self, store: _Store, database: Database, writer: DatabaseConnection, states: KeptStates
    ) -> None:
        self._store = store
        self._database = database
        self._sql = database.statements
        self._writer = writer
        self._states = states
        self._began = time.monotonic()
        self.moved_to: dict[str, int] = {}

    def execute(self, statement: str) -> list[SqlRow]:
        """Run a statement of a conversion and return its rows."""
        return self._writer.execute(statement, {})

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """The streams' states, locked in the order of their names."""
        return self.lock(names, (), ()).streams

    def lock_shared(self, names: Sequence[str]) -> dict[str, SharedState]:
        """The shared states, locked in the order of their names."""
        return self.lock((), names, ()).shared

    def lock(
        self, streams: Sequence[str], shared: Sequence[str], keys: Sequence[StreamKey]
    ) -> LockedStates:
        """Lock streams and shared states in the order of their names, and read stored answers."""
        wanted = (streams, shared, keys)
        if not self._database.many_writers:
            return read_states(self._writer, self._sql, self._store.header(), self._states, wanted)
        self._add_missing(streams, shared)
        locked = read_states(self._writer, self._sql, self._store.header(), KeptStates(), wanted)
        self._require_time()
        self._states.see(locked.streams, locked.shared)
        return locked

    def _add_missing(self, streams: Sequence[str], shared: Sequence[str]) -> None:
        """Add rows for streams and shared states that have none: only a row can be locked."""
        header = self._store.header()
        rows = [stream_row(name, StreamState(genesis(header, name))) for name in streams]
        self._store.add_missing(self._sql.add_stream, rows)
        states = [{"name": name, **asdict(SharedState())} for name in shared]
        self._store.add_missing(self._sql.add_shared, states)

    def _require_time(self) -> None:
        """Raise `JournalSilent` in a transaction that has its locks too late."""
        if self._database.many_writers and time.monotonic() - self._began > LOCK_SECONDS:
            raise JournalSilent(
                "The journal is not available: the database, or the network to it, takes longer "
                f"than {LOCK_SECONDS:g} seconds."
            )

    def record(self, stream: str, position: int) -> JournalRecord:
        """The record of a stream at a position; raises `RecordArchived` if it was moved out."""
        return read_record(self._writer, self._sql, stream, position)

    def remove(self, stream: str, before: int) -> None:
        """Remove the records of a stream before a position."""
        self._writer.execute(self._sql.remove, {"stream": stream, "before": before})

    def uncovered_streams(self) -> list[StreamChange]:
        """The streams with records that no root covers yet."""
        rows = self._writer.execute(self._sql.moved, {})
        return [(row[0], ChainHead(*row[1:4]), RootCoverage(*row[4:])) for row in rows]

    def save_covered(self, coverage: Mapping[str, RootCoverage | ChainHead]) -> None:
        """Note how far the roots cover streams."""
        rows = [
            {"stream": name, "position": covered.position, "events": covered.events}
            for name, covered in coverage.items()
        ]
        self._writer.execute_many(self._sql.save_covered, rows)

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        parameters = {"stream": stream, "after": after, "last": last}
        return [digest for (digest,) in self._writer.execute(self._sql.hashes, parameters)]

    def write(self, changes: Changes) -> None:
        """Write the changes of a group of proposals."""
        self.moved_to.update({name: head.position for name, head in changes.heads.items()})
        writer, sql = self._writer, self._sql
        writer.execute_many(sql.insert_record, [record_row(link) for link in changes.links])
        # Leases are used only for a stream that has no row yet.
        states = {name: StreamState(head) for name, head in changes.heads.items()}
        writer.execute_many(sql.save_head, [stream_row(*state) for state in states.items()])
        writer.execute_many(
            sql.save_shared,
            [{"name": name, **asdict(state)} for name, state in changes.shared.items()],
        )
        writer.execute_many(sql.insert_reply, [asdict(reply) for reply in changes.replies])
        self._states.apply(changes)

    def commit(self) -> None:
        """Commit; returns once it is durable."""
        self._writer.execute("COMMIT", {})

    def failed(self) -> None:
        """Note that the transaction failed: what it read is kept no longer."""
        self._states.forget()

    def now(self) -> int:
        """The clock of leases, in microseconds."""
        now = self._database.now(self._writer)
        self._require_time()
        return now

    def save_leases(self, states: Mapping[str, StreamState]) -> None:
        """Write the leases of streams."""
        rows = [stream_row(*state) for state in states.items()]
        self._writer.execute_many(self._sql.save_lease, rows)
        self._states.streams.update(states)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""
        self._writer.execute(self._sql.save_snapshot, asdict(snapshot))

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint."""
        self._writer.execute(self._sql.insert_checkpoint, asdict(checkpoint))

    def save_header(self, header: Header) -> None:
        """Replace the header of an empty journal, which an import is about to fill."""
        self._writer.execute(self._sql.save_header, asdict(header))
        self._store.rename(header)
