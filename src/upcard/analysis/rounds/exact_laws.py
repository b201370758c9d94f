"""The law of what one player wins in a round from a new shoe, with wagers that are known exactly.

These are the Blackjack wager under the solved play of a game, and side wagers that the opening
decides. The same cards decide them, so their law is that of their sum.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt

import msgspec
import numpy as np

from upcard.analysis.rounds.opening_classes import classes_of, laws_of_classes, place_of
from upcard.cards.composition import Composition
from upcard.compiled.arrays import Floats
from upcard.exact.openings import VALUE_PAIRS, is_of_opening, total_counts
from upcard.exact.strategy.laws import ResultLaw, weighted_sum
from upcard.exact.strategy.solve import Solution
from upcard.simulation.column import WagerColumn


class ExactRound(msgspec.Struct, frozen=True):
    """The probability of each result of a round, in units.

    `resplit` is what the Blackjack wager alone wins in the part of rounds whose pair became three
    hands or more, and `beside` the law of all wagers in that part. Their probability, mean and mean
    square are exact, their shape is not (`exact.strategy.laws`). All else is exact.
    """

    law: ResultLaw
    resplit: ResultLaw
    beside: ResultLaw

    @property
    def resplit_chance(self) -> float:
        """The probability of three hands or more."""
        return sum(self.resplit.values())

    @property
    def deviation(self) -> float:
        """The standard deviation of a result, which is exact, in units."""
        mean = sum(float(net) * chance for net, chance in self.law.items())
        return sqrt(sum((float(net) - mean) ** 2 * chance for net, chance in self.law.items()))


def is_known(column: WagerColumn) -> bool:
    """Whether the opening decides a side wager."""
    return column.wager is not None and not column.at_times and is_of_opening(column.wager)


def exact_round(
    solutions: Sequence[Solution],
    wagered: int,
    columns: Sequence[WagerColumn],
    left: Composition,
) -> ExactRound:
    """The law of a Blackjack wager of `wagered` units (0 for none) and of side wagers together.

    The solutions are those of one game for disjoint sets of hole cards, and `left` its shoe.
    Requires `is_known` of every column, and `HandRules.knows_deviation` of every solution.
    """
    rules = [column.wager for column in columns if column.wager is not None]
    counts, totals = total_counts(rules, [column.nets for column in columns], left)
    if not wagered:
        chances = counts.sum((0, 1, 2)) / counts.sum()
        law = {Fraction(net): float(chance) for net, chance in zip(totals, chances, strict=True)}
        return ExactRound(law, {}, {})
    dealt = counts.sum(-1, keepdims=True)
    shares = np.divide(counts, dealt, out=np.full_like(counts, np.nan), where=dealt > 0)
    all_laws, resplit, resplit_laws_of_all = [], [], []
    for solution, upcard, holes, laws in _laws_by_hole_cards(solutions, shares):
        answer = solution.answers[upcard]
        for pair in range(len(VALUE_PAIRS)):
            ways = counts[pair, upcard, list(holes)].sum(0)
            place = place_of(pair)
            if place not in laws or not ways.sum():
                continue
            chance = answer.chance * answer.column.chance(place)
            sides = dict(zip(totals, (ways / ways.sum()).tolist(), strict=True))
            law, law_of_several = laws[place]
            all_laws.append((chance, _law_with_sides(law, wagered, sides)))
            resplit_laws_of_all.append((chance, _law_with_sides(law_of_several, wagered, sides)))
            resplit.append((chance, _law_with_sides(law_of_several, wagered, {0: 1.0})))
    return ExactRound(
        weighted_sum(all_laws), weighted_sum(resplit), weighted_sum(resplit_laws_of_all)
    )


def _laws_by_hole_cards(
    solutions: Sequence[Solution], shares: Floats
) -> Iterator[tuple[Solution, int, Sequence[int], Mapping[int, tuple[ResultLaw, ResultLaw]]]]:
    """The laws of the hands behind each upcard, apart for hole cards with other side wagers.

    `shares` are the shares of the side wagers' results by pair, upcard and hole card. Each entry
    has the solution, the upcard, the hole cards, and by place of a pair its law and that of three
    hands or more.
    """
    for solution in solutions:
        for upcard in solution.answers:
            classes = classes_of(shares[:, upcard])
            for holes, laws in laws_of_classes(solution, upcard, classes):
                yield solution, upcard, holes, laws


def _law_with_sides(law: ResultLaw, wagered: int, sides: dict[int, float]) -> ResultLaw:
    """The law of a hand and of independent side wagers, in units."""
    return weighted_sum(
        (chance, {result * wagered + net: weight for result, weight in law.items()})
        for net, chance in sides.items()
        if chance
    )
