"""Blackjack Switch: which hands to switch, and what the player wins with it. § 633a.12(a).

A player switches the second cards of his two hands where the hands that this makes are worth more
together. What a hand is worth for this decision depends on its two cards and the upcard; what the
player wins is then counted over all upcards and all four cards, each hand beside the other one's
two cards. Suits are neglected, which changes nothing: no odds of the game depend on them.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final, TypeAlias

import msgspec

from upcard.exact.play.hands import ACE, TEN, VALUES
from upcard.exact.strategy.beside import (
    NO_HANDS,
    ByHand,
    Means,
    asked_for,
    beside,
    by_hand,
    hands_of,
)
from upcard.exact.strategy.cards import ValueCounts, without
from upcard.exact.strategy.solve import Solution

Two: TypeAlias = tuple[int, int]
"""A hand's first and second card."""

NATURAL: Final = (ACE, TEN)


class Switch(msgspec.Struct, frozen=True):
    """When to switch: by upcard, what hands are worth in parts of `SCALE`, before the card reader.

    `made` is that of hands that are made by switching: an ace and a ten are 21, and no Blackjack.
    """

    worth: tuple[ByHand, ...]
    made: tuple[ByHand, ...]

    def switches(self, upcard: int, one: Two, other: Two) -> bool:
        """Whether the second cards of two hands change places."""
        worth, made = self.worth[upcard], self.made[upcard]
        kept = worth[one[0]][one[1]] + worth[other[0]][other[1]]
        return made[one[0]][other[1]] + made[other[0]][one[1]] > kept


class Switched(msgspec.Struct, frozen=True):
    """Blackjack Switch as it is played; expected wins are per unit of both wagers."""

    switch: Switch
    expected_value: float
    often: float
    """How often the player switches."""


def switch_of(solution: Solution) -> Switch:
    """The decision that follows from what single hands are worth."""
    worth, made = [NO_HANDS] * len(VALUES), [NO_HANDS] * len(VALUES)
    for upcard, answer in solution.answers.items():
        found = hands_of(answer.column, answer.openings)
        worth[upcard] = by_hand(found)
        if NATURAL in found:
            found[NATURAL] = answer.column.made_21()
        made[upcard] = by_hand(found)
    return Switch(tuple(worth), tuple(made))


def switched(solution: Solution) -> Switched:
    """What the decision wins, counted over every deal of an upcard and two hands."""
    switch = switch_of(solution)
    won = often = 0.0
    for upcard, answer in solution.answers.items():
        hands = _Beside(solution, upcard)
        for chance, one, other in _deals(without(solution.shoe, upcard)):
            made = switch.switches(upcard, one, other)
            played = ((one[0], other[1]), (other[0], one[1])) if made else (one, other)
            both = hands.worth(*played, made=made) + hands.worth(*reversed(played), made=made)
            often += answer.chance * chance * made
            won += answer.chance * chance * both / 2
    return Switched(switch, won, often)


class _Beside:
    """What hands are worth against an upcard, by the two cards of the other hand."""

    def __init__(self, solution: Solution, upcard: int) -> None:
        self._found: dict[Two, Means] = {}
        self._made: Means = {}
        answer = solution.answers[upcard]
        marks = asked_for(answer.column.marks)
        for other in hands_of(answer.column, answer.openings):
            column, _ = beside(solution, solution.rules, upcard, marks, other)
            self._found[other] = hands_of(column, answer.openings)
            if NATURAL in self._found[other]:
                self._made[other] = column.made_21()

    def worth(self, hand: Two, other: Two, *, made: bool) -> float:
        """The expected win of a hand, dealt or made by switching, beside another one."""
        hand, other = _sorted(hand), _sorted(other)
        if made and hand == NATURAL:
            return self._made[other]
        return self._found[other][hand]


def _sorted(hand: Two) -> Two:
    return hand if hand[0] <= hand[1] else (hand[1], hand[0])


def _deals(rest: ValueCounts) -> Iterator[tuple[float, Two, Two]]:
    """Every two hands of a shoe without the upcard, each with its probability."""
    cards = sum(rest)
    orders = cards * (cards - 1) * (cards - 2) * (cards - 3)
    for first, second, third, fourth in product(VALUES, repeat=4):
        ways, left = 1, list(rest)
        for value in (first, second, third, fourth):
            ways *= left[value]
            left[value] -= 1
        if ways:
            yield ways / orders, (first, second), (third, fourth)
