"""Follows the accounts that another process of the floor keeps."""

import threading
from typing import Final

from upcard.host.records.audit_notes import AUDIT
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError
from upcard.service.access.accounts import Accounts

PAUSE: Final = 1.0
"""Seconds after which the accounts are read even if nothing told of a change."""


class HomeAccounts:
    """Reads accounts again whenever the audit of their journal `home` grows."""

    def __init__(self, home: Journal, accounts: Accounts) -> None:
        self._home, self._accounts = home, accounts
        self._stopping = threading.Event()
        self._moved = home.follow()
        self._thread = threading.Thread(target=self._run, name="accounts", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and close the journal."""
        self._stopping.set()
        self._moved.end()
        self._thread.join()
        self._home.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                if AUDIT in self._moved.wait(PAUSE):
                    self._accounts.changed()
            except JournalError:
                self._stopping.wait(PAUSE)  # read it later
