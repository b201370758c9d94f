"""The simulation of a wheel: a wager on every spot of the layout, spin after spin.

Spins are independent, and players decide nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import fields as own
from upcard.compiled.simulation.games import roulette as kernel
from upcard.games.roulette import POCKETS, SPOTS, Spot, lightning_of
from upcard.games.table_rules import TableRules
from upcard.rules.violation import NotSimulated
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.column import WagerColumn
from upcard.simulation.games import dealing
from upcard.simulation.games.family import RawMeans, SimulatedStrategy, penetration_of
from upcard.wagers.kit import WagerRule

SPINS: Final = 256
"""The spins of a batch."""

BATCHES: Final = 256
"""The batches of a block."""

MAX_WEIGHT: Final = 1 << 31
"""Bound on sums of weights: a 32-bit random word times the sum must fit 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class WheelPlan(RawMeans):
    """A table with a wheel; `spots` are the layout spots on which `columns` are placed."""

    rules: TableRules
    strategy: SimulatedStrategy
    seats: int
    penetration: float | None
    spots: tuple[Spot, ...]
    columns: tuple[WagerColumn, ...]

    @property
    def fresh(self) -> bool:
        """Spins are independent."""
        return True


def plan(
    rules: TableRules,
    strategy: SimulatedStrategy,
    *,
    seats: int = 1,
    fresh_shoe: bool = False,
    penetration: float | None = None,
) -> WheelPlan:
    """The plan of a simulation.

    Raises `BadInput` for several seats, `NotSimulated` for too large weights.
    """
    lightning = lightning_of(rules.variation)
    assert lightning is not None, "a wheel has Lucky Numbers"
    spots, columns = dealing.placed_on(SPOTS, rules, seats)
    if max(sum(lightning.counts), sum(lightning.payouts)) >= MAX_WEIGHT:
        raise NotSimulated(f"The weights of Lucky Numbers add up to less than {MAX_WEIGHT:,} each.")
    dealt_to = penetration_of(rules, penetration, fresh=fresh_shoe)
    return WheelPlan(rules, strategy, seats, dealt_to, spots, columns)


def results_by_key(wager: WagerRule, spot: Spot) -> list[int]:
    """A wager's results by the key of a spin, computed with its own classifier.

    The key says how lucky the winning number is; how lucky other numbers are makes no difference.
    """
    facts = {"number": spot.numbers[0], "covered": spot.covered}
    results_here: list[int] = []
    for pocket in POCKETS:
        spins = [{**facts, "pocket": pocket, "lucky": lucky} for lucky in range(own.LUCKY_KINDS)]
        of_pocket = [wager.index_of(spin) for spin in spins]
        assert pocket == spot.numbers[0] or len(set(of_pocket)) == 1
        results_here += of_pocket
    return results_here


def lay_out(plan: WheelPlan) -> dealing.TalliedMemory:
    """The memory of a plan before a block."""
    ints = MemoryWriter("q", at.INTS, own.GAMES, own.WHEEL)
    by_key = np.zeros((len(plan.columns), len(POCKETS) * own.LUCKY_KINDS), np.int64)
    for number, (spot, column) in enumerate(zip(plan.spots, plan.columns, strict=True)):
        assert column.wager is not None
        by_key[number] = results_by_key(column.wager, spot)
    pays = [np.array(column.pays)[row] for row, column in zip(by_key, plan.columns, strict=True)]
    lightning = lightning_of(plan.rules.variation)
    assert lightning is not None
    spun = ints.room(by_key.shape[1])
    ints.put(own.NUMBERS, POCKETS)
    head = {
        at.EACH: SPINS,
        at.BATCHES: BATCHES,
        own.WAGERS: len(plan.columns),
        own.SPUN: spun,
        own.SPUN_PAYS: ints.add(np.array(pays).T),
        own.COUNT_WEIGHTS: ints.add(lightning.counts),
        own.COUNT_SUM: sum(lightning.counts),
        own.PAYOUT_WEIGHTS: ints.add(lightning.payouts),
        own.PAYOUT_SUM: sum(lightning.payouts),
    }
    count_results = _result_counter(plan.columns, by_key, spun)
    return dealing.lay_out(plan.columns, head, MemoryWriter("B", at.BYTES), ints, count_results)


def _result_counter(
    columns: tuple[WagerColumn, ...], by_key: Integers, spun: int
) -> Callable[[Integers], dealing.ResultCounts]:
    """A function that derives the count of each result from the counts of the keys."""
    most = max(len(column.pays) for column in columns)
    rows = np.arange(len(columns))[:, None] * most + by_key

    def count_results(dealt: Integers) -> dealing.ResultCounts:
        keys = np.broadcast_to(dealt[spun : spun + by_key.shape[1]], by_key.shape)
        counts = np.zeros(len(columns) * most, np.int64)
        np.add.at(counts, rows.ravel(), keys.ravel())
        return dealing.counts_by_column(columns, counts.reshape(len(columns), most))

    return count_results


RAW: Final = (
    "spins are independent of each other, and the exact value of each wager stands beside its mean"
)

FAMILY: Final = dealing.family(plan, lay_out, kernel.KERNEL, kernel.deal_kernel, raw_because=RAW)
