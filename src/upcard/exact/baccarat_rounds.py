"""Exact counts of what several areas of a baccarat layout show in one round.

Counted are ordered deals of six cards, as in `exact.baccarat`. Only the point values of the cards
decide how a round goes on, so that the first four cards are counted by their point values and by
what each hand's initial two cards show.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import perm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition
from upcard.exact.baccarat import POINTS, counts_by_points, third_cards
from upcard.games.baccarat import BANKER, MAX_CARDS, NOBODY, PLAYER, points
from upcard.wagers.kit import WagerRule

PAIRS: Final = tuple(combinations_with_replacement(POINTS, 2))
"""The point values of two cards, in any order."""

Integers = NDArray[np.int64]

Shown = tuple[int, ...]
"""The outcome of each of several areas, as an index."""


class RoundArea(NamedTuple):
    """A wager on a layout and the hand whose initial two cards decide it.

    `NOBODY` for a wager on both finished hands.
    """

    wager: WagerRule
    hand: int


def joint_counts(areas: Sequence[RoundArea], left: Composition) -> dict[Shown, int]:
    """The number of ordered six-card deals in which the areas show each combination of outcomes.

    `left` are the cards of the shoe.
    """
    of_player, of_banker = (_shown_by_pairs(areas, hand) for hand in (PLAYER, BANKER))
    counted: Counter[Shown] = Counter()
    finished: dict[tuple[int, int], list[int]] = {}
    shoe, cards = list(counts_by_points(left)), sum(left)
    by_pairs = _four_cards(of_player, of_banker, left)
    for player, banker, ways in by_pairs:
        for value in (*player, *banker):
            shoe[value] -= 1
        ends: Counter[tuple[int, int]] = Counter()
        for totals, used, ways_on in third_cards(shoe, sum(player) % 10, sum(banker) % 10):
            ends[totals] += ways_on * perm(cards - used, MAX_CARDS - used)
        for value in (*player, *banker):
            shoe[value] += 1
        for totals, ways_on in ends.items():
            if totals not in finished:
                finished[totals] = _shown_by_totals(areas, totals)
            for shown, ways_before in ways.items():
                counted[_merged(areas, shown, finished[totals])] += ways_before * ways_on
    return {shown: number for shown, number in counted.items() if number}


class ShownByPairs(NamedTuple):
    """What a hand's areas show by its two cards: `kinds`, and the number of one by the cards."""

    kinds: tuple[Shown, ...]
    kind_of: Integers


def _shown_by_pairs(areas: Sequence[RoundArea], hand: int) -> ShownByPairs:
    wagers = [area.wager for area in areas if area.hand == hand]
    kinds: dict[Shown, int] = {}
    kind_of = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    for first in range(DECK_SIZE):
        for second in range(DECK_SIZE):
            facts = {"first": first, "second": second}
            shown = tuple(wager.index_of(facts) for wager in wagers)
            kind_of[first, second] = kinds.setdefault(shown, len(kinds))
    return ShownByPairs(tuple(kinds), kind_of)


def _shown_by_totals(areas: Sequence[RoundArea], totals: tuple[int, int]) -> list[int]:
    facts = dict(zip(("player_total", "dealer_total"), totals, strict=True))
    return [area.wager.index_of(facts) for area in areas if area.hand == NOBODY]


def _merged(
    areas: Sequence[RoundArea], shown: tuple[Shown, Shown], finished: Sequence[int]
) -> Shown:
    """The outcomes in the order of the areas, from those of each kind of area in their order."""
    of_hand = {PLAYER: iter(shown[0]), BANKER: iter(shown[1]), NOBODY: iter(finished)}
    return tuple(next(of_hand[area.hand]) for area in areas)


def _four_cards(
    of_player: ShownByPairs, of_banker: ShownByPairs, left: Composition
) -> list[tuple[tuple[int, int], tuple[int, int], dict[tuple[Shown, Shown], int]]]:
    """The ordered deals of four cards by both hands' point values, and what their areas show."""
    number = np.array(left, np.int64)
    one = np.eye(DECK_SIZE, dtype=np.int64)
    groups, width = _groups(of_banker), len(PAIRS) * len(of_banker.kinds)
    rows = np.zeros((len(PAIRS) * len(of_player.kinds), width), np.int64)
    of_first = _groups(of_player)
    for first in np.flatnonzero(number):
        for second in np.flatnonzero(number - one[first]):
            rest = number - one[first] - one[second]
            ways = rest[:, None] * (rest[None, :] - one)
            dealt = np.bincount(groups.ravel(), ways.ravel(), width)  # far below 2**53
            before = number[first] * (number[second] - one[first, second])
            rows[of_first[first, second]] += before * np.rint(dealt).astype(np.int64)
    table = rows.reshape(len(PAIRS), len(of_player.kinds), len(PAIRS), len(of_banker.kinds))
    found = []
    for player, banker in zip(*np.nonzero(table.sum((1, 3))), strict=True):
        ways_of = {
            (of_player.kinds[one_kind], of_banker.kinds[other]): int(
                table[player, one_kind, banker, other]
            )
            for one_kind, other in zip(*np.nonzero(table[player, :, banker]), strict=True)
        }
        found.append((PAIRS[player], PAIRS[banker], ways_of))
    return found


def _groups(shown: ShownByPairs) -> Integers:
    """A number for the point values of two cards and what they show, by the cards."""
    number_of = {pair: index for index, pair in enumerate(PAIRS)}
    values = [points(card) for card in range(DECK_SIZE)]
    of_pair = [[number_of[min(one, two), max(one, two)] for two in values] for one in values]
    return np.array(of_pair) * len(shown.kinds) + shown.kind_of
