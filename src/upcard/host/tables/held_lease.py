"""Holds the lease on a table's stream while the table is served."""

import os
import socket
import time
from contextlib import suppress
from random import uniform
from typing import Final

from upcard.journal.journal import Journal
from upcard.journal.port import FencedOut, Lease

LEASE_SECONDS: Final = 30.0
"""How long a lease lasts where no heartbeat renews it: its holder renews it as it works."""


def this_process() -> str:
    """A unique owner's name for this process: host name and process id."""
    return f"{socket.gethostname()}:{os.getpid()}"


class HeldLease:
    """A lease, renewed as its holder works or by a heartbeat; it lasts some seconds.

    Raises `StreamLeased` while another owner has it. An owner that is not `returning` also waits
    for a lease of its own name.
    """

    def __init__(
        self,
        journal: Journal,
        stream: str,
        owner: str = "",
        seconds: float = LEASE_SECONDS,
        *,
        returning: bool = True,
    ) -> None:
        self._journal, self._seconds = journal, seconds
        sent_at = time.monotonic()
        name = owner or this_process()
        self.note_renewal(journal.lease(stream, name, seconds, returning=returning), sent_at)

    @property
    def lease(self) -> Lease:
        """The lease as it was last renewed."""
        return self._lease

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
        sent_at = time.monotonic()
        self.note_renewal(self._journal.renew(self._lease, self._seconds), sent_at)

    def note_renewal(self, lease: Lease, sent_at: float) -> None:
        """Note that a renewal, sent at this time of the monotonic clock, was answered."""
        self._lease = lease
        self._ends = sent_at + self._seconds
        # A random time, so that tables opened together do not renew together.
        self._renew_at = sent_at + self._seconds * uniform(1 / 3, 1 / 2)

    def release(self) -> None:
        """Release the lease, if it is still held."""
        with suppress(FencedOut):
            self._journal.release(self._lease)
