"""How hands, rows and actions are numbered for compiled code; nothing here needs a compiler.

A hand's code has five bits for each of ten values, which say how many cards of it there are.
"""

from array import array
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final, TypeAlias

from upcard.cards.totals import best_total, is_soft

Values: TypeAlias = "array[int]"
"""int64 values, of typecode "q"."""

VALUES: Final = 10
"""Point values 0 (ace) to 9 (any ten-value card)."""

BUST: Final = 22
MOST_CARDS: Final = 12
"""Of a dealer's hand, and a few more than it ever has beside the upcard."""

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4

PAIRS: Final = 32
"""The row of a pair of aces; then twos to ten-value cards. Rows of totals stand before it."""

ROWS: Final = PAIRS + VALUES

LOW_BITS: Final = 31
"""A factor that a sum of products weighs ways by has fewer bits."""


def row_of(pips: int, aces: int) -> int:
    """The row of a total: 0 to 21 hard, 22 to 31 soft 12 to 21."""
    return best_total(pips, aces) + 10 * is_soft(pips, aces)


def zeros(size: int) -> Values:
    """So many values, all zero."""
    return array("q", [0]) * size


def packed(total: int, cards: int, hands: Mapping[int, int]) -> Values:
    """Hands of one total and one number of cards, each code with its number of orders."""
    assert cards <= MOST_CARDS
    assert all(orders < 1 << LOW_BITS // 2 for orders in hands.values())
    return array("q", (total, cards, len(hands), *chain.from_iterable(hands.items())))


def room_for(lists: Iterable[Values]) -> int:
    """How many values packed hands take card by card."""
    return sum(hands * (1 + cards) for _, cards, hands in (one[:3] for one in lists))
