"""Logs rounds of one seat: every card in dealing order, and the outcome of a side wager."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.block import BlockIO, compiled_kernels
from upcard.simulation.plan import Plan

ALL_ROUNDS = 1 << 40


@dataclass(frozen=True, slots=True)
class RoundLog:
    """The rounds of a block.

    `cards` are in dealing order; `starts` has each round's first index in them. `outcomes` has the
    wager's outcome in each round. `batches` has the number of rounds of each batch.
    """

    cards: NDArray[np.uint8]
    starts: Integers
    outcomes: Integers
    batches: Integers


class RoundLogger:
    """Deals blocks of a plan with one seat and one side wager, and logs every round."""

    def __init__(self, plan: Plan) -> None:
        *others, side = plan.columns
        assert plan.seats == 1
        assert len(others) == FIRST_SIDE
        every = replace(side, marked=frozenset(range(len(side.outcomes))))
        plan = replace(plan, columns=(*others, every))
        self._kernels = compiled_kernels(plan, together=False)
        self._io = BlockIO(plan)
        self._ints: Integers = np.frombuffer(self._io.memory.ints, np.int64)
        self._cards = np.frombuffer(self._io.memory.cards, np.uint8)

    def deal_block(self, seed: int, block: int) -> RoundLog:
        """Deal a block of a seed, both below 2**64."""
        memory, ints = self._io.memory, self._ints
        self._io.begin_block(ints, seed, block, ALL_ROUNDS)
        self._kernels.deal(memory.cards, memory.ints)
        self._io.begin_wager(ints, 0)
        (decide,) = self._kernels.wagers.values()
        decide(memory.cards, memory.ints)
        ends = ints[ints[at.ENDS] :][: ints[at.BATCHES_DEALT]]
        rounds = int(ends[-1])
        noted = ints[ints[at.NOTED] :][: ints[at.OUTCOMES_NOTED]]
        assert len(noted) == rounds, "every round has an outcome"
        return RoundLog(
            self._cards[ints[at.LOG] :][: ints[at.LOGGED]],
            ints[ints[at.ROUND_NOTES] :][:rounds] >> codes.START_SHIFT,
            noted & codes.BYTE,
            np.diff(ends, prepend=0),
        )
