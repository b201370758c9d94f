"""The interface of workers that deal blocks, and its implementation by threads."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Protocol

from upcard.simulation.games.family import BlockDealer
from upcard.simulation.sums import DealtBlock


class WorkersLost(Exception):
    """The workers can't be reached any more; the message is one sentence for the user."""


class TaskDealing(Protocol):
    """A task whose blocks are being dealt."""

    def result(self) -> list[DealtBlock]:
        """The blocks; waits until they are dealt. Raises `WorkersLost`."""

    def cancel(self) -> object:
        """Cancel the task if possible."""


class WorkerPool(Protocol):
    """Workers that deal blocks of one plan."""

    @property
    def threads(self) -> int:
        """The number of blocks dealt at the same time."""

    @property
    def least(self) -> int:
        """The fewest blocks in a task that is worth sending, by the blocks that are left."""

    @property
    def most(self) -> int:
        """The largest useful number of blocks in a task."""

    def submit(self, seed: int, numbers: range, limit: int) -> TaskDealing:
        """Start dealing blocks, each of at most `limit` rounds. Raises `WorkersLost`."""

    def deal_block(self, seed: int, number: int, limit: int) -> DealtBlock:
        """Deal one block in this process."""

    def close(self) -> None:
        """End the workers; no more blocks are needed."""


class ThreadPool:
    """Threads that take the dealers in turn; kernels run without the interpreter's lock."""

    least = 1
    most = 4

    def __init__(self, dealers: Sequence[BlockDealer]) -> None:
        self.threads = len(dealers)
        self._idle: SimpleQueue[BlockDealer] = SimpleQueue()
        for dealer in dealers:
            self._idle.put(dealer)
        self._pool = ThreadPoolExecutor(len(dealers))

    def submit(self, seed: int, numbers: range, limit: int) -> TaskDealing:
        """Deal the blocks in a thread."""
        return self._pool.submit(
            lambda: [self.deal_block(seed, number, limit) for number in numbers]
        )

    def deal_block(self, seed: int, number: int, limit: int) -> DealtBlock:
        """Deal one block in this thread, with the next dealer that is idle."""
        dealer = self._idle.get()
        try:
            return dealer.deal_block(seed, number, limit)
        finally:
            self._idle.put(dealer)

    def close(self) -> None:
        """End the threads; tasks that wait are canceled."""
        self._pool.shutdown(cancel_futures=True)
