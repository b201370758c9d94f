"""Exact outcome counts for wagers on baccarat, by enumerating both finished hands.

At most six cards decide a round. Shorter rounds are counted as if the remaining cards were dealt
too, so that every count has the same total: the ordered deals of six cards. Integers only.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import perm
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition
from upcard.games.baccarat import BANKER, MAX_CARDS, NO_CARD, PLAYER, points, third_card_due
from upcard.wagers.kit import Classifier, WagerRule, needed_facts, ways_by_outcome

FACTS: Final = frozenset({"player_total", "dealer_total"})
"""The facts a classifier may ask for: both point counts, with the banker's as the dealer's."""

POINTS: Final = range(10)


def decides(wager: WagerRule) -> bool:
    """Whether the point counts of both finished hands decide the wager."""
    return set(wager.facts) <= FACTS


def counts(wager: WagerRule, decks: int, left: Composition | None = None) -> dict[str, int]:
    """The number of ordered six-card deals that end in each outcome.

    `left` are the cards that are left, if they are not whole decks.
    """
    by_index = count_by_points(
        wager.classify, shoe_of(decks) if left is None else counts_by_points(left)
    )
    return ways_by_outcome(wager.slug, wager.outcomes, by_index)


def shoe_of(decks: int) -> tuple[int, ...]:
    """The number of cards of each point value in a shoe of `decks` decks."""
    return counts_by_points((decks,) * DECK_SIZE)


def counts_by_points(left: Composition) -> tuple[int, ...]:
    """The number of cards of each point value among those that are left."""
    numbers = [0] * len(POINTS)
    for card, number in enumerate(left):
        numbers[points(card)] += number
    return tuple(numbers)


def count_by_points(classify: Classifier, shoe: tuple[int, ...]) -> Counter[int]:
    """Count the values of a classifier of both point counts.

    `shoe` is indexed by point value, as returned by `shoe_of`.
    """
    facts = needed_facts(classify)
    by_index: Counter[int] = Counter()
    for (player, banker), ways in _deals_by_points(shoe).items():
        totals = {"player_total": player, "dealer_total": banker}
        by_index[classify(*[totals[fact] for fact in facts])] += ways
    return by_index


@cache
def dealt_rounds() -> dict[tuple[tuple[int, ...], int, int], int]:
    """The orders in which each round is dealt: by its cards of each point value, and both totals.

    The totals are the Player's and the Banker's when both hands are finished.
    """
    orders: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    for first, second, third, fourth in product(POINTS, repeat=4):
        player, banker = (first + second) % 10, (third + fourth) % 10
        for drawn_cards, totals in _deal_third_cards(player, banker):
            by_points = [0] * len(POINTS)
            for value in (first, second, third, fourth, *drawn_cards):
                by_points[value] += 1
            orders[tuple(by_points), *totals] += 1
    return dict(orders)


def _deal_third_cards(
    player: int, banker: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    """Yield the third cards of a round in the order of their deal, and both final totals."""
    players = POINTS if third_card_due(player, banker, NO_CARD) == PLAYER else (NO_CARD,)
    for third in players:
        of_player: tuple[int, ...] = () if third == NO_CARD else (third,)
        total = (player + sum(of_player)) % 10
        draws = third_card_due(player, banker, third) == BANKER
        for last in POINTS if draws else (0,):
            yield (*of_player, last) if draws else of_player, (total, (banker + last) % 10)


@cache
def _deals_by_points(full: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """The number of ordered six-card deals for each pair of final point counts."""
    shoe, cards = list(full), sum(full)
    finals: Counter[tuple[int, int]] = Counter()
    for player, pair_ways in _pairs(shoe):
        for value in player:
            shoe[value] -= 1
        for banker, other_ways in _pairs(shoe):
            for value in banker:
                shoe[value] -= 1
            for totals, cards_used, ways in third_cards(shoe, sum(player) % 10, sum(banker) % 10):
                orders_left = perm(cards - cards_used, MAX_CARDS - cards_used)
                finals[totals] += pair_ways * other_ways * ways * orders_left
            for value in banker:
                shoe[value] += 1
        for value in player:
            shoe[value] += 1
    return dict(finals)


def _pairs(shoe: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each unordered pair of point values with the number of ordered deals of it."""
    for first, second in product(POINTS, repeat=2):
        ways = shoe[first] * (shoe[second] - (first == second))
        if ways and first <= second:
            yield (first, second), ways * (1 if first == second else 2)


def third_cards(
    shoe: list[int], player: int, banker: int
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield final point counts, cards used and ways to draw them, from two-card point counts."""
    if third_card_due(player, banker, NO_CARD) != PLAYER:
        yield from _banker_draws(shoe, player, banker, NO_CARD)
        return
    for third in POINTS:
        for (_, total), cards_used, ways in _banker_draws(shoe, player, banker, third):
            yield ((player + third) % 10, total), cards_used + 1, ways * shoe[third]


def _banker_draws(
    shoe: list[int], player: int, banker: int, third: int
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield the banker's draw once the player's third card (or `NO_CARD`) is known.

    The items are those of `third_cards`, without counting the player's third card.
    """
    if third_card_due(player, banker, third) != BANKER:
        yield (player, banker), 4, 1
        return
    for last in POINTS:
        yield (player, (banker + last) % 10), 5, shoe[last] - (last == third)
