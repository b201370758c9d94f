"""Numbers hands, rows and actions for compiled code; needs no compiler itself.

A hand's code has five bits for each of the ten values, which hold the number of its cards.
"""

from array import array
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final, TypeAlias

from upcard.cards.totals import best_total, is_soft

Int64Array: TypeAlias = "array[int]"
"""int64 values, of typecode "q"."""

VALUES: Final = 10
"""Point values 0 (ace) to 9 (any ten-value card)."""

BUST: Final = 22
MAX_CARDS: Final = 12
"""Upper bound on the cards that the dealer draws to an upcard, with some slack."""

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4

PAIRS: Final = 32
"""The row of a pair of aces, followed by twos to ten-value cards; rows of totals come first."""

ROWS: Final = PAIRS + VALUES

LOW_BITS: Final = 31
"""Bits of the low part of a wide sum; factors must have fewer bits."""


def row_of(pips: int, aces: int) -> int:
    """The row of a total: 0 to 21 for hard totals, 22 to 31 for soft 12 to 21."""
    return best_total(pips, aces) + 10 * is_soft(pips, aces)


def zeros(size: int) -> Int64Array:
    """An array of `size` zeros."""
    return array("q", [0]) * size


def packed(total: int, cards: int, hands: Mapping[int, int]) -> Int64Array:
    """Pack hands of one total and one number of cards; `hands` maps codes to orders."""
    assert cards <= MAX_CARDS
    assert all(orders < 1 << LOW_BITS // 2 for orders in hands.values())
    return array("q", (total, cards, len(hands), *chain.from_iterable(hands.items())))


def room_for(lists: Iterable[Int64Array]) -> int:
    """The number of values that packed hands take when written card by card."""
    return sum(hands * (1 + cards) for _, cards, hands in (sizes[:3] for sizes in lists))
