"""The table of a walk: the states of heads-up rounds, and where each next card leads.

`compiled.simulation.walk` has the kernel. States that lead to the same results by the same cards
are one state.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from upcard.compiled.arrays import Integers
from upcard.compiled.numbering import DOUBLE, HIT, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation import walk_fields as walk
from upcard.compiled.simulation.codes import (
    CARDS_SHIFT,
    CODES_KEPT,
    DOUBLED,
    EVEN_MONEY,
    NATURAL,
    RESULTS_KEPT,
    SURRENDERED,
)
from upcard.games.blackjack import FULL
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.strategy_table import LATER, OPENING, StrategyTable
from upcard.simulation.blackjack.tables import DealerStates, dealer_states, live, results

SPLITS: Final = -1
"""Stands for `walk.SPLITS` as long as states are not merged: there may be as many of them."""

MOST_HANDS: Final = 64
"""The most states of a strategy's hands: one by total has fewer, one by composition has too many
for a table that fits a processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class WalkTable:
    """`following[state, value]` is a state; `results` are those that a walked round can have.

    The first states are those of `compiled.simulation.walk_fields`: the beginning, an end for each
    result, and the end of a shoe. `walk.SPLITS` is not among the rows. Where rounds are noted the
    next states are other ends: `ends` has the result of each, and the dealer's cards and total.
    """

    following: Integers
    results: tuple[int, ...]
    ends: tuple[tuple[int, int, int], ...] = ()


def walk_table(
    rules: TableRules, strategy: StrategyTable, *, notes: bool = False, always_draws: bool = False
) -> WalkTable:
    """The table of a player's rounds; with `notes` their ends tell the dealer's cards and total.

    With `always_draws` the dealer draws to every hand, as for a wager on what he draws.
    """
    states = _Round(rules, strategy, notes=notes, always_draws=always_draws)
    following, kept = _reachable_states(states.following(), states.one)
    named = walk.OVER + 1
    ends = tuple(states.result_of_end(number) for number in kept[named:].tolist())
    following = _merge_states(following, named + len(ends))
    numbers = {result for result, _, _ in ends}
    numbers |= set(following[(following > 0) & (following < walk.OVER)].ravel() - 1)
    return WalkTable(following, tuple(sorted(map(int, numbers))), ends)


def walk_record(
    table: WalkTable,
    lane: int,
    dealt_first: int,
    pays: Sequence[int],
    cards: MemoryWriter,
    ints: MemoryWriter,
) -> int:
    """Lay out a walk over lanes, each of a number of cards; returns its record's offset in `ints`.

    A round takes at least the cards `dealt_first`; so long do the counts of results have room.
    `pays` is what each result wins.
    """
    named, ends = walk.OVER + 1, len(table.ends)
    states = len(table.following) - ends
    assert states <= walk.NOTED, "states that are noted, and a split, are told apart by their bits"
    numbers = np.arange(walk.SPLITS + 1)
    numbers[named : named + ends] = walk.NOTED + np.arange(ends)
    numbers[named + ends : len(table.following)] = np.arange(named, states)
    rows = np.zeros((walk.NOTED + ends if ends else states, walk.ROW // walk.ENTRY), "<u2")
    rows[numbers[: len(table.following)], :VALUES] = numbers[table.following]
    bits = 63 // len(table.results)
    base = ints.room(walk.SIZE)
    head = {
        walk.TABLE: cards.add(rows.view(np.uint8)),
        walk.WIDTH: lane,
        walk.BITS: bits,
        walk.COUNTED: len(table.results),
        walk.MOST: dealt_first * ((1 << bits) - 3),
    }
    if ends:
        head[walk.NOTES_ROOM] = room = lane // dealt_first + 3
        head[walk.NOTES] = ints.room(walk.LANES * room)
        head[walk.NOTED_WINS] = ints.room(walk.LANES * room)
        head[walk.WINS] = ints.add([pays[result] for result, _, _ in table.ends])
        keys = [dealt << CARDS_SHIFT | total for _, dealt, total in table.ends]
        head[walk.KEYS] = ints.add(keys)
    for place, number in head.items():
        ints.put(base + place, number)
    ints.put(base + walk.RESULT, table.results)
    worths = {result: 1 << bits * number for number, result in enumerate(table.results)}
    for result, worth in worths.items():
        ints.put(base + walk.WORTH + 1 + result, worth)
    ints.put(base + walk.WORTH + walk.NOTED, [worths[result] for result, _, _ in table.ends])
    return base


class _Round:
    """All states of a round, whether they can occur or not, as one range of numbers.

    After the states that `walk` names come ends that tell the dealer's cards; then states with one
    card, two (the upcard second) and three; a hand that draws against an upcard and a dealer's
    state, one that was doubled, and a dealer who draws against the code of a hand. The dealer's
    states are those of two cards, then, where ends tell it, the same of three cards, and so on.
    """

    def __init__(
        self, rules: TableRules, strategy: StrategyTable, *, notes: bool, always_draws: bool
    ) -> None:
        self._play, self._strategy = rules.blackjack, strategy
        self._dealer = dealer_states(int(self._play.hits_soft_17))
        self._live, self._results = live(rules).astype(bool), results(rules).astype(np.int64)
        self._live |= always_draws
        self._hands, self._dealers = len(strategy.totals), len(self._dealer.totals)
        self._numbers = _most_drawn(self._dealer) + 1 if notes else 1
        ends = RESULTS_KEPT * self._dealers * self._numbers if notes else 0
        against = CODES_KEPT * self._dealers * self._numbers
        draws = self._hands * self._dealers
        sizes = (walk.OVER + 1, ends, VALUES, VALUES**2, VALUES**3, VALUES * draws, draws, against)
        begins = np.cumsum(sizes).tolist()
        self._ends, self.one, self._two, self._three, self._draws, *begins = begins
        self._doubled, self._against, _ = begins

    def result_of_end(self, number: int) -> tuple[int, int, int]:
        """The result of an end by its number, with the number and total of the dealer's cards."""
        result, dealer = divmod(number - self._ends, self._numbers * self._dealers)
        drawn, state = divmod(dealer, self._dealers)
        total = FULL if state == self._dealer.blackjack else int(self._dealer.totals[state])
        return result, drawn + 2, total

    def following(self) -> Integers:
        """The next state by state and value."""
        value = np.arange(VALUES)
        named = np.tile(self.one + value, (self.one, 1))
        named[walk.OVER] = walk.OVER
        one = self._two + VALUES * value[:, None] + value
        two = self._three + VALUES * np.arange(VALUES**2)[:, None] + value
        parts = (
            named,
            one,
            two,
            self._opening_states(),
            self._drew(),
            self._doubles(),
            self._states_after_card(),
        )
        return np.vstack([part.reshape(-1, VALUES) for part in parts])

    def _opening_states(self) -> Integers:
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
        played = self._states_after_hand(np.where(natural, blackjack, code_played), dealer)
        draws = self._draws + (VALUES * hand + upcard) * self._dealers + dealer
        doubles = self._doubled + hand * self._dealers + dealer
        choices = [shown, natural, action == SPLIT, action == HIT, action == DOUBLE]
        by_choice = [self._end_states(code, dealer), played, np.array(SPLITS), draws, doubles]
        return np.select(choices, by_choice, played)

    def _drew(self) -> Integers:
        """By hand, upcard, dealer's state and value."""
        hand, upcard, dealer, value = np.ogrid[: self._hands, :VALUES, : self._dealers, :VALUES]
        after = self._strategy.following[hand, value]
        stands = self._strategy.decisions[LATER][after, upcard] == STAND
        draws = self._draws + (VALUES * after + upcard) * self._dealers + dealer
        return np.where(
            stands, self._states_after_hand(self._strategy.totals[after], dealer), draws
        )

    def _doubles(self) -> Integers:
        """By hand, dealer's state and value."""
        hand, dealer, value = np.ogrid[: self._hands, : self._dealers, :VALUES]
        total = self._strategy.totals[self._strategy.following[hand, value]]
        return self._states_after_hand(total.astype(np.int64) + DOUBLED, dealer)

    def _states_after_card(self) -> Integers:
        """By a hand's code, dealer's state and value."""
        code, drawn, dealer, value = np.ogrid[
            :CODES_KEPT, : self._numbers, : self._dealers, :VALUES
        ]
        more = np.minimum(drawn + 1, self._numbers - 1)
        after = self._dealer.following[dealer, value].astype(np.int64)
        return self._states_after_hand(code, more * self._dealers + after)

    def _states_after_hand(self, code: ArrayLike, dealer: ArrayLike) -> Integers:
        """The state when a hand's code is known: the dealer may have to draw."""
        codes, dealers = np.asarray(code, np.int64), np.asarray(dealer, np.int64)
        draws = self._live[codes] & (dealers % self._dealers < self._dealer.stands_from)
        against = self._against + codes * self._dealers * self._numbers + dealers
        return np.where(draws, against, self._end_states(codes, dealers))

    def _end_states(self, code: Integers, dealer: Integers) -> Integers:
        result: Integers = self._results[code, self._dealer.totals[dealer % self._dealers]]
        if self._numbers == 1:
            return 1 + result
        ended: Integers = self._ends + result * self._numbers * self._dealers + dealer
        return ended


def _most_drawn(dealer: DealerStates) -> int:
    """The most cards that a dealer draws."""
    reached, drawn = dealer.begin.ravel(), 0
    while (draws := reached[reached < dealer.stands_from]).size:
        states = np.flatnonzero(np.bincount(draws))
        reached, drawn = dealer.following[states, :VALUES].ravel(), drawn + 1
    return drawn


def _reachable_states(following: Integers, first: int) -> tuple[Integers, Integers]:
    """The rows of the states that can occur, and the numbers of those before `first` among them.

    Those that `walk` names stay what they are.
    """
    reached = np.zeros(len(following), bool)
    reached[: walk.OVER + 1] = True
    new = np.arange(walk.OVER + 1)
    while len(new):
        after = np.zeros(len(following) + 1, bool)
        after[following[new]] = True
        new = np.flatnonzero(after[:-1] & ~reached)
        reached[new] = True
    numbers = np.append(np.cumsum(reached) - 1, SPLITS)
    return numbers[following[reached]], np.flatnonzero(reached[:first])


def _merge_states(following: Integers, named: int) -> Integers:
    """The walk with states merged that lead to the same results by the same cards.

    States are told apart by the groups of the states that follow, until no group falls apart. The
    first states, which have names, stay what they are.
    """
    groups = np.append(np.minimum(np.arange(len(following)), named), SPLITS)
    before = 0
    while groups.max() != before:
        before = groups.max()
        told = np.column_stack([groups[:-1], groups[following]])[named:]
        _, first, inverse = np.unique(told, axis=0, return_index=True, return_inverse=True)
        groups[named:-1] = named + inverse.ravel()
    kept = np.append(np.arange(named), named + first)
    rows = groups[following[kept]]
    return np.where(rows == SPLITS, walk.SPLITS, rows)
