"""Hands as counts of point values, and the dealer's finished hands with their drawing orders.

A value is 0 (ace) to 9 (any ten-value card). A hand is one int, its code: five bits per value hold
the number of its cards, so that adding the codes of two hands gives the code of all their cards.
Suits and the ranks of ten-value cards do not matter here.
"""

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Final, TypeAlias

from upcard.cards.totals import best_total
from upcard.compiled.hand_codes import Int64Array, packed
from upcard.games.blackjack import dealer_draws

Hands: TypeAlias = dict[int, int]
"""Maps the code of a hand to the number of dealing orders of its values."""

Label: TypeAlias = tuple[int, int]
"""The dealer's total and number of cards."""

BLACKJACK: Final = (21, 2)
"""The label of a dealer's Blackjack."""

ACE: Final = 0
TEN: Final = 9
VALUES: Final = range(10)
SHIFTS: Final = tuple(5 * value for value in VALUES)
ONE: Final = tuple(1 << shift for shift in SHIFTS)
"""The code of a single card."""


HALF: Final = (1 << 25) - 1
"""The code bits of the lower five values."""


def shoe_of(decks: int) -> tuple[int, ...]:
    """The number of cards of each value in `decks` decks."""
    return (4 * decks,) * 9 + (16 * decks,)


def blackjack_hole(upcard: int) -> int:
    """The value of the hole card that makes a Blackjack with the upcard; -1 for none."""
    return TEN if upcard == ACE else ACE if upcard == TEN else -1


def counts_of(code: int) -> tuple[int, ...]:
    """The number of cards of each value in a hand."""
    return tuple([code >> shift & 31 for shift in SHIFTS])


def size_of(code: int) -> int:
    """The number of cards of a hand, up to 30: the sum of the digits to base 32."""
    return code % 31


@cache
def dealer_hands(upcard: int) -> dict[Label, Hands]:
    """The dealer's finished hands with an upcard, by label (§ 633a.7(m)).

    The codes include the upcard.
    """
    by_label: dict[Label, Hands] = {}
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
                by_label.setdefault(label, {})[code] = orders
    return by_label


@cache
def packed_dealers(upcard: int) -> dict[Label, Int64Array]:
    """The cards that the dealer draws to an upcard, packed for compiled code, by label."""
    return {
        (total, cards): packed(
            total, cards - 1, {code - ONE[upcard]: orders for code, orders in hands.items()}
        )
        for (total, cards), hands in dealer_hands(upcard).items()
    }


class ShoeWays:
    """The number of ways to deal given card values from a shoe.

    `longest` bounds the number of cards; `total` is the number of ordered deals of `longest` cards.
    """

    def __init__(self, shoe: Sequence[int], longest: int) -> None:
        self._shoe = shoe
        self._rows = [_falling_products(count, longest) for count in shoe]
        cards = sum(shoe)
        self._rest = [
            _falling_products(cards - size, longest - size)[-1] for size in range(longest + 1)
        ]
        self._low: dict[int, int] = {}
        self._high: dict[int, int] = {}
        self.total = self._rest[0]

    def in_order(self, code: int) -> int:
        """The ways to deal the cards of a code in one given order of their values."""
        low, high = code & HALF, code & ~HALF
        if low not in self._low:
            self._low[low] = self._half(low)
        if high not in self._high:
            self._high[high] = self._half(high)
        return self._low[low] * self._high[high]

    def with_later_cards(self, code: int) -> int:
        """The ways of `in_order`, followed by any cards up to `longest`."""
        return self.in_order(code) * self._rest[size_of(code)]

    def _half(self, code: int) -> int:
        return prod(row[count] for row, count in zip(self._rows, counts_of(code), strict=True))

    def rest(self, size: int) -> int:
        """The ways to deal any cards after the first `size`, up to `longest`."""
        return self._rest[size]

    def dealers(self, gone: int, upcard: int, *, blackjack: bool) -> int:
        """The ways to deal an upcard and a hole card after the cards `gone`, then any cards.

        `blackjack` selects the hole cards that make a Blackjack, or all others.
        """
        upcards = self._shoe[upcard] - (gone >> SHIFTS[upcard] & 31)
        size, hole = size_of(gone), blackjack_hole(upcard)
        holes = self._shoe[hole] - (gone >> SHIFTS[hole] & 31) if hole >= 0 else 0
        orders = holes * self._rest[size + 2]
        return upcards * (orders if blackjack else self._rest[size + 1] - orders)


def _falling_products(count: int, longest: int) -> list[int]:
    """The falling products count·(count - 1)… of 0 to `longest` factors."""
    products = [1]
    for number in range(longest):
        products.append(products[-1] * max(count - number, 0))
    return products
