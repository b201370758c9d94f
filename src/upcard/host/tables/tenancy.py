"""The right to write a table's stream, held while the table is served."""

import os
import socket
import time
from contextlib import suppress
from random import uniform
from typing import Final

from upcard.journal.journal import Journal
from upcard.journal.port import FencedOut

LEASE_SECONDS: Final = 30.0


def this_process() -> str:
    """An owner's name that no other process has."""
    return f"{socket.gethostname()}:{os.getpid()}"


class Tenancy:
    """A lease that is renewed as its holder works; raises `StreamLeased` while another has it."""

    def __init__(self, journal: Journal, stream: str, owner: str) -> None:
        self._journal = journal
        self._lease = journal.lease(stream, owner or this_process(), LEASE_SECONDS)
        self._renew_at = _next_time()

    @property
    def fence(self) -> int:
        """The token that a proposal carries."""
        return self._lease.fence

    def hold(self) -> None:
        """Renew the lease where it is time to; raises `FencedOut` where another took it."""
        if time.monotonic() >= self._renew_at:
            self.renew()

    def renew(self) -> None:
        """Hold the stream for longer; raises `FencedOut` where another took it."""
        self._lease = self._journal.renew(self._lease, LEASE_SECONDS)
        self._renew_at = _next_time()

    def release(self) -> None:
        """Give the stream back, if it is still held."""
        with suppress(FencedOut):
            self._journal.release(self._lease)


def _next_time() -> float:
    """When to renew: not at once for all tables that were opened together."""
    return time.monotonic() + LEASE_SECONDS * uniform(1 / 6, 1 / 3)
