"""The exact value, in floats, of a side wager on whole hands in every remaining shoe.

Three kinds of wagers are decided by all cards of a hand or of a round: those of baccarat, those on
the dealer's finished hand, and those on the hand that the player plays out.

For the first two, all possible hands are listed once, as multisets of card *kinds* (baccarat's
points, or Blackjack's values): a few thousand rows. In a remaining shoe a multiset has

    the number of orders in which it can be dealt  x  the probability of one such order,

and only the probability depends on the shoe (`_Hands.chances`). So the value of the wager is one
product of a row of probabilities with a column of what is paid, for each shoe.

Wagers on the player's hand, and a wager whose classifier folds the dealer's cards, have no such
list: every deal of each remaining shoe is counted anew (`_count_deals`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.valuations import (
    PLAYED_OUT,
    WORK,
    Decided,
    ShoeValues,
    Valuation,
    WholeHands,
)
from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.composition import Composition
from upcard.compiled.arrays import Floats
from upcard.exact import baccarat, dealer
from upcard.exact.play.basic import RULES
from upcard.exact.play.playing_out import play_out_counts
from upcard.games.baccarat import points
from upcard.wagers.kit import WagerRule

Kinds = NDArray[np.int64]
"""The kind of each card type."""

VALUES: Final = range(1, 11)
EVERY_CARD: Final = range(DECK_SIZE)
ACE, TEN = 0, 9
"""Kinds of Blackjack: values less one."""

STEPS: Final = 40
"""About the multiplications that one of numpy's look-ups and products takes."""


@dataclass(frozen=True, slots=True)
class _Hands:
    """Multisets of cards: `held[hand, kind]` cards of a kind, `cards[hand]` in all."""

    held: NDArray[np.int64]
    cards: NDArray[np.int64]

    @property
    def affordable(self) -> int:
        """The number of remaining shoes that can be valued in some seconds."""
        return WORK // (self.held.size * STEPS)

    def chances(self, left: Floats) -> Floats:
        """For each hand the probability to deal it in one given order, from `left` by kind.

        With k of n cards of a kind in the hand, the kind contributes n (n - 1) ... (n - k + 1)
        ordered choices; the product over all kinds is divided by the ordered deals of all cards.
        """
        choices = _ordered_choices(left, int(self.held.max()))
        deals = _ordered_choices(left.sum(), int(self.cards.max()))
        chances: Floats = 1 / deals[self.cards]
        for choices_of_kind, held in zip(choices, self.held.T, strict=True):
            chances *= choices_of_kind.take(held)
        return chances


def _ordered_choices(left: Floats, most: int) -> Floats:
    """The ordered choices of 0 to `most` of the cards `left`; a last axis has their number."""
    choices = np.ones((*np.shape(left), most + 1))
    factors = np.maximum(np.subtract.outer(left, np.arange(most)), 0)
    np.cumprod(factors, axis=-1, out=choices[..., 1:])
    return choices


def _shoe_by_shoe(
    moments_of: Callable[[Floats], float], kinds: Sequence[int] | Kinds = EVERY_CARD
) -> ShoeValues:
    """Values that `moments_of` computes for one shoe after another, from its cards left by kind."""
    kind_of_type = np.eye(int(max(kinds)) + 1)[np.array(kinds)]

    def values(left: Floats) -> tuple[Floats, Floats]:
        shoes = left.reshape(-1, DECK_SIZE) @ kind_of_type
        means = np.array([moments_of(shoe) for shoe in shoes]).reshape(left.shape[:-1])
        return means, np.ones_like(means)

    return values


# Both hands of baccarat


def value_baccarat(rule: WagerRule) -> Valuation:
    """A wager on a round of baccarat.

    The same cards can make several rounds, so what a multiset of cards pays is a sum over the
    rounds that it can make, each with its orders.
    """
    rounds = baccarat.dealt_rounds()
    totals = [{"player_total": player, "dealer_total": banker} for _, player, banker in rounds]
    outcome_of_round = np.array([rule.index_of(facts) for facts in totals])
    orders_of_round = np.array(list(rounds.values()), np.float64)
    distinct, hand_of_round = np.unique(
        [distinct for distinct, _, _ in rounds], axis=0, return_inverse=True
    )
    hands = _Hands(distinct, distinct.sum(axis=1))
    kinds = np.array([points(card) for card in range(DECK_SIZE)])

    def paid_by_hand(pays: Floats) -> Floats:
        sums = np.bincount(hand_of_round.ravel(), orders_of_round * pays[outcome_of_round])
        return np.asarray(sums, np.float64)

    def make(pays: Floats) -> ShoeValues:
        paid = paid_by_hand(pays)
        return _shoe_by_shoe(lambda left: float(hands.chances(left) @ paid), kinds)

    return Valuation(
        make, hands.affordable, deals=lambda pays: [WholeHands(kinds, distinct, paid_by_hand(pays))]
    )


# The dealer's finished hand


def value_dealers_hand(rule: WagerRule, decks: int) -> Valuation:
    """A wager on the dealer's finished hand, or on that and a Blackjack of the player."""
    if rule.fold is not None:
        return _count_deals(rule, lambda left: dealer.counts(rule, decks, left))
    if "player_blackjack" in rule.facts:
        return _value_both_hands(rule)
    return _value_dealer_alone(rule)


def _value_dealer_alone(rule: WagerRule) -> Valuation:
    hands, orders, outcomes = _finished_hands(rule, player_blackjack=0)
    kinds = _kinds_by_value()

    def make(pays: Floats) -> ShoeValues:
        paid = pays[outcomes]
        return _shoe_by_shoe(lambda left: float(orders * hands.chances(left) @ paid), kinds)

    return Valuation(
        make,
        hands.affordable,
        deals=lambda pays: [WholeHands(kinds, hands.held, orders * pays[outcomes])],
    )


def _value_both_hands(rule: WagerRule) -> Valuation:
    """A wager that pays a dealer's hand otherwise where the player has a Blackjack.

    To what the dealer's hand pays without one it adds the difference that the Blackjack makes,
    times its probability from the cards that the dealer's hand leaves.
    """
    hands, orders, outcomes_without = _finished_hands(rule, player_blackjack=0)
    _, _, outcomes_with = _finished_hands(rule, player_blackjack=1)
    kinds = _kinds_by_value()
    with_blackjack = hands.held.copy()
    with_blackjack[:, [ACE, TEN]] += 1

    def deals(pays: Floats) -> list[Decided]:
        without, with_it = orders * pays[outcomes_without], orders * pays[outcomes_with]
        either_order = 2  # of the ace and the ten-value card
        return [
            WholeHands(kinds, hands.held, without),
            WholeHands(kinds, with_blackjack, either_order * (with_it - without)),
        ]

    def make(pays: Floats) -> ShoeValues:
        without, added = pays[outcomes_without], pays[outcomes_with] - pays[outcomes_without]

        def moments_of(left: Floats) -> float:
            chances = orders * hands.chances(left)
            return float(chances @ (without + _blackjack_chances(left, hands) * added))

        return _shoe_by_shoe(moments_of, kinds)

    return Valuation(make, hands.affordable, deals=deals)


def _blackjack_chances(left: Floats, hands: _Hands) -> Floats:
    """The probability that two of the cards that each hand leaves are a Blackjack."""
    cards_beside = int(left.sum()) - hands.cards
    pairs = (left[ACE] - hands.held[:, ACE]) * (left[TEN] - hands.held[:, TEN])
    chances: Floats = 2 * pairs / (cards_beside * (cards_beside - 1))
    return chances


def _finished_hands(
    rule: WagerRule, *, player_blackjack: int
) -> tuple[_Hands, Floats, NDArray[np.int64]]:
    """The dealer's finished hands, the orders that lead to each, and each one's outcome."""
    dealer_hands = dealer.finished_hands(tuple(VALUES))
    hands = _Hands(
        np.array([hand.held for hand in dealer_hands]),
        np.array([hand.cards for hand in dealer_hands]),
    )
    orders = np.array([hand.orders for hand in dealer_hands], np.float64)
    outcomes = [rule.index_of(_facts_of(hand, player_blackjack)) for hand in dealer_hands]
    return hands, orders, np.array(outcomes)


def _facts_of(hand: dealer.FinishedHand, player_blackjack: int) -> dict[str, int]:
    return {
        "dealer_total": hand.total,
        "dealer_cards": hand.cards,
        "dealer_blackjack": int(hand.cards == 2 and hand.total == 21),
        "player_blackjack": player_blackjack,
    }


def _kinds_by_value() -> Kinds:
    return np.array([value_of(card) - 1 for card in range(DECK_SIZE)])


# The player's hand


def value_players_hand(rule: WagerRule, decks: int) -> Valuation:
    """The basic strategy of the full shoe plays each remaining shoe (`exact.play`)."""
    return _count_deals(rule, lambda left: play_out_counts(rule, decks, RULES, left))


def _count_deals(rule: WagerRule, count: Callable[[Composition], dict[str, int]]) -> Valuation:
    """A wager of which `count` finds how many deals of a remaining shoe have each outcome."""

    def make(pays: Floats) -> ShoeValues:
        def moments_of(left: Floats) -> float:
            deals = count(tuple(int(number) for number in left))
            total = sum(deals.values())
            return float(
                sum(
                    deals[outcome] / total * pay
                    for outcome, pay in zip(rule.outcomes, pays, strict=True)
                )
            )

        return _shoe_by_shoe(moments_of)

    return Valuation(make, PLAYED_OUT)
