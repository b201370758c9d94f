"""A strategy as tables: the states of a hand, where a card leads, what to do against an upcard.

Strategies by total and by composition have the same form; they differ in how many states there
are. Values are 0 (ace) to 9 (any ten-value card), actions those of `compiled.layout`.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards.totals import best_total
from upcard.compiled.layout import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
    row_of,
)

OPENING: Final = 0
AGAIN: Final = 1
SPLIT_OUT: Final = 2
LATER: Final = 3
"""When a hand asks: with its first two cards; with the two of a split hand that may be split
again, or that may not; with more cards."""

ALLOWED: Final = (
    (STAND, HIT, DOUBLE, SPLIT, SURRENDER),
    (STAND, HIT, DOUBLE, SPLIT),
    (STAND, HIT, DOUBLE),
    (STAND, HIT),
)
"""The actions of each moment."""

HandCounts: TypeAlias = tuple[int, ...]
"""How many cards of each value a hand has."""

ChooseAction: TypeAlias = Callable[[int, HandCounts, int], int]
"""The action at a moment of a hand against an upcard."""


@dataclass(frozen=True, slots=True, eq=False)
class StrategyTable:
    """What one player does.

    `following[state, value]` is the state with one more card, `totals[state]` its point count,
    `pairs[first, second]` the state of two cards, `decisions[moment, state, upcard]` an action.
    `insures` and `takes_even_money` answer when the upcard is an ace.
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
        alike = np.zeros(states, bool)
        alike[np.diagonal(self.pairs)] = True
        splits = (self.decisions == SPLIT).any(axis=(0, 2))
        assert not (splits & ~alike).any(), "only two cards of equal value may be split"
        assert (self.decisions[:, self.totals >= 21] == STAND).all(), "21 takes no decision"


def by_total(name: str, decide: ChooseAction) -> StrategyTable:
    """A strategy that knows a hand's total, whether it is soft, and whether it is a pair.

    It is asked of one hand of each kind, at moments that other hands of the kind have, too.
    """

    def state(counts: HandCounts) -> Hashable:
        pips = _pips(counts)
        return (row_of(pips, counts[0]), pips > 21, _is_pair(counts))

    return _table(name, state, decide)


def by_composition(name: str, decide: ChooseAction) -> StrategyTable:
    """A strategy that knows all cards of a hand; `LATER` is asked of three cards or more."""

    def decided(moment: int, counts: HandCounts, upcard: int) -> int:
        asked = (moment == LATER) is (sum(counts) > 2)
        return decide(moment, counts, upcard) if asked else STAND

    def state(counts: HandCounts) -> Hashable:
        total = _total(counts)
        return counts if total <= 21 else total

    return _table(name, state, decided)


def _table(
    name: str, state: Callable[[HandCounts], Hashable], decide: ChooseAction
) -> StrategyTable:
    """The tables of all hands that can come about, those of one `state` being one."""
    number: dict[Hashable, int] = {}
    hands: list[HandCounts] = []

    def number_of(counts: HandCounts) -> int:
        key = state(counts)
        if key not in number:
            number[key] = len(hands)
            hands.append(counts)
        return number[key]

    cards = [tuple(int(one == value) for one in range(VALUES)) for value in range(VALUES)]
    pairs = [[number_of(_together(first, second)) for second in cards] for first in cards]
    following: list[list[int]] = []
    while len(following) < len(hands):
        hand, own = hands[len(following)], len(following)
        open_ = _total(hand) < 21
        following.append([number_of(_together(hand, card)) if open_ else own for card in cards])

    def decided(moment: int, hand: HandCounts, upcard: int) -> int:
        return decide(moment, hand, upcard) if _total(hand) < 21 else STAND

    decisions = [
        [[decided(moment, hand, upcard) for upcard in range(VALUES)] for hand in hands]
        for moment in range(len(ALLOWED))
    ]
    return StrategyTable(
        name,
        np.array(following, np.int64),
        np.array([_total(hand) for hand in hands], np.uint8),
        np.array(pairs, np.int64),
        np.array(decisions, np.uint8),
    )


def _together(one: HandCounts, other: HandCounts) -> HandCounts:
    return tuple(map(sum, zip(one, other, strict=True)))


def _is_pair(counts: HandCounts) -> bool:
    return sum(counts) == 2 and 2 in counts


def _pips(counts: HandCounts) -> int:
    return sum(count * (value + 1) for value, count in enumerate(counts))


def _total(counts: HandCounts) -> int:
    return best_total(_pips(counts), counts[0])
