"""Holds the lease on a table's stream while the table is served."""

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
    """A unique owner's name for this process: host name and process id."""
    return f"{socket.gethostname()}:{os.getpid()}"


class Tenancy:
    """A lease that its holder renews as it works; raises `StreamLeased` while another has it."""

    def __init__(self, journal: Journal, stream: str, owner: str) -> None:
        self._journal = journal
        self._ends = time.monotonic() + LEASE_SECONDS
        self._lease = journal.lease(stream, owner or this_process(), LEASE_SECONDS)
        self._renew_at = _next_time()

    @property
    def fence(self) -> int:
        """The fencing token that proposals carry."""
        return self._lease.fence

    @property
    def seconds(self) -> float:
        """How long the lease lasts unless it is renewed, by this process' clock."""
        return self._ends - time.monotonic()

    def hold(self) -> None:
        """Renew the lease if it is time; raises `FencedOut` if another owner took it."""
        if time.monotonic() >= self._renew_at:
            self.renew()

    def renew(self) -> None:
        """Renew the lease now; raises `FencedOut` if another owner took it."""
        ends = time.monotonic() + LEASE_SECONDS
        self._lease = self._journal.renew(self._lease, LEASE_SECONDS)
        self._ends = ends
        self._renew_at = _next_time()

    def release(self) -> None:
        """Release the lease, if it is still held."""
        with suppress(FencedOut):
            self._journal.release(self._lease)


def _next_time() -> float:
    """When to renew next; random, so that tables opened together do not renew together."""
    return time.monotonic() + LEASE_SECONDS * uniform(1 / 6, 1 / 3)
