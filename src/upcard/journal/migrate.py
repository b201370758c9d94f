"""Runs the schema's migrations (Alembic) in one transaction."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from upcard.journal.port import JournalUnavailable


def upgrade(dialect: str, connect: Callable[[], Any], first: str, revision: str = "head") -> None:
    """Bring a database to the newest schema, or to an earlier revision.

    `dialect` is SQLAlchemy's name of the database, and `connect` opens a connection of its
    driver. `first` is the transaction's first statement; it has to lock out other migrations.
    Raises `JournalUnavailable`.
    """
    engine = create_engine(f"{dialect}://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(first)

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except CommandError as error:
        raise JournalUnavailable(f"Its schema is of another version of upcard: {error}.") from None
    except DBAPIError as error:
        reason = str(error.orig).partition("\n")[0]
        raise JournalUnavailable(f"Its schema cannot be made: {reason}.") from None
