"""Every SQL statement of a journal, compiled to text once for each kind of database.

Parameters have the names of the columns.
"""

from functools import cache
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Delete,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.sql import ClauseElement

from upcard.journal import schema
from upcard.journal.port import ROOT


class Statements(msgspec.Struct, frozen=True):
    """The statements as text. The rows of `lock_…` stay locked until the transaction ends."""

    header: str
    head: str
    heads: str
    page: str
    hashes: str
    torn: str
    shared: str
    reply: str
    refusals: str
    all_shared: str
    snapshot: str
    checkpoints: str
    lock_stream: str
    lock_shared: str
    moved: str
    add_header: str
    add_stream: str
    add_shared: str
    insert_record: str
    insert_reply: str
    insert_checkpoint: str
    save_head: str
    save_lease: str
    save_shared: str
    save_snapshot: str
    save_covered: str
    save_header: str
    end_leases: str
    remove: str


_NOBODY: ColumnElement[str] = literal_column("''")


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

    def rows_of(table: Table) -> str:
        """Select the row that has the parameters as its primary key."""
        return text(select(table).where(*_has_key(table)))

    head = select(stream.c.position, stream.c.events, stream.c.hash)
    signed = schema.checkpoint.c
    return Statements(
        header=text(select(journal.c.journal, journal.c.format)),
        head=text(head.where(stream.c.name == bindparam("name"))),
        heads=text(_heads().where(stream.c.position > literal_column("0"))),
        page=text(_page()),
        hashes=text(_hashes()),
        torn=text(_torn()),
        shared=rows_of(shared),
        reply=rows_of(schema.reply),
        refusals=text(_refusals()),
        all_shared=text(select(shared).order_by(shared.c.name)),
        snapshot=rows_of(schema.snapshot),
        checkpoints=text(select(schema.checkpoint).order_by(signed.position, signed.at)),
        lock_stream=text(select(stream).where(*_has_key(stream)).with_for_update()),
        lock_shared=text(select(shared).where(*_has_key(shared)).with_for_update()),
        moved=text(_moved()),
        add_header=add(journal),
        add_stream=add(stream),
        add_shared=add(shared),
        insert_record=text(insert(record)),
        insert_reply=text(insert(schema.reply)),
        insert_checkpoint=text(insert(schema.checkpoint)),
        save_head=save(stream, "position", "events", "hash"),
        save_lease=save(stream, "fence", "owner", "expires"),
        save_shared=save(shared, "number", "state"),
        save_snapshot=save(schema.snapshot, "version", "state"),
        save_covered=save(schema.covered, "position", "events"),
        save_header=text(
            update(journal).values({name: bindparam(name) for name in ("journal", "format")})
        ),
        end_leases=text(update(stream).values(owner=_NOBODY, expires=literal_column("0"))),
        remove=text(_remove()),
    )


def _has_key(table: Table) -> list[ColumnElement[bool]]:
    """The row whose primary key are the parameters."""
    return [column == bindparam(column.name) for column in table.primary_key]


def _heads() -> Select[Any]:
    stream = schema.stream.c
    heads = select(stream.name, stream.position, stream.events, stream.hash)
    return heads.order_by(stream.name)


def _page() -> Select[Any]:
    """Select the records of a stream after a position."""
    record = schema.record
    rows = select(record).where(_of_stream(), record.c.position > bindparam("after"))
    # SQLAlchemy adds a parameter for SQLite's offset unless it is given as text.
    limited = rows.order_by(record.c.position).limit(bindparam("limit"))
    return limited.offset(literal_column("0"))


def _hashes() -> Select[Any]:
    """Select the hashes of the records of a stream between two positions."""
    position = schema.record.c.position
    between = (position > bindparam("after"), position <= bindparam("last"))
    return select(schema.record.c.hash).where(_of_stream(), *between).order_by(position)


def _refusals() -> Select[Any]:
    """Select the refused commands to a stream, by their keys, after a key."""
    reply = schema.reply
    refused = (reply.c.refusal.is_not(None), reply.c.key > bindparam("after"))
    rows = select(reply).where(reply.c.stream == bindparam("stream"), *refused)
    limited = rows.order_by(reply.c.key).limit(bindparam("limit"))
    return limited.offset(literal_column("0"))


def _remove() -> Delete:
    """Delete the records of a stream before a position."""
    return delete(schema.record).where(_of_stream(), schema.record.c.position < bindparam("before"))


def _of_stream() -> ColumnElement[bool]:
    return schema.record.c.stream == bindparam("stream")


def _moved() -> Select[Any]:
    """Select the streams with records that no root covers, their heads, and how far roots reach."""
    stream, covered = schema.stream, schema.covered
    zero: ColumnElement[int] = literal_column("0")
    reached = func.coalesce(covered.c.position, zero)
    joined = stream.outerjoin(covered, covered.c.stream == stream.c.name)
    counts = (reached, func.coalesce(covered.c.events, zero))
    rows = _heads().add_columns(*counts).select_from(joined)
    return rows.where(stream.c.position > reached, stream.c.name != literal_column(f"'{ROOT}'"))


def _torn() -> Select[Any]:
    """Select the streams whose head is not that of their last record, at most one."""
    stream = schema.stream
    last = schema.record.alias("last_record")
    beyond = schema.record.alias("beyond")
    joined = stream.outerjoin(
        last, (last.c.stream == stream.c.name) & (last.c.position == stream.c.position)
    ).outerjoin(
        beyond,
        (beyond.c.stream == stream.c.name)
        & (beyond.c.position == stream.c.position + literal_column("1")),
    )
    differs = (last.c.hash.is_(None) & (stream.c.position > literal_column("0"))) | (
        last.c.hash != stream.c.hash
    )
    rows = select(stream.c.name, stream.c.position).select_from(joined)
    return rows.where(differs | beyond.c.position.is_not(None)).order_by(stream.c.name)
