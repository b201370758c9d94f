"""The deals that decide a wager of up to three cards, one by one, each with its outcome."""

from collections.abc import Iterator
from typing import Final

from upcard.exact.enumerate import (
    Deal,
    deals_by_pattern,
    deals_offered,
    is_dealt,
    space_of,
)
from upcard.wagers.kit import WagerRule, needed

PLAYERS_PAIR: Final = ("first", "second")
OF_CARDS: Final = {"first", "second", "upcard", "hole"}


def listed_deals(wager: WagerRule) -> Iterator[tuple[Deal, int]]:
    """The card types of each deal that decides the wager, with the index of its outcome.

    The player's two cards are an unordered pair. For up to three cards (`is_listed`).
    """
    space, facts = space_of(wager.classify, wager.offered_when), needed(wager.classify)
    pick = [space.facts.index(fact) for fact in facts]
    for listed in deals_by_pattern(space).values():
        given = wager.offered_when
        for deal in listed if given is None else deals_offered(listed, space, given):
            yield deal, wager.classify(*[deal[at] for at in pick])


def is_listed(wager: WagerRule) -> bool:
    """Whether `listed_deals` has the wager's deals: it is decided by up to three cards alone."""
    if not is_dealt(wager):
        return False
    space = space_of(wager.classify, wager.offered_when)
    return space.deals is not None and set(space.facts) <= OF_CARDS


def has_pair(wager: WagerRule) -> bool:
    """Whether the first two cards of `listed_deals` are the player's unordered pair."""
    return space_of(wager.classify, wager.offered_when).facts[:2] == PLAYERS_PAIR
