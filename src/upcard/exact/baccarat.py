"""Exact counts of both finished hands of baccarat, over every order of six cards.

Up to six cards decide a round; where fewer do, the rest are dealt all the same, so that every
count is of one total: the ways to deal six cards in order. Integers only.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import perm
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.games.baccarat import BANKER, MOST_CARDS, NO_CARD, PLAYER, points, third_card_due
from upcard.wagers.kit import Wager, needed

FACTS: Final = frozenset({"player_total", "dealer_total"})
"""What a wager on the two hands asks for: their point counts, the banker's as the dealer's."""

POINTS: Final = range(10)

Function = Callable[..., int]


def is_dealt(wager: Wager) -> bool:
    """Whether the finished hands' point counts decide a wager of baccarat."""
    return set(wager.facts) <= FACTS


def counts(wager: Wager, decks: int) -> dict[str, int]:
    """How many deals of six cards in order end in each outcome."""
    found = of_points(wager.classify, shoe_of(decks))
    return {outcome: found.get(index, 0) for index, outcome in enumerate(wager.outcomes)}


def shoe_of(decks: int) -> tuple[int, ...]:
    """How many cards of each number of points so many decks have."""
    held = Counter(points(card) for card in range(DECK_SIZE))
    return tuple(decks * held[count] for count in POINTS)


def of_points(classify: Function, shoe: tuple[int, ...]) -> Counter[int]:
    """Counts by value of a classifier of both point counts; `shoe` is by points, as `shoe_of`."""
    facts = needed(classify)
    found: Counter[int] = Counter()
    for (player, banker), ways in _finished(shoe).items():
        totals = {"player_total": player, "dealer_total": banker}
        found[classify(*[totals[fact] for fact in facts])] += ways
    return found


@cache
def _finished(full: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """In how many ways a shoe deals each pair of point counts, six cards in all."""
    shoe, cards = list(full), sum(full)
    found: Counter[tuple[int, int]] = Counter()
    for player, pair_ways in _pairs(shoe):
        for one in player:
            shoe[one] -= 1
        for banker, other_ways in _pairs(shoe):
            for one in banker:
                shoe[one] -= 1
            for totals, used, ways in _thirds(shoe, sum(player) % 10, sum(banker) % 10):
                rest = perm(cards - used, MOST_CARDS - used)
                found[totals] += pair_ways * other_ways * ways * rest
            for one in banker:
                shoe[one] += 1
        for one in player:
            shoe[one] += 1
    return dict(found)


def _pairs(shoe: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """The two cards of a hand by points, in order, with the ways to deal them."""
    for first, second in product(POINTS, repeat=2):
        ways = shoe[first] * (shoe[second] - (first == second))
        if ways and first <= second:
            yield (first, second), ways * (1 if first == second else 2)


def _thirds(
    shoe: list[int], player: int, banker: int
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """The point counts that two hands come to, with the cards used and the ways to draw them."""
    if third_card_due(player, banker, NO_CARD) != PLAYER:
        yield from _last(shoe, player, banker, NO_CARD)
        return
    for third in POINTS:
        for (_, total), used, ways in _last(shoe, player, banker, third):
            yield ((player + third) % 10, total), used + 1, ways * shoe[third]


def _last(
    shoe: list[int], player: int, banker: int, third: int
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """The same once the player's third card is known, without counting that card."""
    if third_card_due(player, banker, third) != BANKER:
        yield (player, banker), 4, 1
        return
    for last in POINTS:
        yield (player, (banker + last) % 10), 5, shoe[last] - (last == third)
