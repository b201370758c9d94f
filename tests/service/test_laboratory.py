"""Simulations beside the floor: who may begin one, how many, how they end, what they come to."""

import time
from collections.abc import Iterator

import pytest

from host.live import PLAIN
from service.floors import floor
from upcard.analysis.controls import with_controls
from upcard.analysis.players import player_of
from upcard.rules.violation import BadInput
from upcard.service.access.principal import Forbidden, Principal, Purpose, Role
from upcard.service.laboratory import (
    MOST_ROUNDS,
    POINTS,
    Laboratory,
    RunningSimulation,
    SimulationRequest,
)
from upcard.simulation.run import Progress, simulate
from upcard.submission.compiling.text import rules_of

ANN = Principal("ann", Role.PLAYER)
BOB = Principal("bob", Role.PLAYER)
CAT = Principal("cat", Role.PLAYER)
RULES = rules_of(PLAIN)


@pytest.fixture
def laboratory() -> Iterator[Laboratory]:
    one = Laboratory()
    yield one
    one.close()


def finished(running: RunningSimulation) -> RunningSimulation:
    for _ in range(1200):
        if running.over:
            return running
        time.sleep(0.05)
    raise AssertionError(running.step)


def test_a_simulation_comes_to_what_the_command_gives(laboratory: Laboratory) -> None:
    trial = SimulationRequest(RULES, rounds=200_000, seed=3, fresh_shoe=True)
    running = finished(laboratory.begin(ANN, trial))
    player = player_of(RULES, "total")
    alone = simulate(RULES, player.strategy, 200_000, 3, fresh_shoe=True, workers=1, corrects=True)
    assert running.result is not None
    assert not running.problem
    assert running.result.wagers == with_controls(alone, player.expected).wagers
    assert running.wager == "blackjack"
    assert running.exact == player.expected["blackjack"]
    assert running.points[-1].rounds == 200_000
    assert running.points[-1].mean == running.result.wagers[0].mean


def test_a_simulation_that_is_stopped_gives_what_was_dealt(laboratory: Laboratory) -> None:
    running = laboratory.begin(ANN, SimulationRequest(RULES, MOST_ROUNDS, seed=1))
    while not running.points and not running.over:
        time.sleep(0.01)
    running.stop()
    result = finished(running).result
    assert result is not None
    assert result.interrupted
    assert 0 < result.rounds < MOST_ROUNDS


def test_one_for_each_person_and_few_at_a_time(laboratory: Laboratory) -> None:
    long = SimulationRequest(RULES, MOST_ROUNDS, seed=1)
    first = laboratory.begin(ANN, long)
    with pytest.raises(BadInput, match="Your last simulation"):
        laboratory.begin(ANN, long)
    second = laboratory.begin(BOB, long)
    with pytest.raises(BadInput, match="Other simulations are running"):
        laboratory.begin(CAT, long)
    first.stop()
    finished(first)
    third = laboratory.begin(CAT, long)
    laboratory.close()
    assert finished(second).result or second.problem
    assert finished(third).result or third.problem
    with pytest.raises(BadInput, match="shutting down"):
        laboratory.begin(ANN, long)


def test_what_is_not_simulated_here_is_refused(laboratory: Laboratory) -> None:
    sign = Principal("sign", Role.DEVICE, purpose=Purpose.SIGN)
    with pytest.raises(Forbidden, match="run a simulation"):
        laboratory.begin(sign, SimulationRequest(RULES, 1, 1))
    for trial in (
        SimulationRequest(RULES, 0, 1),
        SimulationRequest(RULES, MOST_ROUNDS + 1, 1),
        SimulationRequest(RULES, 1, 1 << 64),
        SimulationRequest(RULES, 1, 1, seats=8),
    ):
        with pytest.raises(BadInput):
            laboratory.begin(ANN, trial)


def test_a_long_course_keeps_its_shape_in_fewer_points() -> None:
    running = RunningSimulation(SimulationRequest(RULES, 1, 1))
    for rounds in range(1, 4 * POINTS):
        running._follow(Progress(rounds, rounds / 1e6, 0.0, 1.0))
    rounds_kept = [one.rounds for one in running.points]
    assert len(rounds_kept) <= POINTS
    assert rounds_kept[0] == 1
    assert rounds_kept == sorted(set(rounds_kept))


def test_the_par_sheet_of_a_wager_over_http() -> None:
    with floor() as served:
        ann = served.as_("ann")
        query = {"paytable": "A", "decks": 6, "form": "html"}
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
