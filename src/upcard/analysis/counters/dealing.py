"""Rounds of a counter at a table: how the cards are dealt, and which rounds are played."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec
import numpy as np

from upcard.analysis.counters.bets_by_count import CountingPlayer
from upcard.analysis.counters.index_plays import running_halves
from upcard.analysis.counters.playing import InsuredRounds, insures_by_tags, played_rounds
from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.counted_rounds import deal_counted
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.games.family import DEEPEST
from upcard.simulation.plan import plan

FARTHEST: Final = 10
"""True counts have a row up to this, on either side of 0; running counts to those of 8."""


def without_side_wagers(table: TableRules) -> TableRules:
    """The table with its Blackjack wager alone."""
    return msgspec.structs.replace(table, wagers=())


def every_count(
    table: TableRules, system: CountSystem, penetration: float | None
) -> dict[int, int]:
    """A ramp of one unit that gives every count of interest a row."""
    if system.tags_of_deck(tens=table.tens) == 0:
        return {-FARTHEST: 1, FARTHEST: 1}
    cover = round((penetration or DEEPEST) * table.shoe_size)
    counts = running_halves(system, table, cover)
    return {min(counts): 1, max(counts): 1}


class CounterDealing:
    """The rounds of a counter: the player, and how the cards are dealt.

    Insurance goes by the count, or by the `own` one for it. Raises `BadInput` for a table where
    cards cannot be counted.
    """

    def __init__(
        self,
        table: TableRules,
        player: CountingPlayer,
        *,
        own: CountSystem | None = None,
        seats: int = 1,
        penetration: float | None = None,
    ) -> None:
        self.player, self.own, self.seats = player, own, seats
        self._table = without_side_wagers(table)
        tags = (own or player.system).by_card
        strategy = _note_rounds(player.strategy, tags)
        self.plan = plan(self._table, strategy, seats=seats, penetration=penetration, corrects=True)
        if self.plan.cards - self.plan.cover < self.plan.dealt_first + self.plan.removes:
            raise BadInput("So little is left behind the cover card that a round may not fit.")

    def deal_rounds(
        self,
        rounds: int,
        seed: int,
        workers: int,
        progress: Callable[[int], None] | None = None,
        *,
        enter: int | None = None,
        leave: int | None = None,
    ) -> InsuredRounds:
        """The rounds as the counter plays them."""
        strategy = self.player.strategy
        dealt = deal_counted(self.plan, rounds, seed, workers=workers, progress=progress)
        if self.own is None:
            insures = np.array([table.insures for table in strategy.tables])[dealt.rows]
        else:
            insures = insures_by_tags(dealt, self.own, self._table)
        insured = played_rounds(
            dealt, self.seats, strategy.lowest, insures, enter=enter, leave=leave
        )
        if not insured.seated.any():
            raise BadInput(f"The count never reached {enter} in {len(insured):,} rounds.")
        return insured


def _note_rounds(strategy: CountedTable, tags: tuple[int, ...]) -> CountedTable:
    """The strategy with notes of its rounds; Insurance is decided afterwards."""
    plain = {
        id(table): replace(table, insures=False, takes_even_money=False)
        for table in strategy.tables
    }
    tables = tuple(plain[id(table)] for table in strategy.tables)
    return replace(strategy, tables=tables, insurance_tags=tags)
