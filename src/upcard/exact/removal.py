"""What a side wager is worth when one card is gone, exactly, for each of the 52 types.

A deal that takes m of a shoe's n cards of one type has (n - m) / n of its ways left when one of
them is gone: n (n - 1) … (n - m + 1) ways have become (n - 1) … (n - m). So one look at all deals
of the full shoe, which counts the cards that take part in each outcome, gives the worth of every
shoe with one card less. Wagers on the dealer's totals or the hands of baccarat are counted again
for each value instead.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Final

import msgspec
import numpy as np

from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.exposure.removal import CARDS, TWO_HANDS, tally_cards
from upcard.exact import baccarat, dealer
from upcard.exact.enumerate import SPACES, Function, Space
from upcard.exact.play.hands import shoe_of
from upcard.games.baccarat import betting_areas, points
from upcard.wagers.facts import MADE
from upcard.wagers.kit import Wager, needed

OF_CARDS: Final = {*CARDS, *TWO_HANDS, *MADE}


class Removal(msgspec.Struct, frozen=True):
    """What a full shoe makes of a unit wagered, and how that changes when one card is gone.

    `effects` are by card type; together they are 0.
    """

    expected: Fraction
    effects: tuple[Fraction, ...]


OutcomeWays = Sequence[int]
"""How many deals end in each outcome."""

ShoeCounts = tuple[int, ...]
"""How many cards of each kind a shoe has."""


def has_effects(wager: Wager) -> bool:
    """Whether `removal` knows the wager.

    First cards decide it, the dealer's totals, or both hands of baccarat.
    """
    of_totals = wager.fold is None and dealer.is_dealt(wager)
    return _of_first_cards(wager) or of_totals or is_of_baccarat(wager)


def is_of_baccarat(wager: Wager) -> bool:
    """Whether the finished hands of baccarat decide the wager."""
    of_baccarat = {area.wager for area in betting_areas().values()}
    return wager.slug in of_baccarat and baccarat.is_dealt(wager)


def removal(wager: Wager, decks: int, backs: Sequence[Fraction]) -> Removal:
    """The effects for a wager that `has_effects`; `backs` is what each outcome hands back."""
    outcomes = len(wager.outcomes)
    if _of_first_cards(wager):
        full, less = _of_cards(wager.classify, wager.given, outcomes, decks)
    elif is_of_baccarat(wager):
        full, less = _of_points(wager.classify, outcomes, decks)
    else:
        full, less = _of_totals(wager.classify, outcomes, decks)
    expected = _mean(full, backs)
    return Removal(expected, tuple(_mean(ways, backs) - expected for ways in less))


def _of_first_cards(wager: Wager) -> bool:
    return bool(wager.facts) and set(wager.facts) <= OF_CARDS


def _mean(ways: OutcomeWays, backs: Sequence[Fraction]) -> Fraction:
    won = sum((count * back for count, back in zip(ways, backs, strict=True)), Fraction(0))
    return won / sum(ways) - 1


@cache
def _of_cards(
    classify: Function, given: Function | None, outcomes: int, decks: int
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """The ways of each outcome, times `decks`, of a full shoe and of those with one card less."""
    facts = needed(classify)
    pairs = {"third", "fourth"} <= set(facts)
    space = _space(pairs=pairs)
    found = tally_cards(classify, facts, given, pairs=pairs)
    full = [0] * outcomes
    taken = [[0] * outcomes for _ in range(DECK_SIZE)]
    for bits, value in np.argwhere(found.any(axis=2)).tolist():
        assert value < outcomes, "a classifier gives an index into outcomes"
        ways = space.ways(tuple(bits >> at & 1 for at in range(6)), decks)
        in_deals = found[bits, value].tolist()
        full[value] += ways * sum(in_deals) // len(CARDS) * decks
        for card, count in enumerate(in_deals):
            taken[card][value] += ways * count
    return full, [[a - b for a, b in zip(full, gone, strict=True)] for gone in taken]


def _space(*, pairs: bool) -> Space:
    return next(space for space in SPACES if space.deals is None and space.pairs == pairs)


@cache
def _of_totals(
    classify: Function, outcomes: int, decks: int
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """The same of a wager on the dealer's totals, for which cards of one value are alike."""
    kinds = [value_of(card) - 1 for card in range(DECK_SIZE)]
    return _counted_again(partial(dealer.of_totals, classify), outcomes, shoe_of(decks), kinds)


@cache
def _of_points(
    classify: Function, outcomes: int, decks: int
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """The same of a wager on the hands of baccarat, for which cards of as many points are alike."""
    kinds = [points(card) for card in range(DECK_SIZE)]
    shoe = baccarat.shoe_of(decks)
    return _counted_again(partial(baccarat.of_points, classify), outcomes, shoe, kinds)


def _counted_again(
    count: Callable[[ShoeCounts], Counter[int]],
    outcomes: int,
    shoe: ShoeCounts,
    kinds: Sequence[int],
) -> tuple[OutcomeWays, list[OutcomeWays]]:
    """The ways of a shoe, and by card type of one that has a card of its kind less."""

    def ways(left: ShoeCounts) -> OutcomeWays:
        found = count(left)
        return [found[outcome] for outcome in range(outcomes)]

    less = [
        ways(tuple(left - (kind == gone) for kind, left in enumerate(shoe)))
        for gone in range(len(shoe))
    ]
    return ways(shoe), [less[kind] for kind in kinds]
