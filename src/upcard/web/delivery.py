"""Handles each event of a page once and in order, however often the connection breaks.

The framework sends an event only once, so that an event under way is lost when its connection dies.
`static/delivery.js` numbers the events of a page, and sends each until it is
acknowledged here.
"""

from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from nicegui import Client, core, ui

from upcard.web.page_closing import send_away
from upcard.web.visitor import visitors

AWAY_SECONDS: Final = 30.0
"""Seconds that a page is kept for a browser that has lost its connection, before it must load it
again. A browser that leaves a page says so."""

TOO_LATE: Final = "The page had changed before that arrived, and nothing was done. Look again."


class LastTaken(NamedTuple):
    """The last event that was taken from a page; `document` changes when a browser loads it."""

    document: str = ""
    number: int = 0


_taken: "WeakKeyDictionary[Client, LastTaken]" = WeakKeyDictionary()


def take_deliveries() -> None:
    """Take the events of all pages, in place of the framework."""
    core.sio.on("event", handle_event)
    core.sio.on("leave", leave)


def handle_event(_: str, message: dict[str, Any]) -> bool:
    """Handle an event; returns False for one that the browser has to send again.

    That is an event that comes before its predecessor, or before the page is connected. Events of
    a visitor whose session has ended do nothing.
    """
    client = Client.instances.get(message["client_id"])
    if client is None or not client.has_socket_connection:
        return False
    now = LastTaken(str(message.pop("document")), int(message.pop("number")))
    last = _taken.get(client, LastTaken())
    if last.document != now.document:
        last = LastTaken(now.document)
    if now.number > last.number + 1:
        return False
    if now.number == last.number + 1:
        _taken[client] = now
        visitor = visitors.get(client)
        if visitor is not None and not visitor.acts():
            send_away(client, visitor.path)
            return True
        _handle(client, message)
    return True


def _handle(client: Client, message: dict[str, Any]) -> None:
    """Handle an event; tell the visitor if the control that was pressed is gone or disabled."""
    pressed = message.pop("pressed")
    control = client.elements.get(message["id"])
    if pressed and (control is None or control.is_ignoring_events):
        with client:
            ui.notify(TOO_LATE, type="warning")
    client.handle_event(message)


def leave(sid: str, client_id: str) -> None:
    """Forget a page that its browser has left."""
    client = Client.instances.get(client_id)
    if client is not None and client_id in core.sio.rooms(sid):
        client.delete()
