"""The writing thread: group commit, failures of the store, commands that nobody waits for."""

import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from threading import Timer

import pytest

from journal.writing import ENGINE, RULES, Clock, proposal, written
from upcard.journal.backends.memory import MemoryStore, MemoryTransaction
from upcard.journal.journal import Journal
from upcard.journal.port import (
    JournalError,
    JournalSilent,
    JournalUnavailable,
    Lease,
    Proposal,
    States,
    Written,
)
from upcard.journal.store import ATTEMPTS, WriteConflict
from upcard.journal.writing.group import Stamp
from upcard.journal.writing.wait_limits import result_of, waiting_at_most
from upcard.journal.writing.writer import Writer


class FailingStore(MemoryStore):
    """Counts transactions, and ends the next ones with exceptions."""

    def __init__(self) -> None:
        super().__init__(Clock())
        self.transactions = 0
        self.failures: list[Exception] = []

    @contextmanager
    def transaction(self) -> Iterator[MemoryTransaction]:
        with super().transaction() as transaction:
            yield transaction
            self.transactions += 1
            if self.failures:
                raise self.failures.pop()


@pytest.fixture
def store() -> FailingStore:
    return FailingStore()


@pytest.fixture
def journal(store: FailingStore) -> Iterator[Journal]:
    journal = Journal(store, Stamp(ENGINE, RULES, Clock()))
    yield journal
    journal.close()


class Gate:
    """Holds the writer inside a transaction until it is told to go on."""

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()

    def write(self, states: States) -> Written:
        self.reached.set()
        assert self.opened.wait(60)
        return written("late")(states)


def test_a_full_queue_refuses_what_comes(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.journal.writing.writer.MAX_WAITING", 3)
    gate = Gate()
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    waiting = [journal.submit(proposal(f"table/{number}", 0)) for number in (1, 2, 3)]
    with pytest.raises(JournalUnavailable, match=r"behind: 3 writes wait already\. .* later\.$"):
        journal.submit(proposal("table/4", 0))
    gate.opened.set()
    assert all(future.result().record for future in (first, *waiting))
    assert journal.append(proposal("table/4", 0)).record is not None


def test_who_waits_no_longer_writes_nothing(journal: Journal) -> None:
    """What has not begun in time is never begun; what has begun is answered."""
    gate = Gate()
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    with waiting_at_most(0.05), waiting_at_most(60):
        with pytest.raises(JournalUnavailable, match="Nothing was changed") as late:
            journal.append(proposal("table/1", 0))
        assert not isinstance(late.value, JournalSilent), "what waits beside it may still be begun"
        with pytest.raises(JournalUnavailable, match="Nothing was changed"):
            journal.submit(proposal("table/1", 0))
        with pytest.raises(JournalUnavailable, match="Nothing was changed"):
            journal.lease("table/1", "here", 1)
        Timer(0.05, gate.opened.set).start()
        assert result_of(first).record is not None
    assert journal.append(proposal("table/2", 0)).record is not None
    assert journal.versions() == {"table/0": 1, "table/2": 1}


def test_a_silent_store_fails_everything_that_waits(journal: Journal, store: FailingStore) -> None:
    gate = Gate()
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    waiting = [journal.submit(proposal(f"table/{number}", 0)) for number in (1, 2)]
    store.failures = [JournalSilent("silent")]
    gate.opened.set()
    for future in (first, *waiting):
        assert isinstance(future.exception(60), JournalSilent)
    assert store.transactions == 1
    assert journal.append(proposal("table/1", 0)).record is not None


def test_what_waits_meanwhile_is_one_commit(journal: Journal, store: FailingStore) -> None:
    gate = Gate()
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    others = [journal.submit(proposal(f"table/{n}", 0)) for n in range(1, 100)]
    assert not first.done()
    gate.opened.set()
    records = [future.result().record for future in (first, *others)]
    assert [record.stream for record in records if record] == [f"table/{n}" for n in range(100)]
    assert store.transactions == 2


def test_a_command_given_up_before_it_was_taken_is_not_written(journal: Journal) -> None:
    gate = Gate()
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    given_up, kept = (journal.submit(proposal(f"table/{n}", 0)) for n in (1, 2))
    assert given_up.cancel()
    assert not first.cancel()
    gate.opened.set()
    assert kept.result().record is not None
    assert journal.versions() == {"table/0": 1, "table/2": 1}


def test_commands_that_were_all_given_up_need_no_transaction(
    journal: Journal, store: FailingStore
) -> None:
    gate = Gate()
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    assert all(journal.submit(proposal(f"table/{number}", 0)).cancel() for number in (1, 2))
    gate.opened.set()
    assert first.result().record is not None
    journal.close()
    assert store.transactions == 1


def test_a_renewal_that_fails_holds_up_no_other(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, failures = Gate(), [JournalUnavailable("The server restarts.")]

    def renew(leases: Iterable[Lease], _seconds: float) -> dict[str, Lease | None]:
        if failures:
            raise failures.pop()
        return {lease.stream: lease for lease in leases}

    monkeypatch.setattr(store, "renew", renew)
    lease = Lease("table/1", "here", 1, 1)
    with closing(Writer(store, Stamp(ENGINE, RULES, Clock()), lambda _: None)) as writer:
        writer.submit(Proposal("table/0", 0, gate.write))
        assert gate.reached.wait(60)
        first, *others = [writer.renew([lease], 60) for _ in range(3)]
        gate.opened.set()
        assert isinstance(first.exception(60), JournalUnavailable)
        assert [other.result(60) for other in others] == [{"table/1": lease}] * 2


def test_an_import_that_came_second_writes_nothing(journal: Journal, store: FailingStore) -> None:
    """Its records cannot be read again, and nothing of it may look as if it had been written."""
    with closing(Journal(MemoryStore(Clock()), Stamp(ENGINE, RULES, Clock()))) as other:
        other.append(proposal("table/1", 0))
        store.failures = [WriteConflict()]
        with pytest.raises(JournalError, match=r"^Another process writes to this journal\.$"):
            journal.restore(other.header, iter(list(other.all_links())))
    assert journal.heads() == {}


def test_who_comes_second_tries_again(journal: Journal, store: FailingStore) -> None:
    store.failures = [WriteConflict() for _ in range(ATTEMPTS - 1)]
    assert journal.append(proposal("table/1", 0)).record is not None
    assert store.transactions == ATTEMPTS
    store.failures = [WriteConflict() for _ in range(ATTEMPTS)]
    with pytest.raises(JournalUnavailable, match="other writers came first"):
        journal.append(proposal("table/1", 1))
    assert journal.append(proposal("table/1", 1)).record is not None


def test_a_failure_of_the_store_is_told_and_survived(journal: Journal, store: FailingStore) -> None:
    for failure in (JournalUnavailable("The disk is gone."), RuntimeError("a fault of ours")):
        store.failures = [failure]
        with pytest.raises(type(failure), match=str(failure)):
            journal.append(proposal("table/1", 0))
        store.failures = [failure]
        with pytest.raises(type(failure), match=str(failure)):
            journal.lease("table/1", "a", 60)
    assert journal.versions() == {}
    assert journal.append(proposal("table/1", 0)).record is not None


def test_leases_are_renewed_before_everything_that_waits(
    journal: Journal, store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lease that is renewed too late is lost, however much there is to write."""
    order: list[str] = []
    gate = Gate()

    def renew(held: Iterable[Lease], _seconds: float) -> dict[str, Lease | None]:
        order.append("renewed")
        return dict.fromkeys(lease.stream for lease in held)

    def write(states: States) -> Written:
        order.append("written")
        return written("late")(states)

    monkeypatch.setattr(store, "renew", renew)
    first = journal.submit(Proposal("table/0", 0, gate.write))
    assert gate.reached.wait(60)
    waiting = journal.submit(Proposal("table/1", 0, write))
    with ThreadPoolExecutor(1) as elsewhere:
        renewed = elsewhere.submit(journal.renew_all, [Lease("table/2", "here", 1, 0)], 60)
        while journal.queued < 2:
            time.sleep(0.001)
        gate.opened.set()
        assert renewed.result(60) == {"table/2": None}
    assert first.result(60).record is not None
    assert waiting.result(60).record is not None
    assert order == ["renewed", "written"]
