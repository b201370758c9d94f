"""Who is there: a session's cookie with its CSRF token, or a device's bearer token."""

import asyncio
from collections.abc import Iterator
from threading import Semaphore
from typing import Annotated, Final, cast

from fastapi import Depends, Request, Response, Security, WebSocket
from fastapi.security import APIKeyCookie, HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials
from starlette.requests import HTTPConnection

from upcard.host.records.audit_notes import Noticed
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal
from upcard.service.access.sessions import SECONDS, RateLimit, Session, same_secret
from upcard.service.api.problems import TooMany
from upcard.service.house import House

COOKIE: Final = "upcard_session"
CSRF: Final = "X-CSRF-Token"
BEARER: Final = "bearer"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

SIGN_INS: Final = (10, 60.0)
"""Attempts to sign in, and seconds, for each name."""

STRANGERS: Final = (100, 60.0)
"""Attempts to sign in, and seconds, for each address."""

COSTLY: Final = 4
"""Requests at a time, in a process, that take long: odds, rounds, verification, export."""

REQUESTS: Final = (600, 10.0)
"""Requests, and seconds, for each who asks."""

PAGES: Final = (100, 60.0)
"""Pages, and seconds, for each who opens them: one that no browser takes up stays for a minute."""

_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="From POST /api/session.")
_bearer = HTTPBearer(auto_error=False, description="A device's token.")


class Limits:
    """The limits of one process; `requests` in place of `REQUESTS`, where they are given."""

    def __init__(self, requests: tuple[int, float] | None = None) -> None:
        self.sign_ins: Final = RateLimit(*SIGN_INS)
        self.strangers: Final = RateLimit(*STRANGERS)
        self.requests: Final = RateLimit(*(requests or REQUESTS))
        self.pages: Final = RateLimit(*PAGES)
        self.costly: Final = Semaphore(COSTLY)


def house_of(connection: HTTPConnection) -> House:
    """The floor that this application serves."""
    return cast(House, connection.app.state.house)


async def here(request: Request) -> House:
    """The same for a route: a function that waits for nothing needs no thread."""
    return house_of(request)


def limits_of(connection: HTTPConnection) -> Limits:
    """The limits of this application."""
    return cast(Limits, connection.app.state.limits)


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "nowhere"


def session_of(connection: HTTPConnection) -> Session:
    """The session of a request's cookie; raises `NotSignedIn`."""
    return house_of(connection).sessions.read(connection.cookies.get(COOKIE, ""))


def principal_of(connection: HTTPConnection) -> Principal:
    """Who asks, by cookie or token; raises `NotSignedIn`."""
    scheme, _, token = connection.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return _device(connection, token)
    return session_of(connection).principal


def _device(connection: HTTPConnection, token: str) -> Principal:
    """The device that shows a token."""
    return house_of(connection).accounts.device(token).principal


def note_stranger(connection: HTTPConnection) -> None:
    """Note a token that is nobody's, so many times for an address."""
    where = address_of(connection)
    if limits_of(connection).strangers.allows(where):
        house_of(connection).accounts.note(Noticed("token refused", "a device", where))


def set_cookie(answer: Response, house: House, cookie: str) -> None:
    """Give a session's cookie to a browser: no script reads it, no other site sends it."""
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=SECONDS,
        httponly=True,
        samesite="strict",
        secure=house.settings.secure_cookies,
    )


async def signed_in(
    request: Request,
    cookie: Annotated[str | None, Security(_cookie)],
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)],
) -> Principal:
    """Who asks; what changes something by cookie repeats the session's CSRF token."""
    try:
        who = principal_of(request)
    except NotSignedIn:
        if bearer is not None:
            await asyncio.to_thread(note_stranger, request)
        raise
    if not limits_of(request).requests.allows(who.name):
        raise TooMany(f"{who.name} asks too often: wait some seconds.")
    if bearer is None and request.method not in SAFE:
        assert cookie is not None, "it was read"
        if not same_secret(request.headers.get(CSRF, ""), session_of(request).csrf):
            note = Noticed("refused", "without its CSRF token")
            await asyncio.to_thread(house_of(request).accounts.note, note, who.name)
            raise Forbidden(f"The header {CSRF} is not that of the session.")
    return who


def costly(request: Request) -> Iterator[None]:
    """Let few requests at a time do what takes long, so that the tables go on."""
    free = limits_of(request).costly
    if not free.acquire(blocking=False):
        raise TooMany("Too much is being worked out at a time: try again.")
    try:
        yield
    finally:
        free.release()


def listening(socket: WebSocket) -> Principal:
    """Who listens; a page of another origin may not use the cookie.

    A browser cannot set headers here: its token comes beside the subprotocol `BEARER`.
    """
    offered = socket.scope["subprotocols"]
    shown = len(offered) == 2 and offered[0] == BEARER
    if shown or "Authorization" in socket.headers:
        try:
            return _device(socket, offered[1]) if shown else principal_of(socket)
        except NotSignedIn:
            note_stranger(socket)
            raise
    origin = socket.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != socket.headers.get("Host"):
        raise NotSignedIn("A page of another origin may not listen.")
    return session_of(socket).principal


Who = Annotated[Principal, Depends(signed_in)]
Costly = Depends(costly)
Here = Annotated[House, Depends(here)]
