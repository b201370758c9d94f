"""While one thread commits, another prepares what comes next; here on real files."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from journal.writing import ENGINE, RULES, Clock, proposal, written
from upcard.journal.backends.database import DatabaseConnection, ForRows
from upcard.journal.backends.rows import Parameters, SqlRow
from upcard.journal.backends.sqlite import SqliteConnection, connect_file, open_sqlite
from upcard.journal.journal import Journal
from upcard.journal.port import JournalUnavailable, Proposal, Receipt, States, Written
from upcard.journal.writing.group import Stamp

WAIT = 60.0


class Commits:
    """Holds each commit until it is told how it ends."""

    def __init__(self) -> None:
        self.holding = False
        self.count = 0
        self._begun, self._end = threading.Semaphore(0), threading.Semaphore(0)
        self._failure: JournalUnavailable | None = None

    def run(self, commit: Callable[[], list[SqlRow]]) -> list[SqlRow]:
        self.count += 1
        if self.holding:
            self._begun.release()
            assert self._end.acquire(timeout=WAIT)
            failure, self._failure = self._failure, None
            if failure is not None:
                raise failure
        return commit()

    def wait(self) -> None:
        """Wait for the next commit."""
        assert self._begun.acquire(timeout=WAIT)

    def end(self, failure: JournalUnavailable | None = None) -> None:
        """Let the commit that was waited for succeed or fail."""
        self._failure = failure
        self._end.release()


class HeldConnection:
    """A connection to a file whose commits are held."""

    def __init__(self, connection: SqliteConnection, commits: Commits) -> None:
        self._connection, self._commits = connection, commits

    def execute(self, statement: str, parameters: Parameters) -> list[SqlRow]:
        def run() -> list[SqlRow]:
            return self._connection.execute(statement, parameters)

        return self._commits.run(run) if statement == "COMMIT" else run()

    def begin(self, statement: str) -> None:
        self._connection.begin(statement)

    def execute_all(self, statements: Sequence[ForRows]) -> list[list[SqlRow]]:
        return self._connection.execute_all(statements)

    def execute_many(self, statement: str, parameters: Sequence[Parameters]) -> None:
        self._connection.execute_many(statement, parameters)

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def commits() -> Commits:
    return Commits()


@pytest.fixture
def journal(tmp_path: Path, commits: Commits) -> Iterator[Journal]:
    def connect(path: Path, writable: bool) -> DatabaseConnection:
        return HeldConnection(connect_file(path, writable), commits)

    clock = Clock()
    store = open_sqlite(tmp_path / "floor.journal", clock, writable=True, connect=connect)
    journal = Journal(store, Stamp(ENGINE, RULES, clock))
    yield journal
    commits.holding = False
    journal.close()


class Watched:
    """A proposal that tells when it is decided, and what it read of a counter."""

    def __init__(self, stream: str, counter: str) -> None:
        self.decided = threading.Event()
        self.read: list[bytes | None] = []
        self.proposal = Proposal(stream, 0, self.write, (counter,))

    def write(self, states: States) -> Written:
        self.read += states.values()
        self.decided.set()
        return written("", tuple(states))(states)


def receipt_of(future: Future[Receipt]) -> Receipt:
    return future.result(WAIT)


def test_the_next_is_decided_while_one_is_committed(journal: Journal, commits: Commits) -> None:
    """It reads the state that is being committed, and is answered after its own commit alone."""
    commits.holding = True
    first = journal.submit(proposal("table/1", 0, "", "meter"))
    commits.wait()
    next_one = Watched("table/2", "meter")
    second = journal.submit(next_one.proposal)
    assert next_one.decided.wait(WAIT)
    assert next_one.read == [b"1"]
    assert not first.done()
    commits.end()
    commits.wait()
    assert receipt_of(first).result == {"meter": 1}
    assert not second.done()
    commits.end()
    assert receipt_of(second).result == {"meter": 2}


def test_all_that_is_prepared_is_one_commit(journal: Journal, commits: Commits) -> None:
    commits.holding = True
    futures = [journal.submit(proposal("table/0", 0, "", "meter"))]
    commits.wait()
    for number in range(1, 30):
        watched = Watched(f"table/{number}", "meter")
        futures.append(journal.submit(watched.proposal))
        assert watched.decided.wait(WAIT)
    before = commits.count
    commits.holding = False
    commits.end()
    counted = [receipt_of(future).result for future in futures]
    assert counted == [{"meter": number} for number in range(1, 31)]
    assert commits.count <= before + 2, "the last one may come too late for the next commit"


def test_what_was_decided_after_a_failed_commit_is_decided_again(
    journal: Journal, commits: Commits
) -> None:
    """It had read a state that was never committed."""
    commits.holding = True
    first = journal.submit(proposal("table/1", 0, "", "meter"))
    commits.wait()
    later = [Watched(f"table/{number}", "meter") for number in (2, 3)]
    futures = []
    for watched in later:
        futures.append(journal.submit(watched.proposal))
        assert watched.decided.wait(WAIT)
    commits.end(JournalUnavailable("The disk is full."))
    with pytest.raises(JournalUnavailable, match="The disk is full"):
        receipt_of(first)
    commits.wait()
    commits.end()
    assert [receipt_of(future).result for future in futures] == [{"meter": 1}, {"meter": 2}]
    assert [watched.read for watched in later] == [[b"1", None], [b"2", b"1"]]
    assert journal.versions() == {"table/2": 1, "table/3": 1}
    assert journal.shared("meter") == b"2"


def test_commits_that_fail_one_after_the_other_write_nothing(
    journal: Journal, commits: Commits
) -> None:
    full = JournalUnavailable("The disk is full.")
    commits.holding = True
    futures = [journal.submit(proposal("table/1", 0, "", "meter"))]
    commits.wait()
    for number in (2, 3):
        watched = Watched(f"table/{number}", "meter")
        futures.append(journal.submit(watched.proposal))
        assert watched.decided.wait(WAIT)
        commits.end(full)
        commits.wait()
    commits.end(full)
    assert all(isinstance(future.exception(WAIT), JournalUnavailable) for future in futures)
    commits.holding = False
    assert journal.append(proposal("table/4", 0, "", "meter")).result == {"meter": 1}
    assert journal.versions() == {"table/4": 1}


def test_a_key_that_is_being_committed_is_answered_after_it(
    journal: Journal, commits: Commits
) -> None:
    commits.holding = True
    first = journal.submit(proposal("table/1", 0, "bet", key="k"))
    commits.wait()
    again = journal.submit(proposal("table/1", 1, "bet", key="k"))
    other = journal.submit(proposal("table/2", 0, "bet", key="k"))
    commits.holding = False
    commits.end()
    assert not receipt_of(first).repeated
    assert receipt_of(again).repeated
    assert receipt_of(again).record == receipt_of(first).record
    assert not receipt_of(other).repeated


@pytest.mark.parametrize("fails", [False, True])
def test_a_task_waits_for_what_is_prepared(journal: Journal, commits: Commits, fails: bool) -> None:
    """A lease is written beside the head of its stream, which has to be one that is committed."""
    commits.holding = True
    first = journal.submit(proposal("table/1", 0))
    commits.wait()
    leases: list[Any] = []
    thread = threading.Thread(target=lambda: leases.append(journal.lease("table/1", "here", 60)))
    thread.start()
    thread.join(0.2)
    assert not leases
    commits.holding = False
    commits.end(JournalUnavailable("The disk is full.") if fails else None)
    thread.join(WAIT)
    assert (first.exception(WAIT) is not None) == fails
    (lease,) = leases
    version = 0 if fails else 1
    assert journal.versions() == ({} if fails else {"table/1": 1})
    assert journal.append(proposal("table/1", version, fence=lease.fence)).record is not None


def test_closing_commits_what_is_prepared(
    journal: Journal, commits: Commits, tmp_path: Path
) -> None:
    threads = _threads()
    commits.holding = True
    first = journal.submit(proposal("table/1", 0))
    commits.wait()
    watched = Watched("table/2", "meter")
    second = journal.submit(watched.proposal)
    assert watched.decided.wait(WAIT)
    closing = threading.Thread(target=journal.close)
    closing.start()
    commits.holding = False
    commits.end()
    closing.join(WAIT)
    assert not closing.is_alive()
    assert receipt_of(first).record is not None
    assert receipt_of(second).record is not None
    assert threads - _threads() == 2
    assert not list(tmp_path.glob("*-wal"))


def _threads() -> int:
    """The threads of this journal, and of those that other tests have left open."""
    return sum(thread.name.startswith("journal-") for thread in threading.enumerate())
