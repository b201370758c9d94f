"""The number of hands that a split becomes, and the moments of their total win, exactly.

A pair is resplit whenever a second card pairs it and the rules allow. The hands that result depend
on the second cards alone, so these can be treated as dealt first: one by one, until every hand has
a second card that does not pair it, or no resplit is left; hands still without a second card then
take any card. At that point `drawn` further cards of the pair's value have become hands of their
own, and every hand is `unpaired` or `open`.

A mean that is conditional on other hands being unpaired is computed by inclusion and exclusion from
unconditional means: where other hands are known to be paired, equally many further cards of the
pair's value are gone.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import TypeAlias

import msgspec

Moments: TypeAlias = Sequence[Sequence[float]]
"""Indexed by kind (see `compiled.strategy.splits`), then by the number of further cards gone."""


class Ending(msgspec.Struct, frozen=True):
    """A state at which splitting ends; `orders` sequences of second cards lead to it."""

    drawn: int
    unpaired: int
    open: int
    orders: int


@cache
def endings(resplits: int) -> tuple[Ending, ...]:
    """The ways in which splitting can end, with at most `resplits` resplits."""
    ends = []
    running = {(0, 0): 1}
    while running:
        further: dict[tuple[int, int], int] = {}
        for (drawn, unpaired), orders in running.items():
            still_open = 2 + drawn - unpaired
            if drawn == resplits or still_open == 0:
                ends.append(Ending(drawn, unpaired, still_open, orders))
                continue
            for after in ((drawn + 1, unpaired), (drawn, unpaired + 1)):
                further[after] = further.get(after, 0) + orders
        running = further
    return tuple(ends)


def most_gone(resplits: int) -> int:
    """The largest number of further cards of the pair's value that can be known to be gone.

    These are all cards drawn, plus one for each other hand that must be unpaired.
    """
    return max(end.drawn + end.unpaired for end in endings(resplits))


class Resplitting:
    """The hands of one split pair.

    `cards` are left in the shoe without the pair; `same` of them have the pair's value.
    """

    def __init__(self, cards: int, same: int, moments: Moments) -> None:
        self._cards = cards
        self._same = same
        unpaired, paired, square, paired_square, two, mixed, both = moments
        self._unpaired, self._paired_mean, self._open = unpaired, paired, _sum(unpaired, paired)
        self._unpaired_square, self._open_square = square, _sum(square, paired_square)
        self._two_unpaired = two
        self._mixed = _sum(two, mixed)
        self._two_open = _sum(two, mixed, mixed, both)

    def mean(self, resplits: int) -> float:
        """The mean total win of the hands."""
        return sum(
            self._chance(end) * self._sum_over_hands(end, self._unpaired, self._open)
            for end in endings(resplits)
        )

    def mean_of_shared_cards(self, resplits: int) -> float:
        """The mean total win of the hands if all of them take the same cards.

        Hands with equal cards are alike. A second card that pairs one hand pairs all: the rules
        allow `resplits` of them to be split again, and the others are played on.
        """
        return self._mean_win(2, 0, resplits)

    def _mean_win(self, hands: int, gone: int, resplits: int) -> float:
        """The mean win of `hands` hands of one card each, with `gone` further cards gone."""
        again = min(hands, resplits)
        mean = hands * self._unpaired[gone] + (hands - again) * self._paired_mean[gone]
        if again:
            further = self._mean_win(2 * again, gone + 1, resplits - again)
            mean += self._chance_of_pairs(gone, 1) * further
        return mean

    def square(self, resplits: int) -> float:
        """The mean square of the total win."""
        return sum(
            self._chance(end)
            * (
                self._sum_over_hands(end, self._unpaired_square, self._open_square)
                + self._sum_over_pairs(end)
            )
            for end in endings(resplits)
        )

    def _sum_over_hands(
        self, end: Ending, unpaired: Sequence[float], still_open: Sequence[float]
    ) -> float:
        finished, free = end.unpaired, end.open
        mean = 0.0
        if finished:
            mean += finished * self._mean_beside_open_hands(unpaired, end.drawn, finished - 1)
        if free:
            mean += free * self._mean_beside_open_hands(still_open, end.drawn, finished)
        return mean

    def _sum_over_pairs(self, end: Ending) -> float:
        finished, free = end.unpaired, end.open
        mean = 0.0
        if finished > 1:
            mean += (
                finished
                * (finished - 1)
                * self._mean_beside_open_hands(self._two_unpaired, end.drawn, finished - 2)
            )
        if finished and free:
            mean += (
                2
                * finished
                * free
                * self._mean_beside_open_hands(self._mixed, end.drawn, finished - 1)
            )
        if free > 1:
            mean += (
                free
                * (free - 1)
                * self._mean_beside_open_hands(self._two_open, end.drawn, finished)
            )
        return mean

    def _mean_beside_open_hands(self, means: Sequence[float], gone: int, others: int) -> float:
        """A mean restricted to deals in which `others` other hands have an unpaired second card.

        By inclusion and exclusion: 1, less each of them paired, plus each two of them paired, …
        """
        return sum(
            (-1.0) ** more
            * comb(others, more)
            * self._chance_of_pairs(gone, more)
            * means[gone + more]
            for more in range(others + 1)
        )

    def _chance(self, end: Ending) -> float:
        """The probability of an ending, without its open hands (`_mean_beside_open_hands`)."""
        return end.orders * self._chance_of_pairs(0, end.drawn)

    def _chance_of_pairs(self, gone: int, hands: int) -> float:
        """The probability that `hands` hands are paired, with `gone` further cards gone."""
        chance = 1.0
        for more in range(gone, gone + hands):
            chance *= max(self._same - more, 0) / max(self._cards - more, 1)
        return chance


def _sum(*means: Sequence[float]) -> list[float]:
    return [sum(values) for values in zip(*means, strict=True)]
