"""The risk of a simulated table, held to walks whose ruin is known exactly."""

from functools import cache
from math import inf, sqrt

import numpy as np
import pytest

from amounts import dollars
from simulation.strategies import basic
from tables import table_rules
from upcard.analysis.risk.bankroll import Risk, risk_of
from upcard.analysis.risk.ruin import bankroll_for, ruin, ruin_within
from upcard.simulation.run import Result, simulate

RULES = table_rules(
    minimum=10,
    wagers={
        "perfect-pairs": {"paytable": "A", "minimum": 5},
        "jackpot-party": {"paytable": "P20-B", "wager": 5},
    },
)


@cache
def simulated() -> Result:
    return simulate(RULES, basic(6), 50_000, 1, seats=2)


def found(**asked: float) -> Risk:
    risk = risk_of(RULES, simulated(), **asked)  # type: ignore[arg-type] # a bankroll is a whole number
    assert risk is not None
    return risk


def walk_ruin(bankroll: int, up: float, rounds: int) -> float:
    """The probability that a walk of steps up and down by 1 comes to 0, step by step."""
    chances = np.zeros(bankroll + rounds + 2)
    chances[bankroll] = 1.0
    lost = 0.0
    for _ in range(rounds):
        after = np.zeros_like(chances)
        after[1:] += up * chances[:-1]
        after[:-1] += (1 - up) * chances[1:]
        lost, after[0] = lost + after[0], 0.0
        chances = after
    return lost


@pytest.mark.parametrize("up", [0.505, 0.51, 0.52])
@pytest.mark.parametrize("bankroll", [20, 100])
def test_ruin_is_that_of_a_walk_with_a_small_edge(up: float, bankroll: int) -> None:
    exact = ((1 - up) / up) ** bankroll
    mean = 2 * up - 1
    assert ruin(bankroll, mean, sqrt(1 - mean**2)) == pytest.approx(exact, rel=0.02)


@pytest.mark.parametrize("up", [0.47, 0.49, 0.5, 0.51])
@pytest.mark.parametrize("rounds", [400, 2_000])
def test_ruin_within_a_time_is_that_of_a_walk(up: float, rounds: int) -> None:
    mean = 2 * up - 1
    exact = walk_ruin(40, up, rounds)
    approximate = ruin_within(40, mean, sqrt(1 - mean**2), rounds)
    assert approximate == pytest.approx(exact, abs=0.01)


def test_ruin_within_a_long_time_is_ruin_for_ever() -> None:
    assert ruin_within(50, 0.01, 1.1, 1e8) == pytest.approx(ruin(50, 0.01, 1.1))
    assert ruin_within(50, -0.01, 1.1, 1e8) == 1.0
    assert ruin_within(1e6, -0.01, 1.1, 10) < 1e-100


def test_a_bankroll_for_a_risk_has_that_risk() -> None:
    for risk in (0.5, 0.05, 1e-6):
        assert ruin(bankroll_for(risk, 0.01, 1.15), 0.01, 1.15) == pytest.approx(risk)
    assert (ruin(1e9, -0.01, 1.15), bankroll_for(0.05, 0.0, 1.15)) == (1.0, inf)


def test_figures_follow_from_the_table() -> None:
    risk, table = found(), simulated().table
    assert risk.wagered == "40.00"
    assert risk.mean == pytest.approx(40 * table.mean)
    assert risk.n0 is not None
    assert risk.n0 == pytest.approx((table.standard_deviation or 0) ** 2 / table.mean**2)
    assert risk.hours_per_standard_error == pytest.approx(risk.n0 / 139)
    assert (risk.bankroll, risk.player.risk_of_ruin, risk.house.risk_of_ruin) == (None,) * 3
    assert risk.player.bankroll_for_risk is None
    slow = found(rounds_per_hour=60)
    assert slow.hours_per_standard_error == pytest.approx(risk.n0 / 60)


def test_a_bankroll_is_at_risk() -> None:
    risk = found(bankroll=dollars(1_000), hours=4.0, risk=0.01)
    assert (risk.bankroll, risk.player.risk_of_ruin) == ("1000.00", 1.0)
    assert 0 < (risk.house.risk_of_ruin or 0) < 0.01
    assert risk.house.bankroll_for_risk == pytest.approx(
        bankroll_for(0.01, -risk.mean, risk.standard_deviation)
    )
    within = ruin_within(1_000, risk.mean, risk.standard_deviation, 4 * 139)
    assert risk.risk_of_ruin_within == within


def test_what_goes_to_meters_is_not_kept() -> None:
    holds = found().hold
    assert [hold.seats for hold in holds] == list(range(1, 8))
    one, seven = holds[0], holds[-1]
    rate = sum(
        meter.increment + meter.secondary_increment
        for offered in RULES.wagers
        for meter in offered.meters
    )
    assert rate > 0
    assert one.to_meters == pytest.approx(209 * 5 * rate / 1e6)
    assert one.wagered == pytest.approx(209 * 20)
    assert one.win == pytest.approx(-simulated().table.mean * one.wagered - one.to_meters)
    assert seven.wagered == pytest.approx(52 * 7 * 20)
    assert seven.hold == pytest.approx(one.hold)


def test_one_batch_tells_no_risk() -> None:
    assert risk_of(RULES, simulate(RULES, basic(6), 3, 1)) is None


def test_intervals_hold_what_other_seeds_find() -> None:
    """Of a mean, N0 and a chance of ruin, 95 % of intervals hold the value of many rounds."""
    truth = risk_of(
        RULES, simulate(RULES, basic(6), 2_000_000, 9, seats=2), bankroll=dollars(1_000)
    )
    assert truth is not None
    missed = 0
    for seed in range(20):
        risk = risk_of(
            RULES, simulate(RULES, basic(6), 20_000, seed, seats=2), bankroll=dollars(1_000)
        )
        assert risk is not None
        assert risk.n0_interval is not None
        assert risk.house.ruin_interval is not None
        low, high = risk.n0_interval
        least, most = risk.house.ruin_interval
        missed += not low <= (truth.n0 or 0) <= (high or inf)
        assert least <= (risk.house.risk_of_ruin or 0) <= (most or 1.0)
    assert missed <= 4  # of 20, by chance one: more than four once in 400 times


def test_chosen_wagers_alone_count() -> None:
    result = simulated()
    assert result.covariance is not None
    both, main = found(), found(wagers=("blackjack",))  # type: ignore[arg-type]
    column = [wager.wager for wager in result.wagers].index("blackjack")
    assert main.wagered == "20.00"
    assert main.standard_deviation == pytest.approx(20 * sqrt(result.covariance[column][column]))
    assert main.hold[0].to_meters == 0 < both.hold[0].to_meters
    every = found(wagers=tuple(both.chosen))  # type: ignore[arg-type]
    assert every.chosen == both.chosen
    assert every.wagered == both.wagered
    assert every.mean == pytest.approx(both.mean)
    assert every.standard_deviation == pytest.approx(both.standard_deviation)


def test_a_trip_is_a_normal_result() -> None:
    trip = found(bankroll=dollars(1_000), hours=4.0).trip
    risk = found()
    assert trip is not None
    assert trip.rounds == 4 * 139
    assert trip.mean == pytest.approx(risk.mean * trip.rounds)
    assert (trip.low + trip.high) / 2 == pytest.approx(trip.mean)
    assert trip.ahead_interval[0] < trip.ahead < (trip.ahead_interval[1] or 0) < 0.5


def test_corrected_means_have_the_risk_of_many_more_rounds() -> None:
    """By corrected means, 40,000 rounds know a mean as well as millions of raw ones."""
    few = simulate(RULES, basic(6), 40_000, 2, seats=2, corrects=True)
    many = simulate(RULES, basic(6), 2_000_000, 9, seats=2)
    for wagers in (None, ("blackjack",), ("blackjack", "perfect-pairs")):
        raw = risk_of(RULES, few, bankroll=dollars(1_000), wagers=wagers)
        right = risk_of(RULES, few, bankroll=dollars(1_000), wagers=wagers, corrected=True)
        truth = risk_of(RULES, many, wagers=wagers)
        assert raw is not None
        assert right is not None
        assert truth is not None
        assert (right.standard_deviation, right.wagered) == (raw.standard_deviation, raw.wagered)
        error = sqrt(right.mean_error**2 + truth.mean_error**2)
        assert abs(right.mean - truth.mean) < 4.5 * error
        assert right.hold[0].hold == pytest.approx(
            (-right.mean - right.hold[0].to_meters / 209 * 2) / float(right.wagered)
        )
    pairs = risk_of(RULES, few, wagers=("blackjack", "perfect-pairs"), corrected=True)
    alone = risk_of(RULES, few, wagers=("blackjack",), corrected=True)
    assert pairs is not None
    assert alone is not None
    of_one = few.wagers[0].standard_error
    assert of_one is not None
    assert pairs.mean_error < of_one * 40 * 1.1
    assert alone.mean == pytest.approx(20 * few.wagers[0].mean)
    assert alone.mean_error == pytest.approx(20 * of_one)
    assert risk_of(RULES, simulated(), corrected=True) is None


def test_all_wagers_together_are_those_of_the_table() -> None:
    few = simulate(RULES, basic(6), 20_000, 3, seats=2, corrects=True)
    risk = risk_of(RULES, few, corrected=True)
    assert risk is not None
    assert risk.mean == pytest.approx(40 * few.table.mean)
    assert risk.mean_error == pytest.approx(40 * (few.table.standard_error or 0))
