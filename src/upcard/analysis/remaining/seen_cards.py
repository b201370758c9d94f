"""The sets of cards that a count may have seen, by their number and by the sum of their tags.

The sets of some cards are counted by a generating function, the product of (1 + y x^tag) over the
cards: the coefficient of y^n x^s is the number of sets of n cards whose tags sum to s. `CardSets`
has these coefficients as a matrix.

Every deal leaves other cards in the shoe, and each would need a generating function of its own of
hundreds of cards. So the shoe is divided into two parts once. The reserve has enough cards of each
tag for any deal to be taken from it; the rest is the same for all deals. Seen cards are a set of
the rest, together with a set of what a deal leaves of the reserve.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from upcard.analysis.remaining.valuations import WORTH_PLACING
from upcard.compiled.arrays import Floats, Integers

TagNumbers = tuple[int, ...]
"""The number of cards with each different tag, in the order of the tags."""


@dataclass(frozen=True, slots=True)
class CardSets:
    """`ways[n, s]` is the number of sets of n cards whose tags sum to `least` + s."""

    ways: Floats
    least: int


def card_sets(tags: Integers, numbers: Integers, most_cards: int) -> CardSets:
    """The sets of up to `most_cards` of the cards of which `numbers` have each of the `tags`."""
    ways, least = np.ones((1, 1)), 0
    for tag, number in zip(tags.tolist(), numbers.tolist(), strict=True):
        rows = min(most_cards, len(ways) - 1 + number) + 1
        product = np.zeros((rows, ways.shape[1] + abs(tag) * number))
        for taken in range(min(number, most_cards) + 1):
            before = ways[: rows - taken]
            shift = tag * taken if tag >= 0 else -tag * (number - taken)
            terms = product[taken : taken + len(before), shift : shift + ways.shape[1]]
            terms += float(comb(number, taken)) * before
        ways, least = product, least + min(0, tag * number)
    return CardSets(ways, least)


class SeenCards:
    """The cards seen from a shoe with `numbers` cards of each of the different `tags`.

    `reserve` is the part of `numbers` from which deals are taken; at most `most_seen` cards are
    seen. Arrays by reserve have an axis for the number of cards seen from the reserve, and one for
    the sum of their tags above the least that there is.
    """

    def __init__(
        self, tags: Integers, numbers: Integers, reserve: Integers, most_seen: int
    ) -> None:
        self._tags, self._reserve = tags, reserve
        self._rest = card_sets(tags, numbers - reserve, most_seen)
        self._reserve_cards = int(reserve.sum())
        self._least_of_reserve = int(np.minimum(tags, 0) @ reserve)
        self._span_of_reserve = int(abs(tags) @ reserve)

    def placed_by_reserve(
        self, cards_seen: int, forecast: Callable[[Integers], Floats]
    ) -> tuple[Floats, Floats]:
        """The sets of the rest with which a wager is placed, and the sum of its forecasts there.

        `cards_seen` cards are seen in all; `forecast` is by the sum of their tags. The wager is
        placed where it is above 0.
        """
        width = self._rest.ways.shape[1]
        sums = self._rest.least + self._least_of_reserve + np.arange(width + self._span_of_reserve)
        forecasts = forecast(sums)
        placed = forecasts > WORTH_PLACING
        sets_of_rest = np.zeros((self._reserve_cards + 1, width))
        for cards_of_reserve in range(min(self._reserve_cards, cards_seen) + 1):
            if cards_seen - cards_of_reserve < len(self._rest.ways):
                sets_of_rest[cards_of_reserve] = self._rest.ways[cards_seen - cards_of_reserve]
        by_reserve = [
            sets_of_rest @ np.lib.stride_tricks.sliding_window_view(values_by_sum, width).T
            for values_by_sum in (placed.astype(np.float64), placed * forecasts)
        ]
        return by_reserve[0], by_reserve[1]

    def sets_beside(self, deal: TagNumbers) -> Floats:
        """By reserve: the sets of what a deal, by its numbers of cards, leaves of the reserve."""
        left = self._reserve - np.array(deal)
        sets = np.zeros((self._reserve_cards + 1, self._span_of_reserve + 1))
        if left.min() < 0:  # a deal that the shoe does not hold pays nothing
            return sets
        other_sets = card_sets(self._tags, left, self._reserve_cards)
        cards, sums = other_sets.ways.shape
        first = other_sets.least - self._least_of_reserve
        sets[:cards, first : first + sums] = other_sets.ways
        return sets
