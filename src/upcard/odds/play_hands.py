"""Hands as counts of point values, and in how many orders the dealer comes to each.

A value is 0 (ace) to 9 (any ten-value card). A hand is one int, its code: five bits for each
value say how many cards of it there are, so that the codes of two hands add up to the code of
all their cards. Suits and the ranks of ten-value cards make no difference here.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from upcard.cards.totals import best_total
from upcard.games.blackjack import dealer_draws

Hands: TypeAlias = dict[int, int]
"""In how many orders of values, the order being the order of the deal, each code comes about."""

ACE: Final = 0
TEN: Final = 9
VALUES: Final = range(10)
SHIFTS: Final = tuple(5 * value for value in VALUES)
ONE: Final = tuple(1 << shift for shift in SHIFTS)
"""The code of a single card."""


def shoe_of(decks: int) -> tuple[int, ...]:
    """How many cards of each value there are in so many decks."""
    return (4 * decks,) * 9 + (16 * decks,)


def blackjack_hole(upcard: int) -> int:
    """The value of the hole card that makes a Blackjack with an upcard; -1 for none."""
    return TEN if upcard == ACE else ACE if upcard == TEN else -1


def counts_of(code: int) -> tuple[int, ...]:
    """How many cards of each value a hand has."""
    return tuple(code >> shift & 31 for shift in SHIFTS)


def size_of(code: int) -> int:
    """The number of cards of a hand."""
    return sum(counts_of(code))


@cache
def dealer_hands(upcard: int) -> dict[tuple[int, int], Hands]:
    """The dealer's finished hands with an upcard, by total and number of cards (§ 633a.7(m)).

    The codes contain the upcard; a total of 21 in two cards is a Blackjack.
    """
    finished: dict[tuple[int, int], Hands] = {}
    growing = {(ONE[upcard], upcard + 1, int(upcard == ACE)): 1}
    cards = 1
    while growing:
        cards += 1
        longer: dict[tuple[int, int, int], int] = {}
        for (code, pips, aces), orders in growing.items():
            for value in VALUES:
                hand = (code + ONE[value], pips + value + 1, aces + (value == ACE))
                longer[hand] = longer.get(hand, 0) + orders
        growing = {}
        for (code, pips, aces), orders in longer.items():
            if dealer_draws(pips, aces) == 1:
                growing[code, pips, aces] = orders
            else:
                label = (best_total(pips, aces), cards)
                finished.setdefault(label, {})[code] = orders
    return finished


class Ways:
    """In how many ways a shoe deals cards whose values are given.

    `longest` bounds the number of cards; `total` is the number of ways to deal so many.
    """

    def __init__(self, shoe: Sequence[int], longest: int) -> None:
        self._rows = [_falling(count, longest) for count in shoe]
        cards = sum(shoe)
        self._rest = [_falling(cards - size, longest - size)[-1] for size in range(longest + 1)]
        self.total = self._rest[0]

    def of(self, code: int) -> int:
        """Ways to deal the cards of a code in one given order of their values."""
        ways = 1
        for row in self._rows:
            ways *= row[code & 31]
            if not ways:
                break
            code >>= 5
        return ways

    def in_all(self, code: int) -> int:
        """The same, with every way to deal on until there are `longest` cards."""
        return self.of(code) * self._rest[size_of(code)]

    def rest(self, size: int) -> int:
        """Ways to deal on from so many cards."""
        return self._rest[size]


def _falling(count: int, longest: int) -> list[int]:
    """The products count, count·(count - 1) … of 0 to `longest` factors."""
    products = [1]
    for taken in range(longest):
        products.append(products[-1] * max(count - taken, 0))
    return products
