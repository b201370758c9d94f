"""Every deal of the first cards of a round, for each set of facts that a classifier may ask for.

A `DealSpace` enumerates the deals of card types and groups them by a pattern, from which alone
follows how many ways a given number of decks has to deal it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from operator import itemgetter
from typing import Final, TypeAlias

import msgspec

from upcard.cards.card import DECK_SIZE, KING, QUEEN
from upcard.wagers.facts import MADE
from upcard.wagers.kit import Classifier, needed_facts

Deal: TypeAlias = tuple[int, ...]
"""The values of a space's facts, in the order of its facts."""

Pattern: TypeAlias = tuple[int, ...]
DealPatterns: TypeAlias = Iterator[tuple[Pattern, Deal]]

TYPES: Final = range(DECK_SIZE)


class DealSpace(msgspec.Struct, frozen=True):
    """An enumeration of all deals of some facts.

    `ways(pattern, decks)` is the number of ways to deal a pattern. The player's cards are an
    unordered pair; the dealer's two follow in order, the upcard first. If `deals` is None, compiled
    code deals the four cards, the last two as a second unordered pair if `pairs` is set.
    """

    facts: tuple[str, ...]
    ways: Callable[[Pattern, int], int]
    deals: Callable[[], DealPatterns] | None = None
    pairs: bool = False


def deals_offered(deals: list[Deal], space: DealSpace, offered_when: Classifier) -> list[Deal]:
    """The deals in which the wager is offered."""
    assert needed_facts(offered_when) == ("upcard",), "a wager is offered by the upcard"
    upcard = itemgetter(space.facts.index("upcard"))
    return [deal for deal in deals if offered_when(upcard(deal)) == 1]


@cache
def space_of(function: Classifier, offered_when: Classifier | None) -> DealSpace:
    """The first, and smallest, of SPACES that enumerates every fact asked for."""
    wanted = {
        *needed_facts(function),
        *(needed_facts(offered_when) if offered_when is not None else ()),
    }
    spaces = [space for space in SPACES if wanted <= set(space.facts)]
    assert spaces, f"no space deals {sorted(wanted)}"
    return spaces[0]


@cache
def deals_by_pattern(space: DealSpace) -> dict[Pattern, list[Deal]]:
    """All deals of a space, grouped by pattern."""
    assert space.deals is not None
    deals: dict[Pattern, list[Deal]] = {}
    for pattern, deal in space.deals():
        deals.setdefault(pattern, []).append(deal)
    return deals


# The player's initial two cards


def _pairs() -> Iterator[tuple[int, int]]:
    return combinations_with_replacement(TYPES, 2)


def _pair_ways(same: int, decks: int) -> int:
    return decks * (decks - 1) // 2 if same else decks * decks


def _pair_deals() -> DealPatterns:
    for first, second in _pairs():
        yield (first == second,), (first, second)


def _pair_alone_ways(pattern: Pattern, decks: int) -> int:
    (same,) = pattern
    return _pair_ways(same, decks)


# The initial two cards and the upcard: a pattern counts the player's cards of the upcard's type


def _upcard_deals() -> DealPatterns:
    for first, second in _pairs():
        same = first == second
        for upcard in TYPES:
            yield (same, (first == upcard) + (second == upcard)), (first, second, upcard)


def _upcard_ways(pattern: Pattern, decks: int) -> int:
    same, gone = pattern
    return _pair_ways(same, decks) * (decks - gone)


# The initial two cards and the Magic Card, which is drawn from a separate deck (§ 633a.1)


def _magic_deals() -> DealPatterns:
    for first, second in _pairs():
        for magic in TYPES:
            yield (first == second,), (first, second, magic)


# The initial two cards and whether the dealer's two make a Blackjack or a royal match: a pattern
# counts the player's cards that take part in such hands


def _dealer_ways(decks: int) -> int:
    """Ordered pairs of dealer's cards once the player has two cards."""
    left = DECK_SIZE * decks - 2
    return left * (left - 1)


def _blackjack_deals() -> DealPatterns:
    for first, second in _pairs():
        aces = (first >> 2 == 0) + (second >> 2 == 0)
        tens = (first >> 2 >= 9) + (second >> 2 >= 9)
        for has_blackjack in (0, 1):
            yield (first == second, has_blackjack, aces, tens), (first, second, has_blackjack)


def _blackjack_ways(pattern: Pattern, decks: int) -> int:
    same, has_blackjack, aces, tens = pattern
    blackjacks = 2 * (4 * decks - aces) * (16 * decks - tens)
    return _pair_ways(same, decks) * (
        blackjacks if has_blackjack else _dealer_ways(decks) - blackjacks
    )


def _royal_match_deals() -> DealPatterns:
    for first, second in _pairs():
        cards_held = Counter((first, second))
        royals_held = tuple(
            cards_held[4 * rank + suit] for suit in range(4) for rank in (QUEEN, KING)
        )
        for is_royal in (0, 1):
            yield (first == second, is_royal, *royals_held), (first, second, is_royal)


def _royal_match_ways(pattern: Pattern, decks: int) -> int:
    same, is_royal, *royals_held = pattern
    suits = zip(royals_held[::2], royals_held[1::2], strict=True)
    royal = sum(2 * (decks - queens) * (decks - kings) for queens, kings in suits)
    return _pair_ways(same, decks) * (royal if is_royal else _dealer_ways(decks) - royal)


# The dealer's two cards


def _hole_deals() -> DealPatterns:
    for upcard, hole in product(TYPES, repeat=2):
        yield (upcard == hole,), (upcard, hole)


def _hole_ways(pattern: Pattern, decks: int) -> int:
    (same,) = pattern
    return decks * (decks - same)


# Four cards: a pair, then two in order or a second pair


def _four_ways(pattern: Pattern, decks: int) -> int:
    same, third_first, third_second, *fourth = pattern
    left = (decks - third_first - third_second) * (decks - sum(fourth))
    return _pair_ways(same, decks) * left


def _two_pairs_ways(pattern: Pattern, decks: int) -> int:
    # Two cards of one type are dealt in either order and make one pair.
    return _four_ways(pattern, decks) // (2 if pattern[-1] else 1)


SPACES: Final = (
    DealSpace(("first", "second"), _pair_alone_ways, _pair_deals),
    DealSpace(("upcard", "hole"), _hole_ways, _hole_deals),
    DealSpace(("first", "second", "upcard"), _upcard_ways, _upcard_deals),
    DealSpace(("first", "second", "hole"), _upcard_ways, _upcard_deals),
    DealSpace(("first", "second", "magic_card"), _pair_alone_ways, _magic_deals),
    DealSpace(("first", "second", "dealer_blackjack"), _blackjack_ways, _blackjack_deals),
    DealSpace(("first", "second", "dealer_royal_match"), _royal_match_ways, _royal_match_deals),
    DealSpace(("first", "second", "upcard", "hole", *MADE), _four_ways),
    DealSpace(("first", "second", "third", "fourth"), _two_pairs_ways, pairs=True),
)
"""Ordered from the smallest; a wager uses the first that has all its facts."""
