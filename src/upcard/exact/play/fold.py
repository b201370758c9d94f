"""Exact counts for wagers on a fold of the player's cards in dealing order, suits included.

All orders of the shoe are equally likely, so the player's cards are counted first, then the upcard
and the hole card from the rest. A hand is settled once no further card can change the state of the
fold; settled hands are counted without drawing on.

Suits are counted by symmetry: while a hand holds a rank once, each suit of that card is equally
likely. The fold must not depend on the suits of a rank that repeats.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import perm, prod
from typing import Final, TypeAlias

from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.layout import BUST, DOUBLE, HIT
from upcard.exact.basic import BasicStrategy
from upcard.exact.play.hands import ONE, VALUES, ShoeWays, shoe_of
from upcard.wagers.kit import CardFold, Classifier

CARDS: Final = 12
"""Upper bound on the cards dealt: those of a hand not yet settled, and the dealer's two."""

RANKS: Final = range(13)

FollowedHand: TypeAlias = tuple[int, tuple[int, ...]]
"""The state of the fold, and the ranks of the cards in dealing order."""

DealtHands: TypeAlias = list[tuple[FollowedHand, int]]
"""Hands, each with the number of suit choices for the first card of each rank."""


def counts(
    classify: Classifier, fold: CardFold, decks: int, strategy: BasicStrategy
) -> dict[int, int]:
    """Counts by the value of a classifier of ``folded`` alone.

    A card that busts the hand is not folded; a split hand keeps its initial two cards.
    """
    ways = ShoeWays(shoe_of(decks), CARDS)
    followed = _followed(fold)
    by_index: Counter[int] = Counter()
    for (state, ranks), suits in followed.settled:
        dealt = suits * _in_order(ranks, decks)
        by_index[classify(state)] += dealt * ways.rest(len(ranks))
    for upcard in VALUES:
        for hand, suits in followed.initial:
            for peeked, finished in (
                (True, [(hand, suits)]),
                (False, followed.played(strategy, upcard, hand, suits)),
            ):
                for (state, ranks), more in finished:
                    dealers = ways.dealers(_code(ranks), upcard, blackjack=peeked)
                    by_index[classify(state)] += more * _in_order(ranks, decks) * dealers
    assert sum(by_index.values()) == ways.total, "every deal is counted once"
    return dict(by_index)


@cache
def _followed(fold: CardFold) -> "_Followed":
    return _Followed(fold)


class _Followed:
    """The hands that a fold follows; `settled` and `initial` are the hands of two cards."""

    def __init__(self, fold: CardFold) -> None:
        self._step = fold.step
        self._longer: dict[FollowedHand, DealtHands] = {}
        self._is_settled: dict[int, bool] = {}
        two = [
            (hand, suits * more)
            for state, suits in self._drawn((fold.start, ()))
            for hand, more in self._drawn(state)
        ]
        self.settled = [dealt for dealt in two if self._settles(dealt[0][0])]
        self.initial = [dealt for dealt in two if not self._settles(dealt[0][0])]

    def played(
        self, strategy: BasicStrategy, upcard: int, hand: FollowedHand, suits: int
    ) -> Iterator[tuple[FollowedHand, int]]:
        """Yields the finished hands that the strategy makes of a hand, with their suit choices."""
        state, ranks = hand
        values = [min(rank, 9) for rank in ranks]
        if self._settles(state) or sum(values) + len(values) >= BUST:
            yield hand, suits
            return
        action = strategy.act(values, upcard)
        if action not in (HIT, DOUBLE):
            yield hand, suits
            return
        for longer, more in self._drawn(hand):
            if action == HIT:
                yield from self.played(strategy, upcard, longer, suits * more)
            else:
                yield longer, suits * more

    def _settles(self, state: int) -> bool:
        """Whether no card can change this state any more."""
        if state not in self._is_settled:
            stays = all(self._step(state, card) == state for card in range(DECK_SIZE))
            self._is_settled[state] = stays
        return self._is_settled[state]

    def _drawn(self, hand: FollowedHand) -> DealtHands:
        """The hand after one more card; a card that busts it does not change the state."""
        if hand not in self._longer:
            longer: Counter[FollowedHand] = Counter()
            state, ranks = hand
            pips = sum(min(rank, 9) + 1 for rank in ranks)
            for rank in RANKS:
                cards = range(4 * rank, 4 * rank + 4)
                if pips + min(rank, 9) + 1 >= BUST:
                    after = [state] * 4
                else:
                    after = [self._step(state, card) for card in cards]
                if rank in ranks:
                    (same,) = set(after)
                    after = [same]
                for following in after:
                    longer[following, (*ranks, rank)] += 1
            self._longer[hand] = list(longer.items())
        return self._longer[hand]


@cache
def _code(ranks: tuple[int, ...]) -> int:
    return sum(ONE[value_of(4 * rank) - 1] for rank in ranks)


@cache
def _in_order(ranks: tuple[int, ...], decks: int) -> int:
    """The number of ways to deal cards of these ranks, the first of each rank in a given suit."""
    held = Counter(ranks).values()
    return prod(decks * perm(4 * decks - 1, cards - 1) for cards in held)
