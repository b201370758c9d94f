"""Exact outcome counts for wagers decided by first cards, by enumerating every deal of them.

A classifier names the facts that it needs. A `DealSpace` enumerates the deals of one set of facts.
Each deal of card types is looked at once and grouped by a pattern, from which alone follows how
many ways a given number of decks has to deal it. So a classifier runs once per deal of types, and
the same tally prices every number of decks. Integers only.

Up to three cards the classifier runs in Python. For four cards, with millions of deals, it runs
compiled.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product, starmap
from operator import itemgetter
from typing import Final, TypeAlias

import msgspec

from upcard.cards.card import DECK_SIZE, KING, QUEEN
from upcard.cards.composition import Composition
from upcard.exact.order import refuse_order
from upcard.wagers.facts import MADE
from upcard.wagers.kit import LOSE, Classifier, WagerRule, needed, ways_by_outcome

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


def is_dealt(wager: WagerRule) -> bool:
    """Whether some space enumerates every fact that the wager's classifier asks for."""
    return any(set(wager.facts) <= set(space.facts) for space in SPACES)


def counts(wager: WagerRule, decks: int, left: Composition | None = None) -> dict[str, int]:
    """The number of deals from `decks` decks that end in each outcome, over one common total.

    `left` are the cards that are left, if they are not whole decks. For a wager that is offered for
    certain upcards only (Insurance), the total is the number of deals after one such upcard; after
    any of them, if they are not whole decks.
    """
    by_index = _found(wager.classify, wager.offered_when, decks, left)
    return ways_by_outcome(wager.slug, wager.outcomes, by_index)


def bonus_counts(wager: WagerRule, decks: int, left: Composition | None = None) -> dict[str, int]:
    """The number of deals that win the wager's additional payout, and of those that do not."""
    assert wager.bonus is not None
    refuse_order(wager.slug, wager.bonus.when)
    by_index = _found(wager.bonus.when, wager.offered_when, decks, left)
    return ways_by_outcome(wager.slug, (LOSE, wager.bonus.outcome), by_index)


def _found(
    function: Classifier, given: Classifier | None, decks: int, left: Composition | None
) -> dict[int, int]:
    """Counts the classifier's values, from whole decks or from what is left."""
    if left is None:
        return _counts(function, given, decks)
    return left_counts(function, given, left).deals


class LeftCounts(msgspec.Struct, frozen=True):
    """Deals of the cards that are left, by the classifier's value.

    `taken` has for each of the 52 card types the deals times the cards of the type in them.
    """

    deals: dict[int, int]
    taken: tuple[dict[int, int], ...]


@lru_cache(maxsize=256)
def left_counts(function: Classifier, given: Classifier | None, left: Composition) -> LeftCounts:
    """Counts the classifier's values over every deal of the cards that are left."""
    space, facts = space_of(function, given), needed(function)
    if space.deals is None or set(facts) & MADE.keys():
        from upcard.compiled.exact.weighted import weighted  # noqa: PLC0415 - only what needs it pays for it

        assert given is None, "a wager of four cards is offered with any"
        four = next(one for one in SPACES if one.deals is None and set(facts) <= set(one.facts))
        deals, *taken = weighted(function, facts, four.facts[:4], left, pairs=four.pairs)
        return LeftCounts(deals, tuple(taken))
    found: Counter[int] = Counter()
    held: tuple[Counter[int], ...] = tuple(Counter() for _ in TYPES)
    pick = [space.facts.index(fact) for fact in facts]
    cards = len(space.facts) - ("magic_card" in space.facts)
    for listed in deals_by_pattern(space).values():
        for deal in listed if given is None else deals_offered(listed, space, given):
            value = function(*[deal[at] for at in pick])
            ways = _ways_left(space, deal[:cards], left)
            found[value] += ways
            for card in deal[:cards]:
                held[card][value] += ways
    return LeftCounts(dict(found), held)


def _ways_left(space: DealSpace, cards: Deal, left: Composition) -> int:
    """The number of ways to deal these cards; the Magic Card, from its own deck, is not one."""
    ways = 1
    for place, card in enumerate(cards):
        ways *= left[card] - cards[:place].count(card)
    alike = space.facts[:2] == ("first", "second") and cards[0] == cards[1]
    return ways // 2 if alike else ways


@cache
def _counts(function: Classifier, offered_when: Classifier | None, decks: int) -> dict[int, int]:
    """Counts the classifier's values."""
    space = space_of(function, offered_when)
    by_index: Counter[int] = Counter()
    for pattern, values in _tally(function, offered_when).items():
        ways = space.ways(pattern, decks)
        for value, times in values.items():
            by_index[value] += times * ways
    if offered_when is None:
        return dict(by_index)
    # Each such upcard is followed by equally many deals: count those after one of them.
    upcards = decks * sum(offered_when(upcard) for upcard in TYPES)
    assert all(count % upcards == 0 for count in by_index.values())
    return {value: count // upcards for value, count in by_index.items()}


@cache
def _tally(function: Classifier, offered_when: Classifier | None) -> dict[Pattern, Counter[int]]:
    """How often the classifier takes each value among the deals of each pattern."""
    space = space_of(function, offered_when)
    facts = needed(function)
    if space.deals is None:
        assert offered_when is None, "a wager of four cards is offered with any"
        return _compiled_tally(function, space)
    values: dict[Pattern, Counter[int]] = {}
    for pattern, listed in deals_by_pattern(space).items():
        deals = listed if offered_when is None else deals_offered(listed, space, offered_when)
        if facts == space.facts:
            values[pattern] = Counter(starmap(function, deals))
        else:
            pick = [space.facts.index(fact) for fact in facts]
            values[pattern] = Counter(function(*[deal[at] for at in pick]) for deal in deals)
    return values


def _compiled_tally(function: Classifier, space: DealSpace) -> dict[Pattern, Counter[int]]:
    """Like `_tally`, for four cards; a pattern is one bit for each pair of cards of one type."""
    from upcard.compiled.exact.four_cards import tally  # noqa: PLC0415 - only what needs it pays for it

    compiled = tally(function, needed(function), space.facts[:4], pairs=space.pairs)
    return {tuple(bits >> at & 1 for at in range(6)): values for bits, values in compiled.items()}


def deals_offered(deals: list[Deal], space: DealSpace, offered_when: Classifier) -> list[Deal]:
    """The deals in which the wager is offered."""
    assert needed(offered_when) == ("upcard",), "a wager is offered by the upcard"
    upcard = itemgetter(space.facts.index("upcard"))
    return [deal for deal in deals if offered_when(upcard(deal)) == 1]


@cache
def space_of(function: Classifier, offered_when: Classifier | None) -> DealSpace:
    """The first, and smallest, of SPACES that enumerates every fact asked for."""
    wanted = {*needed(function), *(needed(offered_when) if offered_when is not None else ())}
    spaces = [space for space in SPACES if wanted <= set(space.facts)]
    assert spaces, f"no space deals {sorted(wanted)}"
    return spaces[0]


@cache
def deals_by_pattern(space: DealSpace) -> dict[Pattern, list[Deal]]:
    """All deals of a space, grouped by pattern."""
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
