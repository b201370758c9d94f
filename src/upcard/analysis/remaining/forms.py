"""Sums over all ordered deals of a few cards from a remaining shoe, as polynomials in its counts.

All orders of the cards left are equally likely, so what a wager pays may be averaged over the
orders of the cards that decide it. The sum over ordered deals of different cards is then the sum
over all tuples of types, less those that take one card twice (Möbius inversion over the partitions
of the places). Types that no tuple tells apart are one class.
"""

from array import array
from math import factorial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.compiled.exposure.forms import polynomial

DECIMALS: Final = 9
"""What wagers pay is rounded to this many decimal places, so that equal classes are equal."""

MOST_CARDS: Final = 4


class DealForm:
    """The sum over all ordered deals of k cards, of what they pay: `tensor` is by their types.

    The kernel's memory is kept from call to call, so a form is one thread's at a time.
    """

    def __init__(self, tensor: Floats) -> None:
        tensor = symmetric(tensor)
        self.cards = tensor.ndim
        kinds, kept = _classes(tensor)
        self.size = len(kept)
        parts = _coefficients(tensor[np.ix_(*[kept] * self.cards)])
        header = np.array([self.size, self.cards, *kinds], np.float64)
        self._data = _doubles(np.concatenate([header, *(part.ravel() for part in parts[::-1])]))
        self._out = array("d")

    def __call__(self, left: Floats) -> Floats:
        """The sum for each remaining shoe, of which the last axis has the cards of each type."""
        if not self.size:
            return np.zeros(left.shape[:-1])
        rows = left.size // DECK_SIZE
        room = rows + self.size + 2 * self.size ** max(1, self.cards - 1)
        first = 1 + left.size
        if len(self._out) < first + room:
            self._out = array("d", bytes(8 * (first + room)))
        numbers = np.frombuffer(self._out, np.float64)
        numbers[0], numbers[1:first] = rows, left.ravel()
        polynomial()(self._data, self._out)
        return numbers[first : first + rows].reshape(left.shape[:-1]).copy()


def ways_of(cards: Floats, places: int) -> Floats:
    """The ordered deals of some of the cards left."""
    ways = np.ones_like(cards)
    for place in range(places):
        ways = ways * (cards - place)
    return ways


def _doubles(numbers: Floats) -> "array[float]":
    return array("d", numbers.astype(np.float64).tobytes())


def symmetric(tensor: Floats) -> Floats:
    """The mean of a tensor over all orders: each axis changes places with those before it."""
    total = tensor
    for axis in range(1, tensor.ndim):
        total = total + sum(np.swapaxes(total, axis, before) for before in range(axis))
    mean: Floats = np.round(total, DECIMALS) / factorial(tensor.ndim)
    return mean


def _classes(tensor: Floats) -> tuple[list[int], NDArray[np.int64]]:
    """The class of each type, -1 where it pays nothing, and one type of each other class."""
    rows = tensor.reshape(len(tensor), -1)
    found: dict[bytes, int] = {}
    kinds: list[int] = []
    kept: list[int] = []
    for card, row in enumerate(rows):
        if not row.any():
            kinds.append(-1)
            continue
        kind = found.setdefault((row + 0.0).tobytes(), len(kept))
        if kind == len(kept):
            kept.append(card)
        kinds.append(kind)
    return kinds, np.array(kept, np.int64)


def _coefficients(tensor: Floats) -> list[Floats]:
    """The polynomial's coefficients by degree, from 1; each a tensor of that many axes."""
    if tensor.ndim == 1:
        return [tensor]
    if tensor.ndim == 2:
        return [-np.diagonal(tensor).copy(), tensor]
    if tensor.ndim == 3:
        twice = np.einsum("aab->ab", tensor)
        return [2 * np.einsum("aaa->a", tensor), -3 * twice, tensor]
    assert tensor.ndim == MOST_CARDS, "four cards at most"
    squares = 3 * np.einsum("aabb->ab", tensor) + 8 * np.einsum("aaab->ab", tensor)
    return [
        -6 * np.einsum("aaaa->a", tensor),
        squares,
        -6 * np.einsum("aabc->abc", tensor),
        tensor,
    ]
