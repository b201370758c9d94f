"""The simulation of a baccarat table: every wager that it offers, on the same two hands.

The wagers of all positions are decided by the same cards, so one position is enough.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import baccarat as kernel
from upcard.compiled.simulation.games import fields as own
from upcard.games.baccarat import BANKER, MAX_CARDS, NOBODY, PLAYER, BettingArea, betting_areas
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.column import WagerColumn
from upcard.simulation.games import dealing
from upcard.simulation.games.baccarat_wins import wins_of_finished, wins_of_pair
from upcard.simulation.games.family import DEEPEST, SimulatedStrategy, penetration_of
from upcard.wagers.kit import WagerRule

KEYS: Final = {NOBODY: own.FINISHED, PLAYER: own.PLAYERS_PAIR, BANKER: own.BANKERS_PAIR}
"""The key by which results are looked up, by the hand that decides a wager."""

MIN_CARDS: Final = 4
USUAL_CARDS: Final = 5
POINT_COUNTS: Final = range(10)

SCALE: Final = 30
"""The bits of the fraction of a luck."""

PRODUCTS: Final = 62
"""Bits of the sums of products."""


@dataclass(frozen=True, slots=True, eq=False)
class BaccaratPlan:
    """A baccarat table; `areas` are the layout areas on which `columns` are placed.

    With `corrects` the means of all wagers are corrected.
    """

    rules: TableRules
    strategy: SimulatedStrategy
    seats: int
    fresh: bool
    penetration: float | None
    areas: tuple[BettingArea, ...]
    columns: tuple[WagerColumn, ...]
    corrects: bool = False

    @property
    def corrected(self) -> dict[int, int]:
        """All wagers, where means are corrected, each with the bits of its corrected wins."""
        return dict.fromkeys(range(len(self.columns)) if self.corrects else (), self.kept_bits)

    @property
    def kept_bits(self) -> int:
        """The bits with which the products of a block's corrected wins fit 64 bits."""
        shoe = shoe_of(self)
        most = max(abs(pay) for column in self.columns for pay in column.pays)
        won = 2 * most * shoe.rounds  # a round's luck is no more than what may be won or lost
        return (PRODUCTS - shoe.parameters()[at.BATCHES].bit_length()) // 2 - won.bit_length()


def plan(
    rules: TableRules,
    strategy: SimulatedStrategy,
    *,
    seats: int = 1,
    fresh_shoe: bool = False,
    penetration: float | None = None,
    corrects: bool = False,
) -> BaccaratPlan:
    """The plan of a simulation; raises `BadInput` for more than one seat."""
    areas, columns = dealing.placed_on(betting_areas(), rules, seats)
    dealt_to = penetration_of(rules, penetration, fresh=fresh_shoe)
    return BaccaratPlan(rules, strategy, seats, fresh_shoe, dealt_to, areas, columns, corrects)


def results_by_key(wager: WagerRule, hand: int) -> list[int]:
    """A wager's results by key, computed with its own classifier."""
    if hand != NOBODY:
        pairs = product(range(DECK_SIZE), repeat=2)
        return [wager.index_of({"first": first, "second": second}) for first, second in pairs]
    totals = product(POINT_COUNTS, repeat=2)
    finished = [{"player_total": player, "dealer_total": banker} for player, banker in totals]
    return [wager.index_of(facts) for facts in finished]


def lay_out(plan: BaccaratPlan, *, records: bool = False) -> dealing.TalliedMemory:
    """The memory of a plan before a block; with `records` its rounds are logged."""
    cards = MemoryWriter("B", at.BYTES)
    ints = MemoryWriter("q", at.INTS, own.GAMES)
    shoe = shoe_of(plan)
    shoe.put(cards)
    head = {**shoe.parameters(), own.LOOKED_UP: len(plan.columns)}
    for number, (area, column) in enumerate(zip(plan.areas, plan.columns, strict=True)):
        assert column.wager is not None
        head[own.KEY_OF + number] = KEYS[area.hand]
        head[own.TABLE_OF + number] = cards.add(results_by_key(column.wager, area.hand))
    if records:
        head |= shoe.records(head[at.BATCHES], cards, ints, seats=0, hands=0)
    count_results = dealing.put_results(plan.columns, head, ints)
    if plan.corrects:
        head |= {own.CORRECTS: 1, own.SCALE: SCALE, own.BITS_KEPT: plan.kept_bits}
        for number, (area, column) in enumerate(zip(plan.areas, plan.columns, strict=True)):
            assert column.wager is not None
            pays = np.array(column.pays)[results_by_key(column.wager, area.hand)]
            wins = wins_of_pair(pays) if area.hand else wins_of_finished(pays)
            head[own.WINS_OF + number] = ints.add(np.rint(wins * 2.0**SCALE).astype(np.int64))
    corrected = len(plan.corrected)
    return dealing.lay_out(plan.columns, head, cards, ints, count_results, corrected=corrected)


def shoe_of(plan: BaccaratPlan) -> dealing.ShoeDealing:
    """How a table's shoe is dealt."""
    full = plan.rules.decks * DECK_SIZE
    cover = round((plan.penetration or DEEPEST) * full)
    return dealing.ShoeDealing(
        full, MIN_CARDS, MAX_CARDS, USUAL_CARDS, min(cover, full - MAX_CARDS), 1, plan.fresh
    )


FAMILY: Final = dealing.family(plan, lay_out, kernel.KERNEL, kernel.deal_kernel)
