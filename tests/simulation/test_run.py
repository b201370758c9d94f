"""A simulation as a whole: the same answer whoever deals, whole blocks, an end as asked for."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, takewhile
from operator import add
from typing import Any

import msgspec
import pytest

from simulation.strategies import basic
from tables import table_rules
from upcard.compiled import cache
from upcard.rules.counts import count_system
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.estimate import Estimate
from upcard.simulation.plan import Plan, plan
from upcard.simulation.run import (
    MIN_BATCHES,
    Progress,
    Result,
    _blocks,
    is_compiled,
    simulate,
)
from upcard.simulation.sums import BlockSums, DealtBlock

ALL = 1 << 40
SEED = 1_871
FIVE = {"minimum": 5}
WAGERS = {
    "perfect-pairs": {"paytable": "A", **FIVE},
    "bad-beat": {"magic_card": True, "lucky_player": True, **FIVE},
}
RULES = table_rules(wagers=WAGERS)


@functools.cache
def block() -> BlockSums:
    """The first block."""
    planned = plan(RULES, basic(6))
    return BlackjackDealer(planned, compiled_kernels(planned)).deal_block(SEED, 0, ALL).sums


def told(result: Result) -> dict[str, Any]:
    """What a result says beside how long it took."""
    found: dict[str, Any] = msgspec.to_builtins(result)
    return {key: value for key, value in found.items() if "second" not in key}


def blocks(planned: Plan, number: int) -> list[BlockSums]:
    """The first blocks, one after the other."""
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    return [dealer.deal_block(SEED, block, ALL).sums for block in range(number)]


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("fresh_shoe", [False, True])
def test_the_answer_does_not_depend_on_the_workers(seats: int, fresh_shoe: bool) -> None:
    found = [
        told(
            simulate(
                RULES,
                basic(6),
                150_001,
                SEED,
                workers=workers,
                seats=seats,
                fresh_shoe=fresh_shoe,
            )
        )
        for workers in (1, 2, 5)
    ]
    assert found[0] == found[1] == found[2]
    assert (found[0]["rounds"], found[0]["fresh_shoe"]) == (150_001, fresh_shoe)


def test_a_block_does_not_depend_on_what_was_dealt_before() -> None:
    planned = plan(RULES, basic(6))
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    for number in (5, 1, 0):
        dealer.deal_block(SEED + number, number, 3_000)
    assert dealer.deal_block(SEED, 0, ALL).sums == block()


def test_other_seeds_and_blocks_give_other_rounds() -> None:
    planned = plan(RULES, basic(6))
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    assert (
        dealer.deal_block(SEED + 1, 0, ALL).sums != block() != dealer.deal_block(SEED, 1, ALL).sums
    )


@pytest.mark.parametrize(("whole", "more"), [(0, 1), (0, 44), (1, 0), (1, 1), (3, 0)])
def test_as_many_rounds_as_are_asked_for(whole: int, more: int) -> None:
    """Whole blocks, and some rounds more."""
    rounds = whole * block().rounds + more
    result = simulate(RULES, basic(6), rounds, SEED, workers=2)
    assert result.rounds == rounds
    assert sum(result.wagers[1].outcomes.values()) == rounds
    assert not result.interrupted


def test_it_is_the_sum_of_its_blocks() -> None:
    planned = plan(RULES, basic(6), seats=2)
    sums = list(accumulate(blocks(planned, 3), add))[-1]
    result = simulate(RULES, basic(6), sums.rounds, SEED, seats=2)
    estimate = Estimate(planned, sums)
    assert result.wagers == estimate.wagers()
    assert result.table == estimate.table()
    assert result.covariance == estimate.covariance()
    assert result.batches == sums.batches


@pytest.mark.parametrize("workers", [1, 4])
def test_it_stops_at_the_first_block_that_is_precise_enough(workers: int) -> None:
    planned, until_se = plan(RULES, basic(6)), 2.5e-3
    totals = list(accumulate(blocks(planned, 12), add))
    errors = [Estimate(planned, sums).standard_error() or 1 for sums in totals]
    needed = len(list(takewhile(lambda error: error > until_se, errors)))
    assert 2 < needed < len(totals)
    result = simulate(RULES, basic(6), None, SEED, until_se=until_se, workers=workers)
    assert result.rounds == totals[needed].rounds
    assert result.wagers[0].standard_error == errors[needed]


def test_a_few_batches_do_not_end_it() -> None:
    result = simulate(RULES, basic(6), None, SEED, until_se=100.0)
    assert result.batches >= MIN_BATCHES


def test_the_rounds_end_it_where_the_error_does_not() -> None:
    assert simulate(RULES, basic(6), 5_000, SEED, until_se=1e-9).rounds == 5_000


class CountingPool:
    """Two workers of a cluster whose tasks are dealt in this process when they are asked for."""

    threads, least, most = 2, 16, 256

    def __init__(self, dealer: BlackjackDealer) -> None:
        self._dealer = dealer
        self.sizes: list[int] = []

    def submit(self, seed: int, numbers: range, limit: int) -> "DealtLater":
        self.sizes.append(len(numbers))
        return DealtLater(lambda: [self.deal_block(seed, number, limit) for number in numbers])

    def deal_block(self, seed: int, number: int, limit: int) -> DealtBlock:
        return self._dealer.deal_block(seed, number, limit)

    def close(self) -> None:
        """Nothing was started."""


@dataclass
class DealtLater:
    """Blocks that are dealt when they are asked for."""

    result: Callable[[], list[DealtBlock]]

    def cancel(self) -> None:
        """Nothing was started."""


def test_tasks_are_neither_small_nor_more_than_are_needed() -> None:
    planned = plan(table_rules(), basic(6))
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    rounds = 100 * dealer.deal_block(SEED, 0, ALL).sums.rounds
    pool = CountingPool(dealer)
    dealt = list(_blocks(pool, SEED, rounds))
    assert sum(block.sums.rounds for block in dealt) == rounds
    assert sum(pool.sizes) <= len(dealt) + 2
    first, later = pool.sizes[: 3 * pool.threads], pool.sizes[3 * pool.threads :]
    assert set(first) == {1}
    assert later[:3] == [pool.least] * 3
    assert later == sorted(later, reverse=True)


def test_an_interrupt_gives_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.simulation.run.REFRESH_SECONDS", 0.0)
    reports: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 4:
            raise KeyboardInterrupt

    result = simulate(RULES, basic(6), 1 << 50, SEED, workers=2, progress=interrupt)
    assert result.interrupted
    planned = plan(RULES, basic(6))
    totals = list(accumulate(blocks(planned, 4), add))
    assert [report.rounds for report in reports] == [sums.rounds for sums in totals]
    assert reports[-1].mean == result.wagers[0].mean == Estimate(planned, totals[-1]).mean()


def test_side_wagers_leave_the_cards_alone() -> None:
    """But for those that make the dealer draw where nobody's hand does."""
    alone = plan(table_rules(), basic(6))
    beside = plan(table_rules(wagers={"perfect-pairs": WAGERS["perfect-pairs"]}), basic(6))
    assert blocks(alone, 1)[0].counts[0] == blocks(beside, 1)[0].counts[0]
    assert blocks(alone, 1)[0].counts[0] != block().counts[0]


def test_what_was_compiled_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What deals to players who count is another kernel, and so is what draws bonuses."""
    tags = count_system("hi-lo").by_card
    counting = CountedTable((basic(6),), (1,), 0, tags, 1, 0, True, "Hi-Lo")
    assert is_compiled(RULES, basic(6))
    missing = {"simulation.block.counted"}
    kept = cache.read
    monkeypatch.setattr(cache, "read", lambda name: None if name in missing else kept(name))
    assert is_compiled(RULES, basic(6))
    assert not is_compiled(RULES, counting)
    missing.add("simulation.bonuses")
    assert not is_compiled(RULES, basic(6))
    assert is_compiled(table_rules(), basic(6))


def test_bonuses_come_as_often_as_they_should() -> None:
    result = simulate(RULES, basic(6), 400_000, SEED, seats=5)
    magic, lucky = (wager for wager in result.wagers if wager.bonus)
    assert (magic.bonus, lucky.bonus) == ("magic-card-bonus", "lucky-player-bonus")
    assert lucky.outcomes["lucky-player-bonus"] == 400_000
    seats = 5 * 400_000
    chance = 2 / 52 - 5 / 311 / 52
    assert abs(magic.outcomes["magic-card-bonus"] - seats * chance) < 5 * (seats * chance) ** 0.5
