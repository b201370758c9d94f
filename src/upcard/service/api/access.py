"""Authenticates requests, by a session's cookie with its CSRF token or a device's bearer token."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Annotated, Final, NoReturn, cast

from fastapi import Depends, Request, Response, Security, WebSocket
from fastapi.security import APIKeyCookie, HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials
from starlette.requests import HTTPConnection

from upcard.host.records.audit_notes import AuditEntry
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal, Role
from upcard.service.access.rates import (
    ConcurrencyLimit,
    RateLimit,
    TooMany,
    counted_as,
    same_secret,
)
from upcard.service.access.sessions import PendingDuty, Session, UnknownSession
from upcard.service.table_server import TableServer

COOKIE: Final = "upcard_session"
CSRF: Final = "X-CSRF-Token"
BEARER: Final = "bearer"
REPEATED: Final = "csrf"
"""The subprotocol after which a page shows its CSRF token: a browser's WebSocket has no headers."""

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

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

_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="From POST /api/session.")
_bearer = HTTPBearer(auto_error=False, description="A device's token.")


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


def house_of(connection: HTTPConnection) -> TableServer:
    """The floor that this application serves."""
    return cast(TableServer, connection.app.state.server)


async def served_floor(request: Request) -> TableServer:
    """Like `house_of`, as a dependency of routes; async, so that it runs without a thread."""
    return house_of(request)


def limits_of(connection: HTTPConnection) -> Limits:
    """The limits of this application."""
    return cast(Limits, connection.app.state.limits)


def address_of(connection: HTTPConnection) -> str:
    """The address from which a request comes."""
    return connection.client.host if connection.client is not None else "nowhere"


def network_of(connection: HTTPConnection) -> str:
    """What the limits of a request's address count: the address, of IPv6 its /64."""
    return counted_as(address_of(connection))


OWED: Final[dict[PendingDuty, str]] = {
    PendingDuty.PASSWORD: "Somebody else chose your password: choose another one first.",
    PendingDuty.SECOND_FACTOR: "Your role needs a second factor: enrol one first.",
}
"""What is said to a person who has to do something before anything else."""


def session_of(connection: HTTPConnection, *, acts: bool = False) -> Session:
    """The session of a request's cookie; raises `NotSignedIn` if it has none.

    `acts` says that the person does something now.
    """
    return house_of(connection).sessions.read(connection.cookies.get(COOKIE, ""), acts=acts)


async def find_session(connection: HTTPConnection) -> None:
    """Read the audit if the connection's cookie names a session that another process began."""
    try:
        session_of(connection)
    except UnknownSession:
        if limits_of(connection).strangers.allows(network_of(connection)):
            await asyncio.to_thread(house_of(connection).sessions.catch_up)
    except NotSignedIn:
        pass


def principal_of(connection: HTTPConnection, *, acts: bool = False) -> Principal:
    """The principal of a request, by its token or cookie.

    Raises `NotSignedIn` if it has none, `Forbidden` for a person who has to do something first.
    """
    scheme, _, token = connection.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return _device(connection, token)
    session = session_of(connection, acts=acts)
    if session.owes:
        raise Forbidden(OWED[session.owes])
    return session.principal


def shows_token(connection: HTTPConnection) -> bool:
    """Whether a connection shows a device's token instead of a session's cookie."""
    offered = connection.scope.get("subprotocols", ())
    return "Authorization" in connection.headers or BEARER in offered[:1]


def _device(connection: HTTPConnection, token: str) -> Principal:
    """The principal of a device's token; raises `NotSignedIn` for an invalid one."""
    return house_of(connection).accounts.device(token).principal


def note_stranger(connection: HTTPConnection) -> None:
    """Note an invalid token in the audit, unless its address is over the limit `STRANGERS`."""
    where = address_of(connection)
    if limits_of(connection).strangers.allows(network_of(connection)):
        house_of(connection).accounts.note(AuditEntry("token refused", "a device", where))


def set_cookie(answer: Response, server: TableServer, cookie: str) -> None:
    """Set a session's cookie, hidden from scripts and not sent by other sites."""
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=server.sessions.lifetimes.longest,
        httponly=True,
        samesite="strict",
        secure=server.settings.secure_cookies,
    )


async def signed_in(
    request: Request,
    _: Annotated[str | None, Security(_cookie)],
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)],
) -> Principal:
    """The principal of a request, within the limits.

    A request by cookie that changes something has to repeat the session's CSRF token. Raises
    `NotSignedIn`, `Forbidden` or `TooMany`.
    """
    if bearer is None:
        await find_session(request)
    try:
        who = principal_of(request, acts=True)
    except NotSignedIn:
        if bearer is not None:
            await asyncio.to_thread(note_stranger, request)
        raise
    await _within_limits(request, who, by_cookie=bearer is None)
    return who


async def require_session(request: Request, _: Annotated[str | None, Security(_cookie)]) -> Session:
    """The session of a request, also of a person who has to do something first.

    Raises `NotSignedIn`, `Forbidden` or `TooMany`.
    """
    await find_session(request)
    session = session_of(request, acts=True)
    await _within_limits(request, session.principal, by_cookie=True)
    return session


async def _within_limits(request: Request, who: Principal, *, by_cookie: bool) -> None:
    if not limits_of(request).requests.allows(who.name):
        raise TooMany(f"{who.name} sends too many requests: wait a few seconds.")
    if by_cookie and request.method not in SAFE and not _repeats_csrf(request):
        await asyncio.to_thread(_refuse_without_csrf, request, who)


def _repeats_csrf(connection: HTTPConnection) -> bool:
    """Whether a header, or a WebSocket's subprotocol, repeats the CSRF token of the session."""
    token = connection.headers.get(CSRF, "")
    offered = connection.scope.get("subprotocols", [])
    if len(offered) == 2 and offered[0] == REPEATED:
        token = offered[1]
    return same_secret(token, session_of(connection).csrf)


def subprotocol_of(socket: WebSocket) -> str | None:
    """The subprotocol with which a WebSocket is accepted: that after which a secret was shown."""
    offered = socket.scope["subprotocols"]
    return next((protocol for protocol in (BEARER, REPEATED) if protocol in offered), None)


def _refuse_without_csrf(connection: HTTPConnection, who: Principal) -> NoReturn:
    note = AuditEntry("refused", "without its CSRF token")
    house_of(connection).accounts.note(note, by=who.name)
    raise Forbidden(f"The header {CSRF} is not that of the session.")


@contextmanager
def one_of_few_reads(request: Request, who: Principal) -> Iterator[None]:
    """Limit long reads to `COSTLY` at a time, and to the person's budget of computing.

    So the tables are not slowed down. Raises `TooMany`.
    """
    house_of(request).workshop.require_budget(who)
    free = limits_of(request).costly
    if not free.acquire(blocking=False):
        raise TooMany("Too many computations are running: try again.")
    began = time.monotonic()
    try:
        yield
    finally:
        free.release()
        house_of(request).workshop.budgets.spend(who, time.monotonic() - began)


def listening(socket: WebSocket) -> Principal:
    """The principal of a WebSocket; a page of another origin may not use the cookie.

    A browser cannot set headers on a WebSocket, so a token may follow the subprotocol `BEARER`.
    Raises `NotSignedIn`.
    """
    offered = socket.scope["subprotocols"]
    has_token = len(offered) == 2 and offered[0] == BEARER
    if has_token or "Authorization" in socket.headers:
        try:
            return _device(socket, offered[1]) if has_token else principal_of(socket)
        except NotSignedIn:
            note_stranger(socket)
            raise
    origin = socket.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != socket.headers.get("Host"):
        raise NotSignedIn("A page from another origin may not listen.")
    return principal_of(socket)


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


def commanding(socket: WebSocket) -> Principal:
    """The principal of a WebSocket that sends commands: like `listening`, with REST's conditions.

    A session has to repeat its CSRF token in a header. Raises `NotSignedIn` or `Forbidden`.
    """
    who = listening(socket)
    if who.role is not Role.DEVICE and not _repeats_csrf(socket):
        _refuse_without_csrf(socket, who)
    return who


Who = Annotated[Principal, Depends(signed_in)]
InSession = Annotated[Session, Depends(require_session)]


async def own_session(request: Request, _: Who) -> Session:
    """The session of a person, who has nothing to do first; raises as `signed_in` does."""
    return session_of(request)


OwnSession = Annotated[Session, Depends(own_session)]
Here = Annotated[TableServer, Depends(served_floor)]
