"""What a count with whole tags wins, exactly: no shoe is drawn.

Before a round m of a shoe's N cards are seen, all sets of m alike. Given the k cards that decide
the wager in that round, the others are seen or not alike; so the sum of the tags seen has a law
that depends on the tags of the k cards alone. It is counted by generating functions: the sets of
cards with so many cards and so large a sum are the product of (1 + y x^tag) over the cards. What
the count wins is the sum over all deals, of their probability times what they pay times the
probability that the count places the wager.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import comb, perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.exposure.linear_counts import LinearCount, forecast
from upcard.analysis.remaining.shoes import CARDS_OF_A_ROUND
from upcard.analysis.remaining.valuing import (
    WORTH_PLACING,
    Deals,
    DealSums,
    Decided,
    WholeHands,
)
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats, Integers

Levels = tuple[int, ...]
"""The number of cards with each tag."""

MOST_TAG: Final = 12
PARTS: Final = (1, 2, 3, 4, 6)
"""Tags may be in these parts of a point."""


@dataclass(frozen=True, slots=True)
class WeighedDeals:
    """The deals of a full shoe: what they pay is multiplied by their probability."""

    decks: int
    sums: DealSums

    def are_told_by(self, tags: Integers) -> bool:
        """Whether tags differ by the kinds of whole hands alone, so that hands have a sum."""
        return all(
            len(np.unique(np.stack((decided.kinds, tags)), axis=1).T)
            == len(np.unique(decided.kinds))
            for decided in self.sums.paid
            if isinstance(decided, WholeHands)
        )


def weighed_deals(deals: DealSums, decks: int) -> WeighedDeals:
    """The deals of a full shoe."""

    def each(those: Sequence[Decided]) -> list[Decided]:
        return [
            replace(decided, pays=decided.pays * _chances_of(decided, decks)) for decided in those
        ]

    return WeighedDeals(decks, DealSums(each(deals.offered), each(deals.paid), each(deals.squared)))


def of_every_round(decks: int) -> WeighedDeals:
    """For a wager that is offered in every round, of which no deal says what it pays."""
    return WeighedDeals(decks, DealSums([Deals((), np.ones(()))], (), ()))


def whole_tags(count: LinearCount) -> Integers | None:
    """The tags as small whole numbers of one part of a point; None where they are none."""
    for parts in PARTS:
        tags = np.array(count.tags) * parts
        if not np.any(tags % 1) and abs(tags).max() <= MOST_TAG:
            return tags.astype(np.int64)
    return None


class ExactWins:
    """The sums of a count by round: wagers offered, placed, their forecast, their win, its square.

    `tags` are whole; the count places the wager where its forecast, which is `expected` off the
    top, is above 0.
    """

    def __init__(
        self, count: LinearCount, tags: Integers, effects: Sequence[float], expected: float
    ) -> None:
        per_tag = np.array(forecast(count, effects)) - forecast(count, effects)[0]
        at = int(np.argmax(abs(tags - tags[0])))
        self._slope = float(per_tag[at] / (tags[at] - tags[0]))
        self._mean = float(tags.mean())
        self._expected = expected
        self._tags, self._level = np.unique(tags, return_inverse=True)

    def by_round(self, deals: WeighedDeals, rounds: int) -> Floats:
        """The five sums of each round, in an array of rounds and sums.

        The last two are not numbers (NaN) where no deal says what the wager pays.
        """
        decks, size = deals.decks, DECK_SIZE * deals.decks
        numbers = decks * np.bincount(self._level, minlength=len(self._tags))
        offered, paid, squared = (
            self._by_levels(part)
            for part in (deals.sums.offered, deals.sums.paid, deals.sums.squared)
        )
        kept = np.minimum(numbers, np.max([*offered, *paid], axis=0))
        most = CARDS_OF_A_ROUND * (rounds - 1)
        rest, least = _sets(self._tags, numbers - kept, most)
        folded = _Folded(self, rest, least, kept, size)
        seen = [folded.at(CARDS_OF_A_ROUND * number) for number in range(rounds)]
        placed, forecasts = (np.array([both[part] for both in seen]) for part in range(2))
        columns = np.zeros((rounds, 5))
        if not paid:
            columns[:, 3:] = np.nan
        columns[:, 0] = sum(offered.values())
        by_cards: dict[int, Floats] = {}
        for levels in offered.keys() | paid.keys():
            beside = folded.beside(levels)
            worth = [each.get(levels, 0.0) for each in (offered, paid, squared)]
            sums = by_cards.setdefault(sum(levels), np.zeros((len(worth), *beside.shape)))
            sums += np.multiply.outer(worth, beside)
        for cards, sums in by_cards.items():
            ways = [float(comb(size - cards, CARDS_OF_A_ROUND * at)) for at in range(rounds)]
            chances = np.tensordot(placed, sums, ((1, 2), (1, 2))).T / ways
            columns[:, [1, 3, 4]] += chances.T
            columns[:, 2] += np.tensordot(forecasts, sums[0], 2) / ways
        return columns

    def forecasts(self, sums: Integers, seen: int, size: int) -> Floats:
        """The forecast where `seen` cards are seen, by the sum of their tags."""
        centered = (size - 1) * self._slope * (sums - seen * self._mean)
        forecasts: Floats = self._expected + centered / (size - seen)
        return forecasts

    @property
    def tags(self) -> Integers:
        """The different tags, in order."""
        return self._tags

    def _by_levels(self, deals: Sequence[Decided]) -> dict[Levels, float]:
        """What deals pay, by the number of their cards with each tag."""
        one_hot = np.eye(len(self._tags))[self._level]
        paid_by_levels: dict[Levels, float] = {}
        for decided in deals:
            if isinstance(decided, WholeHands):
                self._add_hands(decided, paid_by_levels)
                continue
            paid = decided.pays
            for _ in range(paid.ndim):
                paid = np.tensordot(paid, one_hot, (0, 0))
            fixed = [self._level[card] for card in decided.fixed]
            for places in product(range(len(self._tags)), repeat=paid.ndim):
                key = tuple(np.bincount([*fixed, *places], minlength=len(self._tags)).tolist())
                paid_by_levels[key] = paid_by_levels.get(key, 0.0) + float(paid[places])
        return paid_by_levels

    def _add_hands(self, hands: WholeHands, to: dict[Levels, float]) -> None:
        """Add what whole hands pay; their cards of one kind have one tag."""
        of_kind = np.zeros((hands.held.shape[1], len(self._tags)), np.int64)
        of_kind[hands.kinds, self._level] = 1
        different, which = np.unique(hands.held @ of_kind, axis=0, return_inverse=True)
        sums = np.bincount(which.ravel(), hands.pays)
        for levels, paid in zip(different.tolist(), sums.tolist(), strict=True):
            to[tuple(levels)] = to.get(tuple(levels), 0.0) + paid


class _Folded:
    """Sets of cards seen from a shoe without a few cards of each tag, which are put in later.

    So one generating function of the large rest serves deals of all tags.
    """

    def __init__(
        self, count: ExactWins, rest: Floats, least: int, kept: Integers, size: int
    ) -> None:
        self._count, self._rest, self._least, self._kept, self._size = (
            count,
            rest,
            least,
            kept,
            size,
        )
        negative = np.minimum(count.tags, 0) @ kept
        self._lowest = int(negative)
        self._cards = int(kept.sum())
        self._span = int(abs(count.tags) @ kept)

    def at(self, seen: int) -> tuple[Floats, Floats]:
        """Sum over the sets, by the number and the tags' sum of the cards put in.

        Of 1 where the count places the wager, and of its forecast there.
        """
        width = self._rest.shape[1]
        sums = self._least + self._lowest + np.arange(width + self._span)
        worth = self._count.forecasts(sums, seen, self._size)
        placed = worth > WORTH_PLACING
        rows = np.zeros((self._cards + 1, width))
        for number in range(min(self._cards, seen) + 1):
            if seen - number < len(self._rest):
                rows[number] = self._rest[seen - number]
        both = (placed.astype(np.float64), placed * worth)
        first, second = (
            rows @ np.lib.stride_tricks.sliding_window_view(rows_of, width).T for rows_of in both
        )
        return first, second

    def beside(self, levels: Levels) -> Floats:
        """The sets of the cards put in, where those of a deal are gone."""
        left = self._kept - np.array(levels)
        padded = np.zeros((self._cards + 1, self._span + 1))
        if left.min() < 0:  # a deal that the shoe does not hold pays nothing
            return padded
        sets, least = _sets(self._count.tags, left, self._cards)
        place = least - self._lowest
        padded[: sets.shape[0], place : place + sets.shape[1]] = sets
        return padded


def _sets(tags: Integers, numbers: Integers, most: int) -> tuple[Floats, int]:
    """The sets of up to `most` cards, by their number and the sum of their tags; the least sum."""
    ways, least = np.ones((1, 1)), 0
    for tag, number in zip(tags.tolist(), numbers.tolist(), strict=True):
        rows = min(most, len(ways) - 1 + number) + 1
        wider = np.zeros((rows, ways.shape[1] + abs(tag) * number))
        for taken in range(min(number, most) + 1):
            source = ways[: rows - taken]
            place = tag * taken if tag >= 0 else -tag * (number - taken)
            into = wider[taken : taken + len(source), place : place + ways.shape[1]]
            into += float(comb(number, taken)) * source
        ways, least = wider, least + min(0, tag * number)
    return ways, least


def _chances_of(decided: Decided, decks: int) -> Floats:
    """The probability of each deal, or of each hand in one of its orders."""
    if isinstance(decided, Deals):
        return _chances(decided, decks)
    numbers = decks * np.bincount(decided.kinds, minlength=decided.held.shape[1])
    most = range(int(decided.held.max()) + 1)
    ways = np.array([[perm(number, taken) for taken in most] for number in numbers.tolist()], float)
    cards = decided.held.sum(axis=1)
    orders = [perm(DECK_SIZE * decks, number) for number in range(int(cards.max()) + 1)]
    chances: Floats = np.ones(len(decided.held))
    for kind in range(len(ways)):
        chances = chances * ways[kind, decided.held[:, kind]]
    chances /= np.array(orders, float)[cards]
    return chances


def _chances(deals: Deals, decks: int) -> Floats:
    """The probability of each deal in its order: its fixed cards, then one of each axis."""
    cards = deals.pays.ndim
    of_types = [
        np.arange(DECK_SIZE).reshape([-1 if at == axis else 1 for at in range(cards)])
        for axis in range(cards)
    ]
    before: list[NDArray[np.int64]] = []
    ways: Floats = np.ones((1,) * cards)
    for types in (*(np.full((1,) * cards, card) for card in deals.fixed), *of_types):
        ways = ways * (decks - sum((types == other).astype(float) for other in before))
        before.append(types)
    chances: Floats = ways / perm(DECK_SIZE * decks, len(before))
    return chances
