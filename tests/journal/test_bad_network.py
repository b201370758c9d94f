"""A network to PostgreSQL that stops, delays, resets and truncates: it fails, and it recovers."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count

import pytest

from journal.network import Network, network
from journal.writing import Clock, proposal, written
from upcard.journal.backends import postgres_connection as limits
from upcard.journal.backends import sql_transaction
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import (
    JournalSilent,
    JournalUnavailable,
    Proposal,
    Snapshot,
    States,
    StreamLeased,
    Written,
)
from upcard.rules.violation import BadInput

TIMEOUT = 60.0
"""Seconds after which a test fails; what it waits for takes a few."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter limits, so that these tests are quicker than what they hold."""
    monkeypatch.setattr(limits, "SILENCE_SECONDS", 1.5)
    monkeypatch.setitem(limits.NETWORK, "connect_timeout", 2)
    monkeypatch.setitem(limits.WRITING, "idle_in_transaction_session_timeout", "1500ms")


@pytest.fixture
def place(schemas: Iterator[str]) -> str:
    return next(schemas)


@pytest.fixture
def between(place: str) -> Iterator[Network]:
    with closing(open_journal(place, rules="")):
        pass  # it exists
    with network(place) as between:
        yield between


@pytest.fixture
def journal(between: Network) -> Iterator[Journal]:
    opened = open_journal(between.address, rules="", clock=Clock())
    yield opened
    between.go_on()
    opened.close()


def again(journal: Journal, key: str) -> None:
    """Send a command until it is answered: it has one effect, whatever became of it before."""
    ends = time.monotonic() + TIMEOUT
    for _ in count():
        version = None
        try:
            version = journal.head("table/1").position
            journal.append(proposal("table/1", version, key, key=key))
            return
        except JournalUnavailable:
            assert time.monotonic() < ends


def test_a_network_that_stops_fails_everything_that_waits_at_once(
    journal: Journal, between: Network
) -> None:
    journal.append(proposal("table/1", 0, "one", key="one"))
    tables = [f"table/{number}" for number in range(2, 40)]
    for table in tables:
        journal.append(proposal(table, 0))
    between.stop()
    waiting = [journal.submit(proposal(table, 1)) for table in tables]
    failed = [future.exception(TIMEOUT) for future in waiting]
    assert all(isinstance(error, JournalSilent) for error in failed)
    assert len({str(error) for error in failed}) == 1, "they did not fail one after the other"
    with pytest.raises(JournalUnavailable, match="has not answered"):
        journal.heads()
    between.go_on()
    again(journal, "two")
    assert check_chain(journal)["table/1"].position == 2


@pytest.mark.parametrize("fault", ["reset", "truncate"])
def test_a_command_that_was_cut_off_has_one_effect(
    journal: Journal, between: Network, fault: str
) -> None:
    for number in range(1, 40, 3):
        if fault == "reset":
            between.reset()
        else:
            between.truncate(9 * number)
        again(journal, f"key {number}")
    between.go_on()
    assert journal.head("table/1").position == len(range(1, 40, 3))
    assert check_chain(journal) == journal.heads()


def test_a_slow_network_is_only_slow(journal: Journal, between: Network) -> None:
    between.delay(0.02)
    assert journal.append(proposal("table/1", 0)).record is not None
    assert journal.head("table/1").position == 1


def test_a_network_that_is_too_slow_fails_what_waits_and_recovers(
    journal: Journal, between: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer is late enough to end the connection, but each is too late for streams to read."""
    journal.append(proposal("table/1", 0, "one", key="one"))
    with monkeypatch.context() as impatient:
        impatient.setattr(sql_transaction, "LOCK_SECONDS", 0.15)
        between.delay(0.1)
        waiting = [journal.submit(proposal(f"table/{number}", 0)) for number in range(2, 9)]
        assert {str(future.exception(TIMEOUT)) for future in waiting} == {
            "The journal is not available: the database, or the network to it, takes longer than "
            "0.15 seconds."
        }
    between.go_on()
    again(journal, "two")
    assert check_chain(journal)["table/1"].position == 2


def test_over_a_slow_network_a_lease_is_renewed_by_one_answer_before_what_waits(
    journal: Journal, between: Network
) -> None:
    """Each snapshot needs two answers; the renewal waits for one snapshot at most."""
    lease = journal.lease("table/1", "here", TIMEOUT)
    with ThreadPoolExecutor(10) as threads:
        between.delay(0.1)
        saving = [
            threads.submit(journal.save_snapshot, Snapshot("table/1", version, b""))
            for version in range(10)
        ]
        renewed = journal.renew_all([lease], 2 * TIMEOUT)["table/1"]
        assert renewed is not None
        assert renewed.expires > lease.expires
        assert not all(saved.done() for saved in saving)
        between.go_on()


def test_a_silence_at_the_end_of_a_transaction_is_one(journal: Journal, between: Network) -> None:
    def written_last(states: States) -> Written:
        between.stop()
        return written("late")(states)

    assert isinstance(
        journal.submit(Proposal("table/1", 0, written_last)).exception(TIMEOUT), JournalSilent
    )


def test_a_server_that_is_not_reached_is_said_in_a_sentence(between: Network) -> None:
    between.stop()
    with pytest.raises(BadInput, match=r"cannot be opened\. The journal is not available"):
        open_journal(between.address, rules="")


def test_a_process_that_stands_still_in_a_transaction_loses_its_locks(
    journal: Journal, place: str
) -> None:
    """Another one takes its stream while it stands still; what it wrote is lost."""
    lease = journal.lease("table/1", "here", 0.001)
    writing, go_on = threading.Event(), threading.Event()

    def write(states: States) -> Written:
        writing.set()
        assert go_on.wait(TIMEOUT)
        return written("late")(states)

    late = journal.submit(Proposal("table/1", 0, write, ("meter/a",), fence=lease.fence))
    assert writing.wait(TIMEOUT)
    with closing(open_journal(place, rules="")) as other:
        ends = time.monotonic() + TIMEOUT
        taken = None
        while taken is None:
            assert time.monotonic() < ends
            try:
                taken = other.lease("table/1", "there", TIMEOUT)
            except (JournalUnavailable, StreamLeased):
                continue
        go_on.set()
        assert isinstance(late.exception(TIMEOUT), JournalUnavailable)
        receipt = other.append(proposal("table/1", 0, fence=taken.fence))
        assert receipt.record is not None
