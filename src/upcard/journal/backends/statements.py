"""Every SQL statement of a journal, compiled to text once for each kind of database.

Parameters have the names of the columns. What is run for many rows at once takes, on PostgreSQL,
an array for each column: one statement costs the server less than as many as there are rows. A
database that spreads the tables over machines gets a statement for each row instead, which it
sends to the machine of the row's stream; it could not lock rows of several machines by one.
"""

from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Delete,
    Select,
    Table,
    TableValuedAlias,
    Update,
    any_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal_column,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.sql import ClauseElement

from upcard.journal.port import ROOT
from upcard.journal.schema import tables as schema


class SqlStatements(msgspec.Struct, frozen=True):
    """The statements as text. The rows of `lock_…` stay locked until the transaction ends.

    For many rows at once are `replies`, `lock_…`, `save_…` but `save_snapshot` and `save_header`,
    `insert_record`, `insert_reply` and `renew`, which only a database server runs.
    """

    header: str
    head: str
    heads: str
    page: str
    hashes: str
    torn: str
    shared: str
    reply: str
    replies: str
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
    renew: str
    save_shared: str
    save_snapshot: str
    save_covered: str
    save_header: str
    end_leases: str
    remove: str


POSTGRESQL: Final = psycopg.dialect()  # type: ignore[no-untyped-call] # SQLAlchemy leaves it untyped
"""The form of statements that psycopg takes."""

_NOBODY: ColumnElement[str] = literal_column("''")


@cache
def statements(kind: str, *, row_by_row: bool = False) -> SqlStatements:
    """The statements for ``sqlite`` (``:name``) or ``postgresql`` (``%(name)s``).

    Those for many rows take one row each for SQLite, and with `row_by_row`.
    """
    of_postgres = kind == "postgresql"
    dialect = POSTGRESQL if of_postgres else sqlite.dialect(paramstyle="named")
    many = of_postgres and not row_by_row
    new = postgresql.insert if of_postgres else sqlite.insert
    journal, record, stream, shared = schema.journal, schema.record, schema.stream, schema.shared

    def text(statement: ClauseElement) -> str:
        return str(statement.compile(dialect=dialect))

    def add(table: Table) -> str:
        return text(new(table).on_conflict_do_nothing())

    def rows(table: Table) -> Any:
        return _all_of(new(table)) if many else new(table)

    def save(table: Table, *columns: str) -> str:
        return text(_on_conflict_change(rows(table), *columns))

    def lock(table: Table) -> str:
        return text(_lock_rows(table) if many else _lock_row(table, of_postgres))

    head, signed = select(stream.c.position, stream.c.events, stream.c.hash), schema.checkpoint.c
    return SqlStatements(
        header=text(select(journal.c.journal, journal.c.format)),
        head=text(head.where(stream.c.name == bindparam("name"))),
        heads=text(_heads().where(stream.c.position > literal_column("0"))),
        page=text(_page()),
        hashes=text(_hashes()),
        torn=text(_select_torn_stream()),
        shared=text(_row_of(shared)),
        reply=text(_row_of(schema.reply)),
        replies=text(_replies() if many else _row_of(schema.reply)),
        refusals=text(_refusals()),
        all_shared=text(select(shared).order_by(shared.c.name)),
        snapshot=text(_row_of(schema.snapshot)),
        checkpoints=text(select(schema.checkpoint).order_by(signed.position, signed.at)),
        lock_stream=lock(stream),
        lock_shared=lock(shared),
        moved=text(_select_uncovered_streams()),
        add_header=add(journal),
        add_stream=add(stream),
        add_shared=add(shared),
        insert_record=text(rows(record)),
        insert_reply=text(rows(schema.reply)),
        insert_checkpoint=text(insert(schema.checkpoint)),
        save_head=save(stream, "position", "events", "hash"),
        save_lease=save(stream, "fence", "owner", "expires"),
        renew=text(_renew_rows() if many else _renew_row()),
        save_shared=save(shared, "number", "state"),
        save_snapshot=text(_on_conflict_change(new(schema.snapshot), "version", "state")),
        save_covered=save(schema.covered, "position", "events"),
        save_header=text(_new_header()),
        end_leases=text(update(stream).values(owner=_NOBODY, expires=literal_column("0"))),
        remove=text(_remove()),
    )


def _row_of(table: Table) -> Select[Any]:
    """Select the row that has the parameters as its primary key."""
    return select(table).where(*(column == bindparam(column.name) for column in table.primary_key))


def _lock_row(table: Table, has_many_writers: bool) -> Select[Any]:
    """Select the row, and lock it where there are several writers."""
    return _row_of(table).with_for_update() if has_many_writers else _row_of(table)


def _all_of(row: Any) -> Any:
    """Insert the rows whose columns are the parameters, instead of one."""
    names = row.table.columns.keys()
    return row.from_select(names, select(_parameter_rows(row.table, *names)))


def _on_conflict_change(row: Any, *columns: str) -> Any:
    """Insert rows, or change these columns of the rows that have their keys."""
    changes = {name: row.excluded[name] for name in columns}
    return row.on_conflict_do_update(index_elements=list(row.table.primary_key), set_=changes)


def _lock_rows(table: Table) -> Select[Any]:
    """Select and lock the rows with these names, in their order."""
    names = cast(bindparam("name"), ARRAY(table.c.name.type))
    rows = select(table).where(table.c.name == any_(names))
    return rows.order_by(table.c.name).with_for_update()


def _parameter_rows(table: Table, *names: str) -> TableValuedAlias:
    """The rows whose columns are the parameters, each of them an array."""
    arrays = (cast(bindparam(name), ARRAY(table.c[name].type)) for name in names)
    return func.unnest(*arrays).table_valued(*names, name="given").render_derived()


_NOW: ColumnElement[int] = literal_column(
    "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)"
)
"""The clock of a database server, as its statement came: before it waited for anything."""


def _renew_row() -> Update:
    """Extend a stream's lease by some microseconds, unless a newer one was given."""
    stream = schema.stream
    renewed = update(stream).values(owner=bindparam("holder"), expires=_NOW + bindparam("lasting"))
    held = (stream.c.name == bindparam("name"), stream.c.fence == bindparam("token"))
    return renewed.where(*held).returning(stream.c.name, stream.c.expires)


def _renew_rows() -> Update:
    """Extend the leases of several streams, locked in the order of their names."""
    stream = schema.stream
    texts, longs = ARRAY(stream.c.name.type), ARRAY(stream.c.fence.type)
    types = {"name": texts, "holder": texts, "token": longs, "lasting": longs}
    arrays = (cast(bindparam(name), type_) for name, type_ in types.items())
    parameters = func.unnest(*arrays).table_valued(*types, name="given").render_derived()
    same_lease = (stream.c.name == parameters.c.name, stream.c.fence == parameters.c.token)
    rows = select(stream.c.name, parameters.c.holder, parameters.c.lasting).where(*same_lease)
    held = rows.order_by(stream.c.name).with_for_update(of=stream).cte("held")
    renewed = update(stream).values(owner=held.c.holder, expires=_NOW + held.c.lasting)
    return renewed.where(stream.c.name == held.c.name).returning(stream.c.name, stream.c.expires)


def _replies() -> Select[Any]:
    """Select the rows with these keys, each by the index, however many the table seems to have."""
    reply = schema.reply
    parameters = _parameter_rows(reply, "stream", "key")
    replies = select(reply).where(
        *(reply.c[name] == parameters.c[name] for name in ("stream", "key"))
    )
    answers = replies.offset(literal_column("0")).lateral("each")
    return select(answers).select_from(parameters.join(answers, true()))


def _heads() -> Select[Any]:
    stream = schema.stream.c
    heads = select(stream.name, stream.position, stream.events, stream.hash)
    return heads.order_by(stream.name)


def _new_header() -> Update:
    return update(schema.journal).values({name: bindparam(name) for name in ("journal", "format")})


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
    in_range = (position > bindparam("after"), position <= bindparam("last"))
    return select(schema.record.c.hash).where(_of_stream(), *in_range).order_by(position)


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


def _select_uncovered_streams() -> Select[Any]:
    """Select the streams with records that no root covers, their heads, and how far roots reach."""
    stream, covered = schema.stream, schema.covered
    zero: ColumnElement[int] = literal_column("0")
    reached = func.coalesce(covered.c.position, zero)
    joined = stream.outerjoin(covered, covered.c.stream == stream.c.name)
    counts = (reached, func.coalesce(covered.c.events, zero))
    rows = _heads().add_columns(*counts).select_from(joined)
    return rows.where(stream.c.position > reached, stream.c.name != literal_column(f"'{ROOT}'"))


def _select_torn_stream() -> Select[Any]:
    """Select the streams whose head is not that of their last record, at most one."""
    stream = schema.stream
    last = schema.record.alias("last_record")
    next_record = schema.record.alias("next_record")
    joined = stream.outerjoin(
        last, (last.c.stream == stream.c.name) & (last.c.position == stream.c.position)
    ).outerjoin(
        next_record,
        (next_record.c.stream == stream.c.name)
        & (next_record.c.position == stream.c.position + literal_column("1")),
    )
    differs = (last.c.hash.is_(None) & (stream.c.position > literal_column("0"))) | (
        last.c.hash != stream.c.hash
    )
    rows = select(stream.c.name, stream.c.position).select_from(joined)
    return rows.where(differs | next_record.c.position.is_not(None)).order_by(stream.c.name)
