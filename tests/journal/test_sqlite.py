"""SQLite beyond the contract: one writer, a file that survives, sentences for what is wrong."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from journal.contract import DurableContract
from journal.writing import Clock, proposal
from upcard.journal.backends.sqlite import SqliteDatabase
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalInUse
from upcard.rules.violation import BadInput

OPEN_AND_WAIT = """
import sys
from journal.writing import fill
from upcard.journal.opening import open_journal
journal = open_journal(sys.argv[1], rules="5f")
fill(journal, 10)
print(journal.head("table/1").hash, flush=True)
sys.stdin.read()
"""


class TestSqlite(DurableContract):
    @pytest.fixture
    def places(self, tmp_path: Path) -> Iterator[str]:
        return (str(tmp_path / f"journal {number}#.db") for number in range(9))

    def sql(self, place: str, statement: str) -> None:
        with sqlite3.connect(place) as connection:
            connection.execute(statement)
        connection.close()

    def test_a_second_writer_is_refused(self, journal: Journal, place: str, clock: Clock) -> None:
        sentence = rf"is open for writing already, in process {os.getpid()}\.$"
        with pytest.raises(JournalInUse, match=sentence):
            self.open(place, clock)
        link = Path(place).with_name("another name.db")
        link.symlink_to(place)
        with pytest.raises(JournalInUse, match=sentence):
            self.open(str(link), clock)
        journal.close()
        self.open(place, clock).close()

    def test_one_writer_among_processes_and_none_after_a_kill(
        self, place: str, clock: Clock
    ) -> None:
        child = subprocess.Popen(
            [sys.executable, "-c", OPEN_AND_WAIT, place],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdin is not None
        printed = child.stdout.readline().strip()
        with pytest.raises(JournalInUse, match=rf"in process {child.pid}\.$"):
            self.open(place, clock)
        reader = self.open(place, clock, writable=False)
        assert reader.head("table/1").hash == printed
        reader.close()
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdin.close()
        child.stdout.close()
        left = self.open(place, clock, writable=False)  # nobody has cleaned up
        assert left.head("table/1").hash == printed
        left.close()
        journal = self.open(place, clock)
        assert check_chain(journal)["table/1"].hash == printed
        journal.append(proposal("table/9", 0))
        journal.close()

    def test_a_lease_ends_with_its_process(self, place: str, clock: Clock) -> None:
        journal = self.open(place, clock)
        old = journal.lease("table/1", "a", 3_600)
        journal.append(proposal("table/1", 0, fence=old.fence))
        journal.close()
        again = self.open(place, clock)
        new = again.lease("table/1", "b", 3_600)
        assert new.fence == old.fence + 1
        again.close()

    def test_every_commit_is_synchronous(self, tmp_path: Path, clock: Clock) -> None:
        database = SqliteDatabase(tmp_path / "a.db", clock, writable=True)
        writer = database.connect_writer()
        assert writer.execute("PRAGMA journal_mode", {}) == [("wal",)]
        assert writer.execute("PRAGMA synchronous", {}) == [(2,)]
        writer.close()
        database.close()

    def test_a_path_and_an_address_are_the_same(self, place: str, clock: Clock) -> None:
        self.open(f"sqlite:///{place}", clock).close()
        assert Path(place).exists()
        self.open(place, clock).close()

    def test_what_is_no_journal_is_said_in_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "text.db").write_text("not a database, but long enough to look at" * 20)
        (tmp_path / "folder").mkdir()
        for name, sentence in (
            (
                "text.db",
                "text.db cannot be opened. The journal is not available: file is not a database.",
            ),
            ("folder", "folder cannot be opened."),
            ("missing/a.db", "missing/a.db cannot be written: No such file or directory."),
        ):
            with pytest.raises(BadInput) as caught:
                open_journal(str(tmp_path / name), rules="")
            assert str(caught.value).startswith(str(tmp_path / sentence))
        with pytest.raises(BadInput, match=r"^There is no journal .*a\.db\.$"):
            open_journal(str(tmp_path / "a.db"), rules="", writable=False)
        with pytest.raises(BadInput, match="mysql://x/y is not a place for a journal"):
            open_journal("mysql://x/y", rules="")
        assert not (tmp_path / "a.db").exists()


def test_a_file_of_two_names_is_not_written(tmp_path: Path) -> None:
    """Each name has a lock of its own."""
    place = tmp_path / "floor.journal"
    open_journal(str(place), rules="").close()
    (tmp_path / "other.journal").hardlink_to(place)
    for name in ("floor.journal", "other.journal"):
        with pytest.raises(BadInput, match="hard link"):
            open_journal(str(tmp_path / name), rules="")
    (tmp_path / "other.journal").unlink()
    open_journal(str(place), rules="").close()


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_reading_leaves_nothing_beside_a_journal(tmp_path: Path) -> None:
    place = str(tmp_path / "floor.journal")
    with closing(open_journal(place, rules="", clock=Clock())) as journal:
        journal.append(proposal("table/1", 0))
    before = contents(tmp_path)
    with closing(open_journal(place, rules="", writable=False)) as reading:
        assert reading.head("table/1").position == 1
        with reading.frozen() as frozen:
            assert check_chain(frozen)["table/1"].position == 1
    assert contents(tmp_path) == before


def test_reading_changes_no_journal_whose_last_records_are_in_the_log(tmp_path: Path) -> None:
    """Files of a process that was killed: evidence that is looked at, not put in order."""
    place, copy = tmp_path / "floor.journal", tmp_path / "copy"
    copy.mkdir()
    with closing(open_journal(str(place), rules="", clock=Clock())) as journal:
        journal.append(proposal("table/1", 0))
        for ending in ("", "-wal", "-shm"):
            shutil.copy(f"{place}{ending}", copy)
    before = contents(copy)
    with closing(open_journal(str(copy / place.name), rules="", writable=False)) as reading:
        assert check_chain(reading)["table/1"].position == 1
    after = contents(copy)
    assert before.pop("floor.journal-shm")  # the index of the log, which any reader keeps
    assert after.pop("floor.journal-shm")
    assert after == before


def test_a_reader_that_came_first_neither_stops_nor_outlives_a_writers_records(
    tmp_path: Path,
) -> None:
    place = str(tmp_path / "floor.journal")
    open_journal(place, rules="").close()
    reading = open_journal(place, rules="", writable=False)
    assert not reading.heads()
    with closing(open_journal(place, rules="", clock=Clock())) as journal:
        journal.append(proposal("table/1", 0))
        with closing(open_journal(place, rules="", writable=False)) as later:
            assert later.head("table/1").position == 1
        journal.append(proposal("table/1", 1))
        assert reading.head("table/1").position == 2
    reading.close()
    assert not list(tmp_path.glob("*-wal"))
    with closing(open_journal(place, rules="", writable=False)) as again:
        assert check_chain(again)["table/1"].position == 2
