"""Deals one block and adds it up: the unit of work, the same wherever it is done."""

from dataclasses import dataclass

import msgspec
import numpy as np

from upcard.compiled.native import Kernel
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


class Noted(msgspec.Struct, frozen=True):
    """An outcome that wins a share of a meter: in which round of the block, at which seat."""

    round: int
    seat: int
    outcome: int


class Dealt(msgspec.Struct, frozen=True):
    """A block: its sums, and for each side wager what was noted, in the order of the rounds."""

    sums: Sums
    noted: tuple[tuple[Noted, ...], ...]


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled code of a plan; `wagers` in the order of its side wagers."""

    deal: Kernel
    draw_bonuses: Kernel | None
    wagers: tuple[Kernel, ...]
    add_products: Kernel


def compiled_kernels(plan: Plan) -> Kernels:
    """The kernels of a plan, after some seconds where they were not compiled before."""
    return Kernels(
        kernels.dealing(),
        kernels.drawing_bonuses() if plan.draws_bonuses else None,
        tuple(kernels.deciding(wager) for wager in plan.side_wagers),
        kernels.adding_products(),
    )


class Dealer:
    """Deals the blocks of a plan, one at a time: each worker has its own."""

    def __init__(self, plan: Plan, kernels: Kernels) -> None:
        self._kernels = kernels
        self._areas = areas = lay_out(plan)
        self._ints = np.frombuffer(areas.ints, np.int64)
        self._counts = [
            slice(place, place + len(column.pays))
            for place, column in zip(areas.counts, plan.columns, strict=True)
        ]

    def deal(self, seed: int, block: int, limit: int) -> Dealt:
        """A block of a seed (both below 2**64), of at most `limit` rounds."""
        areas, ints = self._areas, self._ints
        ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
        ints[at.BLOCK], ints[at.LIMIT] = block, limit
        ints[at.CHANGING : at.CHANGED] = 0
        self._kernels.deal(areas.cards, areas.ints)
        if self._kernels.draw_bonuses is not None:
            self._kernels.draw_bonuses(areas.cards, areas.ints)
        noted = tuple(self._decide(number) for number in range(len(self._kernels.wagers)))
        self._kernels.add_products(areas.cards, areas.ints)
        sums = Sums(
            tuple(ints[areas.moments].tolist()),
            tuple(tuple(ints[counts].tolist()) for counts in self._counts),
            int(ints[at.SQUARES]),
        )
        return Dealt(sums, noted)

    def _decide(self, number: int) -> tuple[Noted, ...]:
        """Count the outcomes of a side wager, and what it won in each batch."""
        areas, ints = self._areas, self._ints
        counts = self._counts[FIRST_SIDE + number]
        ints[counts] = 0
        ints[at.WAGER_OUTCOMES] = counts.stop - counts.start
        ints[at.WAGER_COUNTS] = counts.start
        ints[at.WAGER_PAYS] = areas.pays[FIRST_SIDE + number]
        ints[at.WAGER_NETS] = ints[at.NETS] + (at.FIRST_WAGER + number) * ints[at.BATCHES]
        self._kernels.wagers[number](areas.cards, areas.ints)
        assert ints[at.UNKNOWN_OUTCOMES] == 0, "a classifier gives an index of its outcomes"
        words = ints[ints[at.NOTED] :][: ints[at.OUTCOMES_NOTED]].tolist()
        return tuple(_noted(word) for word in words)


def _noted(word: int) -> Noted:
    seat, outcome = word >> at.SEAT_SHIFT & at.BYTE, word & at.BYTE
    return Noted(word >> at.NUMBER_OF_ROUND, seat, outcome)
