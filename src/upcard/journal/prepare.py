"""Prepares a database when a journal is opened: creates or checks its schema and header."""

import uuid

from msgspec.structs import asdict

from upcard.journal.chain import genesis, head_after
from upcard.journal.port import FORMAT, ChainHead, Header, JournalTampered, JournalUnavailable
from upcard.journal.schema import REVISION, VERSION_TABLE
from upcard.journal.sql import Connection, Database, link_of, only
from upcard.rules.violation import BadInput


def prepare(database: Database, place: str, *, writable: bool) -> None:
    """Create or check the journal at `place`.

    Raises `BadInput` for a database that is not a journal or cannot be opened.
    """
    try:
        connection = database.connect_writer() if writable else database.connect_reader()
        try:
            _check_schema(connection, database, place, writable=writable)
            if writable:
                new = Header(uuid.uuid4().hex)
                row = {"id": 1, **asdict(new), **asdict(genesis(new))}
                connection.execute(database.statements.add_header, row)
            header = Header(*only(connection.execute(database.statements.header, {})))
            if header.format != FORMAT:
                raise BadInput(
                    f"{place} has format {header.format}; this program reads format {FORMAT}."
                )
            if writable:
                _go_on(connection, database, header)
        finally:
            connection.close()
    except JournalUnavailable as error:
        raise BadInput(f"{place} cannot be opened. {error}") from None


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
            raise BadInput(
                f"{place} has schema {revision}, this program reads {REVISION}: "
                "a program that is new enough changes it when it opens it for writing."
            )
        database.migrate()


def _go_on(connection: Connection, database: Database, header: Header) -> None:
    """Check that the head is that of the last record, or raise `JournalTampered`.

    Where only one process can write, it also ends the leases that earlier processes left.
    """
    sql = database.statements
    connection.execute(database.begin, {})
    head = ChainHead(*only(connection.execute(sql.lock_head, {})))
    last = genesis(header)
    for row in connection.execute(sql.page, {"after": head.position - 1, "limit": 2}):
        last = head_after(link_of(row))
    if last != head:
        raise JournalTampered(f"Record {head.position}, where the journal ends, is not its last.")
    if not database.many_writers:
        connection.execute(sql.end_leases, {})
    connection.execute("COMMIT", {})
