"""On PostgreSQL the next groups are decided from kept states while one is written.

What another process changes meanwhile shows as they are written: then all of them are decided
again.
"""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
import pytest

from journal.locking import is_locked, wait_until
from journal.writing import proposal, written
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalUnavailable, Proposal, States, Written

WAIT = 60.0
METER = "meter/a"
RULES = "5f" * 32


@pytest.fixture
def place(schemas: Iterator[str]) -> str:
    """The address of a new journal."""
    return next(schemas)


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    """The journal, whose writer keeps a meter and three streams."""
    with closing(open_journal(place, rules=RULES)) as journal:
        keep_states(journal)
        yield journal


def keep_states(journal: Journal) -> None:
    """Write a record to each of three streams."""
    for number in range(3):
        journal.append(proposal(f"table/{number}", 0, "", METER))


class Watched:
    """A proposal of each stream's second record; tells what it read of the meter, each time."""

    def __init__(self, stream: str) -> None:
        self.read: list[bytes | None] = []
        self._decided = threading.Semaphore(0)
        self.proposal = Proposal(stream, 1, self._write, (METER,))

    def wait(self) -> None:
        """Wait until it is decided."""
        assert self._decided.acquire(timeout=WAIT)

    def _write(self, states: States) -> Written:
        self.read += states.values()
        self._decided.release()
        return written("", tuple(states))(states)


@contextmanager
def held(place: str, change: str = "") -> Iterator[None]:
    """Hold the meter's row, so that what changes it waits; at the end change it."""
    with psycopg.connect(place) as connection:
        connection.execute("SELECT name FROM shared WHERE name = %s FOR UPDATE", (METER,))
        yield
        if change:
            connection.execute(change.encode())
        connection.commit()


def test_the_next_is_decided_while_one_is_written(journal: Journal, place: str) -> None:
    """It reads what the one that is being written will leave, and is answered after it."""
    watched = [Watched(f"table/{number}") for number in range(3)]
    with held(place):
        futures = []
        for each in watched:
            futures.append(journal.submit(each.proposal))
            each.wait()
        assert not any(future.done() for future in futures)
    counted = [future.result(WAIT).result for future in futures]
    assert counted == [{METER: 4}, {METER: 5}, {METER: 6}]
    assert [each.read for each in watched] == [[b"3"], [b"4"], [b"5"]]
    assert {head.position for head in check_chain(journal).values()} == {2}


def test_what_another_process_changes_meanwhile_is_read_by_all(
    journal: Journal, place: str
) -> None:
    watched = [Watched(f"table/{number}") for number in range(3)]
    changed = "UPDATE shared SET number = number + 1, state = '99'::bytea WHERE name = 'meter/a'"
    with held(place, changed):
        futures = []
        for each in watched:
            futures.append(journal.submit(each.proposal))
            each.wait()
    counted = [future.result(WAIT).result for future in futures]
    assert counted == [{METER: 100}, {METER: 101}, {METER: 102}]
    assert [each.read for each in watched] == [[b"3", b"99"], [b"4", b"100"], [b"5", b"101"]]
    assert journal.shared(METER) == b"102"
    assert set(journal.versions().values()) == {2}


def test_after_a_group_that_failed_the_next_reads_what_is_committed(
    journal: Journal, place: str
) -> None:
    """The database gives up waiting for a lock after 3 seconds (`LIMITS`)."""
    first, second = Watched("table/0"), Watched("table/1")
    with held(place):
        failing = journal.submit(first.proposal)
        wait_until(lambda: is_locked(place, "stream", "table/0"))  # it is being written
        later = journal.submit(second.proposal)
        second.wait()
        assert isinstance(failing.exception(WAIT), JournalUnavailable)
    assert later.result(WAIT).result == {METER: 4}
    assert second.read == [b"4", b"3"]
    assert journal.head("table/0").position == 1


def test_a_task_waits_for_all_that_is_decided(journal: Journal, place: str) -> None:
    """A lease is given in a transaction, which must find what was decided before it."""
    watched = Watched("table/0")
    leased = []
    with held(place):
        future = journal.submit(watched.proposal)
        watched.wait()
        thread = threading.Thread(
            target=lambda: leased.append(journal.lease("table/0", "here", WAIT))
        )
        thread.start()
        assert not future.done()
    thread.join(WAIT)
    assert future.result(WAIT).record is not None
    assert leased[0].fence == 1
