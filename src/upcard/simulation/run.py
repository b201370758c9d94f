"""Simulates a table: workers deal blocks, which are added up in the order of their numbers.

The result depends only on the table, the strategy, the seats and the seed, not on the workers.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.class_sums import ClassMean
from upcard.simulation.estimate import Estimate
from upcard.simulation.figures import RoundShare, TableResult, WagerEstimate
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy, TablePlan
from upcard.simulation.meters import MeterResult, SimulatedMeters
from upcard.simulation.sums import BlockSums, DealtBlock
from upcard.simulation.workers.pool import TaskDealing, ThreadPool, WorkerPool, WorkersLost

TASKS_PER_WORKER: Final = 3
"""Tasks under way per worker, so that no worker waits for another."""

UNLIMITED: Final = 1 << 62
"""More rounds than any simulation deals."""

MIN_BATCHES: Final = 100
"""The fewest batches that estimate an error well enough to stop by it."""

REFRESH_SECONDS: Final = 0.2
"""Seconds between two progress reports."""


class Progress(msgspec.Struct, frozen=True):
    """The progress of a simulation: rounds dealt, seconds elapsed, and the first wager's mean."""

    rounds: int
    seconds: float
    mean: float
    standard_error: float | None


class Result(msgspec.Struct, frozen=True):
    """The result of a simulation; means are per unit of the initial wager.

    `covariance`, `round_covariance`, `shares` and `share_errors` follow the order of `wagers`; see
    `Estimate` for all four, of which the second has standard errors. `interrupted` says that fewer
    rounds were dealt than asked for; `lost` is why, in one sentence, where the workers were lost.
    `rounds_by_count` has the rounds at each count of a counting player, `means_by_class` the means
    of each wager, by its identifier: at each count, then from each part of a shoe.
    `penetration` is None if no cover card ends a shoe.
    """

    rounds: int
    seed: int
    seconds: float
    rounds_per_second: float
    wagers: list[WagerEstimate]
    meters: list[MeterResult]
    table: TableResult
    covariance: list[list[float]] | None
    seats: int
    strategy: str
    fresh_shoe: bool
    penetration: float | None
    batches: int
    interrupted: bool = False
    rounds_by_count: list[int] = []
    means_by_class: dict[str, list[ClassMean]] = {}
    shares: list[RoundShare] = []
    share_errors: list[list[float]] = []
    lost: str | msgspec.UnsetType = msgspec.UNSET
    round_covariance: list[list[float]] | None = None
    round_covariance_error: list[list[float]] | None = None


def is_compiled(rules: TableRules, strategy: SimulatedStrategy, *, corrects: bool = False) -> bool:
    """Whether the kernels for this table and strategy are cached, so that dealing can start."""
    return family_of(rules).is_compiled(_plan_of(rules, strategy, corrects=corrects))


def _plan_of(
    rules: TableRules, strategy: SimulatedStrategy, *, corrects: bool, **dealing: Any
) -> TablePlan:
    """The plan of a simulation; means are corrected if the family can do so."""
    family = family_of(rules)
    if family.corrects:
        dealing["corrects"] = corrects
    return family.plan(rules, strategy, **dealing)


def simulate(  # noqa: PLR0913 - the options of a simulation
    rules: TableRules,
    strategy: SimulatedStrategy,
    rounds: int | None,
    seed: int = 0,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    cuda: bool = False,
    until_se: float | None = None,
    fresh_shoe: bool = False,
    penetration: float | None = None,
    seats: int = 1,
    corrects: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Deal `rounds` rounds, or until the standard error of the first wager's mean is small enough.

    Blocks count whole and in order. The last block is the first one that reaches `until_se`, or the
    one with the last round asked for, which is cut there. `seed` is below 2**64. Without `workers`
    there are as many as processors, or those of the dask cluster with the address `scheduler`, or a
    CUDA device. `penetration` is the part of the shoe in front of the cover card, three quarters by
    default. With `corrects` means are corrected where that leaves them unbiased, else they are
    raw. An interrupt (Ctrl-C) returns the result so far, and so does the loss of the scheduler.

    Raises `BadInput` for a table that cannot be simulated, or if there is no such scheduler or
    device, or if it is lost before the first block is dealt.
    """
    assert until_se is not None if rounds is None else rounds > 0, "a simulation has an end"
    assert 0 <= seed < 1 << 64, "a seed fits the key of the random words"
    dealing = {"seats": seats, "fresh_shoe": fresh_shoe, "penetration": penetration}
    planned = _plan_of(rules, strategy, corrects=corrects, **dealing)
    pool = _pool(planned, workers, scheduler, cuda=cuda)
    blocks = _blocks(pool, seed, rounds or UNLIMITED)
    meters = SimulatedMeters(planned, seed)
    start = shown_at = time.perf_counter()
    total, interrupted, lost = None, False, ""
    try:
        for dealt in blocks:
            total = dealt.sums if total is None else total + dealt.sums
            meters.add_block(dealt)
            now = time.perf_counter()
            if progress is not None and now - shown_at >= REFRESH_SECONDS:
                progress(_progress(planned, total, now - start))
                shown_at = now
            if until_se is not None and _is_precise(planned, total, until_se):
                break
    except KeyboardInterrupt:
        interrupted = True
    except WorkersLost as reason:
        if total is None:
            raise BadInput(f"{reason} No rounds were dealt.") from None
        interrupted, lost = True, str(reason)
    finally:
        blocks.close()
    if total is None:
        raise KeyboardInterrupt
    seconds = time.perf_counter() - start
    result = _result(planned, total, meters, seed, seconds)
    return replace(result, interrupted=interrupted, lost=lost or msgspec.UNSET)


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pool(plan: TablePlan, workers: int | None, scheduler: str | None, *, cuda: bool) -> WorkerPool:
    """The workers: threads of this process, a cluster, or a device."""
    if scheduler is not None:
        from upcard.simulation.workers.cluster import ClusterPool  # noqa: PLC0415 - imports dask

        return ClusterPool(scheduler, plan)
    if cuda:
        from upcard.simulation.workers.device import DevicePool  # noqa: PLC0415 - imports numba

        return DevicePool(plan)
    return ThreadPool(family_of(plan.rules).dealers(plan, workers or processors()))


def _blocks(pool: WorkerPool, seed: int, rounds: int) -> Generator[DealtBlock]:
    """Yield the blocks in order; the last one is cut at the last round asked for."""
    under_way: deque[tuple[range, TaskDealing]] = deque()
    next_number, blocks_done, total = 0, 0, 0
    try:
        while rounds > 0:
            while len(under_way) < TASKS_PER_WORKER * pool.threads:
                blocks_left = (
                    rounds * blocks_done // total - (next_number - blocks_done) if total else 0
                )
                if total and blocks_left <= 0 and under_way:
                    break  # those under way are probably the last
                size = _blocks_of_a_task(pool, blocks_done, blocks_left)
                numbers = range(next_number, next_number + size)
                under_way.append((numbers, pool.submit(seed, numbers, rounds)))
                next_number = numbers.stop
            numbers, dealing = under_way.popleft()
            for number, block in zip(numbers, dealing.result(), strict=True):
                fits = block.sums.rounds <= rounds
                dealt = block if fits else pool.deal_block(seed, number, rounds)
                rounds -= dealt.sums.rounds
                blocks_done, total = number + 1, total + dealt.sums.rounds
                yield dealt
                if rounds == 0:
                    break
    finally:
        for _, dealing in under_way:
            dealing.cancel()
        pool.close()


def _blocks_of_a_task(pool: WorkerPool, blocks_done: int, blocks_left: int) -> int:
    """How many blocks the next task has: few while few are done, and again while few are left.

    Those under way would double what is done, or finish it. None is smaller than the pool's least
    unless a worker would go without one.
    """
    size = min(blocks_done, blocks_left) // (TASKS_PER_WORKER * pool.threads)
    return max(1, min(pool.most, max(size, min(pool.least, blocks_left // pool.threads))))


def _result(
    plan: TablePlan, total: BlockSums, meters: SimulatedMeters, seed: int, seconds: float
) -> Result:
    """The result from the sums of the blocks."""
    estimate = Estimate(plan, total)
    of_rounds = estimate.round_covariance() or ()
    values = [[covariance.value for covariance in row] for row in of_rounds] or None
    errors = [[covariance.standard_error for covariance in row] for row in of_rounds] or None
    return Result(
        rounds=total.rounds,
        seed=seed,
        seconds=seconds,
        rounds_per_second=total.rounds / seconds,
        wagers=estimate.wagers(),
        meters=meters.results(),
        table=estimate.table(),
        covariance=estimate.covariance(),
        seats=plan.seats,
        strategy=plan.strategy.name,
        fresh_shoe=plan.fresh,
        penetration=plan.penetration,
        batches=total.batches,
        rounds_by_count=list(total.by_count),
        means_by_class=estimate.by_class(),
        shares=estimate.shares(),
        share_errors=estimate.share_errors(),
        round_covariance=values,
        round_covariance_error=errors,
    )


def _is_precise(plan: TablePlan, total: BlockSums, until_se: float) -> bool:
    if total.batches < MIN_BATCHES:
        return False
    error = Estimate(plan, total).standard_error()
    return error is not None and error <= until_se


def _progress(plan: TablePlan, total: BlockSums, seconds: float) -> Progress:
    estimate = Estimate(plan, total)
    mean, error = estimate.mean(), estimate.standard_error()
    return Progress(total.rounds, seconds, mean, error)
