"""What a side wager is worth in every remaining shoe, exactly (in floats)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import perm
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.forms import DealForm
from upcard.analysis.remaining.shoes import cards_left
from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.exposure.deals import outcomes_of_deals
from upcard.exact import dealer
from upcard.exact.basic import RULES
from upcard.exact.play.played_out import is_played_out, play_out_counts
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

Numbers = NDArray[np.float64]

Values: TypeAlias = Callable[[Numbers], tuple[Numbers, Numbers]]
"""For remaining shoes (cards by type on the last axis): the mean of what is paid times the
probability that the wager is offered, and that probability."""

CARDS: Final = ("first", "second", "upcard", "hole", "third", "fourth")
PAIR: Final = ("first", "second")
DEALERS: Final = ("upcard", "hole")
MOST_BESIDE: Final = 16
"""The most pairs of the player's for which a fact of the dealer's two cards may matter."""

WORK: Final = 2 * 10**10
"""About the multiplications that an exposure may take: some seconds."""

PLAYED_OUT: Final = 2_000
"""The remaining shoes that are valued where play decides: about a hundredth of a second each."""

VALUES: Final = range(1, 11)


@dataclass(frozen=True, slots=True)
class Valuing:
    """How a wager is valued, by what its outcomes pay; `affordable` remaining shoes take seconds.

    `tensor` has what is paid by the types of the cards that decide it, where those alone do.
    """

    make: Callable[[Numbers], Values]
    affordable: int
    tensor: Callable[[Numbers], Numbers] | None = None


def valuing_of(priced: WagerRule, decks: int) -> Valuing | None:
    """How a wager is valued; None where it takes too long, or where more than cards decides."""
    facts = set(priced.facts)
    if facts and facts <= {*CARDS, *MADE} and priced.fold is None:
        return _of_cards(priced)
    if priced.fold is None and dealer.is_dealt(priced):
        return _of_the_dealer(priced)
    if is_played_out(priced):
        return Valuing(lambda pays: _of_play(priced, decks, pays), PLAYED_OUT)
    return None


# The initial cards


def _of_cards(priced: WagerRule) -> Valuing:
    facts = set(priced.facts)
    made = [fact for fact in MADE if fact in facts]
    cards = tuple(card for card in CARDS if card in facts)
    if len(made) == 1 and facts - {*made} <= set(PAIR):
        beside = _beside(priced, made[0])
        if beside is not None:
            return beside
    if made:
        cards = (*(card for card in cards if card not in DEALERS), *DEALERS)
    if priced.offered_when is not None and "upcard" not in cards:
        cards = (*cards, "upcard")
    table = outcomes_of_deals(priced.classify, priced.facts, cards, priced.offered_when)
    ones = np.ones(int(table.max()) + 1)

    def make(pays: Numbers) -> Values:
        return _mean_of(_form(table, pays), _form(table, ones) if table.min() < 0 else None)

    cost = DECK_SIZE ** len(cards)
    whole = priced.offered_when is None
    return Valuing(
        make, max(PLAYED_OUT, WORK // cost // 2), (lambda pays: pays[table]) if whole else None
    )


def _form(table: NDArray[np.int64], pays: Numbers) -> DealForm:
    return DealForm(np.where(table < 0, 0.0, pays[np.maximum(table, 0)]))


def _mean_of(paid: DealForm, offered: DealForm | None) -> Values:
    def values(left: Numbers) -> tuple[Numbers, Numbers]:
        cards = cards_left(left)
        ways = _ways(cards, paid.cards)
        part = np.ones_like(cards) if offered is None else offered(left) / ways
        return paid(left) / ways, part

    return values


def _ways(cards: Numbers, places: int) -> Numbers:
    """The ordered deals of some of the cards left."""
    ways = np.ones_like(cards)
    for place in range(places):
        ways = ways * (cards - place)
    return ways


def _beside(priced: WagerRule, made: str) -> Valuing | None:
    """A wager on the player's pair, for a few of which a fact of the dealer's cards matters too."""
    without, with_it = (
        np.array(
            [
                [_outcome(priced, made, one, two, is_made) for two in range(DECK_SIZE)]
                for one in range(DECK_SIZE)
            ]
        )
        for is_made in range(2)
    )
    pairs = np.argwhere(without != with_it).tolist()
    if len(pairs) > MOST_BESIDE:
        return None
    of_dealer = MADE[made]
    dealers = DealForm(
        np.array(
            [[float(of_dealer(up, hole)) for hole in range(DECK_SIZE)] for up in range(DECK_SIZE)]
        )
    )

    def make(pays: Numbers) -> Values:
        paid = DealForm(pays[without])
        added = [pays[with_it[one, two]] - pays[without[one, two]] for one, two in pairs]

        def values(left: Numbers) -> tuple[Numbers, Numbers]:
            cards = cards_left(left)
            total = paid(left)
            for (one, two), worth in zip(pairs, added, strict=True):
                less = left.copy()
                less[..., one] -= 1
                ways = left[..., one] * less[..., two]
                less[..., two] -= 1
                total += worth * ways * dealers(less) / _ways(cards - 2, 2)
            return total / _ways(cards, 2), np.ones_like(cards)

        return values

    return Valuing(make, WORK // (2 * DECK_SIZE**2), lambda pays: pays[without])


def _outcome(priced: WagerRule, made: str, first: int, second: int, is_made: int) -> int:
    facts = {"first": first, "second": second, made: is_made}
    return priced.classify(*[facts[fact] for fact in priced.facts])


# The dealer's finished hand


def _of_the_dealer(priced: WagerRule) -> Valuing:
    """Each finished hand has its orders, times the ways to deal its cards in one order."""
    hands = dealer.finished(tuple(VALUES))
    held = np.array([hand.held for hand in hands])
    orders = np.array([hand.orders for hand in hands], np.float64)
    cards = np.array([hand.cards for hand in hands])
    of_player = "player_blackjack" in priced.facts
    outcomes = np.array(
        [[_of_hand(priced, hand, made) for hand in hands] for made in range(1 + of_player)]
    )
    longest = int(held.max())
    kinds = np.array([value_of(card) - 1 for card in range(DECK_SIZE)])
    by_value = np.eye(len(VALUES))[kinds]

    def make(pays: Numbers) -> Values:
        paid = pays[outcomes]

        def values(left: Numbers) -> tuple[Numbers, Numbers]:
            flat = left.reshape(-1, DECK_SIZE) @ by_value
            means = np.array([one(shoe) for shoe in flat]).reshape(left.shape[:-1])
            return means, np.ones_like(means)

        def one(shoe: Numbers) -> float:
            ways = np.array(
                [[perm(int(count), taken) for taken in range(longest + 1)] for count in shoe],
                np.float64,
            )
            total = int(shoe.sum())
            chance = (
                orders
                / np.array([perm(total, number) for number in range(cards.max() + 1)], np.float64)[
                    cards
                ]
            )
            for value in range(len(VALUES)):
                chance = chance * ways[value, held[:, value]]
            if not of_player:
                return float(chance @ paid[0])
            rest = total - cards
            made = 2 * (shoe[0] - held[:, 0]) * (shoe[-1] - held[:, -1]) / (rest * (rest - 1))
            return float(chance @ (paid[0] + made * (paid[1] - paid[0])))

        return values

    return Valuing(make, WORK // (len(VALUES) * len(hands) * 40))


def _of_hand(priced: WagerRule, hand: dealer.Finished, player_blackjack: int) -> int:
    facts = {
        "dealer_total": hand.total,
        "dealer_cards": hand.cards,
        "dealer_blackjack": int(hand.cards == 2 and hand.total == 21),
        "player_blackjack": player_blackjack,
    }
    return priced.classify(*[facts[fact] for fact in priced.facts])


# The player's hand


def _of_play(priced: WagerRule, decks: int, pays: Numbers) -> Values:
    """The basic strategy of the full shoe plays each remaining shoe (`exact.play`)."""

    def one(left: Sequence[float]) -> float:
        ways = play_out_counts(priced, decks, RULES, tuple(int(count) for count in left))
        total = sum(ways.values())
        return float(
            sum(number / total * pay for number, pay in zip(ways.values(), pays, strict=True))
        )

    def values(left: Numbers) -> tuple[Numbers, Numbers]:
        flat = left.reshape(-1, DECK_SIZE).tolist()
        means = np.array([one(shoe) for shoe in flat]).reshape(left.shape[:-1])
        return means, np.ones_like(means)

    return values
