"""Effects of removal: how a side wager's expected value changes when one card is gone.

Exact, for each of the 52 card types. Removing one of a shoe's n cards of a type leaves a deal that
takes m cards of that type (n - m) / n of its ways: n (n - 1) … (n - m + 1) becomes (n - 1) … (n -
m). So one pass over all deals of the full shoe, counting the cards that take part in each outcome,
gives the expected value of every shoe with one card less. Wagers on the dealer's totals or on the
hands of baccarat are counted again for each value instead, and those that play decides for each
card, under the strategy of the whole shoe.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Final

import msgspec
import numpy as np

from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.composition import Composition
from upcard.compiled.exact.folded_hands import are_alike
from upcard.compiled.exposure.removal import CARDS, TWO_HANDS, tally_cards
from upcard.exact import baccarat, dealer, first_cards
from upcard.exact.deal_spaces import SPACES, DealSpace
from upcard.exact.first_cards import left_counts
from upcard.exact.play.basic import RULES
from upcard.exact.play.hands import shoe_of
from upcard.exact.play.playing_out import play_out_counts
from upcard.games.baccarat import betting_areas, points
from upcard.games.blackjack_rules import BlackjackRules
from upcard.wagers.facts import MADE
from upcard.wagers.kit import Classifier, WagerRule, needed_facts, require_indices

CARD_FACTS: Final = {*CARDS, *TWO_HANDS, *MADE}


class RemovalEffects(msgspec.Struct, frozen=True):
    """Expected win per unit from a full shoe, and its change when one card is gone.

    `effects` are by card type; weighted by the cards that are left, they sum to 0.
    """

    expected: Fraction
    effects: tuple[Fraction, ...]


OutcomeWays = Sequence[int]
"""The number of deals that end in each outcome."""

ShoeCounts = tuple[int, ...]
"""The number of cards of each kind in a shoe."""


def has_effects(wager: WagerRule) -> bool:
    """Whether `removal` can compute the wager's effects.

    It can for wagers decided by first cards, by the dealer's totals, or by both hands of baccarat.
    """
    is_of_totals = wager.fold is None and dealer.decides(wager)
    return _is_of_first_cards(wager) or is_of_totals or is_of_baccarat(wager)


def is_of_baccarat(wager: WagerRule) -> bool:
    """Whether the finished hands of baccarat decide the wager."""
    of_baccarat = {area.wager for area in betting_areas().values()}
    return wager.slug in of_baccarat and baccarat.decides(wager)


def removal(
    wager: WagerRule, decks: int, backs: Sequence[Fraction], play: BlackjackRules = RULES
) -> RemovalEffects:
    """The effects for a wager for which `has_effects` is true.

    `backs` is the amount that each outcome returns per unit; `play` are the rules of play, of which
    the dealer's totals depend on the soft 17.
    """
    outcomes = len(wager.outcomes)
    if _is_of_first_cards(wager):
        full, less = _ways_by_cards(wager.slug, wager.classify, wager.offered_when, outcomes, decks)
    elif is_of_baccarat(wager):
        full, less = _ways_by_points(wager.slug, wager.classify, outcomes, decks)
    else:
        soft = play.hits_soft_17
        full, less = _ways_by_totals(wager.slug, wager.classify, outcomes, decks, hits_soft_17=soft)
    expected = _mean(full, backs)
    return RemovalEffects(expected, tuple(_mean(ways, backs) - expected for ways in less))


def removal_left(
    wager: WagerRule,
    decks: int,
    left: Composition,
    backs: Sequence[Fraction],
    play: BlackjackRules = RULES,
) -> RemovalEffects:
    """Like `removal`, for any wager that cards decide and a shoe of any composition.

    `left` are the cards that are left of `decks` decks. The effect of a card type of which none is
    left is 0.
    """
    number = len(wager.outcomes)
    if wager.fold is None and first_cards.decides(wager):
        left_deals = left_counts(wager.classify, wager.offered_when, left)
        require_indices(wager.slug, number, left_deals.deals)
        full = [left_deals.deals.get(outcome, 0) for outcome in range(number)]
        less = [
            [cards * ways - counted_without.get(outcome, 0) for outcome, ways in enumerate(full)]
            for cards, counted_without in zip(left, left_deals.taken, strict=True)
        ]
    else:

        def ways(cards: Composition) -> list[int]:
            return [*_count_deals_left(wager, decks, cards, play).values()]

        full = ways(left)
        representatives = _counted_as(wager, left)
        ways_without = {
            removed: ways(tuple(cards - (card == removed) for card, cards in enumerate(left)))
            if left[removed]
            else full
            for removed in dict.fromkeys(representatives)
        }
        less = [ways_without[removed] for removed in representatives]
    expected = _mean(full, backs)
    effects = (
        _mean(ways, backs) - expected if cards else Fraction(0)
        for cards, ways in zip(left, less, strict=True)
    )
    return RemovalEffects(expected, tuple(effects))


def _counted_as(wager: WagerRule, left: Composition) -> list[int]:
    """For each card type, the one whose removal is counted: suits may be alike to a fold."""
    alike = () if wager.fold is None else wager.fold.alike
    if not are_alike(alike, left):
        return [*range(DECK_SIZE)]
    return [card - card % 4 + alike[0] if card % 4 in alike else card for card in range(DECK_SIZE)]


def _count_deals_left(
    wager: WagerRule, decks: int, left: Composition, play: BlackjackRules
) -> dict[str, int]:
    """The deals of each outcome from the cards that are left, for a wager on whole hands."""
    if is_of_baccarat(wager):
        return baccarat.counts(wager, decks, left)
    if dealer.decides(wager):
        return dealer.counts(wager, decks, left, hits_soft_17=play.hits_soft_17)
    return play_out_counts(wager, decks, play, left)


def _is_of_first_cards(wager: WagerRule) -> bool:
    return bool(wager.facts) and set(wager.facts) <= CARD_FACTS


def _mean(ways: OutcomeWays, backs: Sequence[Fraction]) -> Fraction:
    won = sum((count * back for count, back in zip(ways, backs, strict=True)), Fraction(0))
    return won / sum(ways) - 1


@cache
def _ways_by_cards(
    slug: str, classify: Classifier, offered_when: Classifier | None, outcomes: int, decks: int
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """The ways of each outcome, times `decks`: for the full shoe and each shoe less one card."""
    facts = needed_facts(classify)
    pairs = {"third", "fourth"} <= set(facts)
    space = _space(pairs=pairs)
    tallies, unknown = tally_cards(classify, facts, offered_when, pairs=pairs)
    full = [0] * outcomes
    by_card = [[0] * outcomes for _ in range(DECK_SIZE)]
    cells = np.argwhere(tallies.any(axis=2)).tolist()
    require_indices(slug, outcomes, (unknown, *(value for _, value in cells)))
    for bits, value in cells:
        ways = space.ways(tuple(bits >> index & 1 for index in range(6)), decks)
        in_deals = tallies[bits, value].tolist()
        full[value] += ways * sum(in_deals) // len(CARDS) * decks
        for card, count in enumerate(in_deals):
            by_card[card][value] += ways * count
    return full, [[a - b for a, b in zip(full, without, strict=True)] for without in by_card]


def _space(*, pairs: bool) -> DealSpace:
    return next(space for space in SPACES if space.deals is None and space.pairs == pairs)


@cache
def _ways_by_totals(
    slug: str, classify: Classifier, outcomes: int, decks: int, *, hits_soft_17: bool
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """Like `_ways_by_cards`, for a wager on the dealer's totals: cards of one value are alike."""
    kinds = [value_of(card) - 1 for card in range(DECK_SIZE)]
    count = partial(dealer.count_by_totals, classify, hits_soft_17=hits_soft_17)
    return _recount(slug, count, outcomes, shoe_of(decks), kinds)


@cache
def _ways_by_points(
    slug: str, classify: Classifier, outcomes: int, decks: int
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """Like `_ways_by_cards`, for a wager at baccarat: cards of one point value are alike."""
    kinds = [points(card) for card in range(DECK_SIZE)]
    shoe = baccarat.shoe_of(decks)
    return _recount(slug, partial(baccarat.count_by_points, classify), outcomes, shoe, kinds)


def _recount(
    slug: str,
    count: Callable[[ShoeCounts], Counter[int]],
    outcomes: int,
    shoe: ShoeCounts,
    kinds: Sequence[int],
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """Count the full shoe, and for each card type the shoe with one card less of its kind."""

    def ways(left: ShoeCounts) -> OutcomeWays:
        number = count(left)
        require_indices(slug, outcomes, number)
        return [number[outcome] for outcome in range(outcomes)]

    less = [
        ways(tuple(left - (kind == removed) for kind, left in enumerate(shoe)))
        for removed in range(len(shoe))
    ]
    return ways(shoe), [less[kind] for kind in kinds]
