"""All hands of the player and of the dealer, by value, in the orders in which they are solved.

A value is 0 (ace) to 9 (any ten-value card). Nothing here depends on a shoe.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, repeat
from operator import mul
from typing import Final, TypeAlias

import msgspec

from upcard.cards.totals import best_total, is_soft
from upcard.compiled.strategy.fields import DealerTree
from upcard.exact.play.hands import ACE, VALUES
from upcard.games.blackjack import dealer_draws

ValueCounts: TypeAlias = tuple[int, ...]
"""The number of cards of each value."""

NONE: Final[ValueCounts] = (0,) * len(VALUES)

POINTS: Final = range(1, len(VALUES) + 1)
"""The points of each value, with an ace as 1."""


class ValueHand(msgspec.Struct, frozen=True):
    """A hand of two or more cards, as `counts` and as `values` with aces first.

    `after` has, for each drawn value, the place of the resulting hand; -1 if it is over 21.
    """

    counts: ValueCounts
    values: tuple[int, ...]
    total: int
    soft: bool
    after: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.values)

    @property
    def pair(self) -> bool:
        """Whether the hand is two cards of one value."""
        return self.size == 2 and self.values[0] == self.values[1]


class TotalRow(msgspec.Struct, frozen=True):
    """All hands of one total: the places `first` to `end` (exclusive), and those of two cards."""

    total: int
    soft: bool
    first: int
    end: int
    two_cards: tuple[int, ...]


def one_more(counts: ValueCounts, value: int) -> ValueCounts:
    """The cards with one more card of `value`."""
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


def pips_of(counts: Sequence[int]) -> int:
    """The point count with every ace as 1."""
    return sum(map(mul, POINTS, counts))


def counts_of(values: Sequence[int]) -> ValueCounts:
    """The counts of a hand given as values."""
    return tuple(values.count(value) for value in VALUES)


def without(shoe: ValueCounts, *values: int) -> ValueCounts:
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
    hand_list, known = [], places()
    for total, soft in _row_order():
        for counts in _hands_by_total()[total, soft]:
            values = tuple(chain.from_iterable(map(repeat, VALUES, counts)))
            after = tuple([known.get(one_more(counts, value), -1) for value in VALUES])
            hand_list.append(ValueHand(counts, values, total, soft, after))
    return tuple(hand_list)


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
def starts(pair: int) -> tuple[int, ...]:
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
    for counts in _multisets(21, 0):
        if sum(counts) >= 2:
            pips, aces = pips_of(counts), counts[ACE]
            row = (best_total(pips, aces), is_soft(pips, aces) == 1)
            by_total.setdefault(row, []).append(counts)
    return by_total


def _multisets(pips: int, value: int) -> Iterator[ValueCounts]:
    """All counts of values from `value` up, with at most `pips` points in total."""
    if value == len(VALUES):
        yield ()
        return
    for count in range(pips // (value + 1) + 1):
        for others in _multisets(pips - count * (value + 1), value + 1):
            yield (count, *others)


# The dealer's hands


class DealerFinish(msgspec.Struct, frozen=True):
    """The cards that the dealer draws to an upcard before standing, with their number of `orders`.

    Excludes Blackjacks, and hands over 21 except a 22 under rules that treat it specially.
    """

    drawn: ValueCounts
    orders: int
    total: int


@cache
def finishes(
    upcard: int, *, hits_soft_17: bool, with_22: bool = False, holes: Sequence[int] = VALUES
) -> tuple[DealerFinish, ...]:
    """Every hand at which the dealer stops with an upcard (§ 633a.7(m) without `hits_soft_17`).

    `holes` are the values that the first drawn card may have.
    """
    by_hand: dict[ValueCounts, DealerFinish] = {}
    most = 22 if with_22 else 21
    drawing = {NONE: 1}
    while drawing:
        longer: dict[ValueCounts, int] = {}
        for counts, orders in drawing.items():
            for value in holes if counts == NONE else VALUES:
                drawn = one_more(counts, value)
                longer[drawn] = longer.get(drawn, 0) + orders
        drawing = {}
        for drawn, orders in longer.items():
            pips = pips_of(drawn) + upcard + 1
            aces = drawn[ACE] + (upcard == ACE)
            total = best_total(pips, aces)
            if dealer_draws(pips, aces, int(hits_soft_17)) == 1:
                drawing[drawn] = orders
            elif total <= most and (total != 21 or sum(drawn) > 1):
                by_hand[drawn] = DealerFinish(drawn, orders, total)
    return tuple(by_hand.values())


@cache
def tree(
    upcard: int, *, hits_soft_17: bool, with_22: bool = False, holes: Sequence[int] = VALUES
) -> DealerTree:
    """The hands of `finishes` as a tree, in the format of `compiled.strategy.fields`."""
    nodes: list[tuple[int, ...]] = [(0, 0, 0)]
    node_of: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    leaves, drawn = [], []
    for finish in finishes(upcard, hits_soft_17=hits_soft_17, with_22=with_22, holes=holes):
        path: tuple[tuple[int, int], ...] = ()
        for value in reversed(VALUES):
            if finish.drawn[value]:
                parent, path = node_of[path], (*path, (value, finish.drawn[value]))
                if path not in node_of:
                    node_of[path] = len(nodes)
                    nodes.append((parent, value, finish.drawn[value]))
        size = sum(finish.drawn)
        leaves.append((node_of[path], finish.orders, finish.total - 17, size))
        drawn.append(finish.drawn)
    return nodes, leaves, list(zip(*drawn, strict=True))
