"""On PostgreSQL a group is decided from what the writer has kept, and written by one statement.

What another process has changed shows then; only what it changes often is locked beforehand.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from journal.locking import is_locked, wait_until
from journal.writing import body, digest, proposal, written
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import FencedOut, JournalRecord, Proposal, States, Written


@pytest.fixture
def place(schemas: Iterator[str]) -> str:
    """The address of a new journal."""
    return next(schemas)


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    """The journal."""
    with closing(open_journal(place, rules="5f" * 32)) as journal:
        yield journal


@pytest.fixture
def other(journal: Journal, place: str) -> Iterator[Journal]:
    """The same journal in another process."""
    with closing(open_journal(place, rules="5f" * 32)) as other:
        assert other.header == journal.header
        yield other


class Noting:
    """Writes records, and notes whether the meter was locked each time one was decided."""

    def __init__(self, journal: Journal, place: str) -> None:
        self._journal, self._place = journal, place

    def locks(self, version: int, *, changes: bool = True, key: str = "") -> list[bool]:
        """Append to table/1; whether the meter was locked, each time the record was made."""
        noted: list[bool] = []

        def write(states: States) -> Written:
            noted.append(is_locked(self._place, "shared", "meter/a"))
            return written("noting", ("meter/a",) if changes else ())(states)

        given = Proposal("table/1", version, write, ("meter/a",), key, digest("noting"))
        assert self._journal.append(given).record is not None
        return noted


@pytest.fixture
def noting(journal: Journal, place: str) -> Noting:
    """Writes to the journal."""
    return Noting(journal, place)


def test_what_was_kept_is_not_locked(noting: Noting) -> None:
    assert [noting.locks(version) for version in range(3)] == [[True], [False], [False]]


def test_what_another_changed_is_locked_until_nobody_does(
    journal: Journal, other: Journal, noting: Noting
) -> None:
    assert noting.locks(0) == [True]
    other.append(proposal("table/2", 0, "", "meter/a"))
    assert noting.locks(1) == [False, True]  # it was decided from an old state at first
    assert noting.locks(2) == [True]
    assert noting.locks(3) == [False]
    assert journal.shared("meter/a") == b"5"
    assert check_chain(other) == journal.heads()


def test_what_is_only_read_is_locked(noting: Noting) -> None:
    assert noting.locks(0) == [True]
    assert noting.locks(1, changes=False) == [False, True]


def test_a_key_that_is_known_has_one_effect(journal: Journal, noting: Noting) -> None:
    first = journal.append(proposal("table/1", 0, "noting", "meter/a", key="k"))
    assert noting.locks(0, key="k") == []
    assert noting.locks(1, key="k") == [False]
    assert journal.head("table/1").position == 1
    assert first.record == next(journal.records("table/1"))


def test_a_refusal_alone_is_written_at_once(journal: Journal, other: Journal, place: str) -> None:
    """It locks nothing, and a key that has an answer keeps it, whoever gave that."""
    journal.append(proposal("table/1", 0))
    with psycopg.connect(place) as connection:
        connection.execute("SELECT name FROM stream WHERE name = 'table/1' FOR UPDATE")
        assert journal.refuse("table/1", "mine", digest("no"), b"no").refusal == b"no"
    other.refuse("table/1", "theirs", digest("no"), b"theirs")
    assert journal.refuse("table/1", "theirs", digest("no"), b"mine").refusal == b"theirs"
    assert journal.refuse("table/1", "mine", digest("no"), b"again").refusal == b"no"


def test_a_refusal_is_written_with_the_records_of_its_group(
    journal: Journal, noting: Noting
) -> None:
    noting.locks(0)
    begun, go_on = threading.Event(), threading.Event()

    def write(states: States) -> Written:
        begun.set()
        assert go_on.wait(60)
        return written("first")(states)

    first = journal.submit(Proposal("table/2", 0, write))
    assert begun.wait(60)
    with ThreadPoolExecutor(2) as pool:
        refused = pool.submit(journal.refuse, "table/1", "refused", digest("no"), b"no")
        locks = pool.submit(noting.locks, 1, key="k")
        wait_until(lambda: journal.queued == 2)
        go_on.set()
        assert first.result(60).record is not None
        assert refused.result(60).refusal == b"no"
        assert locks.result(60) == [False]
    assert journal.refuse("table/1", "refused", digest("no"), b"again").refusal == b"no"
    assert check_chain(journal)["table/1"].position == 2


def test_a_group_of_which_another_wrote_a_part_is_decided_again(
    journal: Journal, other: Journal
) -> None:
    """Nothing of it is written before: streams, meters, records and answers are one statement."""
    streams = [f"table/{number}" for number in range(4)]
    for stream in streams:
        journal.append(proposal(stream, 0, "", "meter/a", f"meter/{stream}"))
    other.append(proposal("table/9", 0, "", "meter/table/2"))
    futures = [
        journal.submit(proposal(stream, 1, "", "meter/a", f"meter/{stream}", key=stream))
        for stream in streams
    ]
    records = [future.result(60).record for future in futures]
    assert [record.position for record in records if record] == [2, 2, 2, 2]
    assert journal.shared("meter/a") == b"8"
    assert journal.shared("meter/table/2") == b"3"
    assert check_chain(journal) == other.heads()


def test_a_lease_that_was_lost_shows_as_the_record_is_written(
    journal: Journal, other: Journal, place: str
) -> None:
    lease = journal.lease("table/1", "here", 0.001)
    writing, go_on = threading.Event(), threading.Event()

    def write(states: States) -> Written:
        writing.set()
        assert go_on.wait(60)
        return written("late")(states)

    late = journal.submit(Proposal("table/1", 0, write, fence=lease.fence))
    assert writing.wait(60)
    assert not is_locked(place, "stream", "table/1")
    taken = other.lease("table/1", "there", 60)
    go_on.set()
    assert isinstance(late.exception(60), FencedOut)
    record = other.append(proposal("table/1", 0, fence=taken.fence)).record
    assert record is not None
    assert list(journal.records("table/1")) == [record]


def test_streams_are_locked_before_shared_states(journal: Journal, place: str) -> None:
    """As in a transaction that locks them first: so two writers never wait for each other."""
    journal.append(proposal("table/1", 0, "", "meter/a"))
    with psycopg.connect(place) as connection, ThreadPoolExecutor(1) as pool:
        connection.execute("SELECT name FROM shared WHERE name = 'meter/a' FOR UPDATE")
        under_way = pool.submit(journal.append, proposal("table/1", 1, "", "meter/a"))
        wait_until(lambda: is_locked(place, "stream", "table/1"))
        assert not under_way.done()
        connection.rollback()
        assert body(under_way.result(60)).counted == {"meter/a": 2}


def test_many_records_find_rows_by_the_index(journal: Journal, place: str) -> None:
    """Its plan is made once, when the tables are small, and has to hold when they have grown."""
    for version in range(3):
        journal.append(proposal("table/1", version, "", "meter/a"))
    with psycopg.connect(place, autocommit=True) as connection:
        before = scans(connection)
        records: list[JournalRecord | None] = [
            journal.append(proposal("table/1", version, "", "meter/a")).record
            for version in range(3, 8)
        ]
        assert all(records)
        wait_until(lambda: scans(connection)["index"] >= before["index"] + 10)
        assert scans(connection)["all"] == before["all"]


def scans(connection: psycopg.Connection) -> dict[str, int]:
    """How often rows of streams and shared states were looked up, and how often all were read."""
    ((index, every),) = connection.execute(
        "SELECT sum(idx_scan), sum(seq_scan) FROM pg_stat_user_tables "
        "WHERE schemaname = current_schema() AND relname IN ('stream', 'shared')"
    )
    return {"index": int(index), "all": int(every)}
