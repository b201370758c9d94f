"""Corrected means of the main wager: unbiased whatever the tables hold, and far more precise."""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np
import pytest

import upcard
from simulation.house_campaign import drawn_rules
from simulation.strategies import at_random, at_random_for, basic
from tables import table_rules
from upcard.analysis.counters.bets_by_count import counting_player, parse_bets
from upcard.analysis.risk.bankroll import risk_of
from upcard.analysis.strategies import table_of
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import win_tables
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import rules_of, solve_table
from upcard.exact.strategy.rules import full_shoe
from upcard.exact.strategy.solve import solve
from upcard.games.table_rules import TableRules
from upcard.rules.counts import count_system
from upcard.simulation.blackjack.variation_table import AnyStrategyTable
from upcard.simulation.block import BlackjackDealer, dealers
from upcard.simulation.estimate import Estimate
from upcard.simulation.plan import plan
from upcard.simulation.run import Result, simulate

LUCK: Final = 4.5
"""Standard errors by which an honest mean misses once in a hundred thousand times."""

SEEDS: Final = 200
ROUNDS: Final = 2_000

Damage = Callable[[Any, int], None]
"""Changes the integers of a dealer in which a record begins at an offset."""

RANDOM: Final = at_random(3, insures=True)
FIVE: Final = {"minimum": 5}
SIDE_WAGERS: Final = {"lucky-ladies": FIVE, "buster-blackjack": {"paytable": "A", "minimum": 15}}


class Seeds:
    """Rounds of `SEEDS` seeds at a table; wagers are named by their numbers in the plan."""

    def __init__(
        self,
        rules: TableRules,
        strategy: AnyStrategyTable,
        *,
        damage: Damage | None = None,
        valuing: Damage | None = None,
        **choices: Any,
    ) -> None:
        planned = plan(rules, strategy, corrects=True, **choices)
        (dealer,) = dealers(planned, 1)
        if damage is not None:
            ints = np.frombuffer(dealer._memory.ints, np.int64)
            damage(ints, int(ints[at.CORRECTING]))
        if valuing is not None:
            ints = np.frombuffer(dealer._memory.ints, np.int64)
            for record in dealer._memory.valuing:
                valuing(ints, record)
        self._estimates = [Estimate(planned, _dealt(dealer, seed)) for seed in range(SEEDS)]

    def corrected(self, number: int = 0) -> list[float]:
        """The corrected means of a wager."""
        return [estimate.mean(number) for estimate in self._estimates]

    def raw(self, number: int = 0) -> list[float]:
        """The raw means of a wager."""
        return [estimate.raw_mean(number) for estimate in self._estimates]

    def gain(self, number: int = 0) -> float:
        """How many times the variance of the raw means is that of the corrected ones."""
        return (stdev(self.raw(number)) / stdev(self.corrected(number))) ** 2

    def z(self, number: int = 0) -> float:
        """The standard errors between the corrected and the raw means."""
        return apart(self.corrected(number), self.raw(number))


def _dealt(dealer: BlackjackDealer, seed: int) -> Any:
    return dealer.deal_block(seed, 0, ROUNDS).sums


def apart(one: list[float], other: list[float]) -> float:
    """The standard errors between means of the same seeds."""
    differences = [first - second for first, second in zip(one, other, strict=True)]
    return fmean(differences) / (stdev(differences) / sqrt(len(differences)))


def counter() -> AnyStrategyTable:
    bets = parse_bets("-2=1 1=2 2=4 3=8")
    rules = table_rules()
    return counting_player(
        rules, "total", basic(6), count_system("hi-lo"), bets, indices=False
    ).strategy


TABLES: Final[dict[str, tuple[dict[str, Any], AnyStrategyTable, dict[str, Any], float]]] = {
    "six decks": ({}, basic(6), {}, 100),
    "one deck to its end": ({"decks": 1}, basic(1), {"penetration": 0.95}, 5),
    "seven seats, one deck to its end": (
        *({"decks": 1}, RANDOM),
        *({"penetration": 0.95, "seats": 7}, 1.5),
    ),
    "side wagers, three seats": ({"wagers": SIDE_WAGERS}, basic(6), {"seats": 3}, 50),
    "random play, every pair split": (
        *({"blackjack": {"resplits": 3, "resplit_aces": True}}, RANDOM),
        *({}, 5),
    ),
    "from the hand": ({"decks": 2, "dealing": "from-the-hand"}, basic(2), {}, 50),
    "a new shoe each round": ({"decks": 1}, basic(1), {"fresh_shoe": True, "seats": 5}, 50),
}
"""The table, the play, how it is dealt, and a factor by which corrections help at least."""


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("name", TABLES)
def test_corrected_and_raw_means_agree_over_many_seeds(name: str) -> None:
    choices, strategy, dealing, gain = TABLES[name]
    found = Seeds(table_rules(**choices), strategy, **dealing)
    assert abs(found.z()) < LUCK
    assert found.gain() > gain


def test_wagers_that_vary_with_the_count_are_corrected() -> None:
    found = Seeds(table_rules(), counter())
    assert abs(found.z()) < LUCK
    assert found.gain() > 20


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("chosen", drawn_rules(7))
def test_house_rules_are_corrected(chosen: dict[str, Any]) -> None:
    rules = upcard.blackjack(**chosen).table
    found = Seeds(rules, played(rules))
    assert abs(found.z()) < LUCK


def played(rules: TableRules) -> AnyStrategyTable:
    (solution,) = solve_table(rules, "total").solutions
    return table_of(solution)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("play", ["total", "composition"])
@pytest.mark.parametrize(("decks", "seats"), [(1, 1), (6, 3)])
def test_with_new_shoes_the_mean_is_the_exact_one(
    play: StrategyBasis, decks: int, seats: int
) -> None:
    rules = table_rules(decks=decks)
    solution = solve(rules_of(rules), full_shoe(decks), play)
    dealt = simulated(rules, table_of(solution), 300_000, fresh_shoe=True, seats=seats)
    found = dealt.wagers[0]
    assert found.standard_error is not None
    assert found.standard_error < 2e-4 * found.standard_deviation
    assert abs(found.mean - solution.expected_value) < LUCK * found.standard_error


def simulated(rules: TableRules, strategy: AnyStrategyTable, rounds: int, **more: Any) -> Result:
    return simulate(rules, strategy, rounds, corrects=True, **{"seed": 17, **more})


def wrong_wins(ints: Any, base: int) -> None:
    """Every third win is another; those of the dealer's cards are gone."""
    table = ints[base + win_tables.FIRST : base + win_tables.SHARES]
    table[::3] = table[::-1][::3]
    ints[base + win_tables.DEALERS : base + win_tables.SHARES] = 0


def wrong_shares(ints: Any, base: int) -> None:
    """One card more of one value is left than there are."""
    ints[base + win_tables.FULL + VALUES - 1] += 1


def test_wrong_wins_leave_the_mean_unbiased() -> None:
    """Beside right ones, which tell it to a few millionths."""
    rules, strategy = table_rules(decks=2), basic(2)
    right, wrong = Seeds(rules, strategy), Seeds(rules, strategy, damage=wrong_wins)
    assert right.raw() == wrong.raw()
    assert stdev(wrong.corrected()) > 2 * stdev(right.corrected())
    assert abs(apart(right.corrected(), wrong.corrected())) < LUCK


def test_wrong_expectations_are_noticed() -> None:
    rules, strategy = table_rules(decks=2), basic(2)
    right, wrong = Seeds(rules, strategy), Seeds(rules, strategy, damage=wrong_shares)
    assert abs(apart(right.corrected(), wrong.corrected())) > 10 * LUCK


def test_all_but_means_and_their_errors_come_from_raw_outcomes() -> None:
    rules = table_rules(wagers=SIDE_WAGERS)
    raw = simulate(rules, basic(6), 50_000, 5, seats=2)
    corrected = simulate(rules, basic(6), 50_000, 5, seats=2, corrects=True)
    assert corrected.covariance == raw.covariance
    assert corrected.table.standard_deviation == raw.table.standard_deviation
    assert risk_of(rules, corrected) == risk_of(rules, raw)
    for one, other in zip(corrected.wagers, raw.wagers, strict=True):
        assert one.standard_deviation == other.standard_deviation
        assert one.outcomes == other.outcomes
    assert raw.wagers[0].gain is None
    assert corrected.wagers[0].gain == pytest.approx(
        (raw.wagers[0].standard_error / corrected.wagers[0].standard_error) ** 2  # type: ignore[operator]
    )


def test_the_mean_of_a_single_batch_is_raw() -> None:
    rules = table_rules(wagers=SIDE_WAGERS)
    raw = simulate(rules, basic(6), 1, 5)
    assert simulated(rules, basic(6), 1, seed=5).wagers == raw.wagers


@pytest.mark.parametrize("choices", [{"dealing": "double-shoe"}, {"game": "switch-hands"}])
def test_other_ways_of_dealing_have_raw_means(choices: dict[str, Any]) -> None:
    rules = table_rules(**choices)
    assert plan(rules, at_random_for(rules, 1), corrects=True).corrected == {}
