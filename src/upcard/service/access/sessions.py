"""Sessions as signed cookies: who signed in, until when, and what a form has to send back.

A cookie is signed with a key of the installation, for one journal, and names the generation of the
account, so that a changed password ends it. Nothing is kept in the process: a restart ends no
session.
"""

import hmac
import secrets
import time
from collections import deque
from threading import Lock
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from upcard.service.access.accounts import Account, Accounts
from upcard.service.access.principal import NotSignedIn, Principal

SECONDS: Final = 12 * 60 * 60
"""How long a session lasts."""


class Session(msgspec.Struct, frozen=True):
    """A session; `csrf` is what a request that changes something has to repeat in its header."""

    principal: Principal
    csrf: str


class Sessions:
    """Makes and reads the cookies of a journal's accounts.

    Journals of one installation have one key, and accounts of the same names: those of a
    demonstration, which anybody enters, hold at no other floor.
    """

    def __init__(self, accounts: Accounts, key: bytes, journal: str) -> None:
        self._accounts = accounts
        self._signer = URLSafeTimedSerializer(key, salt=f"upcard session {journal}")

    def begin(self, account: Account) -> str:
        """The cookie of somebody who just signed in."""
        return self._signer.dumps([account.name, account.generation, secrets.token_urlsafe(16)])

    def read(self, cookie: str) -> Session:
        """The session of a cookie; `NotSignedIn` for one that does not hold (any more)."""
        try:
            name, generation, csrf = self._signer.loads(cookie, max_age=SECONDS)
        except (BadSignature, ValueError, TypeError):
            raise NotSignedIn("Sign in first.") from None
        account = self._accounts.directory.accounts.get(name)
        if account is None or account.closed or account.generation != generation:
            raise NotSignedIn("The session has ended: sign in again.")
        return Session(account.principal, csrf)


def same_secret(one: str, other: str) -> bool:
    """Whether two secrets are the same, without telling by the time how far."""
    return hmac.compare_digest(one.encode(), other.encode())


class RateLimit:
    """So many attempts in so many seconds for each name, in this process; any thread may ask."""

    def __init__(self, attempts: int, seconds: float) -> None:
        self._attempts, self._seconds = attempts, seconds
        self._seen: dict[str, deque[float]] = {}
        self._lock = Lock()

    def allows(self, name: str) -> bool:
        """Whether one more attempt is within the limit; it counts if it is."""
        now = time.monotonic()
        with self._lock:
            recent = self._seen.setdefault(name, deque())
            while recent and now - recent[0] >= self._seconds:
                recent.popleft()
            allowed = len(recent) < self._attempts
            if allowed:
                recent.append(now)
            if len(self._seen) > MOST_NAMES:
                self._forget(now)
            return allowed

    def _forget(self, now: float) -> None:
        """Drop the names whose attempts are all over."""
        for name, seen in list(self._seen.items()):
            if not seen or now - seen[-1] >= self._seconds:
                del self._seen[name]


MOST_NAMES: Final = 10_000
