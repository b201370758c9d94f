"""Simulates a table: blocks dealt by several workers, added up in the order of the blocks.

The answer depends on the table, the strategy, the seats and the seed, never on who dealt what.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.games.table_rules import TableRules
from upcard.simulation.estimate import Estimate, TableResult, WagerEstimate
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy, TablePlan
from upcard.simulation.meters import MeterResult, SimulatedMeters
from upcard.simulation.sums import BlockSums, DealtBlock
from upcard.simulation.workers.team import TaskDealing, Team, ThreadTeam

AHEAD: Final = 3
"""Tasks under way for each worker, so that none waits for another."""

UNLIMITED: Final = 1 << 62
"""More rounds than anybody deals."""

LEAST_BATCHES: Final = 100
"""Fewer do not tell an error well enough to stop by it."""

REFRESH_SECONDS: Final = 0.2
"""Between two reports of progress."""


class Progress(msgspec.Struct, frozen=True):
    """How far a simulation is: rounds dealt in so many seconds, the first wager's mean."""

    rounds: int
    seconds: float
    mean: float
    standard_error: float | None


class Result(msgspec.Struct, frozen=True):
    """What a simulation found; means are per unit of the initial wager.

    `covariance` goes by the order of `wagers`. `interrupted` says that fewer rounds were dealt
    than were asked for. `rounds_by_count` are those of a player who counts, by his count.
    `penetration` is None where no cover card ends a shoe.
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


def is_compiled(rules: TableRules, strategy: SimulatedStrategy) -> bool:
    """Whether what deals a table to such players was compiled before: it begins at once then."""
    family = family_of(rules)
    return family.is_compiled(family.plan(rules, strategy))


def simulate(  # noqa: PLR0913 - all that one may choose
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
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Deal so many rounds, or until the error of the first wager's mean is small enough.

    Whole blocks count, in their order: the first that makes the error small enough is the last
    one, or that with the last round that was asked for, which ends there. `seed` is below 2**64;
    without `workers` there are as many as processors, or those of the dask cluster whose
    `scheduler` has this address, or a CUDA device. `penetration` is the part of the shoe in front
    of the cover card; without it a quarter stays behind. An interrupt (Ctrl-C) gives what there is.

    Raises `BadInput` for a table that is not simulated, and where no scheduler or device is.
    """
    assert until_se is not None if rounds is None else rounds > 0, "a simulation has an end"
    assert 0 <= seed < 1 << 64, "a seed fits the key of the random words"
    planned = family_of(rules).plan(
        rules, strategy, seats=seats, fresh_shoe=fresh_shoe, penetration=penetration
    )
    team = _team(planned, workers, scheduler, cuda=cuda)
    blocks = _blocks(team, seed, rounds or UNLIMITED)
    meters = SimulatedMeters(planned, seed)
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
    seconds = time.perf_counter() - start
    found = _result(planned, total, meters, seed, seconds)
    return replace(found, interrupted=interrupted)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _team(plan: TablePlan, workers: int | None, scheduler: str | None, *, cuda: bool) -> Team:
    """Who deals: threads here, or a cluster, or a device."""
    if scheduler is not None:
        from upcard.simulation.workers.cluster import ClusterTeam  # noqa: PLC0415 - imports dask

        return ClusterTeam(scheduler, plan)
    if cuda:
        from upcard.simulation.workers.device import DeviceTeam  # noqa: PLC0415 - imports numba

        return DeviceTeam(plan)
    return ThreadTeam(family_of(plan.rules).dealers(plan, workers or processors()))


def _blocks(team: Team, seed: int, rounds: int) -> Generator[DealtBlock]:
    """The blocks in their order, the last one up to the round that was asked for."""
    under_way: deque[tuple[range, TaskDealing]] = deque()
    next_, done, total = 0, 0, 0
    try:
        while rounds > 0:
            while len(under_way) < AHEAD * team.threads:
                left = rounds * done // total - (next_ - done) if total else 0
                size = min(done, left) // (AHEAD * team.threads)
                numbers = range(next_, next_ + max(1, min(team.most, size)))
                under_way.append((numbers, team.submit(seed, numbers, rounds)))
                next_ = numbers.stop
            numbers, dealing = under_way.popleft()
            for number, found in zip(numbers, dealing.result(), strict=True):
                fits = found.sums.rounds <= rounds
                dealt = found if fits else team.deal(seed, number, rounds)
                rounds -= dealt.sums.rounds
                done, total = number + 1, total + dealt.sums.rounds
                yield dealt
                if rounds == 0:
                    break
    finally:
        for _, dealing in under_way:
            dealing.cancel()
        team.close()


def _result(
    plan: TablePlan, total: BlockSums, meters: SimulatedMeters, seed: int, seconds: float
) -> Result:
    """What the blocks come to that were added up in so many seconds."""
    estimate = Estimate(plan, total)
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
    )


def _is_precise(plan: TablePlan, total: BlockSums, until_se: float) -> bool:
    if total.batches < LEAST_BATCHES:
        return False
    error = Estimate(plan, total).standard_error()
    return error is not None and error <= until_se


def _progress(plan: TablePlan, total: BlockSums, seconds: float) -> Progress:
    estimate = Estimate(plan, total)
    mean, error = estimate.mean(), estimate.standard_error()
    return Progress(total.rounds, seconds, mean, error)
