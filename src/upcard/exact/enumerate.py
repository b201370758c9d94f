"""Exact counts of a wager's outcomes over every deal of the cards that decide it.

The functions of a wager name the facts that they need. A `Space` deals one set of facts: it
looks at every deal of the 52 card types once, under the pattern on which alone depends how many
ways there are to deal it from so many decks. So a function is called once for each deal of
types, and every number of decks is priced from the same tally. Integers only.

Up to three cards the function is called as it is; for four, which make millions of deals, its
compiled self is.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product, starmap
from operator import itemgetter
from typing import Final, TypeAlias

import msgspec

from upcard.cards.card import DECK_SIZE, KING, QUEEN
from upcard.wagers.facts import MADE
from upcard.wagers.kit import LOSE, Wager, needed

Function: TypeAlias = Callable[..., int]
Deal: TypeAlias = tuple[int, ...]
"""The values of a space's facts, in the order of its facts."""

Pattern: TypeAlias = tuple[int, ...]
DealPatterns: TypeAlias = Iterator[tuple[Pattern, Deal]]

TYPES: Final = range(DECK_SIZE)


class Space(msgspec.Struct, frozen=True):
    """Every deal of some facts.

    `ways` says in how many ways so many decks deal a pattern. The player's cards are an
    unordered pair; the dealer's two follow in order, the upcard first. Without `deals` the four
    cards are dealt by compiled code, the last two as a second pair where `pairs` says so.
    """

    facts: tuple[str, ...]
    ways: Callable[[Pattern, int], int]
    deals: Callable[[], DealPatterns] | None = None
    pairs: bool = False


def is_dealt(wager: Wager) -> bool:
    """Whether some space deals every fact that the wager's classifier asks for."""
    return any(set(wager.facts) <= set(space.facts) for space in SPACES)


def counts(wager: Wager, decks: int) -> dict[str, int]:
    """How many deals from so many decks end in each outcome, over one common total.

    Where the wager exists for certain upcards alone (Insurance), the total counts the deals
    that follow one such upcard.
    """
    found = _counts(wager.classify, wager.given, decks)
    assert max(found) < len(wager.outcomes), "a classifier gives an index into outcomes"
    return {outcome: found.get(index, 0) for index, outcome in enumerate(wager.outcomes)}


def bonus_counts(wager: Wager, decks: int) -> dict[str, int]:
    """How many deals win the wager's additional payout, and how many do not."""
    assert wager.bonus is not None
    found = _counts(wager.bonus.when, wager.given, decks)
    return {LOSE: found.get(0, 0), wager.bonus.outcome: found.get(1, 0)}


@cache
def _counts(function: Function, given: Function | None, decks: int) -> dict[int, int]:
    """Counts by the value of the function."""
    space = _space(function, given)
    found: Counter[int] = Counter()
    for pattern, values in _tally(function, given).items():
        ways = space.ways(pattern, decks)
        for value, times in values.items():
            found[value] += times * ways
    if given is None:
        return dict(found)
    # Each offered upcard leaves as many ways as any other: what is counted follows one of them.
    upcards = decks * sum(given(upcard) for upcard in TYPES)
    assert all(count % upcards == 0 for count in found.values())
    return {value: count // upcards for value, count in found.items()}


@cache
def _tally(function: Function, given: Function | None) -> dict[Pattern, Counter[int]]:
    """How often the function takes each value among the deals of each pattern."""
    space = _space(function, given)
    facts = needed(function)
    if space.deals is None:
        assert given is None, "a wager of four cards is offered with any"
        return _compiled(function, space)
    values: dict[Pattern, Counter[int]] = {}
    for pattern, listed in _dealt(space).items():
        deals = listed if given is None else _offered(listed, space, given)
        if facts == space.facts:
            values[pattern] = Counter(starmap(function, deals))
        else:
            pick = [space.facts.index(fact) for fact in facts]
            values[pattern] = Counter(function(*[deal[at] for at in pick]) for deal in deals)
    return values


def _compiled(function: Function, space: Space) -> dict[Pattern, Counter[int]]:
    """The same for four cards; a pattern has a bit for each pair of cards of one type."""
    from upcard.compiled.exact.four_cards import tally  # noqa: PLC0415 - only what needs it pays for it

    found = tally(function, needed(function), space.facts[:4], pairs=space.pairs)
    return {tuple(bits >> at & 1 for at in range(6)): values for bits, values in found.items()}


def _offered(deals: list[Deal], space: Space, given: Function) -> list[Deal]:
    """The deals in which the wager exists."""
    assert needed(given) == ("upcard",), "a wager is offered by the upcard"
    upcard = itemgetter(space.facts.index("upcard"))
    return [deal for deal in deals if given(upcard(deal)) == 1]


@cache
def _space(function: Function, given: Function | None) -> Space:
    """The smallest space that deals every fact that is asked for."""
    wanted = {*needed(function), *(needed(given) if given is not None else ())}
    found = [space for space in SPACES if wanted <= set(space.facts)]
    assert found, f"no space deals {sorted(wanted)}"
    return found[0]


@cache
def _dealt(space: Space) -> dict[Pattern, list[Deal]]:
    """The deals of a space by pattern: the same for every wager."""
    assert space.deals is not None
    listed: dict[Pattern, list[Deal]] = {}
    for pattern, deal in space.deals():
        listed.setdefault(pattern, []).append(deal)
    return listed


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


# … and the upcard: a pattern counts the player's cards of the upcard's type


def _upcard_deals() -> DealPatterns:
    for first, second in _pairs():
        same = first == second
        for upcard in TYPES:
            yield (same, (first == upcard) + (second == upcard)), (first, second, upcard)


def _upcard_ways(pattern: Pattern, decks: int) -> int:
    same, gone = pattern
    return _pair_ways(same, decks) * (decks - gone)


# … and the Magic Card, which is drawn from cards of its own (§ 633a.1)


def _magic_deals() -> DealPatterns:
    for first, second in _pairs():
        for magic in TYPES:
            yield (first == second,), (first, second, magic)


# … and what the dealer's two cards make: a pattern holds the player's cards that matter to it


def _dealer_ways(decks: int) -> int:
    """Ordered pairs for the dealer once the player has two cards."""
    left = DECK_SIZE * decks - 2
    return left * (left - 1)


def _blackjack_deals() -> DealPatterns:
    for first, second in _pairs():
        aces = (first >> 2 == 0) + (second >> 2 == 0)
        tens = (first >> 2 >= 9) + (second >> 2 >= 9)
        for made in (0, 1):
            yield (first == second, made, aces, tens), (first, second, made)


def _blackjack_ways(pattern: Pattern, decks: int) -> int:
    same, made, aces, tens = pattern
    blackjacks = 2 * (4 * decks - aces) * (16 * decks - tens)
    return _pair_ways(same, decks) * (blackjacks if made else _dealer_ways(decks) - blackjacks)


def _royal_match_deals() -> DealPatterns:
    for first, second in _pairs():
        held = Counter((first, second))
        gone = tuple(held[4 * rank + suit] for suit in range(4) for rank in (QUEEN, KING))
        for made in (0, 1):
            yield (first == second, made, *gone), (first, second, made)


def _royal_match_ways(pattern: Pattern, decks: int) -> int:
    same, made, *gone = pattern
    suits = zip(gone[::2], gone[1::2], strict=True)
    royal = sum(2 * (decks - queens) * (decks - kings) for queens, kings in suits)
    return _pair_ways(same, decks) * (royal if made else _dealer_ways(decks) - royal)


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
    Space(("first", "second"), _pair_alone_ways, _pair_deals),
    Space(("upcard", "hole"), _hole_ways, _hole_deals),
    Space(("first", "second", "upcard"), _upcard_ways, _upcard_deals),
    Space(("first", "second", "hole"), _upcard_ways, _upcard_deals),
    Space(("first", "second", "magic_card"), _pair_alone_ways, _magic_deals),
    Space(("first", "second", "dealer_blackjack"), _blackjack_ways, _blackjack_deals),
    Space(("first", "second", "dealer_royal_match"), _royal_match_ways, _royal_match_deals),
    Space(("first", "second", "upcard", "hole", *MADE), _four_ways),
    Space(("first", "second", "third", "fourth"), _two_pairs_ways, pairs=True),
)
"""From the smallest; a wager takes the first that deals all its facts."""
