"""Prepares a database when a journal is opened: creates or checks its schema and header."""

import uuid

from msgspec.structs import asdict

from upcard.journal.backends.database import Database, DatabaseConnection
from upcard.journal.backends.rows import single_row
from upcard.journal.port import FORMAT, Header, JournalTampered, JournalUnavailable
from upcard.journal.schema.tables import REVISION, VERSION_TABLE
from upcard.rules.violation import BadInput


def prepare(database: Database, address: str, *, writable: bool) -> None:
    """Create or check the journal at `address`.

    Raises `BadInput` for a database that is not a journal or cannot be opened.
    """
    try:
        connection = database.connect_writer() if writable else database.connect_reader()
        try:
            _check_schema(connection, database, address, writable=writable)
            if writable:
                row = {"id": 1, **asdict(Header(uuid.uuid4().hex))}
                connection.execute(database.statements.add_header, row)
            header = Header(*single_row(connection.execute(database.statements.header, {})))
            if header.format > FORMAT:
                raise BadInput(
                    f"{address} has format {header.format}, which a newer upcard wrote; this one "
                    f"reads up to format {FORMAT}: open it with the newer one."
                )
            if writable:
                _go_on(connection, database)
            elif header.format < FORMAT:
                raise _older(address, header.format)
        finally:
            connection.close()
    except JournalUnavailable as error:
        raise BadInput(f"{address} cannot be opened. {error}") from None


def _check_schema(
    connection: DatabaseConnection, database: Database, address: str, *, writable: bool
) -> None:
    tables = {name for (name,) in connection.execute(database.tables, {})}
    if VERSION_TABLE in tables:
        (revision,) = single_row(connection.execute(f"SELECT version_num FROM {VERSION_TABLE}", {}))
        if not str(revision).isdecimal():
            raise JournalTampered("The journal is damaged: its schema has no version.")
    elif tables or not writable:
        raise BadInput(f"{address} is not a journal.")
    else:
        database.create()
        return
    if revision == REVISION:
        return
    if int(revision) > int(REVISION):
        raise BadInput(
            f"{address} has schema {revision}, which a newer upcard wrote; this one reads up to "
            f"schema {REVISION}: open it with the newer one."
        )
    if not writable:
        raise _older(address, int(revision))
    database.migrate()


def _older(address: str, number: int) -> BadInput:
    return BadInput(
        f"{address} has format {number}, which an older upcard wrote: convert it with "
        f"`upcard upgrade` (its records stay as they are), or keep a copy for the older program."
    )


def _go_on(connection: DatabaseConnection, database: Database) -> None:
    """Check that each stream's head is that of its last record, or raise `JournalTampered`.

    Where only one process can write, it also ends the leases that earlier processes left.
    """
    sql = database.statements
    connection.execute(database.begin, {})
    for stream, position in connection.execute(sql.torn, {}):
        raise JournalTampered(f"Record {position}, where {stream} ends, is not its last.")
    if not database.many_writers:
        connection.execute(sql.end_leases, {})
    connection.execute("COMMIT", {})
