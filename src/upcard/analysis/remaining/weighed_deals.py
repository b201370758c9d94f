"""The deals that decide a wager off the top of a shoe: what each pays, times its probability.

A deal (`Deals`) is dealt in its order; a hand (`WholeHands`) is a multiset of cards, whose `pays`
are already summed over the orders in which it is dealt. So the probability of a deal is that of its
cards in their order, and the probability of a hand is that of its cards in any one order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import perm

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.valuations import Deals, DealSums, Decided, WholeHands
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats, Integers


@dataclass(frozen=True, slots=True)
class WeighedDeals:
    """The deals of a full shoe; what each pays is multiplied by its probability."""

    decks: int
    sums: DealSums

    def keep_tags_apart(self, tags: Integers) -> bool:
        """Whether all cards of a kind have the same tag, so that each whole hand has one sum."""
        return all(
            len(np.unique(np.stack((deal_form.kinds, tags)), axis=1).T)
            == len(np.unique(deal_form.kinds))
            for deal_form in self.sums.paid
            if isinstance(deal_form, WholeHands)
        )


def weighed_deals(deals: DealSums, decks: int) -> WeighedDeals:
    """The deals of a full shoe, each weighed with its probability."""

    def weigh(parts: Sequence[Decided]) -> list[Decided]:
        return [replace(part, pays=part.pays * _probabilities(part, decks)) for part in parts]

    return WeighedDeals(
        decks, DealSums(weigh(deals.offered), weigh(deals.paid), weigh(deals.squared))
    )


def deals_of_every_round(decks: int) -> WeighedDeals:
    """The deals of a wager that every round offers, without knowledge of which deals pay."""
    return WeighedDeals(decks, DealSums([Deals((), np.ones(()))], (), ()))


def _probabilities(decided: Decided, decks: int) -> Floats:
    """The probability of each deal, or of each hand in one of its orders; the shape of `pays`."""
    if isinstance(decided, Deals):
        return _probabilities_of_deals(decided, decks)
    return _probabilities_of_hands(decided, decks)


def _probabilities_of_hands(hands: WholeHands, decks: int) -> Floats:
    """For each hand: the ordered choices of its cards of every kind, over those of any cards."""
    cards_by_kind = decks * np.bincount(hands.kinds, minlength=hands.held.shape[1])
    taken = range(int(hands.held.max()) + 1)
    choices = np.array(
        [[perm(cards, number) for number in taken] for cards in cards_by_kind.tolist()], float
    )
    hand_sizes = hands.held.sum(axis=1)
    orders = [perm(DECK_SIZE * decks, size) for size in range(int(hand_sizes.max()) + 1)]
    probabilities: Floats = np.ones(len(hands.held))
    for kind in range(len(choices)):
        probabilities = probabilities * choices[kind, hands.held[:, kind]]
    probabilities /= np.array(orders, float)[hand_sizes]
    return probabilities


def _probabilities_of_deals(deals: Deals, decks: int) -> Floats:
    """By the type of each card: the fixed cards come first, then one card for each axis.

    Cards of a type that were dealt before are no longer among those left.
    """
    axes = deals.pays.ndim
    fixed = [np.full((1,) * axes, card) for card in deals.fixed]
    types_by_axis = [
        np.arange(DECK_SIZE).reshape([-1 if place == axis else 1 for place in range(axes)])
        for axis in range(axes)
    ]
    before: list[NDArray[np.int64]] = []
    choices: Floats = np.ones((1,) * axes)
    for types in (*fixed, *types_by_axis):
        choices = choices * (decks - sum((types == other).astype(float) for other in before))
        before.append(types)
    probabilities: Floats = choices / perm(DECK_SIZE * decks, len(before))
    return probabilities
