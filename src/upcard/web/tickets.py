"""Tickets by which a browser fetches the cookie of a session that began on a page.

A page's socket cannot set a cookie, so the browser asks for it by a request. Its ticket is a cookie
too: in an address, it would serve another browser as well.
"""

import secrets
import time
from typing import Final, NamedTuple

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import app, ui

from upcard.service.api.access import server_of, set_cookie

SECONDS: Final = 30.0
"""Seconds in which a browser must fetch its cookie."""

TICKET: Final = "upcard_ticket"
"""The cookie that holds the number of a browser's ticket."""


class Ticket(NamedTuple):
    """A session's cookie for one browser, where it goes on, and until when it may be fetched."""

    cookie: str
    onward: str
    until: float


_tickets: dict[str, Ticket] = {}


def hand_over(cookie: str, onward: str, *, secure: bool) -> None:
    """Give this page's browser a session's cookie, and send it on."""
    number = secrets.token_urlsafe(24)
    _tickets[number] = Ticket(cookie, onward, time.monotonic() + SECONDS)
    header = f"{TICKET}={number}; path=/enter; max-age={SECONDS:.0f}; samesite=strict"
    ui.run_javascript(
        f"document.cookie = '{header}{'; secure' if secure else ''}'; location.assign('/enter')"
    )


@app.get("/enter", include_in_schema=False)
def redeem(request: Request) -> RedirectResponse:
    """Set the session cookie for the browser's ticket, which is valid once."""
    ticket = _tickets.pop(request.cookies.get(TICKET, ""), None)
    for number, old in list(_tickets.items()):
        if old.until < time.monotonic():
            _tickets.pop(number, None)
    if ticket is None or ticket.until < time.monotonic():
        return RedirectResponse("/sign-in")
    answer = RedirectResponse(ticket.onward)
    set_cookie(answer, server_of(request), ticket.cookie)
    answer.delete_cookie(TICKET, path="/enter")
    return answer
