"""Simulates a table: blocks dealt by several workers, added up in the order of the blocks.

The answer depends on the table, the strategy, the seats and the seed, never on who dealt what.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from queue import SimpleQueue
from typing import Final

import msgspec

from upcard.compiled.simulation.kernels import are_kept
from upcard.games.table_rules import TableRules
from upcard.simulation.block import Dealer, Dealt, Kernels, Sums, compiled_kernels
from upcard.simulation.columns import BLACKJACK
from upcard.simulation.estimate import Estimate, TableResult, WagerResult
from upcard.simulation.meters import MeterResult, Meters
from upcard.simulation.plan import Plan, plan
from upcard.simulation.strategy_table import StrategyTable

AHEAD: Final = 3
"""Blocks under way for each worker, so that none waits for another."""

UNLIMITED: Final = 1 << 62
"""More rounds than anybody deals."""

LEAST_BATCHES: Final = 100
"""Fewer do not tell an error well enough to stop by it."""

REFRESH_SECONDS: Final = 0.2
"""Between two reports of progress."""


class Progress(msgspec.Struct, frozen=True):
    """How far a simulation is: rounds dealt in so many seconds, the Blackjack wager's mean."""

    rounds: int
    seconds: float
    mean: float
    standard_error: float | None


class Result(msgspec.Struct, frozen=True):
    """What a simulation found; means are per unit of the initial wager.

    `covariance` goes by the order of `wagers`. `interrupted` says that fewer rounds were dealt
    than were asked for.
    """

    rounds: int
    seed: int
    seconds: float
    rounds_per_second: float
    wagers: list[WagerResult]
    meters: list[MeterResult]
    table: TableResult
    covariance: list[list[float]] | None
    seats: int
    strategy: str
    fresh_shoe: bool
    batches: int
    interrupted: bool


def is_compiled(rules: TableRules) -> bool:
    """Whether a table's kernels were compiled before: a simulation begins at once then."""
    bonuses = (bonus.wager for offered in rules.wagers for bonus in offered.bonuses)
    return are_kept((*(offered.wager for offered in rules.wagers), *bonuses))


def simulate(  # noqa: PLR0913 - all that one may choose
    rules: TableRules,
    strategy: StrategyTable,
    rounds: int | None,
    seed: int = 0,
    *,
    workers: int | None = None,
    until_se: float | None = None,
    fresh_shoe: bool = False,
    seats: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Deal so many rounds, or until the error of the Blackjack wager's mean is small enough.

    Whole blocks count, in their order: the first that makes the error small enough is the last
    one, or that with the last round that was asked for, which ends there. `seed` is below 2**64;
    without `workers` there are as many as processors. An interrupt (Ctrl-C) gives what there is.

    Raises `BadInput` for a table that is not simulated.
    """
    assert until_se is not None if rounds is None else rounds > 0, "a simulation has an end"
    assert 0 <= seed < 1 << 64, "a seed fits the key of the random words"
    planned = plan(rules, strategy, seats=seats, fresh_shoe=fresh_shoe)
    kernels = compiled_kernels(planned)
    blocks = _blocks(planned, kernels, seed, rounds or UNLIMITED, workers or processors())
    meters = Meters(planned, seed)
    start = shown = time.perf_counter()
    total, interrupted = None, False
    try:
        for dealt in blocks:
            total = dealt.sums if total is None else total + dealt.sums
            meters.follow(dealt)
            now = time.perf_counter()
            if progress is not None and now - shown >= REFRESH_SECONDS:
                progress(_progress(planned, total, now - start))
                shown = now
            if until_se is not None and _is_precise(planned, total, until_se):
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        blocks.close()
    if total is None:
        raise KeyboardInterrupt
    estimate, seconds = Estimate(planned, total), time.perf_counter() - start
    return Result(
        rounds=total.rounds,
        seed=seed,
        seconds=seconds,
        rounds_per_second=total.rounds / seconds,
        wagers=estimate.wagers(),
        meters=meters.results(),
        table=estimate.table(),
        covariance=estimate.covariance(),
        seats=seats,
        strategy=strategy.name,
        fresh_shoe=planned.fresh,
        batches=total.batches,
        interrupted=interrupted,
    )


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _blocks(plan: Plan, kernels: Kernels, seed: int, rounds: int, workers: int) -> Generator[Dealt]:
    """The blocks in their order, the last one up to the round that was asked for."""
    dealers: SimpleQueue[Dealer] = SimpleQueue()
    for _ in range(workers):
        dealers.put(Dealer(plan, kernels))

    def deal(block: int, limit: int) -> Dealt:
        dealer = dealers.get()
        try:
            return dealer.deal(seed, block, limit)
        finally:
            dealers.put(dealer)

    under_way: deque[tuple[int, Future[Dealt]]] = deque()
    numbers = count()
    with ThreadPoolExecutor(workers) as pool:
        try:
            while rounds > 0:
                while len(under_way) < AHEAD * workers:
                    number = next(numbers)
                    under_way.append((number, pool.submit(deal, number, rounds)))
                number, future = under_way.popleft()
                dealt = future.result()
                if dealt.sums.rounds > rounds:
                    dealt = deal(number, rounds)
                rounds -= dealt.sums.rounds
                yield dealt
        finally:
            for _, future in under_way:
                future.cancel()


def _is_precise(plan: Plan, total: Sums, until_se: float) -> bool:
    if total.batches < LEAST_BATCHES:
        return False
    error = Estimate(plan, total).standard_error(BLACKJACK)
    return error is not None and error <= until_se


def _progress(plan: Plan, total: Sums, seconds: float) -> Progress:
    estimate = Estimate(plan, total)
    mean, error = estimate.mean(BLACKJACK), estimate.standard_error(BLACKJACK)
    return Progress(total.rounds, seconds, mean, error)
