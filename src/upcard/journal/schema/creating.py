"""Creates the schema of a new journal, in one transaction."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, event, insert, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from upcard.journal.port import JournalUnavailable
from upcard.journal.schema.tables import REVISION, VERSION_TABLE, metadata, version

Connect = Callable[[], Any]
"""Opens a connection of a database's driver."""


def create(dialect: str, connect: Connect, first: str) -> None:
    """Create the tables of `schema`, unless another process has meanwhile.

    The parameters are those of `schema_transaction`. Raises `JournalUnavailable`.
    """
    with schema_transaction(dialect, connect, first) as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            metadata.create_all(connection, checkfirst=False)
            version.create(connection)
            connection.execute(insert(version), {"version_num": REVISION})


@contextmanager
def schema_transaction(dialect: str, connect: Connect, first: str) -> Iterator[Connection]:
    """One transaction that changes the schema completely or not at all.

    `dialect` is SQLAlchemy's name of the database. `first` is the transaction's first statement; it
    has to lock out other processes that change the schema. Raises `JournalUnavailable`.
    """
    engine = create_engine(f"{dialect}://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(first)

    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        reason = str(error.orig).partition("\n")[0]
        raise JournalUnavailable(f"Its schema cannot be made: {reason}.") from None
