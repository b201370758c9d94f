"""The table of a walk: the states of heads-up rounds, and where each next card leads.

`compiled.simulation.walk` has the kernel. States that lead to the same results by the same cards
are one state.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from upcard.compiled.arrays import Integers
from upcard.compiled.numbering import DOUBLE, HIT, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation import walk
from upcard.compiled.simulation.codes import (
    CODES_KEPT,
    DOUBLED,
    EVEN_MONEY,
    NATURAL,
    RESULTS_KEPT,
    SURRENDERED,
)
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.strategy_table import LATER, OPENING, StrategyTable
from upcard.simulation.blackjack.tables import dealer_states, live, results

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

    following: Integers
    results: tuple[int, ...]


def walk_table(rules: TableRules, strategy: StrategyTable) -> WalkTable:
    """The table of a player's rounds."""
    following = _merged(_reached(_Round(rules, strategy).following()))
    ends = np.intersect1d(following, 1 + np.arange(RESULTS_KEPT))
    return WalkTable(following, tuple((ends - 1).tolist()))


def walk_record(
    table: WalkTable, lane: int, dealt_first: int, cards: MemoryWriter, ints: MemoryWriter
) -> int:
    """Lays out a walk over lanes of so many cards; returns its record's offset in `ints`.

    A round takes at least the cards `dealt_first`; so long do the counts of results have room.
    """
    assert len(table.following) <= walk.SPLITS, "the state in which a player splits is the last"
    rows = np.zeros((len(table.following), walk.ROW // walk.ENTRY), "<u2")
    rows[:, :VALUES] = table.following
    bits = 63 // len(table.results)
    base = ints.room(walk.SIZE)
    head = {
        walk.TABLE: cards.add(rows.view(np.uint8)),
        walk.WIDTH: lane,
        walk.BITS: bits,
        walk.COUNTED: len(table.results),
        walk.MOST: dealt_first * ((1 << bits) - 3),
    }
    for place, number in head.items():
        ints.put(base + place, number)
    ints.put(base + walk.RESULT, table.results)
    for number, result in enumerate(table.results):
        ints.put(base + walk.WORTH + 1 + result, 1 << bits * number)
    return base


class _Round:
    """All states of a round, whether they can occur or not, as one range of numbers.

    After the states that `walk` names come those with one card, two (the upcard second) and three;
    then a hand that draws against an upcard and a dealer's state, one that was doubled, and a
    dealer who draws against the code of a hand.
    """

    def __init__(self, rules: TableRules, strategy: StrategyTable) -> None:
        self._play, self._strategy = rules.blackjack, strategy
        self._dealer = dealer_states(int(self._play.hits_soft_17))
        self._live, self._results = live(rules).astype(bool), results(rules).astype(np.int64)
        self._hands, self._dealers = len(strategy.totals), len(self._dealer.totals)
        against_all = (self._hands * self._dealers, CODES_KEPT * self._dealers)
        sizes = (walk.OVER + 1, VALUES, VALUES**2, VALUES**3, VALUES * against_all[0], *against_all)
        begins = np.cumsum(sizes).tolist()
        self._one, self._two, self._three, self._draws, self._doubled, self._against, _ = begins

    def following(self) -> Integers:
        """The next state by state and value."""
        value = np.arange(VALUES)
        named = np.tile(self._one + value, (walk.OVER + 1, 1))
        named[walk.OVER] = walk.OVER
        one = self._two + VALUES * value[:, None] + value
        two = self._three + VALUES * np.arange(VALUES**2)[:, None] + value
        parts = (named, one, two, self._opened(), self._drew(), self._doubles(), self._dealt())
        return np.vstack([part.reshape(-1, VALUES) for part in parts])

    def _opened(self) -> Integers:
        """By first card, upcard, second card and hole card; a Blackjack may end the round."""
        first, upcard, second, hole = np.ogrid[:VALUES, :VALUES, :VALUES, :VALUES]
        dealer = self._dealer.begin[upcard, hole].astype(np.int64)
        hand = self._strategy.pairs[first, second]
        total = self._strategy.totals[hand].astype(np.int64)
        action = self._strategy.decisions[OPENING][hand, upcard]
        natural = (np.minimum(first, second) == 0) & (np.maximum(first, second) == VALUES - 1)
        takes = self._strategy.takes_even_money and self._play.even_money
        blackjack = np.where((upcard == 0) & takes, EVEN_MONEY, NATURAL)
        early = (action == SURRENDER) & self._play.surrenders_before_peek
        code = np.where(natural, blackjack, np.where(early, SURRENDERED, total))
        shown = (dealer == self._dealer.blackjack) & self._play.peeks
        code_played = np.where(action == SURRENDER, SURRENDERED, total)
        played = self._played(np.where(natural, blackjack, code_played), dealer)
        draws = self._draws + (VALUES * hand + upcard) * self._dealers + dealer
        doubles = self._doubled + hand * self._dealers + dealer
        choices = [shown, natural, action == SPLIT, action == HIT, action == DOUBLE]
        found = [self._ended(code, dealer), played, np.array(SPLITS), draws, doubles]
        return np.select(choices, found, played)

    def _drew(self) -> Integers:
        """By hand, upcard, dealer's state and value."""
        hand, upcard, dealer, value = np.ogrid[: self._hands, :VALUES, : self._dealers, :VALUES]
        after = self._strategy.following[hand, value]
        stands = self._strategy.decisions[LATER][after, upcard] == STAND
        draws = self._draws + (VALUES * after + upcard) * self._dealers + dealer
        return np.where(stands, self._played(self._strategy.totals[after], dealer), draws)

    def _doubles(self) -> Integers:
        """By hand, dealer's state and value."""
        hand, dealer, value = np.ogrid[: self._hands, : self._dealers, :VALUES]
        total = self._strategy.totals[self._strategy.following[hand, value]]
        return self._played(total.astype(np.int64) + DOUBLED, dealer)

    def _dealt(self) -> Integers:
        """By a hand's code, dealer's state and value."""
        code, dealer, value = np.ogrid[:CODES_KEPT, : self._dealers, :VALUES]
        return self._played(code, self._dealer.following[dealer, value])

    def _played(self, code: ArrayLike, dealer: ArrayLike) -> Integers:
        """The state when a hand's code is known: the dealer may have to draw."""
        codes, dealers = np.asarray(code, np.int64), np.asarray(dealer, np.int64)
        draws = self._live[codes] & (dealers < self._dealer.stands_from)
        against = self._against + codes * self._dealers + dealers
        return np.where(draws, against, self._ended(codes, dealers))

    def _ended(self, code: Integers, dealer: Integers) -> Integers:
        return 1 + self._results[code, self._dealer.totals[dealer]]


def _reached(following: Integers) -> Integers:
    """The rows of the states that can occur; those that `walk` names stay what they are."""
    reached = np.zeros(len(following), bool)
    reached[: walk.OVER + 1] = True
    new = np.arange(walk.OVER + 1)
    while len(new):
        after = np.unique(following[new])
        after = after[after != SPLITS]
        new = after[~reached[after]]
        reached[new] = True
    numbers = np.append(np.cumsum(reached) - 1, SPLITS)
    return numbers[following[reached]]


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
