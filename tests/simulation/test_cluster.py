"""The same blocks on a dask.distributed cluster: the same answer, also when a worker is killed."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import distributed
import msgspec
import pytest

import upcard
from simulation.strategies import basic
from tables import table_rules
from upcard.rules.violation import BadInput
from upcard.simulation.run import Progress, Result, simulate

SEED = 633
Client: Any = distributed.Client  # dask has few types
LocalCluster: Any = distributed.LocalCluster
RULES = table_rules(
    wagers={
        "perfect-pairs": {"paytable": "A", "minimum": 5},
        "jackpot-party": {"paytable": "P20-B", "wager": 5},
    }
)


@upcard.kernel
def rank(card: int) -> int:
    """The rank of a card."""
    return card >> 2


@upcard.kernel
def same_rank(first: int, second: int) -> int:
    """One where the player's two cards have the same rank."""
    return 1 if rank(first) == rank(second) else 0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Several worker processes on this machine; a killed one is started again."""
    with LocalCluster(
        n_workers=3,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=50,
        memory_limit=0,
    ) as found:
        yield found


def told(result: Result) -> dict[str, Any]:
    """What a result says beside how long it took."""
    found: dict[str, Any] = msgspec.to_builtins(result)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("rounds", [1, 150_001, 2_000_000])
def test_the_answer_is_that_of_threads(cluster: Any, rounds: int) -> None:
    here = simulate(RULES, basic(6), rounds, SEED, seats=2)
    there = simulate(RULES, basic(6), rounds, SEED, seats=2, scheduler=cluster.scheduler_address)
    assert told(there) == told(here)
    assert there.rounds == rounds


@pytest.mark.nightly
def test_wagers_of_ones_own_are_dealt_there_too(cluster: Any) -> None:
    """The workers know neither this module's functions nor the folder of wagers."""
    pays = {"same-rank": "12 to 1"}
    mine = upcard.wager(
        "same-rank", same_rank, outcomes=("lose", "same-rank"), pays=pays, settles="initial-deal"
    )
    rules = upcard.blackjack(wagers=[mine])
    here = upcard.simulate(rules, rounds=50_000, seed=SEED)
    there = upcard.simulate(rules, rounds=50_000, seed=SEED, scheduler=cluster.scheduler_address)
    assert told(there.result) == told(here.result)
    assert there.wagers["same-rank"].outcomes["same-rank"] > 0


def test_it_stops_at_the_same_block(cluster: Any) -> None:
    here = simulate(RULES, basic(6), None, SEED, until_se=8e-4)
    there = simulate(
        RULES, basic(6), None, SEED, until_se=8e-4, scheduler=cluster.scheduler_address
    )
    assert told(there) == told(here)


@pytest.mark.nightly
def test_a_worker_that_is_killed_changes_nothing(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.simulation.run.REFRESH_SECONDS", 0.0)
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        pids = client.run(os.getpid)
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.rounds > 1_000_000 and not killed:
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    address = cluster.scheduler_address
    there = simulate(RULES, basic(6), 8_000_000, SEED, scheduler=address, progress=kill)
    assert len(killed) == 1
    assert told(there) == told(simulate(RULES, basic(6), 8_000_000, SEED))


def test_an_address_without_a_scheduler_is_refused() -> None:
    with pytest.raises(BadInput, match=r"No dask scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        simulate(RULES, basic(6), 10, SEED, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="no scheme"):
        simulate(RULES, basic(6), 10, SEED, scheduler="no scheme at all")


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("address", ["foo", "foo:abc", "tcp://", "tcp://:8786", "xx://foo:1"])
def test_what_cannot_be_an_address_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def no_client(*_: object, **__: object) -> None:
        raise AssertionError("no client is made")

    monkeypatch.setattr("distributed.Client", no_client)
    with pytest.raises(BadInput, match="No dask scheduler answers at") as refused:
        simulate(RULES, basic(6), 10, SEED, scheduler=address)
    assert str(refused.value).endswith("write an address such as tcp://10.0.0.1:8786.")


@pytest.mark.nightly
def test_a_scheduler_without_workers_is_refused() -> None:
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty,
        pytest.raises(BadInput, match="has no workers"),
    ):
        simulate(RULES, basic(6), 10, SEED, scheduler=empty.scheduler_address)
