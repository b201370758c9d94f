"""Sums over all ordered deals of a few cards from a remaining shoe, as polynomials in its counts.

All orders of the cards left are equally likely, so what a wager pays may be averaged over the
orders of the cards that decide it. The sum over ordered deals of two different cards is then the
sum over all pairs of types, less those that take one card twice. Of three cards or more most deals
pay the same, so that the others alone are summed, each multiset of types once. Types that no deal
tells apart are one class.
"""

from array import array
from collections import Counter
from itertools import groupby
from math import factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.compiled.exposure.forms import deal_sums, polynomial

DECIMALS: Final = 9
"""What wagers pay is rounded to this many decimal places, so that equal classes are equal."""

FEWEST_SUMMED: Final = 3
"""The fewest cards of deals that are summed one by one; for fewer a matrix is faster."""


class DealForm:
    """The sum over all ordered deals of k cards, of what they pay: `tensor` is by their types.

    The kernel's memory is kept from call to call, so a form is one thread's at a time.
    """

    def __init__(self, tensor: Floats) -> None:
        tensor = symmetric(tensor)
        self.cards = tensor.ndim
        self._usual = most_common(tensor) if self.cards >= FEWEST_SUMMED else 0.0
        tensor = tensor - self._usual
        kinds, kept = _classes(tensor)
        self.size = len(kept)
        of_classes = tensor[np.ix_(*[kept] * self.cards)]
        header = np.array([self.size, self.cards, *kinds], np.float64)
        if self.cards >= FEWEST_SUMMED:
            self._kernel, numbers = deal_sums, [_grouped(of_classes)]
        else:
            self._kernel = polynomial
            numbers = [coefficient.ravel() for coefficient in _coefficients(of_classes)]
        self._data = _doubles(np.concatenate([header, *numbers]))
        self._out = array("d")

    def __call__(self, left: Floats) -> Floats:
        """The sum for each remaining shoe, of which the last axis has the cards of each type."""
        usual = self._usual * ways_of(left.sum(axis=-1), self.cards)
        if not self.size:
            return np.asarray(usual)
        rows = left.size // DECK_SIZE
        room = rows + self.size + 2 * self.size ** max(1, self.cards - 1)
        first = 1 + left.size
        if len(self._out) < first + room:
            self._out = array("d", bytes(8 * (first + room)))
        numbers = np.frombuffer(self._out, np.float64)
        numbers[0], numbers[1:first] = rows, left.ravel()
        self._kernel()(self._data, self._out)
        return numbers[first : first + rows].reshape(left.shape[:-1]) + usual


def ways_of(cards: Floats, places: int) -> Floats:
    """The number of ordered deals of `places` of the cards left."""
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
    class_of_row: dict[bytes, int] = {}
    kinds: list[int] = []
    kept: list[int] = []
    for card, row in enumerate(rows):
        if not row.any():
            kinds.append(-1)
            continue
        kind = class_of_row.setdefault((row + 0.0).tobytes(), len(kept))
        if kind == len(kept):
            kept.append(card)
        kinds.append(kind)
    return kinds, np.array(kept, np.int64)


def most_common(tensor: Floats) -> float:
    """The number that most tuples of a tensor have."""
    values, numbers = np.unique(tensor, return_counts=True)
    return float(values[numbers.argmax()])


def deals_summed(tensor: Floats) -> int:
    """How many multisets of classes pay something else than most do, in some order."""
    tensor = symmetric(tensor)
    tensor = tensor - most_common(tensor)
    _, kept = _classes(tensor)
    return len(_rising(tensor[np.ix_(*[kept] * tensor.ndim)] != 0))


def _rising(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The marked places of a symmetric array whose indices do not fall, in order; a row each."""
    places = np.argwhere(marked)
    rising: NDArray[np.int64] = places[(np.diff(places, axis=1) >= 0).all(axis=1)]
    return rising


def _coefficients(tensor: Floats) -> list[Floats]:
    """The polynomial's coefficients by degree, from the highest; a tensor of that many axes each.

    Of two cards at most.
    """
    return [tensor] if tensor.ndim == 1 else [tensor, -np.diagonal(tensor).copy()]


def _grouped(tensor: Floats) -> Floats:
    """The multisets of classes that pay, as `deal_sums` reads them, each for all of its orders."""
    numbers: list[float] = []
    groups = 0
    paying = map(tuple, _rising(tensor != 0).tolist())
    for before, deals in groupby(paying, lambda deal: deal[:-1]):
        groups += 1
        for place, kind in enumerate(before):
            numbers += [kind, before[:place].count(kind)]
        lasts = list(deals)
        numbers.append(len(lasts))
        for deal in lasts:
            orders = factorial(len(deal)) // prod(map(factorial, Counter(deal).values()))
            numbers += [deal[-1], before.count(deal[-1]), orders * float(tensor[deal])]
    return np.array([groups, *numbers], np.float64)
