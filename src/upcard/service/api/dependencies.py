"""What routes depend on: who sends a request, within the limits, and the floor that is served."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials

from upcard.service.access.principal import NotSignedIn, Principal
from upcard.service.access.rates import TooMany
from upcard.service.access.sessions import Session
from upcard.service.api.access import (
    COOKIE,
    find_session,
    note_stranger,
    principal_of,
    refuse_without_csrf,
    repeats_csrf,
    server_of,
    session_of,
)
from upcard.service.api.limits import limits_of
from upcard.service.table_server import TableServer

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="From POST /api/session.")
_bearer = HTTPBearer(auto_error=False, description="A device's token.")


async def served_floor(request: Request) -> TableServer:
    """Like `server_of`, as a dependency of routes; async, so that it runs without a thread."""
    return server_of(request)


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
    if by_cookie and request.method not in SAFE and not repeats_csrf(request):
        await asyncio.to_thread(refuse_without_csrf, request, who)


@contextmanager
def one_of_few_reads(request: Request, who: Principal) -> Iterator[None]:
    """Limit long reads to `COSTLY` at a time, and to the person's budget of computing.

    So the tables are not slowed down. Raises `TooMany`.
    """
    server_of(request).computations.require_budget(who)
    free = limits_of(request).costly
    if not free.acquire(blocking=False):
        raise TooMany("Too many computations are running: try again.")
    began = time.monotonic()
    try:
        yield
    finally:
        free.release()
        server_of(request).computations.budgets.spend(who, time.monotonic() - began)


Who = Annotated[Principal, Depends(signed_in)]
InSession = Annotated[Session, Depends(require_session)]


async def own_session(request: Request, _: Who) -> Session:
    """The session of a person, who has nothing to do first; raises as `signed_in` does."""
    return session_of(request)


OwnSession = Annotated[Session, Depends(own_session)]
Here = Annotated[TableServer, Depends(served_floor)]
