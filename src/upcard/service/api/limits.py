"""The limits of an application: attempts, requests, pages, sockets and long reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Final, cast

from fastapi import WebSocket
from starlette.requests import HTTPConnection

from upcard.service.access.principal import Principal
from upcard.service.access.rates import ConcurrencyLimit, RateLimit, TooMany

SIGN_INS: Final = (10, 60.0)
"""The limit of attempts to sign in with one name from one address: a number, and seconds.

Somebody elsewhere who tries wrong passwords does not keep the true owner out.
"""

STRANGERS: Final = (100, 60.0)
"""The limit of attempts to sign in from one address: a number, and seconds."""

COSTLY: Final = 4
"""The most long reads of the journal at a time in a process, in its own threads."""

REQUESTS: Final = (600, 10.0)
"""The limit of requests of one principal: a number, and seconds."""

PAGES: Final = (100, 60.0)
"""The limit of pages opened by one principal: a number, and seconds.

A page to which no browser connects stays in memory for a minute.
"""

ENTRANCES: Final = (60, 60.0)
"""The limit of sign-in pages opened from one address: a number, and seconds."""

SOCKETS: Final = 100
"""The most WebSockets of one principal at the same time: feeds and channels."""

STRANGE_SOCKETS: Final = 200
"""The most sockets of pages from one address at the same time; these need no session."""


class Limits:
    """The rate limits of one application; `requests` replaces `REQUESTS`."""

    def __init__(self, requests: tuple[int, float] | None = None) -> None:
        self.sign_ins: Final = RateLimit(*SIGN_INS)
        self.strangers: Final = RateLimit(*STRANGERS)
        self.requests: Final = RateLimit(*(requests or REQUESTS))
        self.pages: Final = RateLimit(*PAGES)
        self.entrances: Final = RateLimit(*ENTRANCES)
        self.sockets: Final = ConcurrencyLimit(SOCKETS)
        self.page_sockets: Final = ConcurrencyLimit(STRANGE_SOCKETS)
        self.costly: Final = Semaphore(COSTLY)


def limits_of(connection: HTTPConnection) -> Limits:
    """The limits of this application."""
    return cast(Limits, connection.app.state.limits)


@contextmanager
def one_of_few(socket: WebSocket, who: Principal) -> Iterator[None]:
    """Count a principal's sockets while the block runs; raises `TooMany` above `SOCKETS`."""
    sockets = limits_of(socket).sockets
    if not sockets.take_place(who.name):
        raise TooMany(f"{who.name} has {SOCKETS} connections: close one first.")
    try:
        yield
    finally:
        sockets.release(who.name)
