"""PostgreSQL plans a group's statements once: plans are kept, by the index, and found again."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from journal.writing import proposal
from upcard.journal.backends.database import DatabaseConnection
from upcard.journal.backends.postgres import PostgresDatabase
from upcard.journal.opening import open_journal

PLANS = "SELECT statement, generic_plans, custom_plans FROM pg_prepared_statements"
NAMES = [f"table/{number}" for number in range(3)]


@pytest.fixture
def place(schemas: Iterator[str]) -> str:
    """The address of a journal whose streams have some records."""
    place = next(schemas)
    with closing(open_journal(place, rules="5f" * 32)) as journal:
        for name in NAMES:
            journal.append(proposal(name, 0))
    return place


@pytest.fixture
def database(place: str) -> Iterator[PostgresDatabase]:
    """The database of that journal."""
    database = PostgresDatabase(place)
    yield database
    database.close()


@pytest.fixture
def writer(database: PostgresDatabase) -> Iterator[DatabaseConnection]:
    """A connection that writes."""
    writer = database.connect_writer()
    yield writer
    writer.close()


def locked(writer: DatabaseConnection, database: PostgresDatabase, end: str) -> list[str]:
    """The names of the streams that a transaction locks before its end."""
    writer.begin(database.begin)
    rows_of = writer.execute_all(
        [(database.statements.lock_stream, [{"name": name} for name in NAMES])]
    )
    writer.execute(end, {})
    return [str(row[0]) for rows in rows_of for row in rows]


def test_a_statement_is_planned_once(
    database: PostgresDatabase, writer: DatabaseConnection
) -> None:
    for _ in range(10):
        assert locked(writer, database, "COMMIT") == NAMES
    plans = {str(row[0]): row[1:] for row in writer.execute(PLANS, {})}
    ((generic, custom),) = (counts for text, counts in plans.items() if "FOR UPDATE" in text)
    assert (generic, custom) == (10, 0)


def test_a_kept_plan_finds_rows_by_the_index(
    database: PostgresDatabase, writer: DatabaseConnection
) -> None:
    writer.execute("ANALYZE stream", {})  # three rows, which are read faster than an index
    locked(writer, database, "COMMIT")
    names = (str(row[0]) for row in writer.execute("SELECT name FROM pg_prepared_statements", {}))
    (name,) = (name for name in names if name.startswith("upcard_"))
    plan = writer.execute(f"EXPLAIN EXECUTE {name} ('{{table/1}}')", {})
    assert "Index" in str(plan)
    assert "Seq Scan" not in str(plan)


def test_after_a_rollback_statements_are_there_again(
    database: PostgresDatabase, writer: DatabaseConnection
) -> None:
    for end in ("COMMIT", "ROLLBACK", "COMMIT", "ROLLBACK", "ROLLBACK", "COMMIT"):
        assert locked(writer, database, end) == NAMES


def test_a_database_that_spreads_its_tables_plans_by_the_parameters(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.journal.backends.postgres.SPREADS", "SELECT 'citus'")
    spread = PostgresDatabase(place)
    writer = spread.connect_writer()
    try:
        assert locked(writer, spread, "COMMIT") == NAMES
        assert writer.execute("SHOW plan_cache_mode", {}) == [("auto",)]
    finally:
        writer.close()
        spread.close()


def test_a_rollback_leaves_no_statements_behind(
    database: PostgresDatabase, writer: DatabaseConnection
) -> None:
    for _ in range(20):
        assert locked(writer, database, "ROLLBACK") == NAMES
    kept = [str(row[0]) for row in writer.execute(PLANS, {})]
    assert not [statement for statement in kept if "FOR UPDATE" in statement]


def test_a_rollback_drops_the_writes_that_wait(
    database: PostgresDatabase, writer: DatabaseConnection
) -> None:
    """They are not sent: one that fails would be told in place of the reason for the rollback."""
    writer.begin(database.begin)
    writer.execute_all([(database.statements.lock_stream, [{"name": NAMES[0]}])])
    writer.execute_many("INSERT INTO stream (name) VALUES (%(name)s)", [{"name": NAMES[0]}])
    writer.execute("ROLLBACK", {})
    for end in ("COMMIT", "ROLLBACK"):
        assert locked(writer, database, end) == NAMES


@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
def test_a_transaction_of_nothing_is_none(
    database: PostgresDatabase, writer: DatabaseConnection, end: str
) -> None:
    writer.begin(database.begin)
    assert writer.execute(end, {}) == []
    assert locked(writer, database, "COMMIT") == NAMES


@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
def test_writes_alone_are_a_transaction(
    database: PostgresDatabase, writer: DatabaseConnection, end: str
) -> None:
    covered = [{"stream": name, "position": 1, "events": 3} for name in NAMES]
    writer.begin(database.begin)
    writer.execute_many(database.statements.save_covered, covered)
    writer.execute(end, {})
    kept = writer.execute("SELECT stream FROM covered ORDER BY stream", {})
    assert [name for (name,) in kept] == (NAMES if end == "COMMIT" else [])
