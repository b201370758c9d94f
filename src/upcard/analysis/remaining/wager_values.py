"""The value of a side wager in any remaining shoe: every deal is counted, the sums are floats.

`valuing_of` picks the way by what decides the wager: initial cards (here), the player's pair and
first drawn card (`first_draws`), or whole hands (`whole_hands`).

A wager on k initial cards is a tensor of k axes: what a deal pays by the types of its cards
(`forms.DealForm`). Two things make it larger than the facts that its classifier names:

- A fact of the dealer's two cards, such as their Blackjack, adds the upcard and the hole card. If
  it matters for few of the player's pairs alone, two axes are enough, with a second form for these
  pairs (`pairs`).
- A wager that is offered with some upcards alone adds the upcard, and needs a second tensor: 1
  where it is offered.

A Magic Card, from a deck of its own, is an axis over which the mean is taken first.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining import whole_hands
from upcard.analysis.remaining.first_draws import value_first_draw
from upcard.analysis.remaining.forms import FEWEST_SUMMED, DealForm, deals_summed, ways_of
from upcard.analysis.remaining.pairs import AddedToPair, values_of_pairs
from upcard.analysis.remaining.shoes import cards_left
from upcard.analysis.remaining.valuations import (
    PLAYED_OUT,
    WORK,
    Deals,
    Decided,
    ShoeValues,
    Valuation,
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
PLAYERS: Final = ("first", "second")
DEALERS: Final = ("upcard", "hole")
COST_OF_SUMMED_DEAL: Final = 8
"""The cost of a deal that is summed on its own, in multiplications."""

FROM_OWN_DECK: Final = "magic_card"
"""A card from a deck of its own, in which every card is equally likely (§ 633a.1)."""

MAX_PAIRS: Final = 16
"""The most pairs of the player for which a fact of the dealer's two cards may matter."""


def valuing_of(rule: WagerRule, decks: int) -> Valuation | None:
    """How a wager is valued; None for one that is decided by more than the cards."""
    facts = set(rule.facts)
    if facts and facts <= {*CARDS, *MADE, FROM_OWN_DECK} and rule.fold is None:
        return _value_cards(rule)
    if is_of_baccarat(rule):
        return whole_hands.value_baccarat(rule)
    if dealer.decides(rule):
        return whole_hands.value_dealers_hand(rule, decks)
    if is_of_first_draw(rule):
        valuation = value_first_draw(rule, decks)
        if valuation is not None:
            return valuation
    if is_played_out(rule):
        return whole_hands.value_players_hand(rule, decks)
    return None


# The initial cards


def _value_cards(rule: WagerRule) -> Valuation:
    """A wager that initial cards decide, with a Magic Card or facts of the dealer's two cards."""
    dealers_facts = [fact for fact in MADE if fact in rule.facts]
    if len(dealers_facts) == 1 and set(rule.facts) <= {*dealers_facts, *PLAYERS}:
        of_pair = _value_pair(rule, dealers_facts[0])
        if of_pair is not None:
            return of_pair
    cards = _cards_that_decide(rule)
    has_own_deck = FROM_OWN_DECK in rule.facts
    axes = (*cards, FROM_OWN_DECK) if has_own_deck else cards
    outcomes = outcomes_of_deals(rule.classify, rule.facts, axes, rule.offered_when)
    is_offered = outcomes != NOT_OFFERED
    _require_outcomes(rule, outcomes[is_offered])

    def pays_by_deal(pays: Floats) -> Floats:
        of_deals = np.where(is_offered, pays[np.maximum(outcomes, 0)], 0.0)
        means: Floats = of_deals.mean(axis=-1) if has_own_deck else of_deals
        return means

    def make(pays: Floats) -> ShoeValues:
        ones = np.ones(len(rule.outcomes))
        offered = None if is_offered.all() else DealForm(pays_by_deal(ones))
        return _mean_of(DealForm(pays_by_deal(pays)), offered)

    multiplications = DECK_SIZE ** len(cards)
    if len(cards) >= FEWEST_SUMMED:
        distinct_pays = np.arange(outcomes.max() + 1, dtype=np.float64)
        multiplications = COST_OF_SUMMED_DEAL * deals_summed(pays_by_deal(distinct_pays))
    return Valuation(
        make,
        max(PLAYED_OUT, WORK // multiplications // 2),  # of the pays, and of their squares
        pays_by_deal if rule.offered_when is None else None,
        lambda pays: [Deals((), pays_by_deal(pays))],
    )


def _cards_that_decide(rule: WagerRule) -> tuple[str, ...]:
    """The initial cards that decide a wager, an axis of its tensor each."""
    cards = tuple(card for card in CARDS if card in rule.facts)
    if any(fact in rule.facts for fact in MADE):
        cards = (*(card for card in cards if card not in DEALERS), *DEALERS)
    if rule.offered_when is not None and "upcard" not in cards:
        cards = (*cards, "upcard")
    return cards


def _require_outcomes(rule: WagerRule, outcomes: NDArray[np.int64]) -> None:
    """Raise `RulebookError` where the classifier returned no index into the outcomes."""
    extremes = int(outcomes.min()), int(outcomes.max())
    require_indices(rule.slug, len(rule.outcomes), extremes)


def _mean_of(paid: DealForm, offered: DealForm | None) -> ShoeValues:
    """The mean over all deals, and the share of deals in which the wager is offered."""

    def values(left: Floats) -> tuple[Floats, Floats]:
        cards = cards_left(left)
        ways = ways_of(cards, paid.cards)
        share = np.ones_like(cards) if offered is None else offered(left) / ways
        return paid(left) / ways, share

    return values


# The player's pair, and a fact of the dealer's two cards


def _value_pair(rule: WagerRule, dealers_fact: str) -> Valuation | None:
    """A wager on the player's pair; None if the dealer's fact matters for too many pairs."""
    without_fact = _outcomes_of_pairs(rule, dealers_fact, 0)
    with_fact = _outcomes_of_pairs(rule, dealers_fact, 1)
    pairs = [(first, second) for first, second in np.argwhere(without_fact != with_fact).tolist()]
    if len(pairs) > MAX_PAIRS:
        return None
    holds = MADE[dealers_fact]
    deck = range(DECK_SIZE)
    fact_by_deal = np.array([[float(holds(upcard, hole)) for hole in deck] for upcard in deck])
    fact_form = DealForm(fact_by_deal)

    def changes_by_fact(pays: Floats) -> list[float]:
        return [float(pays[with_fact[pair]] - pays[without_fact[pair]]) for pair in pairs]

    def deals(pays: Floats) -> list[Decided]:
        changes = zip(pairs, changes_by_fact(pays), strict=True)
        return [
            Deals((), pays[without_fact]),
            *(Deals(pair, change * fact_by_deal) for pair, change in changes if change),
        ]

    def make(pays: Floats) -> ShoeValues:
        changes = zip(pairs, changes_by_fact(pays), strict=True)
        added = [AddedToPair(pair, change, fact_form) for pair, change in changes]
        return values_of_pairs(DealForm(pays[without_fact]), added)

    affordable = WORK // (2 * DECK_SIZE**2)
    return Valuation(make, affordable, lambda pays: pays[without_fact], deals)


def _outcomes_of_pairs(rule: WagerRule, dealers_fact: str, fact: int) -> NDArray[np.int64]:
    """The outcome by the player's two cards, where the dealer's fact is `fact`."""
    deck = range(DECK_SIZE)
    return np.array(
        [
            [
                rule.index_of({"first": first, "second": second, dealers_fact: fact})
                for second in deck
            ]
            for first in deck
        ]
    )
