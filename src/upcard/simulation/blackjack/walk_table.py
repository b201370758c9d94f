"""The table of a walk: the states of heads-up rounds, and where each next card leads.

`compiled.simulation.walk` has the kernel. States that lead to the same results by the same cards
are one state.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.layout import DOUBLE, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation import walk
from upcard.compiled.simulation.codes import (
    DOUBLED,
    EVEN_MONEY,
    NATURAL,
    RESULTS_KEPT,
    SURRENDERED,
)
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import LATER, OPENING, StrategyTable
from upcard.simulation.blackjack.tables import dealer_states, live, results

State: TypeAlias = Hashable

SPLITS: Final = -1
"""Stands for `walk.SPLITS` as long as states are not merged: there may be as many of them."""

MOST_HANDS: Final = 64
"""The most states of a strategy's hands: one by total has fewer, one by composition has too many
for a table that fits a processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class WalkTable:
    """`following[state, value]` is a state; `results` are those that a walked round can have.

    The first states are those of `compiled.simulation.walk`: the beginning, an end for each result,
    and the end of a shoe. `walk.SPLITS` is not among the rows.
    """

    following: NDArray[np.int64]
    results: tuple[int, ...]


def walk_table(rules: TableRules, strategy: StrategyTable) -> WalkTable:
    """The table of a player's rounds."""
    following = _merged(_following(_Round(rules, strategy)))
    ends = np.intersect1d(following, 1 + np.arange(RESULTS_KEPT))
    return WalkTable(following, tuple((ends - 1).tolist()))


class _Round:
    """The rules of one round: the state after one more card."""

    def __init__(self, rules: TableRules, strategy: StrategyTable) -> None:
        self._play = rules.blackjack
        self._strategy = strategy
        self._dealer = dealer_states(int(self._play.hits_soft_17))
        self._live, self._results = live(rules), results(rules)
        self._even_money = strategy.takes_even_money and self._play.even_money

    def after(self, state: tuple[int | str, ...], value: int) -> State:
        """The state after a card, or the number of one that `walk` names."""
        match state:
            case ("none",):
                return ("upcard", value)
            case ("upcard", int(first)):
                return ("second", first, value)
            case ("second", int(first), int(upcard)):
                return ("hole", *sorted((first, value)), upcard)
            case ("hole", int(first), int(second), int(upcard)):
                return self._opened(first, second, upcard, value)
            case ("draws", int(hand), int(upcard), int(dealer)):
                return self._drew(int(self._strategy.following[hand, value]), upcard, dealer)
            case ("doubles", int(hand), int(dealer)):
                total = self._strategy.totals[self._strategy.following[hand, value]]
                return self._played(int(total) + DOUBLED, dealer)
            case ("dealer", int(code), int(dealer)):
                return self._played(code, int(self._dealer.following[dealer, value]))
        raise AssertionError(state)

    def _opened(self, first: int, second: int, upcard: int, hole: int) -> State:
        """The state when the dealer's cards are dealt: a Blackjack may end the round at once."""
        dealer = int(self._dealer.begin[upcard, hole])
        hand = int(self._strategy.pairs[first, second])
        shown = dealer == self._dealer.blackjack and self._play.peeks
        if (first, second) == (0, VALUES - 1):
            code = EVEN_MONEY if upcard == 0 and self._even_money else NATURAL
            return self._ended(code, dealer) if shown else self._played(code, dealer)
        action = int(self._strategy.decisions[OPENING, hand, upcard])
        if shown:
            early = action == SURRENDER and self._play.surrenders_before_peek
            return self._ended(SURRENDERED if early else self._total(hand), dealer)
        if action == SPLIT:
            return SPLITS
        if action == SURRENDER:
            return self._played(SURRENDERED, dealer)
        if action == DOUBLE:
            return ("doubles", hand, dealer)
        return self._acted(action, hand, upcard, dealer)

    def _drew(self, hand: int, upcard: int, dealer: int) -> State:
        return self._acted(int(self._strategy.decisions[LATER, hand, upcard]), hand, upcard, dealer)

    def _acted(self, action: int, hand: int, upcard: int, dealer: int) -> State:
        if action == STAND:
            return self._played(self._total(hand), dealer)
        return ("draws", hand, upcard, dealer)

    def _total(self, hand: int) -> int:
        return int(self._strategy.totals[hand])

    def _played(self, code: int, dealer: int) -> State:
        """The state when a hand's code is known: the dealer may have to draw."""
        if self._live[code] and dealer < self._dealer.stands_from:
            return ("dealer", code, dealer)
        return self._ended(code, dealer)

    def _ended(self, code: int, dealer: int) -> State:
        return 1 + int(self._results[code, self._dealer.totals[dealer]])


def _following(of: _Round) -> NDArray[np.int64]:
    """The next state of each state that can occur, by value; no state is alike another."""
    states: list[State] = [("none",)] * walk.OVER
    numbers: dict[State, int] = {("none",): walk.BEGIN}
    states.append(walk.OVER)
    rows: list[list[int]] = []
    while len(rows) < len(states):
        state = states[len(rows)]
        if state == walk.OVER:
            rows.append([walk.OVER] * VALUES)
            continue
        assert isinstance(state, tuple)
        row = []
        for value in range(VALUES):
            after = of.after(state, value)
            if not isinstance(after, int):
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                after = numbers[after]
            row.append(after)
        rows.append(row)
    return np.array(rows, np.int64)


def _merged(following: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same walk with one state for all that lead to the same results by the same cards.

    States are told apart by the groups of the states that follow, until no group falls apart. The
    states that `walk` names stay what they are.
    """
    named = walk.OVER + 1
    groups = np.append(np.minimum(np.arange(len(following)), named), SPLITS)
    before = 0
    while groups.max() != before:
        before = groups.max()
        told = np.column_stack([groups[:-1], groups[following]])[named:]
        _, first, found = np.unique(told, axis=0, return_index=True, return_inverse=True)
        groups[named:-1] = named + found.ravel()
    kept = np.append(np.arange(named), named + first)
    rows = groups[following[kept]]
    return np.where(rows == SPLITS, walk.SPLITS, rows)
