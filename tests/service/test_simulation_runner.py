"""Simulations beside the floor: who may begin one, how many, how they end, what they come to."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from host.live import PLAIN
from service.floors import floor
from upcard.analysis.controls import with_controls
from upcard.analysis.players import player_of
from upcard.rules.violation import BadInput
from upcard.service.access.principal import Forbidden, Principal, Purpose, Role
from upcard.service.computing.budgets import Budgets
from upcard.service.computing.computations import Computations
from upcard.service.simulation_runner import (
    MAX_ROUNDS,
    POINTS,
    STOPPED,
    RunningSimulation,
    SimulationProgress,
    SimulationRequest,
    SimulationRunner,
)
from upcard.simulation.run import Progress, simulate
from upcard.submission.compiling.text import rules_of

ANN = Principal("ann", Role.PLAYER)
BOB = Principal("bob", Role.PLAYER)
CAT = Principal("cat", Role.PLAYER)
RULES = rules_of(PLAIN)


def beside_the_floor(does: Callable[[SimulationRunner], Awaitable[None]]) -> None:
    """Let `does` use a runner, and close it."""

    async def run() -> None:
        computations = Computations()
        runner = SimulationRunner(computations)
        try:
            await does(runner)
        finally:
            runner.close()
            computations.close()

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


async def finished(running: RunningSimulation) -> RunningSimulation:
    await until(lambda: running.over)
    return running


def test_a_simulation_comes_to_what_the_command_gives() -> None:
    trial = SimulationRequest(RULES, rounds=200_000, seed=3, fresh_shoe=True)
    player = player_of(RULES, "total")
    alone = simulate(RULES, player.strategy, 200_000, 3, fresh_shoe=True, workers=1, corrects=True)

    async def begun(runner: SimulationRunner) -> None:
        running = await finished(runner.begin(ANN, trial))
        assert running.result is not None, running.problem
        assert not running.problem
        assert running.result.wagers == with_controls(alone, player.expected).wagers
        assert running.wager == "blackjack"
        assert running.exact == player.expected["blackjack"]
        assert running.points[-1].rounds == 200_000
        assert running.points[-1].mean == running.result.wagers[0].mean

    beside_the_floor(begun)


def test_a_simulation_that_is_stopped_gives_what_was_dealt() -> None:
    async def stopped(runner: SimulationRunner) -> None:
        running = runner.begin(ANN, SimulationRequest(RULES, MAX_ROUNDS, seed=1))
        await until(lambda: bool(running.points) or running.over)
        running.stop()
        result = (await finished(running)).result
        assert result is not None
        assert result.interrupted
        assert 0 < result.rounds < MAX_ROUNDS
        assert not running.out_of_time

    beside_the_floor(stopped)


def test_a_simulation_ends_with_the_time_that_a_person_has() -> None:
    allowed = Budgets(lambda: 0.0)
    allowed.spend(ANN, allowed.seconds_of(ANN) - 0.05)

    async def used_up() -> None:
        computations = Computations(allowed)
        runner = SimulationRunner(computations)
        long = SimulationRequest(RULES, MAX_ROUNDS, seed=1)
        running = await finished(runner.begin(ANN, long))
        assert running.out_of_time
        assert running.result is not None or running.problem == STOPPED
        while allowed.left(ANN) > 0:  # it ends by the clock; the processor's time is charged
            assert (await finished(runner.begin(ANN, long))).out_of_time
        refused = await finished(runner.begin(ANN, long))
        assert "seconds of computing that a player has" in refused.problem
        computations.close()

    asyncio.run(used_up())


def test_one_that_is_stopped_before_a_round_or_cancelled_says_so() -> None:
    async def ended(runner: SimulationRunner) -> None:
        long = SimulationRequest(RULES, MAX_ROUNDS, seed=1)
        early = runner.begin(ANN, long)
        await asyncio.sleep(0)
        early.stop()
        assert (await finished(early)).problem == STOPPED
        listed = runner._computations.under_way
        cancelled = runner.begin(ANN, long)
        await until(lambda: bool(listed))
        (job,) = listed.values()
        assert (job.name, job.what) == ("ann", "run a simulation")
        job.cancel("ada cancelled it.")
        assert (await finished(cancelled)).problem == "ada cancelled it."

    beside_the_floor(ended)


def test_one_for_each_person_and_few_at_a_time() -> None:
    async def begun(runner: SimulationRunner) -> None:
        long = SimulationRequest(RULES, MAX_ROUNDS, seed=1)
        first = runner.begin(ANN, long)
        with pytest.raises(BadInput, match="Your last simulation"):
            runner.begin(ANN, long)
        second = runner.begin(BOB, long)
        with pytest.raises(BadInput, match="Other simulations are running"):
            runner.begin(CAT, long)
        first.stop()
        await finished(first)
        third = runner.begin(CAT, long)
        runner.close()
        for running in (second, third):
            assert (await finished(running)).result or running.problem
        with pytest.raises(BadInput, match="shutting down"):
            runner.begin(ANN, long)

    beside_the_floor(begun)


def test_what_is_not_simulated_here_is_refused() -> None:
    runner = SimulationRunner(Computations())
    sign = Principal("sign", Role.DEVICE, purpose=Purpose.SIGN)
    with pytest.raises(Forbidden, match="run a simulation"):
        runner.begin(sign, SimulationRequest(RULES, 1, 1))
    for trial in (
        SimulationRequest(RULES, 0, 1),
        SimulationRequest(RULES, MAX_ROUNDS + 1, 1),
        SimulationRequest(RULES, 1, 1 << 64),
        SimulationRequest(RULES, 1, 1, seats=8),
    ):
        with pytest.raises(BadInput):
            runner.begin(ANN, trial)


def test_a_long_course_keeps_its_shape_in_fewer_points() -> None:
    running = RunningSimulation(SimulationRequest(RULES, 1, 1))
    for rounds in range(1, 4 * POINTS):
        progress = Progress(rounds, rounds / 1e6, 0.0, 1.0)
        assert running.hear(SimulationProgress("Dealing …", progress=progress))
    rounds_kept = [point.rounds for point in running.points]
    assert len(rounds_kept) <= POINTS
    assert rounds_kept[0] == 1
    assert rounds_kept == sorted(set(rounds_kept))


@pytest.mark.nightly
def test_the_par_sheet_of_a_wager_over_http() -> None:
    with floor() as served:
        ann = served.client_of("ann")
        query: dict[str, str | int] = {"paytable": "A", "decks": 6, "form": "html"}
        sheet = ann.get("/api/odds/perfect-pairs/par-sheet", params=query)
        assert sheet.headers["Content-Disposition"].endswith('"par-perfect-pairs-A.html"')
        assert "<td>780</td>" in sheet.text
        assert "6.1093 %" in sheet.text
        paper = ann.get("/api/odds/perfect-pairs/par-sheet", params={**query, "form": "pdf"})
        assert paper.content.startswith(b"%PDF-")
        for path, status in (
            ("blazing-7s/par-sheet?any_20=true", 404),
            ("must-hit-by-mystery/par-sheet", 422),
            ("no-such-wager/par-sheet", 404),
            ("lightning-straight/par-sheet", 422),
        ):
            assert ann.get(f"/api/odds/{path}").status_code == status, path
