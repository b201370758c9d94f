"""Sessions as signed cookies: the account, the time of signing in, and the CSRF token.

A cookie is signed with a key of the installation, for one journal. It names the generation of the
account, so that a changed password ends the session. The process stores nothing: sessions survive
a restart.
"""

import hmac
import secrets
import time
from collections import deque
from threading import Lock
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from upcard.service.access.accounts import Accounts
from upcard.service.access.directory import Account
from upcard.service.access.principal import NotSignedIn, Principal

SECONDS: Final = 12 * 60 * 60
"""How long a session lasts."""


class Session(msgspec.Struct, frozen=True):
    """A session; a request that changes something has to send `csrf` in its header."""

    principal: Principal
    csrf: str


class Sessions:
    """Makes and reads the cookies of a journal's accounts.

    All journals of an installation share a key and may have accounts of the same names, so the
    signature includes the journal's name: a demonstration's cookie is valid on no other floor.
    """

    def __init__(self, accounts: Accounts, key: bytes, journal: str) -> None:
        self._accounts = accounts
        self._signer = URLSafeTimedSerializer(key, salt=f"upcard session {journal}")

    def begin(self, account: Account) -> str:
        """A new session's cookie, for an account that has just signed in."""
        return self._signer.dumps([account.name, account.generation, secrets.token_urlsafe(16)])

    def read(self, cookie: str) -> Session:
        """The session of a cookie; raises `NotSignedIn` if it is not valid or has ended."""
        try:
            name, generation, csrf = self._signer.loads(cookie, max_age=SECONDS)
        except (BadSignature, ValueError, TypeError):
            raise NotSignedIn("Sign in first.") from None
        account = self._accounts.directory.accounts.get(name)
        if account is None or account.closed or account.generation != generation:
            raise NotSignedIn("The session has ended: sign in again.")
        return Session(account.principal, csrf)


def same_secret(one: str, other: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


class RateLimit:
    """Limits the attempts of each name in a number of seconds, in this process; thread-safe."""

    def __init__(self, attempts: int, seconds: float) -> None:
        self._attempts, self._seconds = attempts, seconds
        self._seen: dict[str, deque[float]] = {}
        self._lock = Lock()

    def allows(self, name: str) -> bool:
        """Whether one more attempt is within the limit; it is counted if so."""
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
        """Drop the names whose attempts have all expired."""
        for name, seen in list(self._seen.items()):
            if not seen or now - seen[-1] >= self._seconds:
                del self._seen[name]


MOST_NAMES: Final = 10_000
"""Names above which expired ones are dropped."""
