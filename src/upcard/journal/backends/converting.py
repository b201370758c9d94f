"""Converts a journal of format 1, which had one chain, when it is opened for writing.

Each stream gets a chain of its own over its records. The first root names the head of the former
chain, which can still be checked (`journal.integrity.former`): records and their order stay as
they were.
"""

from collections.abc import Iterator

import msgspec

from upcard.journal.backends.rows import SqlRow
from upcard.journal.backends.sql import SqlStore
from upcard.journal.backends.sql_transaction import SqlTransaction
from upcard.journal.integrity.chain import genesis, head_after, link
from upcard.journal.integrity.former import FormerChain
from upcard.journal.port import (
    WHOLE,
    ChainHead,
    Checkpoint,
    Header,
    JournalRecord,
    JournalTampered,
    Snapshot,
)
from upcard.journal.store import Changes, Reply, SharedState, StreamState
from upcard.journal.writing.group import Stamp, changes_of
from upcard.journal.writing.root_writer import write_root

PAGE = 500
"""Records that are converted at a time."""

LOCK = "UPDATE journal SET format = format"
"""Lets one process convert while others wait; then they see that it is done."""

TABLES = ("record", "stream", "shared", "reply", "snapshot", "checkpoint")


def convert(store: SqlStore, stamp: Stamp) -> None:
    """Fill the tables of format 2 from the former ones and drop those; all of it or nothing.

    Raises `JournalTampered` if the former chain is broken.
    """
    with store.unlimited_transaction() as transaction:
        transaction.execute(LOCK)
        ((name, number),) = transaction.execute("SELECT journal, format FROM journal")
        if number != 1:
            return
        header = Header(name)
        transaction.save_header(header)
        former, heads = _convert_records(transaction, header)
        _copy_states(transaction, header, heads)
        write_root(transaction, stamp, former.head)
        for table in TABLES:
            transaction.execute(f"DROP TABLE former_{table}")


def _convert_records(
    transaction: SqlTransaction, header: Header
) -> tuple[FormerChain, dict[str, ChainHead]]:
    """Write the former records in chains of their streams; returns the final chains."""
    former = FormerChain(header)
    heads: dict[str, ChainHead] = {}
    for page in _pages(transaction):
        links = []
        for *counts, stream, _, key, digest, written_at, engine, rules, body, hashed in page:
            position, _, events = counts
            head = heads.get(stream) or genesis(header, stream)
            record = JournalRecord(
                position=head.position + 1,
                event=head.events,
                events=events,
                stream=stream,
                key=key,
                digest=digest,
                at=written_at,
                engine=engine,
                rules=rules,
                shared={WHOLE: position},
                body=msgspec.Raw(body),
            )
            links.append(link(head.hash, record))
            heads[stream] = head_after(links[-1])
            former.hash_record(record)
            if former.hash != hashed:
                raise JournalTampered(f"Record {position} differs from what was written.")
        transaction.write(changes_of(links))
    return former, heads


def _pages(transaction: SqlTransaction) -> Iterator[list[SqlRow]]:
    """The former records in their order, by pages."""
    after = 0
    columns = "position, event, events, stream, version, key, digest, at, engine, rules, body, hash"
    while rows := transaction.execute(
        f"SELECT {columns} FROM former_record WHERE position > {after} "
        f"ORDER BY position LIMIT {PAGE}"
    ):
        yield rows
        after = rows[-1][0]


def _copy_states(transaction: SqlTransaction, header: Header, heads: dict[str, ChainHead]) -> None:
    """Copy leases, shared states, refusals, snapshots and checkpoints."""
    for name, fence, owner, expires in transaction.execute(
        "SELECT name, fence, owner, expires FROM former_stream"
    ):
        head = heads.get(name) or genesis(header, name)
        transaction.save_leases({name: StreamState(head, fence, owner, expires)})
    shared = transaction.execute("SELECT name, state FROM former_shared")
    refusals = transaction.execute(
        "SELECT key, digest, refusal FROM former_reply WHERE refusal IS NOT NULL"
    )
    replies = [
        Reply(stream, key, digest, 0, refusal)
        for key, digest, refusal in refusals
        for stream in heads
        if f"/{stream.rpartition('/')[2]}/" in key
    ]
    states = {name: SharedState(0, state) for name, state in shared}
    transaction.write(Changes(shared=states, replies=replies))
    for row in transaction.execute("SELECT stream, version, state FROM former_snapshot"):
        transaction.save_snapshot(Snapshot(*row))
    for row in transaction.execute(
        "SELECT journal, position, events, hash, at, signature FROM former_checkpoint"
    ):
        transaction.save_checkpoint(Checkpoint(*row))
