"""Exact counts for wagers on a fold of the player's cards in dealing order, suits included.

All orders of the shoe are equally likely, so the player's cards are counted first, then the upcard
and the hole card from the rest. A hand is settled once no further card can change the state of the
fold; settled hands are counted without drawing on.

The first card of a rank in a hand is counted by the suits that lead to the same state. The fold
must not depend on the suits of a rank that repeats: of those cards only the number is counted.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.composition import Composition, by_value
from upcard.compiled.hand_codes import BUST, DOUBLE, HIT
from upcard.exact.play.basic import BasicStrategy
from upcard.exact.play.hands import ONE, VALUES, ShoeWays
from upcard.rules.violation import BadInput
from upcard.wagers.kit import CardFold, Classifier

CARDS: Final = 12
"""Upper bound on the cards dealt: those of a hand not yet settled, and the dealer's two."""

RANKS: Final = range(13)

FollowedHand: TypeAlias = tuple[int, tuple[int, ...]]
"""The state of the fold, and the ranks of the cards in dealing order."""

DealtHand: TypeAlias = tuple[FollowedHand, int]
"""A hand, and the number of ways to deal its cards in this order."""


def counts(
    classify: Classifier, fold: CardFold, left: Composition, strategy: BasicStrategy
) -> dict[int, int]:
    """Counts by the value of a classifier of ``folded`` alone, over deals of the cards left.

    A card that busts the hand is not folded; a split hand keeps its initial two cards. Raises
    `BadInput` for a fold that depends on the suits of a rank that repeats.
    """
    ways = ShoeWays(by_value(left), CARDS)
    dealt = _FoldedHands(fold, left)
    by_index: Counter[int] = Counter()
    two = list(dealt.two_cards())
    for (state, ranks), number in two:
        if dealt.is_settled(state):
            by_index[classify(state)] += number * ways.rest(len(ranks))
    for upcard in VALUES:
        for hand, number in two:
            if dealt.is_settled(hand[0]):
                continue
            for peeked, by_outcome in (
                (True, [(hand, number)]),
                (False, dealt.played(strategy, upcard, hand, number)),
            ):
                for (state, ranks), times in by_outcome:
                    dealers = ways.dealers(_code(ranks), upcard, blackjack=peeked)
                    by_index[classify(state)] += times * dealers
    assert sum(by_index.values()) == ways.total, "every deal is counted once"
    return dict(by_index)


class _FoldedHands:
    """The hands that a fold follows, dealt from the cards that are left."""

    def __init__(self, fold: CardFold, left: Composition) -> None:
        self._fold = _steps_after(fold)
        self._left = left
        self._of_rank = [sum(left[card : card + 4]) for card in range(0, DECK_SIZE, 4)]
        self._longer: dict[FollowedHand, list[DealtHand]] = {}

    def two_cards(self) -> Iterator[DealtHand]:
        """Yield the player's initial two cards."""
        for hand, number in self._hands_after_card((self._fold.start, ())):
            for longer, times in self._hands_after_card(hand):
                yield longer, number * times

    def played(
        self, strategy: BasicStrategy, upcard: int, hand: FollowedHand, number: int
    ) -> Iterator[DealtHand]:
        """Yield the finished hands that the strategy makes of a hand, with their ways."""
        state, ranks = hand
        values = [min(rank, 9) for rank in ranks]
        if self.is_settled(state) or sum(values) + len(values) >= BUST:
            yield hand, number
            return
        action = strategy.act(values, upcard)
        if action not in (HIT, DOUBLE):
            yield hand, number
            return
        for longer, times in self._hands_after_card(hand):
            if action == HIT:
                yield from self.played(strategy, upcard, longer, number * times)
            else:
                yield longer, number * times

    def is_settled(self, state: int) -> bool:
        """Whether no card can change this state any more."""
        return self._fold.is_settled(state)

    def _hands_after_card(self, hand: FollowedHand) -> list[DealtHand]:
        """The hand after one more card, with the number of cards that make it."""
        if hand not in self._longer:
            longer: Counter[FollowedHand] = Counter()
            state, ranks = hand
            for rank in RANKS:
                after = self._fold.states_after(state, ranks, rank)
                if rank in ranks:
                    own_state = self._fold.alone(after)
                    longer[own_state, (*ranks, rank)] = self._of_rank[rank] - ranks.count(rank)
                else:
                    for suit, next_state in enumerate(after):
                        longer[next_state, (*ranks, rank)] += self._left[4 * rank + suit]
            self._longer[hand] = [(made, cards) for made, cards in longer.items() if cards > 0]
        return self._longer[hand]


@cache
def _steps_after(fold: CardFold) -> "_FoldSteps":
    return _FoldSteps(fold)


class _FoldSteps:
    """What a fold's steps make of states, whatever the shoe."""

    def __init__(self, fold: CardFold) -> None:
        self.start = fold.start
        self._step = fold.step
        self._is_settled: dict[int, bool] = {}
        self._after: dict[tuple[int, int], tuple[int, ...]] = {}

    def is_settled(self, state: int) -> bool:
        """Whether no card can change this state any more."""
        if state not in self._is_settled:
            stays = all(set(self.steps(state, rank)) == {state} for rank in RANKS)
            self._is_settled[state] = stays
        return self._is_settled[state]

    def states_after(self, state: int, ranks: tuple[int, ...], rank: int) -> tuple[int, ...]:
        """The states after one more card of a rank, by suit; a card that busts changes none."""
        pips = sum(min(held, 9) + 1 for held in (*ranks, rank))
        return (state,) * 4 if pips >= BUST else self.steps(state, rank)

    def alone(self, after: tuple[int, ...]) -> int:
        """The state that all suits of a rank lead to; `BadInput` where they differ."""
        if len(set(after)) > 1:
            raise BadInput(
                f"{self._step.__module__} tells suits of a rank apart that a hand has already: its "
                "odds are not computed."
            )
        return after[0]

    def steps(self, state: int, rank: int) -> tuple[int, ...]:
        """The states after a card of a rank, by suit."""
        if (state, rank) not in self._after:
            cards = range(4 * rank, 4 * rank + 4)
            self._after[state, rank] = tuple(self._step(state, card) for card in cards)
        return self._after[state, rank]


@cache
def _code(ranks: tuple[int, ...]) -> int:
    return sum(ONE[value_of(4 * rank) - 1] for rank in ranks)
