"""Deals one block and adds it up: the unit of work, the same wherever it is done."""

import msgspec
import numpy as np

from upcard.compiled.simulation import kernels
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.stream import MASK, WORD
from upcard.simulation.areas import lay_out
from upcard.simulation.columns import FIRST_SIDE
from upcard.simulation.plan import Plan


class Sums(msgspec.Struct, frozen=True):
    """What the rounds of some blocks add up to, in integers.

    `moments` are the sums over all batches of the products of two columns each (`compiled`'s
    order: 1, rounds, the nets of Blackjack and Insurance, Insurance wagers, the side wagers; of
    the upper triangle, row by row). `counts` has for each wager how often each result came.
    `squares` adds up the square of what a seat won with its Blackjack wager in a round.
    """

    moments: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    squares: int

    @property
    def rounds(self) -> int:
        """How many rounds these are."""
        return self.moments[at.IN_BATCH]

    @property
    def batches(self) -> int:
        """How many batches these are."""
        return self.moments[at.ONES]

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            _added(self.moments, other.moments),
            tuple(map(_added, self.counts, other.counts)),
            self.squares + other.squares,
        )


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


class Dealer:
    """Deals the blocks of a plan, one at a time: each worker has its own."""

    def __init__(self, plan: Plan) -> None:
        """Compiles what was not compiled before."""
        self._areas = lay_out(plan)
        self._ints = np.frombuffer(self._areas.ints, np.int64)
        self._deal = kernels.dealing()
        self._draw_bonuses = kernels.drawing_bonuses() if plan.draws_bonuses else None
        self._add_products = kernels.adding_products()
        self._wagers = [
            kernels.deciding(column.wager) for column in plan.columns if column.wager is not None
        ]
        self._counts = [
            slice(place, place + len(column.pays))
            for place, column in zip(self._areas.counts, plan.columns, strict=True)
        ]

    def deal(self, seed: int, block: int, limit: int) -> Sums:
        """The sums of a block of a seed (both below 2**64), of at most `limit` rounds."""
        areas, ints = self._areas, self._ints
        ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
        ints[at.BLOCK], ints[at.LIMIT] = block, limit
        ints[at.CHANGING : at.CHANGED] = 0
        self._deal(areas.cards, areas.ints)
        if self._draw_bonuses is not None:
            self._draw_bonuses(areas.cards, areas.ints)
        for number, decide in enumerate(self._wagers):
            column = FIRST_SIDE + number
            ints[self._counts[column]] = 0
            ints[at.WAGER_PAYS] = areas.pays[column]
            ints[at.WAGER_COUNTS] = areas.counts[column]
            ints[at.WAGER_NETS] = ints[at.NETS] + (at.FIRST_WAGER + number) * ints[at.BATCHES]
            decide(areas.cards, areas.ints)
        self._add_products(areas.cards, areas.ints)
        return Sums(
            tuple(ints[areas.moments].tolist()),
            tuple(tuple(ints[counts].tolist()) for counts in self._counts),
            int(ints[at.SQUARES]),
        )
