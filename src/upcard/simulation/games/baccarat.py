"""The simulation of a baccarat table: every wager that it offers, on the same two hands.

The wagers of all positions are decided by the same cards, so one position is enough.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.games import baccarat as kernel
from upcard.compiled.simulation.games import layout as own
from upcard.games.baccarat import BANKER, MOST_CARDS, NOBODY, PLAYER, BettingArea, betting_areas
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.column import WagerColumn
from upcard.simulation.games import dealing
from upcard.simulation.games.family import DEEPEST, RawMeans, SimulatedStrategy, penetration_of
from upcard.wagers.kit import WagerRule

KEYS: Final = {NOBODY: own.FINISHED, PLAYER: own.PLAYERS_PAIR, BANKER: own.BANKERS_PAIR}
"""The key by which results are looked up, by the hand that decides a wager."""

LEAST_CARDS: Final = 4
USUAL_CARDS: Final = 5
POINT_COUNTS: Final = range(10)


@dataclass(frozen=True, slots=True, eq=False)
class BaccaratPlan(RawMeans):
    """A baccarat table; `areas` are the layout areas on which `columns` are placed."""

    rules: TableRules
    strategy: SimulatedStrategy
    seats: int
    fresh: bool
    penetration: float | None
    areas: tuple[BettingArea, ...]
    columns: tuple[WagerColumn, ...]


def plan(
    rules: TableRules,
    strategy: SimulatedStrategy,
    *,
    seats: int = 1,
    fresh_shoe: bool = False,
    penetration: float | None = None,
) -> BaccaratPlan:
    """The plan of a simulation; raises `BadInput` for more than one seat."""
    areas, columns = dealing.placed_on(betting_areas(), rules, seats)
    dealt_to = penetration_of(rules, penetration, fresh=fresh_shoe)
    return BaccaratPlan(rules, strategy, seats, fresh_shoe, dealt_to, areas, columns)


def results(wager: WagerRule, hand: int) -> list[int]:
    """A wager's results by key, computed with its own classifier."""
    if hand != NOBODY:
        return [wager.classify(*pair) for pair in product(range(DECK_SIZE), repeat=2)]
    totals = product(POINT_COUNTS, repeat=2)
    finished = [{"player_total": player, "dealer_total": banker} for player, banker in totals]
    names = wager.facts
    return [wager.classify(*[facts[fact] for fact in names]) for facts in finished]


def lay_out(plan: BaccaratPlan, *, records: bool = False) -> dealing.TalliedMemory:
    """The memory of a plan before a block; with `records` its rounds are logged."""
    cards = MemoryWriter("B", at.BYTES)
    ints = MemoryWriter("q", at.INTS, own.GAMES)
    full = plan.rules.decks * DECK_SIZE
    cover = round((plan.penetration or DEEPEST) * full)
    shoe = dealing.ShoeDealing(
        full, LEAST_CARDS, MOST_CARDS, USUAL_CARDS, min(cover, full - MOST_CARDS), 1, plan.fresh
    )
    shoe.put(cards)
    head = {**shoe.head(), own.LOOKED_UP: len(plan.columns)}
    for number, (area, column) in enumerate(zip(plan.areas, plan.columns, strict=True)):
        assert column.wager is not None
        head[own.KEY_OF + number] = KEYS[area.hand]
        head[own.TABLE_OF + number] = cards.add(results(column.wager, area.hand))
    if records:
        head |= shoe.records(head[at.BATCHES], cards, ints, seats=0, hands=0)
    counted = dealing.put_results(plan.columns, head, ints)
    return dealing.lay_out(plan.columns, head, cards, ints, counted)


FAMILY: Final = dealing.family(plan, lay_out, kernel.KERNEL, kernel.dealing)
