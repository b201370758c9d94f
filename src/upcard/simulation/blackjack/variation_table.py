"""A strategy for a variation of Blackjack: how hands are played, and which cards to play."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.hand_codes import VALUES
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.strategy_table import StrategyTable

SCALE = 10**9
"""Expected wins are multiplied by this, to be compared as integers."""


@dataclass(frozen=True, slots=True, eq=False)
class VariationTable:
    """How one player plays a variation.

    `tables` play the hands: one, or three by the range of a hole card that is lit (ch. 685a), with
    the same states. `worth[upcard, first, second]` is the expected win of two first cards, times
    `SCALE`, by their values (0 for an ace). `other` is the same for the cards that may be played
    instead: at Blackjack Switch, two cards made by switching, of which an ace and a ten are not a
    Blackjack; at Switch Hands, the two face-down cards, indexed by the two that would be given up.
    The higher value is played.
    """

    tables: tuple[StrategyTable, ...]
    worth: NDArray[np.int64] | None = None
    other: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        first, *others = self.tables
        for other in others:
            assert np.array_equal(other.following, first.following), "tables have the same states"
            assert np.array_equal(other.pairs, first.pairs), "tables have the same states"
        for table in (self.worth, self.other):
            assert table is None or table.shape == (VALUES, VALUES, VALUES)

    @property
    def name(self) -> str:
        """The name in reports."""
        return self.tables[0].name


AnyStrategyTable: TypeAlias = StrategyTable | CountedTable | VariationTable
"""The strategy of a player at any of these games."""


def represent_strategy(strategy: AnyStrategyTable) -> VariationTable:
    """The strategy as a `VariationTable`; a counting strategy is represented by its first table."""
    if isinstance(strategy, CountedTable):
        strategy = strategy.tables[0]
    return strategy if isinstance(strategy, VariationTable) else VariationTable((strategy,))
