"""A strategy as tables: hand states, transitions by drawn card, and actions against an upcard.

Strategies by total and by composition have the same format and differ in their number of states.
Values are 0 (ace) to 9 (any ten-value card); actions are those of `compiled.hand_codes`.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from operator import add, mul
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards.totals import best_total
from upcard.compiled.hand_codes import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
    row_of,
)
from upcard.games.blackjack import FULL

OPENING: Final = 0
AGAIN: Final = 1
SPLIT_OUT: Final = 2
LATER: Final = 3
"""The moments of a decision: the first two cards; two cards of a split hand that may be split
again; two that may not; more cards."""

ALLOWED: Final = (
    (STAND, HIT, DOUBLE, SPLIT, SURRENDER),
    (STAND, HIT, DOUBLE, SPLIT),
    (STAND, HIT, DOUBLE),
    (STAND, HIT),
)
"""The allowed actions at each moment."""

PIPS: Final = range(1, VALUES + 1)
"""The points of each value, with an ace as 1."""

HandCounts: TypeAlias = tuple[int, ...]
"""The number of cards of each value in a hand."""

TWO_CARD_21: Final[HandCounts] = (1, *[0] * (VALUES - 2), 1)
"""An ace and a ten-value card, which may be doubled after a split where the rules say so."""

ChooseAction: TypeAlias = Callable[[int, HandCounts, int], int]
"""The action for a moment, a hand and an upcard."""


@dataclass(frozen=True, slots=True, eq=False)
class StrategyTable:
    """How one player plays every hand.

    `following[state, value]` is the state after one more card, `totals[state]` its point count,
    `pairs[first, second]` the state of two cards, and `decisions[moment, state, upcard]` an action.
    `insures` and `takes_even_money` apply when the upcard is an ace.
    """

    name: str
    following: NDArray[np.int64]
    totals: NDArray[np.uint8]
    pairs: NDArray[np.int64]
    decisions: NDArray[np.uint8]
    insures: bool = False
    takes_even_money: bool = False

    def __post_init__(self) -> None:
        states = len(self.totals)
        assert self.following.shape == (states, VALUES)
        assert self.pairs.shape == (VALUES, VALUES)
        assert self.decisions.shape == (len(ALLOWED), states, VALUES)
        for moment, allowed in enumerate(ALLOWED):
            assert np.isin(self.decisions[moment], allowed).all(), "an action at a wrong moment"
        same_rows = np.zeros(states, bool)
        same_rows[np.diagonal(self.pairs)] = True
        splits = (self.decisions == SPLIT).any(axis=(0, 2))
        assert not (splits & ~same_rows).any(), "only two cards of equal value may be split"
        full = self.decisions[:, self.totals >= FULL]
        decided = (full != STAND) & (np.arange(len(ALLOWED)) != SPLIT_OUT)[:, None, None]
        assert not decided.any(), "21 takes no decision but on two cards of a split hand"
        assert np.isin(full, (STAND, DOUBLE)).all(), "21 stands or is doubled"


def by_total(name: str, decide: ChooseAction, *, asks_21: bool = False) -> StrategyTable:
    """A strategy that depends on a hand's total, whether it is soft, and whether it is a pair.

    `decide` is called for one hand of each such class, at every moment that some hand of the class
    can have. With `asks_21` it is called for the two-card 21 of a split hand too.
    """

    def state(counts: HandCounts) -> Hashable:
        if asks_21 and counts == TWO_CARD_21:
            return counts
        pips = _pips(counts)
        return (row_of(pips, counts[0]), pips > FULL, _is_pair(counts))

    return _table(name, state, decide, asks_21=asks_21)


def by_composition(name: str, decide: ChooseAction, *, asks_21: bool = False) -> StrategyTable:
    """A strategy that depends on all cards of a hand.

    `decide` is called at `LATER` only for hands of three or more cards; `asks_21` is as in
    `by_total`.
    """

    def state(counts: HandCounts) -> Hashable:
        total = _total(counts)
        return counts if total <= FULL else total

    def is_due(moment: int, counts: HandCounts) -> bool:
        return (moment == LATER) is (sum(counts) > 2)

    return _table(name, state, decide, is_due, asks_21=asks_21)


def _always(_moment: int, _counts: HandCounts) -> bool:
    return True


def _table(
    name: str,
    state: Callable[[HandCounts], Hashable],
    decide: ChooseAction,
    is_due: Callable[[int, HandCounts], bool] = _always,
    *,
    asks_21: bool = False,
) -> StrategyTable:
    """The tables of all hands that can occur; hands with equal `state` share an entry.

    `decide` is called where a decision of a hand `is_due` at a moment; elsewhere the hand stands.
    """
    number: dict[Hashable, int] = {}
    hands: list[HandCounts] = []

    def number_of(counts: HandCounts) -> int:
        key = state(counts)
        if key not in number:
            number[key] = len(hands)
            hands.append(counts)
        return number[key]

    cards = [tuple(int(held == value) for held in range(VALUES)) for value in range(VALUES)]
    pairs = [[number_of(_together(first, second)) for second in cards] for first in cards]
    next_rows: list[list[int]] = []
    totals: list[int] = []
    while len(next_rows) < len(hands):
        hand, own = hands[len(next_rows)], len(next_rows)
        totals.append(_total(hand))
        open_ = totals[own] < FULL or (asks_21 and hand == TWO_CARD_21)
        next_rows.append([number_of(_together(hand, card)) if open_ else own for card in cards])

    def is_asked(moment: int, hand: HandCounts, total: int) -> bool:
        if asks_21 and hand == TWO_CARD_21:
            return moment == SPLIT_OUT
        return total < FULL and is_due(moment, hand)

    stands = [STAND] * VALUES
    decisions = [
        [
            [decide(moment, hand, upcard) for upcard in range(VALUES)]
            if is_asked(moment, hand, total)
            else stands
            for hand, total in zip(hands, totals, strict=True)
        ]
        for moment in range(len(ALLOWED))
    ]
    return StrategyTable(
        name,
        np.array(next_rows, np.int64),
        np.array(totals, np.uint8),
        np.array(pairs, np.int64),
        np.array(decisions, np.uint8),
    )


def _together(first: HandCounts, second: HandCounts) -> HandCounts:
    return tuple(map(add, first, second))


def _is_pair(counts: HandCounts) -> bool:
    return sum(counts) == 2 and 2 in counts


def _pips(counts: HandCounts) -> int:
    return sum(map(mul, counts, PIPS))


def _total(counts: HandCounts) -> int:
    return best_total(_pips(counts), counts[0])
