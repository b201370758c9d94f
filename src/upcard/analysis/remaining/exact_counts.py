"""The exact win of a count with whole tags: no shoe is drawn.

Before a round some cards of the shoe are seen; all sets of as many cards are equally likely. Given
the cards of the deal that decides the wager in that round, the seen cards are any set of the other
cards. So the law of the sum of their tags depends on how many cards of each tag the deal has, and
on nothing else of it. What the count wins in a round is the sum over all deals of

    the deal's probability  x  what it pays  x  the probability that the count places the wager,

and the last is the share of the sets of seen cards (`seen_cards`) whose sum of tags gives a
forecast above 0. Deals with the same numbers of cards of each tag are added up before.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb
from typing import Final, NamedTuple

import numpy as np

from upcard.analysis.counters.linear_counts import LinearCount, forecast
from upcard.analysis.remaining.seen_cards import SeenCards, TagNumbers
from upcard.analysis.remaining.shoes import CARDS_OF_A_ROUND
from upcard.analysis.remaining.valuations import Deals, Decided, WholeHands
from upcard.analysis.remaining.weighed_deals import WeighedDeals
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats, Integers

MAX_TAG: Final = 12
PARTS: Final = (1, 2, 3, 4, 6)
"""Tags may be in these parts of a point."""

Payouts = dict[TagNumbers, float]
"""What deals pay, times their probability, by their numbers of cards with each tag."""


class ExactSums(NamedTuple):
    """Means of a round, or of the rounds of a shoe, for a player who chooses when to wager.

    How often the wager is offered, how often it is placed, the forecast where it is placed, what is
    won, and its square, in units of the wager. `won` and `square` are not numbers (NaN) where it is
    not known which deals pay.
    """

    offered: float
    placed: float
    forecast: float
    won: float
    square: float


OFFERED, PLACED, FORECAST, WON, SQUARE = range(len(ExactSums._fields))


def whole_tags(count: LinearCount) -> Integers | None:
    """The tags as small whole numbers of one part of a point; None where they are none."""
    for parts in PARTS:
        tags = np.array(count.tags) * parts
        if not np.any(tags % 1) and abs(tags).max() <= MAX_TAG:
            return tags.astype(np.int64)
    return None


class ExactWins:
    """What a count wins in each round of a shoe.

    `tags` are whole, by card type; `effects` are those of removing a card of each. The count places
    the wager where its forecast, which is `expected` off the top, is above 0. Computations use the
    different tags, in order, and the place of each card type's tag among them.
    """

    def __init__(
        self, count: LinearCount, tags: Integers, effects: Sequence[float], expected: float
    ) -> None:
        by_type = np.array(forecast(count, effects))
        per_tag = by_type - by_type[0]
        farthest = int(np.argmax(abs(tags - tags[0])))
        self._per_point = float(per_tag[farthest] / (tags[farthest] - tags[0]))
        self._mean_tag = float(tags.mean())
        self._expected = expected
        self._tags, self._tag_of_type = np.unique(tags, return_inverse=True)

    def sums_by_round(self, deals: WeighedDeals, rounds: int) -> Floats:
        """The `ExactSums` of each round, in an array of shape (rounds, sums)."""
        offered, paid, squared = (
            self._payouts_by_tag_numbers(part)
            for part in (deals.sums.offered, deals.sums.paid, deals.sums.squared)
        )
        size = DECK_SIZE * deals.decks
        numbers = deals.decks * np.bincount(self._tag_of_type, minlength=len(self._tags))
        reserve = np.minimum(numbers, np.max([*offered, *paid], axis=0))
        cards_seen = [CARDS_OF_A_ROUND * number for number in range(rounds)]
        seen_cards = SeenCards(self._tags, numbers, reserve, cards_seen[-1])
        by_reserve = [
            seen_cards.placed_by_reserve(cards, self._forecast_after(cards, size))
            for cards in cards_seen
        ]
        placed = np.array([sets for sets, _ in by_reserve])
        forecasts = np.array([sums for _, sums in by_reserve])
        columns = np.zeros((rounds, len(ExactSums._fields)))
        columns[:, OFFERED] = sum(offered.values())
        if not paid:
            columns[:, [WON, SQUARE]] = np.nan
        for cards, sums in _sums_by_cards(seen_cards, offered, paid, squared).items():
            sets = [float(comb(size - cards, number)) for number in cards_seen]
            chances = np.tensordot(placed, sums, ((1, 2), (1, 2))).T / sets
            columns[:, [PLACED, WON, SQUARE]] += chances.T
            columns[:, FORECAST] += np.tensordot(forecasts, sums[0], 2) / sets
        return columns

    def _forecast_after(self, cards_seen: int, size: int) -> Callable[[Integers], Floats]:
        """The forecast where `cards_seen` cards of `size` are seen, by the sum of their tags."""

        def forecast_by_sum(sums: Integers) -> Floats:
            above_mean = sums - cards_seen * self._mean_tag
            forecasts: Floats = self._expected + (size - 1) * self._per_point * above_mean / (
                size - cards_seen
            )
            return forecasts

        return forecast_by_sum

    def _payouts_by_tag_numbers(self, deals: Sequence[Decided]) -> Payouts:
        payouts: Payouts = {}
        for decided in deals:
            if isinstance(decided, WholeHands):
                part = self._payouts_of_hands(decided)
            else:
                part = self._payouts_of_deals(decided)
            for numbers, paid in part:
                payouts[numbers] = payouts.get(numbers, 0.0) + paid
        return payouts

    def _payouts_of_deals(self, deals: Deals) -> Iterator[tuple[TagNumbers, float]]:
        """The sum over the types with each combination of tags, one tag for each axis."""
        tags = len(self._tags)
        tag_is = np.eye(tags)[self._tag_of_type]
        paid = deals.pays
        for _ in range(paid.ndim):
            paid = np.tensordot(paid, tag_is, (0, 0))
        fixed = [self._tag_of_type[card] for card in deals.fixed]
        for dealt in product(range(tags), repeat=paid.ndim):
            numbers = np.bincount([*fixed, *dealt], minlength=tags)
            yield tuple(numbers.tolist()), float(paid[dealt])

    def _payouts_of_hands(self, hands: WholeHands) -> Iterator[tuple[TagNumbers, float]]:
        """The sum over the hands with the same tags; cards of one kind have one tag."""
        tag_is = np.zeros((hands.held.shape[1], len(self._tags)), np.int64)
        tag_is[hands.kinds, self._tag_of_type] = 1
        numbers, number_of_hand = np.unique(hands.held @ tag_is, axis=0, return_inverse=True)
        sums = np.bincount(number_of_hand.ravel(), hands.pays)
        for different, paid in zip(numbers.tolist(), sums.tolist(), strict=True):
            yield tuple(different), paid


def _sums_by_cards(
    seen_cards: SeenCards, offered: Payouts, paid: Payouts, squared: Payouts
) -> dict[int, Floats]:
    """For each number of cards of a deal: its payouts times the sets seen with it, by reserve.

    The first axis is for what is offered, what is paid and its square. Deals of as many cards are
    added up, as the seen cards are among as many others.
    """
    by_cards: dict[int, Floats] = {}
    for numbers in offered.keys() | paid.keys():
        sets = seen_cards.sets_beside(numbers)
        payouts = [part.get(numbers, 0.0) for part in (offered, paid, squared)]
        sums = by_cards.setdefault(sum(numbers), np.zeros((len(payouts), *sets.shape)))
        sums += np.multiply.outer(payouts, sets)
    return by_cards
