"""Expected pays of a wager in many remaining shoes: sums over all ordered deals of k cards.

The pays of a wager decided by k cards are a tensor of k axes, one per card: `pays[a, b, …]` for a
first card of type a, a second of type b. A remaining shoe holds `left[a]` cards of type a, so one
sum over the tensor, weighted with these numbers, gives the total pays of all deals. `DealForm`
prepares the tensor once, and then evaluates thousands of shoes. It saves work in four ways:

- All orders of the cards left are equally likely: the tensor is averaged over the orders of its
  axes, and each multiset of types stands for all of its orders.
- Card types with equal pays in every deal are merged into one class.
- For one card and for two, the sum is a polynomial: over all pairs of classes, less the pairs that
  would take one card twice (`_coefficients`).
- For three cards and more, most deals have the same pay. That pay times the number of deals is
  added at the end, and only the multisets with another pay are summed (`_multisets_by_prefix`).
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
    """The total pays of all ordered deals of k cards, as a function of the cards left.

    `pays` has k axes of `DECK_SIZE` entries: what a deal pays, by the types of its cards.

    A form keeps the kernel's memory from call to call: only one thread may use it at a time.
    """

    def __init__(self, pays: Floats) -> None:
        pays = symmetric(pays)
        self.cards = pays.ndim
        self._usual_pay = most_common(pays) if self.cards >= FEWEST_SUMMED else 0.0
        pays = pays - self._usual_pay
        class_of_type, type_of_class = _classes(pays)
        self.classes = len(type_of_class)
        of_classes = pays[np.ix_(*[type_of_class] * self.cards)]
        header = np.array([self.classes, self.cards, *class_of_type], np.float64)
        if self.cards >= FEWEST_SUMMED:
            self._kernel, numbers = deal_sums, [_multisets_by_prefix(of_classes)]
        else:
            self._kernel = polynomial
            numbers = [coefficient.ravel() for coefficient in _coefficients(of_classes)]
        self._data = _doubles(np.concatenate([header, *numbers]))
        self._out = array("d")

    def __call__(self, left: Floats) -> Floats:
        """The total pays in each remaining shoe: `left` without its last axis, the card types."""
        usual = self._usual_pay * ways_of(left.sum(axis=-1), self.cards)
        if not self.classes:
            return np.asarray(usual)
        # The kernel reads the number of shoes and their cards, then writes one sum per shoe.
        shoes = left.size // DECK_SIZE
        first_sum = 1 + left.size
        size = first_sum + shoes + self.classes + 2 * self.classes ** max(1, self.cards - 1)
        if len(self._out) < size:
            self._out = array("d", bytes(8 * size))
        numbers = np.frombuffer(self._out, np.float64)
        numbers[0], numbers[1:first_sum] = shoes, left.ravel()
        self._kernel()(self._data, self._out)
        return numbers[first_sum : first_sum + shoes].reshape(left.shape[:-1]) + usual


def ways_of(cards: Floats, places: int) -> Floats:
    """The number of ordered deals of `places` of the cards left."""
    ways = np.ones_like(cards)
    for place in range(places):
        ways = ways * (cards - place)
    return ways


def _doubles(numbers: Floats) -> "array[float]":
    return array("d", numbers.astype(np.float64).tobytes())


def symmetric(tensor: Floats) -> Floats:
    """The mean of a tensor over all orders of its axes.

    Axis by axis: the tensor so far, plus its copies in which the axis changes places with an axis
    before it.
    """
    total = tensor
    for axis in range(1, tensor.ndim):
        total = total + sum(np.swapaxes(total, axis, before) for before in range(axis))
    mean: Floats = np.round(total, DECIMALS) / factorial(tensor.ndim)
    return mean


def _classes(pays: Floats) -> tuple[list[int], NDArray[np.int64]]:
    """The class of each card type, and one card type of each class.

    Types of one class pay the same in every deal. The class is -1 where no deal pays anything.
    """
    rows = pays.reshape(len(pays), -1)
    class_of_row: dict[bytes, int] = {}
    class_of_type: list[int] = []
    type_of_class: list[int] = []
    for card, row in enumerate(rows):
        if not row.any():
            class_of_type.append(-1)
            continue
        key = (row + 0.0).tobytes()  # the sum turns -0.0 into 0.0, which has other bytes
        number = class_of_row.setdefault(key, len(type_of_class))
        if number == len(type_of_class):
            type_of_class.append(card)
        class_of_type.append(number)
    return class_of_type, np.array(type_of_class, np.int64)


def most_common(tensor: Floats) -> float:
    """The number that most entries of a tensor have."""
    values, numbers = np.unique(tensor, return_counts=True)
    return float(values[numbers.argmax()])


def deals_summed(pays: Floats) -> int:
    """How many multisets of classes a form would sum one by one: those with an unusual pay."""
    pays = symmetric(pays)
    pays = pays - most_common(pays)
    _, type_of_class = _classes(pays)
    return len(_multisets(pays[np.ix_(*[type_of_class] * pays.ndim)] != 0))


def _multisets(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The marked entries of a symmetric array, each multiset of indices once.

    One row for each multiset: its indices in ascending order. The rows are sorted.
    """
    places = np.argwhere(marked)
    ascending: NDArray[np.int64] = places[(np.diff(places, axis=1) >= 0).all(axis=1)]
    return ascending


def _coefficients(pays: Floats) -> list[Floats]:
    """The coefficients of the polynomial of one or two cards, from the highest degree down.

    The coefficients of degree d are a tensor of d axes. With two cards, those of degree 1 take out
    the pairs that would be the same card twice.
    """
    return [pays] if pays.ndim == 1 else [pays, -np.diagonal(pays).copy()]


def _multisets_by_prefix(pays: Floats) -> Floats:
    """The multisets of classes with a pay, in the layout that the kernel `deal_sums` reads.

    Multisets that differ in their last class alone form a group, whose product of the other
    numbers of cards is computed once. First comes the number of groups, then each group:

    - of each class before the last: the class, and its cards that the multiset took before;
    - the number of multisets in the group;
    - of each multiset: its last class, the cards of that class taken before, and what all orders
      of the multiset pay together.
    """
    numbers: list[float] = []
    groups = 0
    paying = map(tuple, _multisets(pays != 0).tolist())
    for before, multisets in groupby(paying, lambda multiset: multiset[:-1]):
        groups += 1
        for place, number in enumerate(before):
            numbers += [number, before[:place].count(number)]
        of_group = list(multisets)
        numbers.append(len(of_group))
        for multiset in of_group:
            last = multiset[-1]
            orders = factorial(len(multiset)) // prod(map(factorial, Counter(multiset).values()))
            numbers += [last, before.count(last), orders * float(pays[multiset])]
    return np.array([groups, *numbers], np.float64)
