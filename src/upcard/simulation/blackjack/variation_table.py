"""A strategy for a variation of Blackjack: its hands, and which cards to play."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.layout import VALUES
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.strategy_table import StrategyTable

SCALE = 10**9
"""By which expected wins are multiplied, so that they can be compared as integers."""


@dataclass(frozen=True, slots=True, eq=False)
class VariationTable:
    """What one player does.

    `tables` play the hands: one, or three by the range of a hole card that is lit (ch. 685a),
    which then have the same states. `worth[upcard, first, second]` is what two first cards are
    expected to win, times `SCALE`, by their values, 0 for an ace. `other` is what may be played in
    their place: at Blackjack Switch two cards made by switching, of which an ace and a ten are no
    Blackjack; at Switch Hands the two that lie face down, to who has these. What is worth more is
    played.
    """

    tables: tuple[StrategyTable, ...]
    worth: NDArray[np.int64] | None = None
    other: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        first, *others = self.tables
        for one in others:
            assert np.array_equal(one.following, first.following), "tables have the same states"
            assert np.array_equal(one.pairs, first.pairs), "tables have the same states"
        for table in (self.worth, self.other):
            assert table is None or table.shape == (VALUES, VALUES, VALUES)

    @property
    def name(self) -> str:
        """What a report calls it."""
        return self.tables[0].name


AnyStrategyTable: TypeAlias = StrategyTable | CountedTable | VariationTable
"""What a player at any of these games may do."""


def varied(strategy: AnyStrategyTable) -> VariationTable:
    """A strategy in the form of those for variations; of one that counts the first table."""
    if isinstance(strategy, CountedTable):
        strategy = strategy.tables[0]
    return strategy if isinstance(strategy, VariationTable) else VariationTable((strategy,))
