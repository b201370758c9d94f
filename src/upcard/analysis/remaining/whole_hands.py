"""What a side wager on whole hands is worth in every remaining shoe, exactly (in floats)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.valuing import (
    PLAYED_OUT,
    WORK,
    Decided,
    Valuation,
    Values,
    WholeHands,
)
from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.composition import Composition
from upcard.compiled.arrays import Floats
from upcard.exact import baccarat, dealer
from upcard.exact.basic import RULES
from upcard.exact.play.playing_out import play_out_counts
from upcard.games.baccarat import points
from upcard.wagers.kit import WagerRule

Wholes = NDArray[np.int64]

VALUES: Final = range(1, 11)
EVERY_CARD: Final = range(DECK_SIZE)
ACE, TEN = 0, 9

STEPS: Final = 40
"""About the multiplications that one of numpy's look-ups and products takes."""


@dataclass(frozen=True, slots=True)
class _Hands:
    """Multisets of cards by kind, in the rows of `held`, with the number of `cards` of each."""

    held: NDArray[np.int64]
    cards: NDArray[np.int64]

    @property
    def affordable(self) -> int:
        """The remaining shoes in which these hands may be dealt."""
        return WORK // (self.held.size * STEPS)

    def chances(self, left: Floats) -> Floats:
        """The probability to deal each in one certain order, from the cards left of each kind."""
        ways = _orders(left, int(self.held.max()))
        chances: Floats = 1 / _orders(left.sum(), int(self.cards.max()))[self.cards]
        for of_kind, held in zip(ways, self.held.T, strict=True):
            chances *= of_kind.take(held)
        return chances


def _orders(left: Floats, most: int) -> Floats:
    """The ordered choices of 0 to `most` of the cards `left`; a last axis has their number."""
    orders = np.ones((*np.shape(left), most + 1))
    factors = np.maximum(np.subtract.outer(left, np.arange(most)), 0)
    np.cumprod(factors, axis=-1, out=orders[..., 1:])
    return orders


def _each(
    worth_of: Callable[[Floats], float], kinds: Sequence[int] | Wholes = EVERY_CARD
) -> Values:
    """Values of one shoe after another, from its cards left by kind."""
    by_kind = np.eye(int(max(kinds)) + 1)[np.array(kinds)]

    def values(left: Floats) -> tuple[Floats, Floats]:
        flat = left.reshape(-1, DECK_SIZE) @ by_kind
        means = np.array([worth_of(shoe) for shoe in flat]).reshape(left.shape[:-1])
        return means, np.ones_like(means)

    return values


# Both hands of baccarat


def of_baccarat(priced: WagerRule) -> Valuation:
    """Each multiset of a round's cards, weighted by its orders and what each of them pays."""
    rounds = baccarat.dealt_rounds()
    totals = [{"player_total": player, "dealer_total": banker} for _, player, banker in rounds]
    outcomes = np.array([priced.index_of(of_round) for of_round in totals])
    orders = np.array(list(rounds.values()), np.float64)
    held, of_hand = np.unique([held for held, _, _ in rounds], axis=0, return_inverse=True)
    hands = _Hands(held, held.sum(axis=1))
    kinds = np.array([points(card) for card in range(DECK_SIZE)])

    def paid_by(pays: Floats) -> Floats:
        values = np.bincount(of_hand.ravel(), orders * pays[outcomes])
        return np.asarray(values, np.float64)

    def make(pays: Floats) -> Values:
        paid = paid_by(pays)
        return _each(lambda left: float(hands.chances(left) @ paid), kinds)

    return Valuation(
        make, hands.affordable, deals=lambda pays: [WholeHands(kinds, held, paid_by(pays))]
    )


# The dealer's finished hand


def of_the_dealer(priced: WagerRule, decks: int) -> Valuation:
    """A fold of the cards is counted anew; else each finished hand has its orders and chance."""
    if priced.fold is not None:
        return _count_deals(priced, lambda left: dealer.counts(priced, decks, left))
    finished = dealer.finished_hands(tuple(VALUES))
    hands = _Hands(
        np.array([hand.held for hand in finished]), np.array([hand.cards for hand in finished])
    )
    orders = np.array([hand.orders for hand in finished], np.float64)
    of_player = "player_blackjack" in priced.facts
    outcomes = np.array(
        [[_of_hand(priced, hand, made) for hand in finished] for made in range(1 + of_player)]
    )

    kinds = np.array([value_of(card) - 1 for card in range(DECK_SIZE)])

    def decided(pays: Floats) -> list[Decided]:
        paid = orders * pays[outcomes]
        without = WholeHands(kinds, hands.held, paid[0])
        if not of_player:
            return [without]
        held = hands.held.copy()
        held[:, [ACE, TEN]] += 1
        return [without, WholeHands(kinds, held, 2 * (paid[1] - paid[0]))]

    def make(pays: Floats) -> Values:
        paid = pays[outcomes]

        def one(left: Floats) -> float:
            chance = orders * hands.chances(left)
            if not of_player:
                return float(chance @ paid[0])
            rest = int(left.sum()) - hands.cards
            blackjacks = (left[0] - hands.held[:, 0]) * (left[-1] - hands.held[:, -1])
            made = 2 * blackjacks / (rest * (rest - 1))
            return float(chance @ (paid[0] + made * (paid[1] - paid[0])))

        return _each(one, kinds)

    return Valuation(make, hands.affordable, deals=decided)


def _of_hand(priced: WagerRule, hand: dealer.FinishedHand, player_blackjack: int) -> int:
    facts = {
        "dealer_total": hand.total,
        "dealer_cards": hand.cards,
        "dealer_blackjack": int(hand.cards == 2 and hand.total == 21),
        "player_blackjack": player_blackjack,
    }
    return priced.index_of(facts)


# The player's hand


def of_the_player(priced: WagerRule, decks: int) -> Valuation:
    """The basic strategy of the full shoe plays each remaining shoe (`exact.play`)."""
    return _count_deals(priced, lambda left: play_out_counts(priced, decks, RULES, left))


def _count_deals(priced: WagerRule, count: Callable[[Composition], dict[str, int]]) -> Valuation:
    """Every deal of each remaining shoe is counted by its outcome."""

    def make(pays: Floats) -> Values:
        def one(left: Floats) -> float:
            ways = count(tuple(int(number) for number in left))
            total = sum(ways.values())
            return float(
                sum(
                    ways[outcome] / total * pay
                    for outcome, pay in zip(priced.outcomes, pays, strict=True)
                )
            )

        return _each(one)

    return Valuation(make, PLAYED_OUT)
