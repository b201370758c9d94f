"""A strategy of the simulator with what it wins."""

from collections.abc import Mapping
from dataclasses import dataclass

from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.blackjack.variation_table import VariationTable


@dataclass(frozen=True, slots=True)
class PlayedStrategy:
    """A strategy for a table, and the expected win of each wager by name, per unit.

    At Blackjack Switch the unit is the wager on both hands.
    """

    strategy: StrategyTable | VariationTable
    expected: Mapping[str, float]
