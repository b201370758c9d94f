"""Deals blocks on a CUDA device, one block in each of its threads."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from upcard.compiled import device
from upcard.compiled.simulation import fields as at
from upcard.rules.violation import BadInput
from upcard.simulation.block import BlockIO, compiled_kernels
from upcard.simulation.games.family import TablePlan
from upcard.simulation.plan import Plan
from upcard.simulation.sums import DealtBlock
from upcard.simulation.workers.pool import TaskDealing

MAX_BLOCKS: Final = 4_096
MAX_BYTES: Final = 16 << 30
"""Limit on the device memory of all blocks dealt at once."""


@dataclass(frozen=True, slots=True)
class DeferredTask:
    """Blocks that are dealt when their result is requested, since there is only one device."""

    result: Callable[[], list[DealtBlock]]

    def cancel(self) -> None:
        """Do nothing, since nothing was started."""


class DevicePool:
    """A device as a `WorkerPool` with a single worker."""

    threads = 1
    least = 1

    def __init__(self, plan: TablePlan) -> None:
        """Raise `BadInput` if there is no device, or for a game that it does not support."""
        if not isinstance(plan, Plan):
            raise BadInput(f"A device deals Blackjack; {plan.rules.name} deals {plan.rules.game}.")
        if not device.is_there():
            raise BadInput("No CUDA device was found: install `upcard[cuda]` and the driver.")
        self._io = BlockIO(plan, keeps_wins=plan.keeps_wins)
        self._kernels = compiled_kernels(plan, device.compiled)
        memory = self._io.memory
        size = len(memory.cards) + memory.ints.itemsize * len(memory.ints)
        self.most = max(1, min(MAX_BLOCKS, MAX_BYTES // size))
        self._cards = device.rows_of(memory.cards, 1)
        self._ints = device.rows_of(memory.ints, 1)

    def submit(self, seed: int, numbers: range, limit: int) -> TaskDealing:
        """Deal the blocks on the device when the result is asked for."""
        return DeferredTask(lambda: self._deal_blocks(seed, numbers, limit))

    def deal_block(self, seed: int, number: int, limit: int) -> DealtBlock:
        """Deal one block on the device."""
        (dealt,) = self._deal_blocks(seed, range(number, number + 1), limit)
        return dealt

    def close(self) -> None:
        """Nothing to end: the memory is freed with the object."""

    def _deal_blocks(self, seed: int, numbers: range, limit: int) -> list[DealtBlock]:
        if len(self._ints) < len(numbers):
            rows = min(self.most, 2 * len(numbers))
            self._cards = device.rows_of(self._io.memory.cards, rows)
            self._ints = device.rows_of(self._io.memory.ints, rows)
        cards: Any = self._cards[: len(numbers)]
        ints: Any = self._ints[: len(numbers)]
        for row, number in zip(ints, numbers, strict=True):
            self._io.begin_block(row, seed, number, limit)
        self._kernels.deal(cards, ints)
        if self._kernels.draw_bonuses is not None:
            self._kernels.draw_bonuses(cards, ints)
        noted = []
        for number, decide in self._kernels.wagers.items():
            for row in ints:
                self._io.begin_wager(row, number)
            decide(cards, ints)
            noted.append([self._io.read_noted(row, number) for row in ints])
        if self._kernels.correct is not None:
            self._kernels.correct(cards, ints)
        if self._kernels.value is not None:
            for record in self._io.memory.valuing:
                for row in ints:
                    row[at.EXPECTING] = record
                self._kernels.value(cards, ints)
        self._kernels.add_products(cards, ints)
        by_block = list(zip(*noted, strict=True)) or [()] * len(numbers)
        return [
            self._io.read_block(row, of_row) for row, of_row in zip(ints, by_block, strict=True)
        ]
