"""Whether the journal took what was last written to it."""

import time
from typing import Final

from upcard.journal.writing.commit_observers import GroupCommit

FAILED_SECONDS: Final = 10.0
"""Seconds after a failed write in which a server without another write is not ready.

Then it is again, although nothing may have been written: a server that is sent no requests
because it is not ready writes nothing that could succeed.
"""


class LastWrite:
    """Observes the commits of a journal; any thread may ask it."""

    def __init__(self) -> None:
        self._failed_at: float | None = None

    def queued(self) -> None:
        """Something waits to be written."""

    def committed(self, commit: GroupCommit) -> None:
        """A transaction has ended."""
        self._failed_at = time.monotonic() if commit.failed else None

    @property
    def failed(self) -> bool:
        """Whether the last write failed, a moment ago."""
        failed_at = self._failed_at
        return failed_at is not None and time.monotonic() - failed_at < FAILED_SECONDS
