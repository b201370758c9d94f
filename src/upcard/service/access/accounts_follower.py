"""Follows the accounts that another process of the floor keeps."""

import threading
from collections.abc import Callable
from typing import Final

from upcard.host.bodies.audit_notes import AUDIT
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError

PAUSE_SECONDS: Final = 1.0
"""Seconds after which the accounts are read even if nothing told of a change."""


class AccountsFollower:
    """Calls `on_change` after each change of the audit in the journal `home`."""

    def __init__(self, home: Journal, on_change: Callable[[], None]) -> None:
        self._home, self._on_change = home, on_change
        self._stop_event = threading.Event()
        self._follower = home.new_follower()
        self._thread = threading.Thread(target=self._run, name="accounts", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and close the journal."""
        self._stop_event.set()
        self._follower.stop_waiting()
        self._thread.join()
        self._home.close()

    def _run(self) -> None:
        while not self._stop_event.is_set():
            try:
                if AUDIT in self._follower.wait(PAUSE_SECONDS):
                    self._on_change()
            except JournalError:
                self._stop_event.wait(PAUSE_SECONDS)  # read it later
