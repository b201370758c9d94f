"""Limits on attempts, and the comparison of secrets."""

import hmac
import time
from collections import Counter, deque
from ipaddress import IPv6Address, IPv6Network
from threading import Lock
from typing import Final


def same_secret(first: str, second: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(first.encode(), second.encode())


NETWORK_BITS: Final = 64
"""Leading bits of an IPv6 address that name a network; one customer may use all addresses in it."""


def counted_as(address: str) -> str:
    """The name under which limits count an address: for IPv6 that of its /64 network.

    An IPv4 address mapped to IPv6 counts as the IPv4 address; other text counts as itself.
    """
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, NETWORK_BITS), strict=False))


class TooMany(Exception):
    """More requests than a limit allows; the message is one sentence."""


class RateLimit:
    """Limits the attempts of each name in a number of seconds, in this process; thread-safe."""

    def __init__(self, attempts: int, seconds: float) -> None:
        self._attempts, self._seconds = attempts, seconds
        self._recent: dict[str, deque[float]] = {}
        self._lock = Lock()

    def allows(self, name: str) -> bool:
        """Whether one more attempt is within the limit; it is counted if so."""
        now = time.monotonic()
        with self._lock:
            recent = self._recent.setdefault(name, deque())
            while recent and now - recent[0] >= self._seconds:
                recent.popleft()
            allowed = len(recent) < self._attempts
            if allowed:
                recent.append(now)
            if len(self._recent) > MAX_NAMES:
                self._forget(now)
            return allowed

    def _forget(self, now: float) -> None:
        """Drop the names whose attempts have all expired."""
        for name, seen in list(self._recent.items()):
            if not seen or now - seen[-1] >= self._seconds:
                del self._recent[name]


class ConcurrencyLimit:
    """Limits how many of something each name has at the same time; thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def take_place(self, name: str) -> bool:
        """Whether one more is within the limit; then it is held until `release`."""
        with self._lock:
            if self._counts[name] >= self._most:
                return False
            self._counts[name] += 1
            return True

    def release(self, name: str) -> None:
        """Give one back."""
        with self._lock:
            self._counts[name] -= 1
            if self._counts[name] <= 0:
                del self._counts[name]


MAX_NAMES: Final = 10_000
"""Names above which expired ones are dropped."""
