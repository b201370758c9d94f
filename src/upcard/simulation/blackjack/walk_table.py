"""The table of a walk: the states of heads-up rounds, and where each next card leads.

`compiled.simulation.walk` has the kernel, `round_states` makes the states. Those that cannot occur
are left out, and states that lead to the same results by the same cards become one (`state_graph`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Integers
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.simulation import walk_fields as walk
from upcard.compiled.simulation.codes import CARDS_SHIFT
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.round_states import NAMED, RoundStates
from upcard.simulation.blackjack.state_graph import SPLITS, merge_states, reachable_states
from upcard.simulation.blackjack.strategy_table import StrategyTable

MAX_HANDS: Final = 64
"""The most states of hands that a strategy may have. Strategies by total have fewer; those by
composition have too many for a table that fits a processor's cache.
"""


@dataclass(frozen=True, slots=True, eq=False)
class WalkTable:
    """`following[state, value]` is a state; `results` are those that a walked round can have.

    The first states are those of `compiled.simulation.walk_fields`: the beginning, an end for each
    result, and the end of a shoe. `walk.SPLITS` is not among the rows. Where rounds are noted,
    further ends follow: `ends` has the result of each, and the dealer's cards and total.
    """

    following: Integers
    results: tuple[int, ...]
    ends: tuple[tuple[int, int, int], ...] = ()


def walk_table(
    rules: TableRules, strategy: StrategyTable, *, notes: bool = False, always_draws: bool = False
) -> WalkTable:
    """The table of a player's rounds; with `notes` their ends tell the dealer's cards and total.

    With `always_draws` the dealer draws to every hand, as for a wager on the cards that the dealer
    draws.
    """
    states = RoundStates(rules, strategy, notes=notes, always_draws=always_draws)
    next_states, occurring = reachable_states(states.next_states(), NAMED, states.end_of_ends)
    ends = tuple(states.result_of_end(number) for number in occurring[NAMED:].tolist())
    next_states = merge_states(next_states, NAMED + len(ends))
    next_states = np.where(next_states == SPLITS, walk.SPLITS, next_states)
    results = {result for result, _, _ in ends}
    results |= set(next_states[(next_states > 0) & (next_states < walk.OVER)].ravel() - 1)
    return WalkTable(next_states, tuple(sorted(map(int, results))), ends)


def walk_record(
    table: WalkTable,
    lane: int,
    dealt_first: int,
    pays: Sequence[int],
    cards: MemoryWriter,
    ints: MemoryWriter,
) -> int:
    """Lay out a walk over lanes, each of a number of cards; returns its record's offset in `ints`.

    A round takes at least `dealt_first` cards. From it follows `walk.MOST`, the most cards for
    whose rounds the counts of results have room.
    `pays` is what each result wins.
    """
    count_bits = 63 // len(table.results)
    base = ints.room(walk.SIZE)
    fields = {
        walk.TABLE: cards.add(_rows(table).view(np.uint8)),
        walk.WIDTH: lane,
        walk.BITS: count_bits,
        walk.COUNTED: len(table.results),
        walk.MOST: dealt_first * ((1 << count_bits) - 3),
    }
    if table.ends:
        fields[walk.NOTES_ROOM] = room = lane // dealt_first + 3
        fields[walk.NOTES] = ints.room(walk.LANES * room)
        fields[walk.NOTED_WINS] = ints.room(walk.LANES * room)
        fields[walk.WINS] = ints.add([pays[result] for result, _, _ in table.ends])
        keys = [dealt << CARDS_SHIFT | total for _, dealt, total in table.ends]
        fields[walk.KEYS] = ints.add(keys)
    for field, number in fields.items():
        ints.put(base + field, number)
    ints.put(base + walk.RESULT, table.results)
    one_more = {result: 1 << count_bits * index for index, result in enumerate(table.results)}
    for result, count in one_more.items():
        ints.put(base + walk.WORTH + 1 + result, count)
    counts_of_ends = [one_more[result] for result, _, _ in table.ends]
    ints.put(base + walk.WORTH + walk.NOTED, counts_of_ends)
    return base


def _rows(table: WalkTable) -> NDArray[np.uint16]:
    """The rows of the kernel's table: ends that tell the dealer's cards move to `walk.NOTED`.

    One bit of a state then says whether it is such an end or a split. The other states move up.
    """
    ends = len(table.ends)
    states = len(table.following) - ends
    assert states <= walk.NOTED, "states that are noted, and a split, are told apart by their bits"
    numbers = np.arange(walk.SPLITS + 1)
    numbers[NAMED : NAMED + ends] = walk.NOTED + np.arange(ends)
    numbers[NAMED + ends : len(table.following)] = np.arange(NAMED, states)
    rows = np.zeros((walk.NOTED + ends if ends else states, walk.ROW // walk.ENTRY), "<u2")
    rows[numbers[: len(table.following)], :VALUES] = numbers[table.following]
    return rows
