"""Makes a database ready: its schema, its name, and the leases of those who are gone."""

import uuid

import msgspec

from upcard.journal.chain import genesis, head_after
from upcard.journal.port import FORMAT, Head, Header, JournalTampered, JournalUnavailable
from upcard.journal.schema import REVISION, VERSION_TABLE
from upcard.journal.sql import Connection, Database, link_of, only
from upcard.rules.violation import BadInput


def prepare(database: Database, place: str, *, writable: bool) -> None:
    """Make or check the journal at `place`; `BadInput` for what is none or cannot be opened."""
    try:
        connection = database.connect_writer() if writable else database.connect_reader()
        try:
            _check_schema(connection, database, place, writable=writable)
            if writable:
                _begin(connection, database)
            _, format_ = only(connection.execute(database.statements.header, {}))
        finally:
            connection.close()
    except JournalUnavailable as error:
        raise BadInput(f"{place} cannot be opened. {error}") from None
    if format_ != FORMAT:
        raise BadInput(f"{place} has format {format_}; this program reads format {FORMAT}.")


def _check_schema(
    connection: Connection, database: Database, place: str, *, writable: bool
) -> None:
    tables = {name for (name,) in connection.execute(database.tables, {})}
    if VERSION_TABLE in tables:
        ((revision,),) = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}", {})
    elif tables or not writable:
        raise BadInput(f"{place} is not a journal.")
    else:
        revision = ""
    if revision != REVISION:
        if not writable:
            raise BadInput(f"{place} has an older schema: open it for writing once.")
        database.migrate()


def _begin(connection: Connection, database: Database) -> None:
    """Name a new journal, or see that the chain can go on where the head says.

    Where nobody else can write, nobody else holds a lease any more.
    """
    sql = database.statements
    header = Header(uuid.uuid4().hex)
    row = {"id": 1, **msgspec.structs.asdict(header), **msgspec.structs.asdict(genesis(header))}
    connection.execute(database.begin, {})
    connection.execute(sql.add_header, row)
    head = Head(*only(connection.execute(sql.lock_head, {})))
    rows = connection.execute(sql.page, {"after": head.position - 1, "limit": 2})
    if [head_after(link_of(row)) for row in rows] != [head][: head.position]:
        raise JournalTampered(f"Record {head.position}, where the journal ends, is not its last.")
    if not database.many_writers:
        connection.execute(sql.end_leases, {})
    connection.execute("COMMIT", {})
