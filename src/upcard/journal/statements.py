"""Every SQL statement of a journal, compiled to text once for each kind of database.

Parameters have the names of the columns.
"""

from functools import cache
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    bindparam,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.sql import ClauseElement

from upcard.journal import schema


class Statements(msgspec.Struct, frozen=True):
    """The statements as text. The rows of `lock_…` stay locked until the transaction ends."""

    header: str
    head: str
    page: str
    page_of_stream: str
    streams: str
    shared: str
    reply: str
    snapshot: str
    checkpoints: str
    lock_stream: str
    lock_shared: str
    lock_head: str
    add_header: str
    add_stream: str
    add_shared: str
    insert_record: str
    insert_reply: str
    insert_checkpoint: str
    save_version: str
    save_lease: str
    save_shared: str
    save_snapshot: str
    save_head: str
    save_header: str
    end_leases: str


@cache
def statements(kind: str) -> Statements:
    """The statements for ``sqlite`` (``:name``) or ``postgresql`` (``%(name)s``)."""
    dialect = (
        sqlite.dialect(paramstyle="named") if kind == "sqlite" else psycopg.dialect()  # type: ignore[no-untyped-call] # SQLAlchemy leaves it untyped
    )
    new = sqlite.insert if kind == "sqlite" else postgresql.insert
    journal, record, stream, shared = schema.journal, schema.record, schema.stream, schema.shared

    def text(statement: ClauseElement) -> str:
        return str(statement.compile(dialect=dialect))

    def add(table: Table) -> str:
        return text(new(table).on_conflict_do_nothing())

    def save(table: Table, *columns: str) -> str:
        """Insert a row, or change these columns of the row that has its key."""
        row = new(table)
        changes = {name: row.excluded[name] for name in columns}
        return text(row.on_conflict_do_update(index_elements=list(table.primary_key), set_=changes))

    def change(*columns: str) -> str:
        return text(update(journal).values({name: bindparam(name) for name in columns}))

    head = select(journal.c.position, journal.c.events, journal.c.hash)
    signed = schema.checkpoint.c
    return Statements(
        header=text(select(journal.c.journal, journal.c.format)),
        head=text(head),
        page=text(_page()),
        page_of_stream=text(_page(record.c.stream == bindparam("stream"))),
        streams=text(select(stream.c.name, stream.c.version).order_by(stream.c.name)),
        shared=text(_row(shared)),
        reply=text(_row(schema.reply)),
        snapshot=text(_row(schema.snapshot)),
        checkpoints=text(select(schema.checkpoint).order_by(signed.position, signed.at)),
        lock_stream=text(_row(stream).with_for_update()),
        lock_shared=text(_row(shared).with_for_update()),
        lock_head=text(head.with_for_update()),
        add_header=add(journal),
        add_stream=add(stream),
        add_shared=add(shared),
        insert_record=text(insert(record)),
        insert_reply=text(insert(schema.reply)),
        insert_checkpoint=text(insert(schema.checkpoint)),
        save_version=save(stream, "version"),
        save_lease=save(stream, "fence", "owner", "expires"),
        save_shared=save(shared, "state"),
        save_snapshot=save(schema.snapshot, "version", "position", "state"),
        save_head=change("position", "events", "hash"),
        save_header=change("journal", "format", "position", "events", "hash"),
        end_leases=text(
            update(stream).values(owner=literal_column("''"), expires=literal_column("0"))
        ),
    )


def _row(table: Table) -> Select[Any]:
    """Select the row whose primary key is the parameter."""
    (key,) = table.primary_key
    return select(table).where(key == bindparam(key.name))


def _page(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Select the records after a position that meet the conditions."""
    position = schema.record.c.position
    rows = select(schema.record).where(position > bindparam("after"), *conditions)
    # SQLAlchemy adds a parameter for SQLite's offset unless it is given as text.
    return rows.order_by(position).limit(bindparam("limit")).offset(literal_column("0"))
