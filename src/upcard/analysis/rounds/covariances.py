"""Covariances of what wagers win in one round from a new shoe: exact, or from dealt rounds.

Exact are those of wagers that the opening decides, with each other and with the Blackjack wager:
each opening is counted with the exact expected win of its hand. All results are per unit of the
initial wager, and shares of meters count nothing.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.analysis.rounds.exact_laws import is_known
from upcard.analysis.rounds.opening_classes import classes_of, columns_of_classes, place_of
from upcard.cards.composition import Composition
from upcard.exact.openings import VALUE_PAIRS, mean_product, means_by_values
from upcard.exact.strategy.solve import Solution
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan
from upcard.wagers.kit import WagerRule

Pair: TypeAlias = tuple[int, int]
"""The numbers of two wagers, the lower one first."""


class Covariance(msgspec.Struct, frozen=True):
    """A covariance, with its standard error if it is from dealt rounds."""

    value: float
    standard_error: float | None = None


def exact_covariances(
    columns: Sequence[WagerColumn], solutions: Sequence[Solution], left: Composition
) -> dict[Pair, Covariance]:
    """The covariances that are exact, by the numbers of two different columns.

    The first column is the Blackjack wager's, if there are solutions: those of one game for
    disjoint sets of hole cards. `left` is the shoe.
    """
    numbers = [number for number, column in enumerate(columns) if is_known(column)]
    means = {number: _mean(columns[number], left) for number in numbers}
    covariances = {}
    for row, column in combinations(numbers, 2):
        rules_and_wins = *_rule_and_wins(columns[row]), *_rule_and_wins(columns[column])
        product = mean_product(*rules_and_wins, left)
        covariances[row, column] = Covariance(product - means[row] * means[column])
    if solutions:
        won = sum(solution.expected_value for solution in solutions)
        for number in numbers:
            product = sum(_with_hand(solution, columns[number], left) for solution in solutions)
            covariances[0, number] = Covariance(product - won * means[number])
    return covariances


def _rule_and_wins(column: WagerColumn) -> tuple[WagerRule, list[float]]:
    """The wager's rule, and what it wins per unit with each outcome."""
    assert column.wager is not None
    return column.wager, [net / column.wagered for net in column.nets]


def _mean(column: WagerColumn, left: Composition) -> float:
    rule_and_wins = _rule_and_wins(column)
    return mean_product(*rule_and_wins, rule_and_wins[0], [1.0] * len(rule_and_wins[1]), left)


def _with_hand(solution: Solution, column: WagerColumn, left: Composition) -> float:
    """The mean product of what the hand and a side wager win."""
    means = means_by_values(*_rule_and_wins(column), left)
    product = 0.0
    for upcard, answer in solution.answers.items():
        classes = classes_of(means[:, upcard, :, None])
        for holes, won in columns_of_classes(solution, upcard, classes):
            for pair in range(len(VALUE_PAIRS)):
                place = place_of(pair)
                chance = answer.chance * answer.column.chance(place)
                if chance:
                    side = float(means[pair, upcard, holes[0]])
                    product += chance * side * won.worth(place)[answer.openings[place]]
    return product


def dealt_covariances(
    plan: TablePlan, columns: Sequence[int], rounds: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The covariances of one seat's wagers from dealt rounds, and their standard errors.

    The plan has a new shoe for every round; `columns` are indices of its columns, in whose order
    rows and columns of both matrices are. At least two rounds are dealt.
    """
    assert plan.fresh
    assert plan.seats == 1
    (dealer,) = family_of(plan.rules).dealers(plan, 1)
    scale = [plan.columns[place].unit / plan.columns[place].wagered for place in columns]
    sums: Any = None
    block, dealt = 0, 0
    while dealt < rounds:
        nets = dealer.deal_rounds(seed, block, rounds - dealt)
        won = nets[:, list(columns)] * np.array(scale)
        powers = [won**power for power in range(3)]
        products = np.array([[row.T @ column for column in powers] for row in powers])
        sums = products if sums is None else sums + products
        dealt += len(nets)
        block += 1
    return _from_moments(sums / dealt, dealt)


def _from_moments(
    moments: NDArray[np.float64], rounds: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Covariances and errors from the means of x**i * y**j, i and j from 0 to 2."""
    x, y = moments[1, 0], moments[0, 1]
    covariance = moments[1, 1] - x * y
    square = (
        moments[2, 2]
        - 2 * y * moments[2, 1]
        - 2 * x * moments[1, 2]
        + y**2 * moments[2, 0]
        + x**2 * moments[0, 2]
        + 4 * x * y * moments[1, 1]
        - 3 * x**2 * y**2
    )
    errors = np.sqrt(np.maximum(square - covariance**2, 0.0) / rounds)
    return covariance * rounds / (rounds - 1), errors
