"""Exact outcome counts for wagers decided by first cards, by enumerating every deal of them.

A classifier names the facts that it needs; `deal_spaces` enumerates the deals of card types and
groups them by patterns. So a classifier runs once per deal of types, and the same tally prices
every number of decks. Integers only.

Up to three cards the classifier runs in Python. For four cards, with millions of deals, it runs
compiled.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import starmap

import msgspec

from upcard.cards.composition import Composition
from upcard.exact.deal_spaces import (
    SPACES,
    TYPES,
    Deal,
    DealSpace,
    Pattern,
    deals_by_pattern,
    deals_offered,
    space_of,
)
from upcard.exact.order import refuse_order
from upcard.wagers.facts import MADE
from upcard.wagers.kit import LOSE, Classifier, WagerRule, needed_facts, ways_by_outcome


def decides(wager: WagerRule) -> bool:
    """Whether some space enumerates every fact that the wager's classifier asks for."""
    return any(set(wager.facts) <= set(space.facts) for space in SPACES)


def counts(wager: WagerRule, decks: int, left: Composition | None = None) -> dict[str, int]:
    """The number of deals from `decks` decks that end in each outcome, over one common total.

    `left` are the cards that are left, if they are not whole decks. For a wager that is offered for
    certain upcards only (Insurance), the total is the number of deals after one such upcard; after
    any of them, if they are not whole decks.
    """
    by_index = _count_values(wager.classify, wager.offered_when, decks, left)
    return ways_by_outcome(wager.slug, wager.outcomes, by_index)


def bonus_counts(wager: WagerRule, decks: int, left: Composition | None = None) -> dict[str, int]:
    """The number of deals that win the wager's additional payout, and of those that do not."""
    assert wager.bonus is not None
    refuse_order(wager.slug, wager.bonus.when)
    by_index = _count_values(wager.bonus.when, wager.offered_when, decks, left)
    return ways_by_outcome(wager.slug, (LOSE, wager.bonus.outcome), by_index)


def _count_values(
    function: Classifier, offered_when: Classifier | None, decks: int, left: Composition | None
) -> dict[int, int]:
    """Count the classifier's values, from whole decks or from what is left."""
    if left is None:
        return _counts(function, offered_when, decks)
    return left_counts(function, offered_when, left).deals


class LeftCounts(msgspec.Struct, frozen=True):
    """Deals of the cards that are left, by the classifier's value.

    `taken` has for each of the 52 card types the deals times the cards of the type in them.
    """

    deals: dict[int, int]
    taken: tuple[dict[int, int], ...]


@lru_cache(maxsize=256)
def left_counts(
    function: Classifier, offered_when: Classifier | None, left: Composition
) -> LeftCounts:
    """Count the classifier's values over every deal of the cards that are left."""
    space, facts = space_of(function, offered_when), needed_facts(function)
    if space.deals is None or set(facts) & MADE.keys():
        from upcard.compiled.exact.weighted import count_weighted  # noqa: PLC0415 - only what needs it pays for it

        assert offered_when is None, "a wager of four cards is offered with any"
        four = next(
            space for space in SPACES if space.deals is None and set(facts) <= set(space.facts)
        )
        deals, *by_card = count_weighted(function, facts, four.facts[:4], left, pairs=four.pairs)
        return LeftCounts(deals, tuple(by_card))
    ways_of_outcomes: Counter[int] = Counter()
    held: tuple[Counter[int], ...] = tuple(Counter() for _ in TYPES)
    pick = [space.facts.index(fact) for fact in facts]
    cards = len(space.facts) - ("magic_card" in space.facts)
    for deals_alike in deals_by_pattern(space).values():
        for deal in (
            deals_alike if offered_when is None else deals_offered(deals_alike, space, offered_when)
        ):
            value = function(*[deal[index] for index in pick])
            ways = _ways_left(space, deal[:cards], left)
            ways_of_outcomes[value] += ways
            for card in deal[:cards]:
                held[card][value] += ways
    return LeftCounts(dict(ways_of_outcomes), held)


def _ways_left(space: DealSpace, cards: Deal, left: Composition) -> int:
    """The number of ways to deal these cards; the Magic Card, from its own deck, is not one."""
    ways = 1
    for place, card in enumerate(cards):
        ways *= left[card] - cards[:place].count(card)
    alike = space.facts[:2] == ("first", "second") and cards[0] == cards[1]
    return ways // 2 if alike else ways


@cache
def _counts(function: Classifier, offered_when: Classifier | None, decks: int) -> dict[int, int]:
    """Count the classifier's values."""
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
    facts = needed_facts(function)
    if space.deals is None:
        assert offered_when is None, "a wager of four cards is offered with any"
        return _compiled_tally(function, space)
    values: dict[Pattern, Counter[int]] = {}
    for pattern, deals_alike in deals_by_pattern(space).items():
        deals = (
            deals_alike if offered_when is None else deals_offered(deals_alike, space, offered_when)
        )
        if facts == space.facts:
            values[pattern] = Counter(starmap(function, deals))
        else:
            pick = [space.facts.index(fact) for fact in facts]
            values[pattern] = Counter(function(*[deal[index] for index in pick]) for deal in deals)
    return values


def _compiled_tally(function: Classifier, space: DealSpace) -> dict[Pattern, Counter[int]]:
    """Like `_tally`, for four cards; a pattern is one bit for each pair of cards of one type."""
    from upcard.compiled.exact.four_cards import tally  # noqa: PLC0415 - only what needs it pays for it

    compiled = tally(function, needed_facts(function), space.facts[:4], pairs=space.pairs)
    return {
        tuple(bits >> index & 1 for index in range(6)): values for bits, values in compiled.items()
    }
