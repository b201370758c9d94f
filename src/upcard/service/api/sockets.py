"""Authenticates WebSockets, whose secrets may stand in subprotocols."""

from fastapi import WebSocket
from starlette.requests import HTTPConnection

from upcard.service.access.principal import NotSignedIn, Principal, Role
from upcard.service.api.access import (
    BEARER,
    REPEATED,
    device_of,
    note_stranger,
    principal_of,
    refuse_without_csrf,
    repeats_csrf,
)


def shows_token(connection: HTTPConnection) -> bool:
    """Whether a connection shows a device's token instead of a session's cookie."""
    offered = connection.scope.get("subprotocols", ())
    return "Authorization" in connection.headers or BEARER in offered[:1]


def subprotocol_of(socket: WebSocket) -> str | None:
    """The subprotocol with which a WebSocket is accepted: that after which a secret was shown."""
    offered = socket.scope["subprotocols"]
    return next((protocol for protocol in (BEARER, REPEATED) if protocol in offered), None)


def listener_of(socket: WebSocket) -> Principal:
    """The principal of a WebSocket; a page of another origin may not use the cookie.

    A browser cannot set headers on a WebSocket, so a token may follow the subprotocol `BEARER`.
    Raises `NotSignedIn`.
    """
    offered = socket.scope["subprotocols"]
    has_token = len(offered) == 2 and offered[0] == BEARER
    if has_token or "Authorization" in socket.headers:
        try:
            return device_of(socket, offered[1]) if has_token else principal_of(socket)
        except NotSignedIn:
            note_stranger(socket)
            raise
    origin = socket.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != socket.headers.get("Host"):
        raise NotSignedIn("A page from another origin may not listen.")
    return principal_of(socket)


def commander_of(socket: WebSocket) -> Principal:
    """The principal of a WebSocket that sends commands: like `listener_of`, with REST's conditions.

    A session has to repeat its CSRF token in a header. Raises `NotSignedIn` or `Forbidden`.
    """
    who = listener_of(socket)
    if who.role is not Role.DEVICE and not repeats_csrf(socket):
        refuse_without_csrf(socket, who)
    return who
