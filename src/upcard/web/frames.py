"""Reads the frames of pages' sockets before the framework does.

A socket needs no session, so anybody can send anything. What has not the form that a browser
sends, or names a page that this socket did not open, is dropped; it does nothing and logs nothing.
"""

import logging
from typing import Any, Final

import msgspec
from nicegui import core

from upcard.service.access.rates import counted_as

MAX_NAME: Final = 200
"""The most characters of an id that a browser sends."""


class _OfPage(msgspec.Struct):
    client_id: str


class _Handshake(_OfPage):
    tab_id: str
    document_id: str
    old_tab_id: str | None = None
    next_message_id: int | None = None


class _Event(_OfPage):
    id: int
    listener_id: str
    document: str
    number: int
    pressed: bool
    args: Any = None


class _Response(_OfPage):
    request_id: str


class _Acknowledgement(_OfPage):
    next_message_id: int


FORMS: Final[dict[str, Any]] = {
    "connect": dict[str, Any],
    "disconnect": Any,
    "handshake": _Handshake,
    "event": _Event,
    "javascript_response": _Response,
    "ack": _Acknowledgement,
    "leave": str,
}
"""The form of each event that a page takes. `log` is none: no browser writes the server's log."""

FREE: Final = ("connect", "disconnect", "handshake")
"""Events before which a socket has no page, and its last one."""


def is_readable(sid: str, event: Any, args: tuple[Any, ...]) -> bool:
    """Whether a socket may send this: an event's form, about a page that this socket opened."""
    if not isinstance(event, str) or event not in FORMS:
        return False
    try:
        message = msgspec.convert(args[0] if args else None, FORMS[event])
    except msgspec.ValidationError:
        return False
    if event in FREE:
        return True
    page = message if isinstance(message, str) else message.client_id
    return len(page) <= MAX_NAME and page in core.sio.rooms(sid)


_addresses: Final[dict[str, str]] = {}
"""The address of each socket that is connected, as the limit counts it."""


def _holds(sid: str, environ: Any) -> bool:
    """Whether one more socket of its address is within the limit."""
    client = environ.get("asgi.scope", {}).get("client") if isinstance(environ, dict) else None
    address = counted_as(client[0]) if client else "nowhere"
    if not core.app.state.limits.page_sockets.take_place(address):
        return False
    _addresses[sid] = address
    return True


def read_frames() -> None:
    """Drop what cannot be read, on every socket of this process."""
    trigger = core.sio._trigger_event

    async def read(event: Any, namespace: str, sid: str, *args: Any) -> Any:
        if event == "connect" and not _holds(sid, args[0]):
            return False
        if event == "disconnect" and sid in _addresses:
            core.app.state.limits.page_sockets.release(_addresses.pop(sid))
        if not is_readable(sid, event, args):
            # A browser sends an event again that came before its page was connected.
            return False if event == "event" else core.sio.not_handled
        return await trigger(event, namespace, sid, *args)

    vars(core.sio)["_trigger_event"] = read
    for name in ("engineio.server", "socketio.server"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # they log each malformed frame
