"""All hands of the player and of the dealer, by value, in the orders in which they are solved.

A value is 0 (ace) to 9 (any ten-value card). Nothing here depends on a shoe.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, repeat
from operator import mul
from typing import Final, TypeAlias

import msgspec

from upcard.cards.totals import best_total, is_soft
from upcard.compiled.strategy.fields import DealerTree
from upcard.exact.play.hands import ACE, ONE, VALUES
from upcard.exact.play.hands import counts_of as counts_of_code
from upcard.games.blackjack import dealer_draws

ValueCounts: TypeAlias = tuple[int, ...]
"""The number of cards of each value."""

POINTS: Final = range(1, len(VALUES) + 1)
"""The points of each value, with an ace as 1."""


class ValueHand(msgspec.Struct, frozen=True):
    """A hand of two or more cards, as `counts` and as `values` with aces first.

    `size` is the number of cards; a `pair` is two cards of one value. `after` has, for each drawn
    value, the place of the resulting hand; -1 if it is over 21.
    """

    counts: ValueCounts
    values: tuple[int, ...]
    size: int
    pair: bool
    total: int
    soft: bool
    after: tuple[int, ...]


class TotalRow(msgspec.Struct, frozen=True):
    """All hands of one total: the places `first` to `end` (exclusive), and those of two cards."""

    total: int
    soft: bool
    first: int
    end: int
    two_cards: tuple[int, ...]


def counts_of(values: Sequence[int]) -> ValueCounts:
    """The counts of a hand given as values."""
    return tuple(values.count(value) for value in VALUES)


def shoe_without(shoe: ValueCounts, *values: int) -> ValueCounts:
    """The shoe without these cards."""
    return tuple(count - values.count(value) for value, count in enumerate(shoe))


# The player's hands


@cache
def rows() -> tuple[TotalRow, ...]:
    """The totals, ordered so that drawing a card leads to a row listed earlier."""
    labels = []
    first = 0
    for total, soft in _row_order():
        end = first + len(_hands_by_total()[total, soft])
        short = tuple(place for place in two_cards() if first <= place < end)
        labels.append(TotalRow(total, soft, first, end, short))
        first = end
    return tuple(labels)


@cache
def hands() -> tuple[ValueHand, ...]:
    """Every hand that is not over 21, row by row; the index is the hand's place."""
    hand_list = []
    by_code = {_code_of(counts): place for counts, place in places().items()}
    codes = iter(by_code)
    for total, soft in _row_order():
        for counts in _hands_by_total()[total, soft]:
            code = next(codes)
            values = tuple(chain.from_iterable(map(repeat, VALUES, counts)))
            size = len(values)
            pair = size == 2 and values[0] == values[1]
            after = tuple([by_code.get(code + card, -1) for card in ONE])
            hand_list.append(ValueHand(counts, values, size, pair, total, soft, after))
    return tuple(hand_list)


def _code_of(counts: ValueCounts) -> int:
    """The code of a hand: see `exact.play.hands`."""
    return sum(map(mul, counts, ONE))


@cache
def places() -> dict[ValueCounts, int]:
    """The place of each hand."""
    every = (counts for row in _row_order() for counts in _hands_by_total()[row])
    return {counts: place for place, counts in enumerate(every)}


@cache
def two_cards() -> tuple[int, ...]:
    """The places of the two-card hands."""
    return tuple(places()[counts_of(values)] for values in combinations_with_replacement(VALUES, 2))


@cache
def pair_places(pair: int) -> tuple[int, ...]:
    """The places of two-card hands with a card of value `pair`, by the other card's value."""
    return tuple(places()[counts_of((pair, second))] for second in VALUES)


def _row_order() -> list[tuple[int, bool]]:
    """Totals with whether they are soft, in the order of `rows`.

    A hard total below 11 may become a soft one, and a soft total a hard one from 12 on.
    """
    hard = [(total, False) for total in range(21, 3, -1)]
    return hard[:11] + [(total, True) for total in range(21, 11, -1)] + hard[11:]


@cache
def _hands_by_total() -> dict[tuple[int, bool], list[ValueCounts]]:
    """The hands that are not over 21, by total and whether it is soft."""
    by_total: dict[tuple[int, bool], list[ValueCounts]] = {}
    for counts, left in _with_at_most(21):
        if sum(counts) >= 2:
            pips, aces = 21 - left, counts[ACE]
            row = (best_total(pips, aces), is_soft(pips, aces) == 1)
            by_total.setdefault(row, []).append(counts)
    return by_total


def _with_at_most(pips: int) -> list[tuple[ValueCounts, int]]:
    """All counts of values with at most `pips` points in total, each with what is left of these."""
    hands: list[tuple[ValueCounts, int]] = [((), pips)]
    for points in POINTS:
        hands = [
            ((*counts, count), left - count * points)
            for counts, left in hands
            for count in range(left // points + 1)
        ]
    return hands


# The dealer's hands


class DealerFinish(msgspec.Struct, frozen=True):
    """The cards that the dealer draws to an upcard before standing, with their number of `orders`.

    Excludes Blackjacks, and hands over 21 except a 22 under rules that treat it specially.
    """

    drawn: ValueCounts
    orders: int
    total: int


@cache
def dealer_finishes(
    upcard: int, *, hits_soft_17: bool, with_22: bool = False, holes: Sequence[int] = VALUES
) -> tuple[DealerFinish, ...]:
    """Every hand at which the dealer stops with an upcard (§ 633a.7(m) without `hits_soft_17`).

    `holes` are the values that the first drawn card may have.
    """
    finished = []
    most = 22 if with_22 else 21
    drawing = {0: (1, upcard + 1, int(upcard == ACE))}  # by code: orders, pips, aces
    size = 0
    while drawing:
        longer: dict[int, tuple[int, int, int]] = {}
        for code, (orders, pips, aces) in drawing.items():
            for value in VALUES if size else holes:
                drawn = code + ONE[value]
                others = longer[drawn][0] if drawn in longer else 0
                longer[drawn] = (others + orders, pips + value + 1, aces + (value == ACE))
        size += 1
        drawing = {}
        for drawn, (orders, pips, aces) in longer.items():
            total = best_total(pips, aces)
            if dealer_draws(pips, aces, int(hits_soft_17)) == 1:
                drawing[drawn] = (orders, pips, aces)
            elif total <= most and (total != 21 or size > 1):
                finished.append(DealerFinish(counts_of_code(drawn), orders, total))
    return tuple(finished)


@cache
def dealer_tree(
    upcard: int, *, hits_soft_17: bool, with_22: bool = False, holes: Sequence[int] = VALUES
) -> DealerTree:
    """The hands of `dealer_finishes` as a tree, in the format of `compiled.strategy.fields`."""
    nodes: list[tuple[int, ...]] = [(0, 0, 0)]
    node_of = {0: 0}  # the node of the cards of the highest values, by their code
    leaves, drawn = [], []
    for finish in dealer_finishes(upcard, hits_soft_17=hits_soft_17, with_22=with_22, holes=holes):
        path = 0
        for value in reversed(VALUES):
            count = finish.drawn[value]
            if count:
                parent = node_of[path]
                path += count * ONE[value]
                if path not in node_of:
                    node_of[path] = len(nodes)
                    nodes.append((parent, value, count))
        size = sum(finish.drawn)
        leaves.append((node_of[path], finish.orders, finish.total - 17, size))
        drawn.append(finish.drawn)
    return nodes, leaves, list(zip(*drawn, strict=True))
