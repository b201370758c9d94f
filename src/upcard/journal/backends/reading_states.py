"""Reads what a group needs: states, unless they are kept, stored answers and earlier records."""

from collections.abc import Sequence

from upcard.journal.backends.database import DatabaseConnection
from upcard.journal.backends.rows import link_of, single_row, stream_state
from upcard.journal.backends.statements import SqlStatements
from upcard.journal.port import Header, JournalRecord, RecordArchived
from upcard.journal.store import LockedStates, Reply, SharedState, StreamKey
from upcard.journal.writing.writer_cache import KeptStates

Wanted = tuple[Sequence[str], Sequence[str], Sequence[StreamKey]]
"""Names of streams and of shared states, sorted, and keys of stored answers."""


def read_states(
    connection: DatabaseConnection,
    sql: SqlStatements,
    header: Header,
    kept: KeptStates,
    wanted: Wanted,
) -> LockedStates:
    """Read states in the order of their names, and stored answers; keep the states.

    In a transaction of a database of many writers it locks the states. Some may have no row yet.
    """
    streams, shared, keys = wanted
    new_streams = [name for name in streams if name not in kept.streams]
    new_shared = [name for name in shared if name not in kept.shared]
    stream_rows, shared_rows, replies = connection.execute_all(
        [
            (sql.lock_stream, [{"name": name} for name in new_streams]),
            (sql.lock_shared, [{"name": name} for name in new_shared]),
            (sql.replies, [{"stream": stream, "key": key} for stream, key in keys]),
        ]
    )
    rows = {row[0]: row[1:] for row in stream_rows}
    kept.streams |= {name: stream_state(header, name, rows.get(name)) for name in new_streams}
    rows = {row[0]: row[1:] for row in shared_rows}
    kept.shared |= {name: SharedState(*rows.get(name, ())) for name in new_shared}
    return LockedStates(
        {name: kept.streams[name] for name in streams},
        {name: kept.shared[name] for name in shared},
        {(row[0], row[1]): Reply(*row) for row in replies},
    )


def read_record(
    connection: DatabaseConnection, sql: SqlStatements, stream: str, position: int
) -> JournalRecord:
    """The record of a stream at a position; raises `RecordArchived` if it was moved out."""
    parameters = {"stream": stream, "after": position - 1, "limit": 1}
    record = link_of(single_row(connection.execute(sql.page, parameters))).record
    if record.position != position:
        raise RecordArchived(f"Record {position} of {stream} was moved to an archive.")
    return record
