"""What a side wager is worth in any remaining shoe: every deal is counted, the sums are floats."""

from typing import Final

import numpy as np

from upcard.analysis.remaining import whole_hands
from upcard.analysis.remaining.first_draws import of_first_draw
from upcard.analysis.remaining.forms import FEWEST_SUMMED, DealForm, deals_summed, ways_of
from upcard.analysis.remaining.shoes import cards_left
from upcard.analysis.remaining.valuing import (
    PLAYED_OUT,
    WORK,
    Deals,
    Decided,
    Valuation,
    Values,
)
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.compiled.exposure.deals import NOT_OFFERED, outcomes_of_deals
from upcard.exact import dealer
from upcard.exact.play.playing_out import is_of_first_draw, is_played_out
from upcard.exact.removal import is_of_baccarat
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule, require_indices

CARDS: Final = ("first", "second", "upcard", "hole", "third", "fourth")
PAIR: Final = ("first", "second")
DEALERS: Final = ("upcard", "hole")
COST_OF_SUMMED_DEAL: Final = 8
"""The cost of a deal that is summed on its own, in multiplications."""

FROM_OWN_DECK: Final = "magic_card"
"""A card from a deck of its own, in which every card is equally likely (§ 633a.1)."""

MOST_PAIRS: Final = 16
"""The most pairs of the player for which a fact of the dealer's two cards may matter."""


def valuing_of(priced: WagerRule, decks: int) -> Valuation | None:
    """How a wager is valued; None for one that is decided by more than the cards."""
    facts = set(priced.facts)
    if facts and facts <= {*CARDS, *MADE, FROM_OWN_DECK} and priced.fold is None:
        return _of_cards(priced)
    if is_of_baccarat(priced):
        return whole_hands.of_baccarat(priced)
    if dealer.is_dealt(priced):
        return whole_hands.of_the_dealer(priced, decks)
    if is_of_first_draw(priced):
        valuation = of_first_draw(priced, decks)
        if valuation is not None:
            return valuation
    if is_played_out(priced):
        return whole_hands.of_the_player(priced, decks)
    return None


# The initial cards


def _of_cards(priced: WagerRule) -> Valuation:
    """A wager that initial cards decide, with a Magic Card or facts of the dealer's two cards."""
    facts = set(priced.facts)
    made = [fact for fact in MADE if fact in facts]
    cards = tuple(card for card in CARDS if card in facts)
    if len(made) == 1 and facts - {*made} <= set(PAIR):
        of_pair = _of_pair(priced, made[0])
        if of_pair is not None:
            return of_pair
    if made:
        cards = (*(card for card in cards if card not in DEALERS), *DEALERS)
    if priced.offered_when is not None and "upcard" not in cards:
        cards = (*cards, "upcard")
    apart = FROM_OWN_DECK in facts
    places = (*cards, FROM_OWN_DECK) if apart else cards
    table = outcomes_of_deals(priced.classify, priced.facts, places, priced.offered_when)
    known = table != NOT_OFFERED
    outcomes = table[known]
    require_indices(priced.slug, len(priced.outcomes), (int(outcomes.min()), int(outcomes.max())))
    ones = np.ones(int(table.max()) + 1)

    def paid(pays: Floats) -> Floats:
        of_deals = np.where(known, pays[np.maximum(table, 0)], 0.0)
        means: Floats = of_deals.mean(axis=-1) if apart else of_deals
        return means

    def make(pays: Floats) -> Values:
        offered = DealForm(paid(ones)) if not known.all() else None
        return _mean_of(DealForm(paid(pays)), offered)

    cost = DECK_SIZE ** len(cards)
    if len(cards) >= FEWEST_SUMMED:
        cost = COST_OF_SUMMED_DEAL * deals_summed(paid(np.arange(len(ones), dtype=np.float64)))
    whole = priced.offered_when is None
    return Valuation(
        make,
        max(PLAYED_OUT, WORK // cost // 2),
        paid if whole else None,
        lambda pays: [Deals((), paid(pays))],
    )


def _mean_of(paid: DealForm, offered: DealForm | None) -> Values:
    """The mean over all deals, and the share of deals in which the wager is offered."""

    def values(left: Floats) -> tuple[Floats, Floats]:
        cards = cards_left(left)
        ways = ways_of(cards, paid.cards)
        part = np.ones_like(cards) if offered is None else offered(left) / ways
        return paid(left) / ways, part

    return values


def _of_pair(priced: WagerRule, made: str) -> Valuation | None:
    """A wager on the player's pair of cards; None if the fact `made` matters for too many pairs.

    `made` is a fact of the dealer's two cards, such as a Blackjack.
    """
    without, with_it = (
        np.array(
            [
                [_outcome_of(priced, made, one, two, is_made) for two in range(DECK_SIZE)]
                for one in range(DECK_SIZE)
            ]
        )
        for is_made in range(2)
    )
    pairs = np.argwhere(without != with_it).tolist()
    if len(pairs) > MOST_PAIRS:
        return None
    of_dealer = MADE[made]
    is_made_by = np.array(
        [[float(of_dealer(up, hole)) for hole in range(DECK_SIZE)] for up in range(DECK_SIZE)]
    )
    dealers = DealForm(is_made_by)

    def added_to(pays: Floats) -> list[float]:
        return [float(pays[with_it[one, two]] - pays[without[one, two]]) for one, two in pairs]

    def deals(pays: Floats) -> list[Decided]:
        beside = zip(pairs, added_to(pays), strict=True)
        return [
            Deals((), pays[without]),
            *(Deals((one, two), worth * is_made_by) for (one, two), worth in beside if worth),
        ]

    def make(pays: Floats) -> Values:
        paid, added = DealForm(pays[without]), added_to(pays)

        def values(left: Floats) -> tuple[Floats, Floats]:
            cards = cards_left(left)
            total = paid(left)
            for (one, two), worth in zip(pairs, added, strict=True):
                less = left.copy()
                less[..., one] -= 1
                ways = left[..., one] * less[..., two]
                less[..., two] -= 1
                total += worth * ways * dealers(less) / ways_of(cards - 2, 2)
            return total / ways_of(cards, 2), np.ones_like(cards)

        return values

    return Valuation(make, WORK // (2 * DECK_SIZE**2), lambda pays: pays[without], deals)


def _outcome_of(priced: WagerRule, made: str, first: int, second: int, is_made: int) -> int:
    facts = {"first": first, "second": second, made: is_made}
    return priced.index_of(facts)
