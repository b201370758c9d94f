"""Authenticates connections, by a session's cookie with its CSRF token or a device's token."""

import asyncio
from typing import Final, NoReturn, cast

from fastapi import Response
from starlette.requests import HTTPConnection

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal
from upcard.service.access.rates import counted_as, same_secret
from upcard.service.access.sessions import PendingDuty, Session, UnknownSession
from upcard.service.api.limits import limits_of
from upcard.service.table_server import TableServer

COOKIE: Final = "upcard_session"
CSRF: Final = "X-CSRF-Token"
BEARER: Final = "bearer"
REPEATED: Final = "csrf"
"""The subprotocol after which a page shows its CSRF token: a browser's WebSocket has no headers."""


def server_of(connection: HTTPConnection) -> TableServer:
    """The server of this application."""
    return cast(TableServer, connection.app.state.server)


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
    return server_of(connection).sessions.read(connection.cookies.get(COOKIE, ""), acts=acts)


async def find_session(connection: HTTPConnection) -> None:
    """Read the audit if the connection's cookie names a session that another process began."""
    try:
        session_of(connection)
    except UnknownSession:
        if limits_of(connection).strangers.allows(network_of(connection)):
            await asyncio.to_thread(server_of(connection).sessions.catch_up)
    except NotSignedIn:
        pass


def principal_of(connection: HTTPConnection, *, acts: bool = False) -> Principal:
    """The principal of a request, by its token or cookie.

    Raises `NotSignedIn` if it has none, `Forbidden` for a person who has to do something first.
    """
    scheme, _, token = connection.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return device_of(connection, token)
    session = session_of(connection, acts=acts)
    if session.owes:
        raise Forbidden(OWED[session.owes])
    return session.principal


def device_of(connection: HTTPConnection, token: str) -> Principal:
    """The principal of a device's token; raises `NotSignedIn` for an invalid one."""
    return server_of(connection).accounts.device(token).principal


def note_stranger(connection: HTTPConnection) -> None:
    """Note an invalid token in the audit, unless its address is over the limit `STRANGERS`."""
    address = address_of(connection)
    if limits_of(connection).strangers.allows(network_of(connection)):
        server_of(connection).accounts.note(AuditEntry("token refused", "a device", address))


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


def repeats_csrf(connection: HTTPConnection) -> bool:
    """Whether a header, or a WebSocket's subprotocol, repeats the CSRF token of the session."""
    token = connection.headers.get(CSRF, "")
    offered = connection.scope.get("subprotocols", [])
    if len(offered) == 2 and offered[0] == REPEATED:
        token = offered[1]
    return same_secret(token, session_of(connection).csrf)


def refuse_without_csrf(connection: HTTPConnection, who: Principal) -> NoReturn:
    """Note in the audit that a principal did not repeat its token, and raise `Forbidden`."""
    note = AuditEntry("refused", "without its CSRF token")
    server_of(connection).accounts.note(note, actor=who.name)
    raise Forbidden(f"The header {CSRF} is not that of the session.")
