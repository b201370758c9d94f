"""The game accounts in which something waits for a second person, read anew where they moved."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from upcard.host.money.account import GameAccount
from upcard.host.money.bridge import (
    account_of,
    account_of_stream,
    decode_account,
    is_account_stream,
    is_money_state,
    state_of,
)
from upcard.journal.journal import Journal

ALL_SECONDS: Final = 60.0
"""Seconds after which all accounts are read, in case a notice of another process was lost."""


class WaitingAccounts:
    """The accounts of a journal with deposits or withdrawals that wait; any thread may ask.

    What waits is asked for, and confirmed, in an account's own stream: only accounts whose stream
    moved since the last call are read. Their balances may be older.
    """

    def __init__(self, journal: Journal, seconds: Callable[[], float] = time.monotonic) -> None:
        self._journal, self._seconds = journal, seconds
        self._follower = journal.new_follower()
        self._waiting: dict[str, GameAccount] = {}
        self._read_at = -ALL_SECONDS
        self._lock = threading.Lock()

    def now(self) -> list[GameAccount]:
        """The accounts in which something waits, by name."""
        with self._lock:
            moved = self._follower.moved()
            now = self._seconds()
            if now - self._read_at >= ALL_SECONDS:
                self._read_all()
                self._read_at = now
            else:
                self._read(account_of_stream(name) for name in moved if is_account_stream(name))
            return [self._waiting[name] for name in sorted(self._waiting)]

    def _read_all(self) -> None:
        accounts = (
            decode_account(account_of(name), shared.state)
            for name, shared in self._journal.all_shared().items()
            if is_money_state(name)
        )
        self._waiting = {account.name: account for account in accounts if account.waiting}

    def _read(self, names: Iterable[str]) -> None:
        for name in names:
            account = decode_account(name, self._journal.shared(state_of(name)))
            if account.waiting:
                self._waiting[name] = account
            else:
                self._waiting.pop(name, None)
