"""Who deals blocks: threads of this process, or the workers of a cluster (`cluster`)."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Protocol

from upcard.simulation.games.family import BlockDealer
from upcard.simulation.sums import DealtBlock


class TaskDealing(Protocol):
    """Blocks that are being dealt somewhere."""

    def result(self) -> list[DealtBlock]:
        """The blocks, once they are there."""

    def cancel(self) -> object:
        """They are not wanted any more."""


class Team(Protocol):
    """Workers that deal blocks of one plan."""

    @property
    def threads(self) -> int:
        """How many blocks are dealt at once."""

    @property
    def most(self) -> int:
        """How many blocks it is worth to deal as one task."""

    def submit(self, seed: int, numbers: range, limit: int) -> TaskDealing:
        """Have blocks dealt, each of at most `limit` rounds."""

    def deal(self, seed: int, number: int, limit: int) -> DealtBlock:
        """One block, dealt here."""

    def close(self) -> None:
        """No more blocks are wanted."""


class ThreadTeam:
    """Threads that take the dealers in turn; kernels leave the interpreter's lock alone."""

    most = 1

    def __init__(self, dealers: Sequence[BlockDealer]) -> None:
        self.threads = len(dealers)
        self._idle: SimpleQueue[BlockDealer] = SimpleQueue()
        for dealer in dealers:
            self._idle.put(dealer)
        self._pool = ThreadPoolExecutor(len(dealers))

    def submit(self, seed: int, numbers: range, limit: int) -> TaskDealing:
        """See `Team`."""
        return self._pool.submit(lambda: [self.deal(seed, number, limit) for number in numbers])

    def deal(self, seed: int, number: int, limit: int) -> DealtBlock:
        """See `Team`."""
        dealer = self._idle.get()
        try:
            return dealer.deal(seed, number, limit)
        finally:
            self._idle.put(dealer)

    def close(self) -> None:
        """See `Team`."""
        self._pool.shutdown(cancel_futures=True)
