"""The strategy of a card counter: a strategy and a wager for each count before a round."""

from dataclasses import dataclass

import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.simulation.blackjack.strategy_table import StrategyTable


@dataclass(frozen=True, slots=True, eq=False)
class CountedTable:
    """A counter's play by count, from `lowest` on; counts beyond either end play as at the end.

    `tables` have the same states; `bets` are multiples of the smallest wager. `tags` are by card,
    and `unit` of them are a point. A new shoe starts at the running count `start`. With `per_deck`
    the count is divided by the decks left (a true count). The notes of rounds
    (`compiled.simulation.counting.NOTED`) have the count of `insurance_tags`, by card; without them
    it is 0.
    """

    tables: tuple[StrategyTable, ...]
    bets: tuple[int, ...]
    lowest: int
    tags: tuple[int, ...]
    unit: int
    start: int
    per_deck: bool
    count: str
    insurance_tags: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        first = self.tables[0]
        assert len(self.tables) == len(self.bets) > 0
        assert min(self.bets) > 0 < self.unit
        assert len(self.tags) == DECK_SIZE
        assert not self.insurance_tags or set(self.bets) == {1}
        for table in self.tables:
            assert np.array_equal(table.following, first.following), "tables have the same states"
            assert np.array_equal(table.pairs, first.pairs), "tables have the same states"

    @property
    def name(self) -> str:
        """The name in reports."""
        return f"{self.tables[-self.lowest if self.lowest < 0 else 0].name}, counting {self.count}"
