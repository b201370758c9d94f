"""Every column of every row of the database is changed, one at a time, and every row deleted.

`upcard verify` finds it, or docs/proof.md lists the column and says what shows it or why it is
harmless.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
import pytest
from sqlalchemy import BigInteger

from host.live import INSTALLATION, PROGRESSIVE
from journal.conftest import postgres, schemas
from nightly import NIGHTLY
from service.floors import HASHER, PASSWORD
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import PlaceWager, SeatPlayer
from upcard.host.verification.verify import verify
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalError
from upcard.journal.schema import tables as schema
from upcard.rules.digest import rules_digest
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.principal import Principal, Purpose, Role
from upcard.service.pace import Pace
from upcard.service.settings import Settings
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "proof.md"
HEADING: Final = "## What only a checkpoint shows"

__all__ = ["postgres", "schemas"]

TABLES: Final = tuple(sorted(schema.metadata.tables))
ANN: Final = Principal("ann", Role.PLAYER)


class Change(NamedTuple):
    """A column of a row that is changed; without a column the row is deleted."""

    table: str
    row: int
    column: str = ""

    @property
    def listed_as(self) -> str:
        """How the page names it."""
        return f"{self.table}.{self.column}" if self.column else f"a row of {self.table}"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal in a file."""
    path = tmp_path_factory.mktemp("tampering") / "floor.journal"
    write_floor(str(path))
    return path


def write_floor(place: str) -> None:
    """Write a row to each table: a wager, a refusal with a key, accounts, a session, a root."""
    with closing(open_journal(place, rules=rules_digest())) as opened:
        settings = Settings(pace=Pace(), attended=True)
        server = TableServer(opened, INSTALLATION, rules_of, settings, seeded_bits(3), HASHER)
        server.open([PROGRESSIVE], "the tests")
        ann = server.accounts.open("ann", Role.PLAYER, PASSWORD, "the tests")
        server.sessions.begin(ann, "here")
        server.accounts.add_device("shoe", Purpose.SHOE, "BJ-02", "the tests")
        seat = SeatPlayer(1, "ann")
        server.floor.send(ANN, "BJ-02", seat, "first")
        with pytest.raises(RuleViolation):
            server.floor.send(ANN, "BJ-02", PlaceWager(1, "blackjack", 1, "ann"), "refused")
        server.floor.close()
        opened.checkpoint(INSTALLATION.signing_key)


def changes(path: Path) -> Iterator[Change]:
    """Everything that can be changed."""
    with closing(sqlite3.connect(path)) as database:
        for table in TABLES:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            ((rows,),) = database.execute(f"SELECT count(*) FROM {table}")
            assert rows, f"{table} has a row"
            for row in range(rows):
                yield Change(table, row)
                yield from (Change(table, row, column) for column in columns)


def other(value: Any) -> Any:
    """What a forger writes in the place of a value."""
    if value is None:
        return b"{}"
    if isinstance(value, int):
        return value + 1_000
    if isinstance(value, bytes):
        return value.replace(b"a", b"b", 1) if b"a" in value else value + b" "
    return value[:-1] + ("0" if value[-1:] != "0" else "1")


def make(path: Path, change: Change) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA synchronous = OFF")
        key = schema.metadata.tables[change.table].primary_key.columns.keys()
        columns = ", ".join([*key, change.column or key[0]])
        rows = database.execute(f"SELECT {columns} FROM {change.table} ORDER BY {', '.join(key)}")
        *values, old = rows.fetchall()[change.row]
        where = " AND ".join(f"{name} = ?" for name in key)
        if change.column:
            update = f"UPDATE {change.table} SET {change.column} = ? WHERE {where}"
            database.execute(update, (other(old), *values))
        else:
            database.execute(f"DELETE FROM {change.table} WHERE {where}", values)


def is_found(place: Path | str) -> bool:
    """Whether the journal cannot be opened or read, or does not verify."""
    try:
        with closing(open_journal(str(place), rules=rules_digest(), writable=False)) as opened:
            return not verify(opened, rules_of).verified
    except (BadInput, JournalError):
        return True


def listed() -> set[str]:
    """What the page says that `verify` alone does not find."""
    section = PAGE.read_text(encoding="utf-8").split(HEADING)[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)`", section, re.MULTILINE))


def test_every_change_is_found_or_listed(floor: Path, tmp_path: Path) -> None:
    assert not is_found(floor)
    missed = set()
    for number, change in enumerate(changes(floor)):
        path = tmp_path / f"{number}.journal"
        shutil.copy(floor, path)
        make(path, change)
        if not is_found(path):
            missed.add(change.listed_as)
        path.unlink()
    assert missed == listed()


# The same on PostgreSQL


@contextmanager
def changed(database: psycopg.Connection[Any], change: Change) -> Iterator[None]:
    """The database with a change, while the block runs."""
    table = schema.metadata.tables[change.table]
    columns, key = table.columns.keys(), table.primary_key.columns.keys()
    rows = _run(
        database, f"SELECT {', '.join(columns)} FROM {change.table} ORDER BY {', '.join(key)}"
    )
    row = dict(zip(columns, rows[change.row], strict=True))
    where = " AND ".join(f"{name} = %s" for name in key)
    values = [row[name] for name in key]
    if change.column:
        new = other(row[change.column])
        if row[change.column] is None and isinstance(table.columns[change.column].type, BigInteger):
            new = 1_000
        _run(
            database, f"UPDATE {change.table} SET {change.column} = %s WHERE {where}", new, *values
        )
    else:
        _run(database, f"DELETE FROM {change.table} WHERE {where}", *values)
    try:
        yield
    finally:
        _run(database, f"DELETE FROM {change.table}")
        marks = ", ".join(["%s"] * len(columns))
        for before in rows:
            _run(database, f"INSERT INTO {change.table} VALUES ({marks})", *before)


def _run(database: psycopg.Connection[Any], statement: str, *values: Any) -> list[tuple[Any, ...]]:
    done = database.execute(statement.encode(), values)
    return done.fetchall() if done.description else []


def test_every_change_of_postgresql_is_found_or_listed(schemas: Iterator[str]) -> None:
    """By day the first and the last row of each table, nightly every row."""
    place = next(schemas)
    write_floor(place)
    assert not is_found(place)
    with psycopg.connect(place, autocommit=True) as database:
        missed = set()
        for table in TABLES:
            count = len(_run(database, f"SELECT 1 FROM {table}"))
            columns = ["", *schema.metadata.tables[table].columns.keys()]
            for row in range(count) if NIGHTLY else {0, count - 1}:
                for change in (Change(table, row, column) for column in columns):
                    with changed(database, change):
                        if not is_found(place):
                            missed.add(change.listed_as)
        assert not is_found(place), "everything was put back"
    assert missed == listed() if NIGHTLY else missed <= listed()
