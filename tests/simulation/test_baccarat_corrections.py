"""Corrected means of baccarat: unbiased whatever the tables hold, and far more precise."""

from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np
import pytest

from tables_of_games import baccarat_rules
from upcard.compiled.simulation.games import fields as own
from upcard.games.table_rules import TableRules
from upcard.simulation.estimate import Estimate
from upcard.simulation.games import baccarat
from upcard.simulation.games.baccarat_wins import wins_of_finished, wins_of_pair
from upcard.simulation.games.dealing import CHANCE, TalliedDealer
from upcard.simulation.run import simulate

LUCK: Final = 4.5
SEEDS: Final = 150
ROUNDS: Final = 2_000


def estimates(rules: TableRules, *, damage: Any = None, **choices: Any) -> list[Estimate]:
    """A block of each of many seeds; `damage` changes the kernel's integers before."""
    planned = baccarat.plan(rules, CHANCE, corrects=True, **choices)
    (dealer,) = baccarat.FAMILY.dealers(planned, 1)
    assert isinstance(dealer, TalliedDealer)
    if damage is not None:
        damage(dealer.before)
    return [Estimate(planned, dealer.deal_block(seed, 0, ROUNDS).sums) for seed in range(SEEDS)]


def apart(one: list[float], other: list[float]) -> float:
    """The standard errors between means of the same seeds."""
    gaps = [first - second for first, second in zip(one, other, strict=True)]
    return fmean(gaps) / (stdev(gaps) / sqrt(len(gaps)))


@pytest.mark.parametrize("choices", [{}, {"fresh_shoe": True}, {"penetration": 0.95}])
def test_corrected_and_raw_means_agree_over_many_seeds(choices: dict[str, Any]) -> None:
    found = estimates(baccarat_rules(), **choices)
    for number in range(5):
        corrected = [estimate.mean(number) for estimate in found]
        raw = [estimate.raw_mean(number) for estimate in found]
        assert abs(apart(corrected, raw)) < LUCK
        assert stdev(raw) > 8 * stdev(corrected)


def test_with_new_shoes_the_means_are_the_exact_ones() -> None:
    rules = baccarat_rules()
    dealt = simulate(rules, CHANCE, 300_000, 17, corrects=True, fresh_shoe=True)
    exact = {"baccarat-player": -0.012351, "baccarat-banker": -0.010579, "baccarat-tie": -0.143596}
    for wager in dealt.wagers[:3]:
        assert wager.standard_error is not None
        assert wager.standard_error < 4e-4
        assert abs(wager.mean - exact[wager.wager]) < LUCK * wager.standard_error + 1e-6


def wrong_wins(before: Any) -> None:
    """Every third entry of the first wager's tables is another."""
    first, second = before[own.WINS_OF], before[own.WINS_OF + 1]
    table = before[first:second]
    table[::3] = table[::-1][::3]


def test_wrong_wins_leave_the_mean_unbiased() -> None:
    right = estimates(baccarat_rules())
    wrong = estimates(baccarat_rules(), damage=wrong_wins)
    one, other = ([found.mean(0) for found in both] for both in (right, wrong))
    assert stdev(other) > 2 * stdev(one)
    assert abs(apart(one, other)) < LUCK
    assert [found.raw_mean(0) for found in right] == [found.raw_mean(0) for found in wrong]


def test_all_but_means_and_their_errors_come_from_raw_outcomes() -> None:
    rules = baccarat_rules()
    raw = simulate(rules, CHANCE, 50_000, 5)
    corrected = simulate(rules, CHANCE, 50_000, 5, corrects=True)
    assert corrected.covariance == raw.covariance
    for one, other in zip(corrected.wagers, raw.wagers, strict=True):
        assert (one.standard_deviation, one.outcomes) == (other.standard_deviation, other.outcomes)
        assert other.gain is None
        assert one.gain is not None
        assert one.gain > 100


def test_the_tables_are_naive_means() -> None:
    """What the Player's wager wins after the first cards: counted over all cards of a deck."""
    pays = [
        1 if own > other else -1 if own < other else 0 for own in range(10) for other in range(10)
    ]
    table = wins_of_finished(pays)
    points = np.array([*range(1, 10), 0, 0, 0, 0])
    after = table[-1_000:].reshape(10, 10, 10)  # both totals, and the Banker's third card
    assert after[6, 5, 2] == -1
    assert after[6, 5, 1] == 0
    thirds = table[-2_000:-1_000].reshape(10, 10, 10)
    assert thirds[0, 5, 4] == np.mean([np.sign(4 - (5 + card) % 10) for card in points])
    assert thirds[0, 7, 9] == 1
    fourths = table[-3_000:-2_000].reshape(10, 10, 10)
    assert fourths[7, 3, 5] == -1  # a natural 8
    assert fourths[6, 3, 4] == -1  # 7 to 6, nobody draws
    assert wins_of_pair(range(52 * 52))[[0, 51]].tolist() == [25.5, 51 * 52 + 25.5]
