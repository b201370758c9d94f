"""New journals have the schema that the statements are written for; migrations make the same."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine

from journal.writing import RULES
from upcard.journal.backends.postgres import ONE_MIGRATES
from upcard.journal.backends.statements import SqlStatements, statements
from upcard.journal.opening import open_journal
from upcard.journal.schema import migrate
from upcard.journal.schema.tables import REVISION, VERSION_TABLE, metadata

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


def test_migrations_make_it_in_sqlite(tmp_path: Path) -> None:
    """Of nothing, as of a former journal."""
    place = tmp_path / "a.db"
    migrate.upgrade("sqlite", lambda: sqlite3.connect(place, isolation_level=None), "BEGIN")
    assert difference(create_engine(f"sqlite:///{place}")) == []
    open_journal(str(place), rules=RULES).close()
    assert shape(place) == new_shape(tmp_path)


def test_migrations_make_it_in_postgres(schemas: Iterator[str]) -> None:
    place = next(schemas)
    migrate.upgrade("postgresql+psycopg", lambda: psycopg.connect(place), ONE_MIGRATES)
    address = place.replace("postgresql://", "postgresql+psycopg://")
    assert difference(create_engine(address)) == []
    open_journal(place, rules=RULES).close()


def new_shape(folder: Path) -> dict[str, list[object]]:
    place = folder / "new.db"
    open_journal(str(place), rules=RULES).close()
    return shape(place)


def shape(place: Path) -> dict[str, list[object]]:
    """The columns, types and keys of every table of a file, the version's own too."""
    with closing(sqlite3.connect(place)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: list(connection.execute(f"SELECT * FROM pragma_table_info('{name}')"))
            + list(connection.execute(f"SELECT wr, strict FROM pragma_table_list('{name}')"))
            for (name,) in names.fetchall()
        }


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
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    databases = {"sqlalchemy", "alembic", "psycopg", "sqlite3", "cryptography"}
    assert set(result.stdout.split()) & databases == set()


ACROSS = {
    "heads": "read when a process starts, exports or verifies",
    "moved": "read when a root is written",
    "torn": "read when a journal is opened for writing",
    "checkpoints": "one row for each signed root",
    "header": "one row",
    "add_header": "one row",
    "save_header": "one row",
    "insert_checkpoint": "one row",
    "end_leases": "of SQLite alone",
    "all_shared": "read by a backup",
    "refusals": "read by a backup",
}
"""The statements that name no stream: none of them is part of a command."""


def test_every_statement_of_a_command_names_its_stream() -> None:
    """A database that spreads tables by stream sends each row to one place."""
    for field in SqlStatements.__struct_fields__:
        text = getattr(statements("postgresql"), field)
        if field in ACROSS:
            continue
        where = text.partition("WHERE")[2]
        inserted = text.partition("(")[2].partition(")")[0].split(", ")
        keys = ("stream = ", "name = %(name)s", "stream.name = ", "shared.name = ")
        assert any(key in where for key in keys) or {"stream", "name"} & set(inserted), field
    assert ACROSS.keys() <= set(SqlStatements.__struct_fields__)


def test_a_database_that_spreads_tables_gets_a_statement_for_each_row() -> None:
    """It locks rows of one machine alone, and sends no array to several."""
    for field in SqlStatements.__struct_fields__:
        text = getattr(statements("postgresql", row_by_row=True), field)
        assert "ANY" not in text, field
        assert "unnest" not in text, field
        if field.startswith("lock_"):
            assert text.endswith("FOR UPDATE")


def test_no_constraint_crosses_streams() -> None:
    """Every key begins with the stream, and no table refers to another."""
    for table in metadata.sorted_tables:
        assert not table.foreign_keys
        assert not any(index.unique for index in table.indexes)
        if table.name not in {"journal", "checkpoint"}:
            assert next(iter(table.primary_key.columns)).name in {"stream", "name"}, table.name


def test_the_tables_are_spread_by_the_first_column_of_their_keys() -> None:
    """What `deploy/citus.sql` says of each table."""
    text = (Path(__file__).parents[2] / "deploy" / "citus.sql").read_text()
    said = dict(re.findall(r"create_distributed_table\('(\w+)', '(\w+)'", text))
    whole = set(re.findall(r"create_reference_table\('(\w+)'\)", text))
    assert whole == {"journal", "checkpoint"}
    assert said == {
        table.name: next(iter(table.primary_key.columns)).name
        for table in metadata.sorted_tables
        if table.name not in whole
    }
