"""The migrations make the schema that the statements are written for."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine

from journal.writing import RULES
from upcard.journal import migrate
from upcard.journal.opening import open_journal
from upcard.journal.schema import REVISION, VERSION_TABLE, metadata

SCRIPT = """
import sys
from upcard.journal.opening import open_journal
from upcard.journal.port import Proposal, Written
journal = open_journal("memory:", rules="")
journal.append(Proposal("table/1", 0, lambda _: Written(b"1", 1)))
journal.close()
print(*sys.modules)
"""


def difference(engine: Engine) -> list[object]:
    with engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        differences: list[object] = compare_metadata(context, metadata)
    engine.dispose()
    return differences


def test_sqlite_has_the_schema(tmp_path: Path) -> None:
    place = tmp_path / "a.db"
    open_journal(str(place), rules=RULES).close()
    assert difference(create_engine(f"sqlite:///{place}")) == []


def test_postgres_has_the_schema(schemas: Iterator[str]) -> None:
    place = next(schemas)
    open_journal(place, rules=RULES).close()
    address = place.replace("postgresql://", "postgresql+psycopg://")
    assert difference(create_engine(address)) == []


def test_a_difference_is_seen(tmp_path: Path) -> None:
    place = tmp_path / "a.db"
    open_journal(str(place), rules=RULES).close()
    engine = create_engine(f"sqlite:///{place}")
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE record ADD COLUMN more TEXT")
    assert len(difference(engine)) == 1


def test_the_newest_migration_is_the_program_s() -> None:
    scripts = ScriptDirectory(str(Path(migrate.__file__).parent / "migrations"))
    assert scripts.get_current_head() == REVISION


def test_a_journal_in_memory_imports_no_database() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    databases = {"sqlalchemy", "alembic", "psycopg", "sqlite3", "cryptography"}
    assert set(done.stdout.split()) & databases == set()
