"""How many hands a split becomes, and the moments of their sum, exactly.

A pair that is split is split again whenever a second card makes it a pair and the rules allow
it. Which hands there are is decided by the second cards alone, so these may be thought to be
dealt first: one after the other until every hand has an unpaired one, or no further split is
allowed; hands without a second card then take any. By then `drawn` further cards of the pair's
value have come and become hands of their own, and every hand is `unpaired` or `open`.

A mean that asks other hands to be unpaired too is had from means that do not: where others are
known to be paired, as many further cards of the pair's value are gone.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import TypeAlias

import msgspec

Moments: TypeAlias = Sequence[Sequence[float]]
"""By the kinds of `compiled.splits`, then by the number of further cards gone."""


class Ending(msgspec.Struct, frozen=True):
    """Hands at which splitting ends; second cards come in `orders` that lead there."""

    drawn: int
    unpaired: int
    open: int
    orders: int


@cache
def endings(resplits: int) -> tuple[Ending, ...]:
    """How splitting may end, with so many resplits allowed."""
    found = []
    running = {(0, 0): 1}
    while running:
        further: dict[tuple[int, int], int] = {}
        for (drawn, unpaired), orders in running.items():
            still_open = 2 + drawn - unpaired
            if drawn == resplits or still_open == 0:
                found.append(Ending(drawn, unpaired, still_open, orders))
                continue
            for after in ((drawn + 1, unpaired), (drawn, unpaired + 1)):
                further[after] = further.get(after, 0) + orders
        running = further
    return tuple(found)


def most_gone(resplits: int) -> int:
    """Of how many further cards of the pair's value a split needs to know that they are gone.

    All that were drawn, and one for each other hand that must be unpaired.
    """
    return max(end.drawn + end.unpaired for end in endings(resplits))


class Resplitting:
    """The hands of one pair: `same` cards of its value among `cards` of the shoe without it."""

    def __init__(self, cards: int, same: int, moments: Moments) -> None:
        self._cards = cards
        self._same = same
        one, paired, square, paired_square, two, mixed, both = moments
        self._unpaired, self._paired_mean, self._open = one, paired, _sum(one, paired)
        self._unpaired_square, self._open_square = square, _sum(square, paired_square)
        self._two_unpaired = two
        self._mixed = _sum(two, mixed)
        self._two_open = _sum(two, mixed, mixed, both)

    def mean(self, resplits: int) -> float:
        """Of what the hands win together."""
        return sum(
            self._chance(end) * self._of_each(end, self._unpaired, self._open)
            for end in endings(resplits)
        )

    def mean_of_shared_cards(self, resplits: int) -> float:
        """Of what the hands win together where all of them take the same cards.

        Those of a kind are alike. A second card that makes a pair makes one of each hand; as many
        are split again as the rules allow, the others are played on.
        """
        return self._shared(2, 0, resplits)

    def _shared(self, hands: int, gone: int, resplits: int) -> float:
        """Of so many hands of one card, with so many further cards of the pair's value gone."""
        again = min(hands, resplits)
        found = hands * self._unpaired[gone] + (hands - again) * self._paired_mean[gone]
        if again:
            further = self._shared(2 * again, gone + 1, resplits - again)
            found += self._paired(gone, 1) * further
        return found

    def square(self, resplits: int) -> float:
        """Of the square of what they win together."""
        return sum(
            self._chance(end)
            * (
                self._of_each(end, self._unpaired_square, self._open_square)
                + self._of_each_two(end)
            )
            for end in endings(resplits)
        )

    def _of_each(
        self, end: Ending, unpaired: Sequence[float], still_open: Sequence[float]
    ) -> float:
        done, free = end.unpaired, end.open
        found = 0.0
        if done:
            found += done * self._beside(unpaired, end.drawn, done - 1)
        if free:
            found += free * self._beside(still_open, end.drawn, done)
        return found

    def _of_each_two(self, end: Ending) -> float:
        done, free = end.unpaired, end.open
        found = 0.0
        if done > 1:
            found += done * (done - 1) * self._beside(self._two_unpaired, end.drawn, done - 2)
        if done and free:
            found += 2 * done * free * self._beside(self._mixed, end.drawn, done - 1)
        if free > 1:
            found += free * (free - 1) * self._beside(self._two_open, end.drawn, done)
        return found

    def _beside(self, means: Sequence[float], gone: int, others: int) -> float:
        """A mean where so many other hands have an unpaired second card, and only there.

        By inclusion and exclusion: 1 less each of them paired, plus each two …
        """
        return sum(
            (-1.0) ** more * comb(others, more) * self._paired(gone, more) * means[gone + more]
            for more in range(others + 1)
        )

    def _chance(self, end: Ending) -> float:
        """Of an ending, but for the unpaired second cards, which `_beside` counts."""
        return end.orders * self._paired(0, end.drawn)

    def _paired(self, gone: int, hands: int) -> float:
        """The probability that so many hands are paired, with so many further cards gone."""
        chance = 1.0
        for more in range(gone, gone + hands):
            chance *= max(self._same - more, 0) / max(self._cards - more, 1)
        return chance


def _sum(*means: Sequence[float]) -> list[float]:
    return [sum(each) for each in zip(*means, strict=True)]
