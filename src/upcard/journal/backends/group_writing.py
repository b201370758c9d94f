"""Writes a group that was decided from kept states to PostgreSQL; see `group_statement`."""

from collections.abc import Mapping
from typing import cast

from upcard.journal.backends.database import DatabaseConnection
from upcard.journal.backends.group_statement import group_statement
from upcard.journal.backends.postgres_arrays import Binaries, Column, Longs, Texts
from upcard.journal.backends.postgres_connection import PostgresConnection
from upcard.journal.codec import encode
from upcard.journal.store import Changes, LockedStates


def write_at_once(writer: DatabaseConnection, changes: Changes, before: LockedStates) -> None:
    """Write a group; raises `WriteConflict` if a state is not as it was before."""
    parameters = {
        **_records(changes),
        **_refusals(changes),
        **_heads(changes, before),
        **_shared(changes, before),
    }
    cast(PostgresConnection, writer).execute_alone(group_statement(), parameters)


def _records(changes: Changes) -> Mapping[str, Column]:
    links = changes.links
    records = [link.record for link in links]
    return {
        "record_stream": Texts([record.stream for record in records]),
        "record_position": Longs([record.position for record in records]),
        "record_event": Longs([record.event for record in records]),
        "record_events": Longs([record.events for record in records]),
        "record_key": Texts([record.key for record in records]),
        "record_digest": Texts([record.digest for record in records]),
        "record_at": Longs([record.at for record in records]),
        "record_engine": Texts([record.engine for record in records]),
        "record_rules": Texts([record.rules for record in records]),
        "record_shared": Texts([encode(record.shared).decode() for record in records]),
        "record_body": Binaries([bytes(record.body) for record in records]),
        "record_hash": Texts([link.hash for link in links]),
    }


def _refusals(changes: Changes) -> Mapping[str, Column]:
    replies = [reply for reply in changes.replies if not reply.position]
    return {
        "reply_stream": Texts([reply.stream for reply in replies]),
        "reply_key": Texts([reply.key for reply in replies]),
        "reply_digest": Texts([reply.digest for reply in replies]),
        "reply_position": Longs([reply.position for reply in replies]),
        "reply_refusal": Binaries([reply.refusal for reply in replies]),
    }


def _heads(changes: Changes, before: LockedStates) -> Mapping[str, Column]:
    names = sorted(changes.heads)
    heads = [changes.heads[name] for name in names]
    former = [before.streams[name] for name in names]
    return {
        "stream_name": Texts(names),
        "stream_position": Longs([head.position for head in heads]),
        "stream_events": Longs([head.events for head in heads]),
        "stream_hash": Texts([head.hash for head in heads]),
        "stream_before": Longs([state.head.position for state in former]),
        "stream_fence": Longs([state.fence for state in former]),
    }


def _shared(changes: Changes, before: LockedStates) -> Mapping[str, Column]:
    names = sorted(changes.shared)
    states = [changes.shared[name] for name in names]
    return {
        "shared_name": Texts(names),
        "shared_number": Longs([state.number for state in states]),
        "shared_state": Binaries([state.state for state in states]),
        "shared_before": Longs([before.shared[name].number for name in names]),
    }
