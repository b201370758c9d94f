"""The law of what one round wins under a strategy: exact, but for splits of more than two hands.

Results are per unit of the initial wager. A hand that is not split wins or loses one amount, so its
law follows from the mean and the mean square of what it wins. The two hands of a split have a law
of their own (`compiled.strategy.laws`). The law of three hands or more is not counted: its
probability, mean and mean square are exact, and its shape is that of hands which depend on each
other by the dealer's hand alone.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.compiled.strategy.board import SplitLaws
from upcard.compiled.strategy.fields import OUTCOMES
from upcard.exact.strategy.cards import ValueCounts, hands, two_cards
from upcard.exact.strategy.column import NATURAL, HandAction, Marks, UpcardColumn
from upcard.exact.strategy.decide import marked_column, split_laws
from upcard.exact.strategy.resplits import Ending, endings
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solve import Solution

ResultLaw: TypeAlias = dict[Fraction, float]
"""The probability of each result; together that of the deals counted."""

MIN_CHANCE: Final = 1e-15
"""Probabilities below are rounding errors."""


class OpeningLaw(msgspec.Struct, frozen=True):
    """What a round wins with two cards against an upcard.

    `law` is without the deals in which a peek finds a dealer Blackjack. Those have the probability
    `blackjack`, and win `at_blackjack`. The part `resplit` of `law` has more than two hands.
    """

    law: ResultLaw
    blackjack: float
    at_blackjack: Fraction
    resplit: ResultLaw = {}

    def whole(self) -> ResultLaw:
        """The law of all deals."""
        return weighted_sum([(1.0, self.law), (self.blackjack, {self.at_blackjack: 1.0})])


def weighted_sum(weighed: Iterable[tuple[float, Mapping[Fraction, float]]]) -> ResultLaw:
    """The weighted sum of laws."""
    total: ResultLaw = {}
    for weight, law in weighed:
        for result, chance in law.items():
            if weight * chance:
                total[result] = total.get(result, 0.0) + weight * chance
    return total


def opening_laws(
    solution: Solution, upcard: int, holes: Sequence[int] | None = None
) -> dict[int, OpeningLaw]:
    """The law of every two cards against an upcard, by the hand's place.

    With `holes` only deals with a hole card of these values count. Requires
    `HandRules.knows_deviation`.
    """
    assert solution.rules.knows_deviation
    answer = solution.answers[upcard]
    marks = answer.column.marks
    hole_cards = tuple(solution.holes if holes is None else holes)
    played = (marks.hits.tobytes(), marks.doubles.tobytes(), tuple(answer.openings.items()))
    return _opening_laws(solution.rules, solution.shoe, upcard, hole_cards, *played)


@lru_cache(maxsize=64)
def _opening_laws(
    rules: HandRules,
    shoe: ValueCounts,
    upcard: int,
    holes: tuple[int, ...],
    hits: bytes,
    doubles: bytes,
    opening_actions: tuple[tuple[int, HandAction], ...],
) -> dict[int, OpeningLaw]:
    """`opening_laws`, kept for the next question: they take a fifth of a second."""
    marks, openings = Marks(array("q", hits), array("q", doubles)), dict(opening_actions)
    means, squares = (
        marked_column(rules, shoe, upcard, marks, openings, power, holes) for power in (1, 2)
    )
    dealt = (place for place in two_cards() if means.chance(place))
    return {place: _opening_law(means, squares, place, openings[place]) for place in dealt}


# Two cards


def _opening_law(
    means: UpcardColumn, squares: UpcardColumn, place: int, action: HandAction
) -> OpeningLaw:
    """The law of two cards from the columns of means and of mean squares."""
    rules, blackjack = means.rules, means.blackjack(place)
    if hands()[place].counts == NATURAL:
        return OpeningLaw(_natural(means, place), blackjack, rules.blackjack_tied)
    peeked = 0.0 if rules.all_lost else blackjack
    acting = means.hole_chance(place) - peeked
    resplit: ResultLaw = {}
    if action == "surrender":
        early = rules.surrender == "early"
        acting = means.hole_chance(place) - (0.0 if early else blackjack)
        peeked = 0.0 if early else blackjack
        law: ResultLaw = {Fraction(-1, 2): acting}
    elif action == "split":
        law, resplit = _split_laws(means, squares, hands()[place].values[0], acting)
    else:
        lost = {1: -peeked, 2: peeked}
        mean, square = (
            column.worth(place)[action] - lost[column.power] for column in (means, squares)
        )
        law = _even(mean, square, 2 if action == "double" else 1, acting)
    return OpeningLaw(law, peeked, Fraction(-1), resplit)


def _even(mean: float, square: float, wager: int, acting: float) -> ResultLaw:
    """The law of a hand that wins or loses `wager`, or neither, from its mean and mean square."""
    mean, square = mean / wager, square / wager**2
    won, lost = (square + mean) / 2, (square - mean) / 2
    law = {Fraction(wager): won, Fraction(0): acting - won - lost, Fraction(-wager): lost}
    return {result: chance for result, chance in law.items() if chance > MIN_CHANCE}


def _natural(column: UpcardColumn, place: int) -> ResultLaw:
    """The law of a Blackjack against a dealer without one."""
    rules = column.rules
    open_chance = column.hole_chance(place) - column.blackjack(place)
    parts: list[tuple[float, ResultLaw]] = []
    for total, other in ((-2, rules.blackjack_against_21), (-1, rules.blackjack_against_22)):
        if other is not None:
            parts.append((column.dealt[place][total], {other: 1.0}))
            open_chance -= column.dealt[place][total]
    parts += [(open_chance / 2, {pays: 1.0}) for pays in rules.blackjack_payouts]
    return weighted_sum(parts)


# Splits


def _split_laws(
    means: UpcardColumn, squares: UpcardColumn, value: int, acting: float
) -> tuple[ResultLaw, ResultLaw]:
    """The law of a split pair, and the part of it with more than two hands."""
    laws = split_laws(means, value)
    middle = len(laws.both) // 2
    law = {
        Fraction(index - middle): chance
        for index, chance in enumerate(laws.both)
        if chance > MIN_CHANCE
    }
    remainder = acting - sum(laws.both)
    if remainder <= MIN_CHANCE or not means.rules.resplits_of(value):
        return law, {}
    mean, square = means.splits[value], squares.splits[value]
    for index, chance in enumerate(laws.both):
        mean -= (index - middle) * chance
        square -= (index - middle) ** 2 * chance
    resplit = _nearest_law(_shape(means, value), remainder, mean, square)
    return weighted_sum([(1.0, law), (1.0, resplit)]), resplit


def _shape(column: UpcardColumn, value: int) -> NDArray[np.float64]:
    """The law of three hands or more that depend on each other by the dealer's hand alone.

    The results are symmetric around 0; the probabilities are relative.
    """
    rules = column.rules
    same, cards = column.shoe[value] - 2, sum(column.shoe) - 2
    ends = [end for end in endings(rules.resplits_of(value)) if 0 < end.drawn <= same]
    most = 2 * max(end.unpaired + end.open for end in ends)
    shape = np.zeros(2 * most + 1)
    for drawn in {end.drawn for end in ends}:
        laws = split_laws(column, value, drawn=drawn)
        pairing = (same - drawn) / (cards - drawn)
        reached = np.prod([(same - more) / (cards - more) for more in range(drawn)])
        for end in (ending for ending in ends if ending.drawn == drawn):
            weight = end.orders * reached * (1 - pairing) ** end.unpaired
            law = _law_given_dealer(laws, end)
            middle = most - len(law) // 2
            shape[middle : middle + len(law)] += weight * law
    return shape


def _law_given_dealer(laws: SplitLaws, end: Ending) -> NDArray[np.float64]:
    """The law of an ending's hands, independent of each other given the dealer's outcome."""
    hands_of = end.unpaired + end.open
    law = np.zeros(4 * hands_of + 1)
    for outcome in range(OUTCOMES):
        unpaired = np.array(laws.unpaired[outcome])
        either = unpaired + np.array(laws.paired[outcome])
        chance = either.sum()
        if chance <= MIN_CHANCE or unpaired.sum() <= MIN_CHANCE:
            continue
        conditional = [unpaired / unpaired.sum()] * end.unpaired + [either / chance] * end.open
        total = np.ones(1)
        for factor in conditional:
            total = np.convolve(total, factor)
        law += chance * total
    return law


def _nearest_law(
    shape: NDArray[np.float64], chance: float, mean: float, square: float
) -> ResultLaw:
    """The law nearest to a shape that has this probability, mean and mean square.

    It is the shape times exp(a + b x + c x²), by Newton's method from a = b = c = 0.
    """
    results = np.arange(len(shape)) - len(shape) // 2
    powers = np.vstack([results**power for power in range(3)]).astype(float)
    aim = np.array([chance, mean, square]) / chance
    law, exponents = shape / shape.sum(), np.zeros(3)
    start = law.copy()
    for _ in range(50):
        missed = aim - powers @ law
        if np.abs(missed).max() < 1e-13:
            break
        exponents += np.linalg.solve((powers * law) @ powers.T, missed)
        law = start * np.exp(exponents @ powers)
    return {
        Fraction(int(result)): chance * float(share)
        for result, share in zip(results, law, strict=True)
        if share > 0.0
    }
