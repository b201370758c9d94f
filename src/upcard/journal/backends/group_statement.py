"""The statement that writes a whole group, decided from kept states, on PostgreSQL.

It locks nothing before it writes. A stream or shared state that another process has changed since
it was kept gets a null where none may be, so the statement fails and nothing of it is written. It
is a transaction of its own: one message, one answer, and no lock is held while one waits for the
network. Streams are changed before shared states, and both before records are added.
"""

from functools import cache
from typing import Any

from sqlalchemy import (
    ARRAY,
    CTE,
    BindParameter,
    ColumnElement,
    Select,
    Table,
    TableValuedAlias,
    and_,
    bindparam,
    case,
    cast,
    func,
    insert,
    literal_column,
    null,
    select,
    update,
)
from sqlalchemy.types import TypeEngine

from upcard.journal.backends.statements import POSTGRESQL
from upcard.journal.schema import tables as schema


@cache
def group_statement() -> str:
    """The statement; its parameters are arrays, named after table and column (`record_body`)."""
    stream, shared, record = schema.stream, schema.shared, schema.record
    heads = _changed(
        stream, "name", "position", ("events", "hash"), {"fence": stream.c.fence.type}
    ).cte("heads")
    are_heads_written = _count(heads) == _length(stream)
    states = _changed(shared, "name", "number", ("state",), {}, are_heads_written).cte("states")
    are_written = and_(are_heads_written, _count(states) == _length(shared))
    names = record.c.keys()
    given = _given(record, {name: record.c[name].type for name in names}, "given")
    values: dict[str, ColumnElement[Any]] = {name: given.c[name] for name in names}
    values["position"] = case((are_written, given.c.position))
    records = insert(record).from_select(names, select(*values.values())).cte("records")
    answers = _answers(are_written).cte("answers")
    written: Select[Any] = select(literal_column("1"))
    return str(written.add_cte(answers, records, states, heads).compile(dialect=POSTGRESQL))


def _changed(
    table: Table,
    key: str,
    number: str,
    others: tuple[str, ...],
    same: dict[str, TypeEngine[Any]],
    condition: ColumnElement[bool] | None = None,
) -> Any:
    """Change rows that have the number `before`, and the `same` columns; others get a null."""
    names = (key, number, *others)
    types = {name: table.c[name].type for name in names}
    given = _given(table, {**types, "before": table.c[number].type, **same}, f"new_{table.name}")
    is_as_kept = [table.c[number] == given.c.before]
    is_as_kept += [table.c[name] == given.c[name] for name in same]
    conditions = is_as_kept if condition is None else [condition, *is_as_kept]
    values: dict[str, ColumnElement[Any]] = {
        number: case((and_(*conditions), given.c[number])),
        **{name: given.c[name] for name in others},
    }
    changed = update(table).values(values).where(table.c[key] == given.c[key])
    return changed.returning(literal_column("1").label("one"))


def _answers(condition: ColumnElement[bool]) -> Any:
    """Insert the answers to the commands of the records that have a key, and the refusals."""
    record, reply = schema.record, schema.reply
    names = ("stream", "key", "digest", "position")
    given = _given(record, {name: record.c[name].type for name in names}, "answered")
    done: Select[Any] = select(
        given.c.stream, given.c.key, given.c.digest, case((condition, given.c.position)), null()
    ).where(given.c.key != literal_column("''"))
    columns = [*names, "refusal"]
    types = {name: reply.c[name].type for name in columns}
    refused: Select[Any] = select(*_given(reply, types, "refused").c)
    return insert(reply).from_select(columns, done.union_all(refused))


def _given(table: Table, types: dict[str, TypeEngine[Any]], alias: str) -> TableValuedAlias:
    """The rows whose columns are the parameters, each of them an array."""
    arrays = (cast(_parameter(table, name), ARRAY(kind)) for name, kind in types.items())
    return func.unnest(*arrays).table_valued(*types, name=alias).render_derived()


def _parameter(table: Table, name: str) -> BindParameter[Any]:
    return bindparam(f"{table.name}_{name}")


def _count(rows: CTE) -> ColumnElement[int]:
    return select(func.count()).select_from(rows).scalar_subquery()


def _length(table: Table) -> ColumnElement[int]:
    names = cast(_parameter(table, "name"), ARRAY(table.c.name.type))
    return func.cardinality(names)
