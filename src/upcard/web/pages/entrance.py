"""The pages for signing in and out."""

import asyncio
import re
import secrets
import time
from typing import Final, NamedTuple
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import app, ui

from upcard.host.records.audit_notes import Noticed
from upcard.service.access.first_accounts import FIRST
from upcard.service.api.access import COOKIE, address_of, house_of, set_cookie
from upcard.service.api.people import sign_in_by_password
from upcard.service.api.problems import TooMany
from upcard.web.delivery import AWAY
from upcard.web.shell import REFUSED, add_head, disclosure

WORDS: Final = {
    "player": "Play at any table.",
    "dealer": "Deal a table, step by step or with automations.",
    "floorperson": "Run the floor: jackpots, irregularities, decks.",
    "surveillance": "Watch everything.",
    "regulator": "Replay, verify, export.",
    "manager": "Rules Submissions and what the floor holds.",
    "administrator": "Accounts and devices.",
}

OWN_PAGE: Final = re.compile(r"/(?![/\\])[\w./?=&%-]*", re.ASCII)
"""A path on this server: signing in redirects nowhere else."""

TICKET_SECONDS: Final = 30.0
"""Seconds in which a browser must fetch its cookie after the password was accepted."""


TICKET: Final = "upcard_ticket"
"""The cookie that holds the number of a browser's ticket."""


class Ticket(NamedTuple):
    """A session whose cookie the browser fetches by a request: a page's socket cannot set one."""

    cookie: str
    onward: str
    until: float


_tickets: dict[str, Ticket] = {}


@ui.page("/sign-in", title="Sign in – upcard", reconnect_timeout=AWAY)
def sign_in(request: Request, then: str = "/") -> None:
    """The sign-in page: name and password; in a demonstration also a link for each role."""
    server = house_of(request)
    onward = then if OWN_PAGE.fullmatch(then) else "/"
    add_head()
    ui.dark_mode(value=None)
    with ui.column().classes("uc-entrance"):
        ui.label("upcard").classes("uc-brand uc-brand-large").props('role="heading" aria-level="1"')
        ui.label("Casino table games as executable regulations").classes("uc-quiet")
        if server.settings.demonstration:
            _demonstration_roles(onward)
        _with_password(request, onward, open_=not server.settings.demonstration)


def _with_password(request: Request, onward: str, *, open_: bool) -> None:
    with disclosure("Sign in with a password", open_=open_):
        name = ui.input("Name").classes("w-full").props("autocomplete=username")
        password = ui.input("Password", password=True).classes("w-full")
        password.props("autocomplete=current-password")
        problem = ui.label().classes("uc-problem").props('role="alert"')

        async def send() -> None:
            problem.set_text("")
            try:
                account = await asyncio.to_thread(
                    sign_in_by_password, request, str(name.value), str(password.value)
                )
            except (*REFUSED, TooMany) as refused:
                problem.set_text(str(refused))
                return
            cookie = house_of(request).sessions.begin(account)
            number = secrets.token_urlsafe(24)
            _tickets[number] = Ticket(cookie, onward, time.monotonic() + TICKET_SECONDS)
            _hand_over(number, secure=house_of(request).settings.secure_cookies)

        password.on("keydown.enter", send)
        ui.button("Sign in", on_click=send).classes("w-full")


def _hand_over(number: str, *, secure: bool) -> None:
    """Gives this browser its ticket as a cookie: in an address, it would serve another one too."""
    kept = f"{TICKET}={number}; path=/enter; max-age={TICKET_SECONDS:.0f}; samesite=strict"
    ui.run_javascript(
        f"document.cookie = '{kept}{'; secure' if secure else ''}'; location.assign('/enter')"
    )


def _demonstration_roles(onward: str) -> None:
    """Links by which anybody may enter a demonstration in any role."""
    ui.label("This is a demonstration floor. Enter as").classes("uc-quiet")
    with ui.element("div").classes("uc-roles"):
        for name, words in WORDS.items():
            with ui.link(target=f"/enter/{name}?then={quote(onward)}").classes("uc-role"):
                ui.label(name.capitalize()).classes("uc-role-name")
                ui.label(words).classes("uc-quiet")


@app.get("/enter", include_in_schema=False)
def redeem(request: Request) -> RedirectResponse:
    """Sets the session cookie for the browser's ticket, which is valid once."""
    found = _tickets.pop(request.cookies.get(TICKET, ""), None)
    for number, old in list(_tickets.items()):
        if old.until < time.monotonic():
            _tickets.pop(number, None)
    if found is None or found.until < time.monotonic():
        return RedirectResponse("/sign-in")
    answer = RedirectResponse(found.onward)
    set_cookie(answer, house_of(request), found.cookie)
    answer.delete_cookie(TICKET, path="/enter")
    return answer


@app.get("/enter/{name}", include_in_schema=False)
def enter(name: str, request: Request, then: str = "/") -> RedirectResponse:
    """Signs a browser into a demonstration as one of its first accounts."""
    server = house_of(request)
    account = server.accounts.directory.accounts.get(name)
    if not server.settings.demonstration or name not in FIRST or account is None:
        return RedirectResponse("/sign-in")
    onward = then if OWN_PAGE.fullmatch(then) else "/"
    answer = RedirectResponse(onward)
    server.accounts.note(Noticed("entered the demonstration", name, address_of(request)), by=name)
    set_cookie(answer, server, server.sessions.begin(account))
    return answer


@app.post("/sign-out", include_in_schema=False)
def sign_out() -> Response:
    """Deletes the session cookie; by POST, so that no link or image of another page does."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE)
    return answer
