"""Solves a game: the best play and its expected win before the deal, exactly.

One player is at a fresh shoe of known composition and sees their own cards and the upcard. All
means are taken over every deal, in doubles, without simulation. With splits they are exact for the
stated strategy (`decide.py`): pairs that are split are resplit as long as the rules allow. The shoe
must not run out; it is an error if one hand could empty it.
"""

from collections.abc import Sequence
from math import sqrt

import msgspec

from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.cards import ValueCounts, counts_of, places, shoe_without, two_cards
from upcard.exact.strategy.column import HandAction, UpcardColumn
from upcard.exact.strategy.decide import Openings, StrategyBasis, best_column, marked_column
from upcard.exact.strategy.rules import HandRules, check


class UpcardSolution(msgspec.Struct, frozen=True):
    """One upcard: its probability, its column, and the action for every two cards."""

    chance: float
    column: UpcardColumn
    openings: Openings

    @property
    def expected_value(self) -> float:
        """The expected win against the upcard, or its expected square: see `UpcardColumn.power`."""
        column = self.column
        dealt = ((place, column.chance(place)) for place in two_cards())
        return sum(
            chance * column.worth(place)[self.openings[place]] for place, chance in dealt if chance
        )

    def __repr__(self) -> str:
        return f"<UpcardSolution: {self.column!r}, {len(self.openings)} hands of two cards>"


class Solution(msgspec.Struct, frozen=True):
    """The best play of a game; `answers` by the value of each upcard in the shoe.

    The player knows that the value of the hole card is in `holes`; deals with other hole cards
    count 0.
    """

    rules: HandRules
    shoe: ValueCounts
    play: StrategyBasis
    answers: dict[int, UpcardSolution]
    holes: Sequence[int] = VALUES

    @property
    def expected_value(self) -> float:
        """The expected win before the deal, per unit of the initial wager."""
        return sum(answer.chance * answer.expected_value for answer in self.answers.values())

    def __repr__(self) -> str:
        return f"<Solution by {self.play}: shoe {self.shoe}, {len(self.answers)} upcards>"

    def worth(self, cards: Sequence[int], upcard: int) -> dict[HandAction, float]:
        """The expected win of each action of a hand of values; see `UpcardColumn.seen`."""
        return self.answers[upcard].column.seen(places()[counts_of(cards)])


def solve(
    rules: HandRules,
    shoe: ValueCounts,
    play: StrategyBasis = "composition",
    holes: Sequence[int] = VALUES,
) -> Solution:
    """The best play of a shoe under these rules; ``BadInput`` for an impossible game."""
    check(rules, shoe)
    answers = {}
    for upcard in VALUES:
        if shoe[upcard]:
            column, openings = best_column(rules, shoe, upcard, play, holes)
            answers[upcard] = UpcardSolution(shoe[upcard] / sum(shoe), column, openings)
    return Solution(rules, shoe, play, answers, holes)


def standard_deviation(*solutions: Solution) -> float:
    """The standard deviation of the win of one round, per unit of the initial wager.

    Exact, including the hands of splits. Several solutions are those of one game for disjoint sets
    of hole cards. Not defined for shared split cards or returned wagers: see
    `HandRules.knows_deviation`.
    """
    assert all(solution.rules.knows_deviation for solution in solutions)
    mean = sum(solution.expected_value for solution in solutions)
    square = sum(_moment(solution, solution.shoe, power=2) for solution in solutions)
    return sqrt(max(square - mean**2, 0.0))


def effects_of_removal(solution: Solution) -> dict[int, float]:
    """The change of the expected win when one card of a value is gone.

    The strategy is kept, so the effects of all cards of the shoe sum to 0.
    """
    return {
        value: _moment(solution, shoe_without(solution.shoe, value)) - solution.expected_value
        for value in VALUES
        if solution.shoe[value]
    }


def _moment(solution: Solution, shoe: ValueCounts, power: int = 1) -> float:
    """The mean of a power of the win from a shoe, under a solution's strategy."""
    moment = 0.0
    for upcard, answer in solution.answers.items():
        if shoe[upcard]:
            marks, openings = answer.column.marks, answer.openings
            column = marked_column(
                solution.rules, shoe, upcard, marks, openings, power, solution.holes
            )
            moment += (
                shoe[upcard] / sum(shoe) * UpcardSolution(0.0, column, openings).expected_value
            )
    return moment
