"""Runs the schema's migrations (Alembic) on a former journal, in one transaction."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from upcard.journal.port import JournalUnavailable
from upcard.journal.schema.creating import Connect, schema_transaction


def upgrade(dialect: str, connect: Connect, first: str, revision: str = "head") -> None:
    """Bring a database to the newest schema, or to an earlier revision.

    The parameters are those of `schema_transaction`. Raises `JournalUnavailable`.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with schema_transaction(dialect, connect, first) as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except CommandError as error:
        raise JournalUnavailable(f"Its schema is of another version of upcard: {error}.") from None
