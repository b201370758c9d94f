"""The pages for signing in and out."""

import asyncio
import re
from contextlib import suppress
from typing import Final
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from nicegui import app, ui

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.service.access.first_accounts import FIRST
from upcard.service.access.principal import NotSignedIn
from upcard.service.access.rates import TooMany
from upcard.service.access.second_factors import CodeNeeded
from upcard.service.api.access import (
    COOKIE,
    address_of,
    network_of,
    server_of,
    session_of,
    set_cookie,
)
from upcard.service.api.limits import limits_of
from upcard.service.api.sessions import SIGNED_OUT, sign_in_by_password
from upcard.web.delivery import AWAY_SECONDS
from upcard.web.shell import REFUSED, add_head, disclosure, form
from upcard.web.tickets import hand_over

WORDS: Final = {
    "player": "New here? Sit down at any table and play, for play money.",
    "dealer": "Open a table, switch its automations off, and deal it step by step.",
    "floorperson": "Begin with Floor: jackpots, irregularities, decks, what each table holds.",
    "cashier": "Take deposits and pay withdrawals of game accounts.",
    "manager": "Begin with Submissions: write the rules of a table, file them, put them in force.",
    "surveillance": "Watch every table, and read the audit.",
    "regulator": "Begin with Rounds: replay any of them, verify the chain, export it.",
    "administrator": "Open accounts, end sessions, add devices.",
}
"""What each role does first, for those who enter the demonstration."""

OWN_PAGE: Final = re.compile(r"/(?![/\\])[\w./?=&%-]*", re.ASCII)
"""A path on this server: signing in redirects nowhere else."""


@ui.page("/sign-in", title="Sign in – upcard", reconnect_timeout=AWAY_SECONDS)
def sign_in(request: Request, then: str = "/") -> Response | None:
    """The sign-in page: name and password; in a demonstration also a link for each role."""
    server = server_of(request)
    if not limits_of(request).entrances.allows(network_of(request)):
        return PlainTextResponse("This page was opened too often: wait a minute.\n", 429)
    onward = then if OWN_PAGE.fullmatch(then) else "/"
    add_head()
    ui.dark_mode(value=None)
    with ui.column().classes("uc-entrance"):
        ui.label("upcard").classes("uc-brand uc-brand-large").props('role="heading" aria-level="1"')
        ui.label(
            "Casino table games, dealt by the printed regulation: every rule, limit and payout is "
            "taken from its text, and every round can be replayed and proved."
        ).classes("uc-quiet")
        if server.settings.demonstration:
            _demonstration_roles(onward)
        _build_password_form(request, onward, open_=not server.settings.demonstration)
    return None


def _build_password_form(request: Request, onward: str, *, open_: bool) -> None:
    server = server_of(request)

    async def send() -> None:
        problem.set_text("")
        credentials = (str(name.value), str(password.value), str(code.value))
        try:
            account = await asyncio.to_thread(sign_in_by_password, request, *credentials)
            cookie = await asyncio.to_thread(server.sessions.begin, account, address_of(request))
        except (*REFUSED, TooMany) as refused:
            if isinstance(refused, CodeNeeded):
                code.set_visibility(True)
                code.run_method("focus")
            problem.set_text(str(refused))
            return
        hand_over(cookie, onward, secure=server.settings.secure_cookies)

    if open_:
        ui.label("The administrator of this floor gives you a name and a password.")
    with disclosure("Sign in with a password", open_=open_), form(send):
        name = ui.input("Name").classes("w-full").props("autocomplete=username")
        password = ui.input("Password", password=True).classes("w-full")
        password.props("autocomplete=current-password")
        code = ui.input("Code of the second factor").classes("w-full")
        code.props("autocomplete=one-time-code inputmode=text").set_visibility(False)
        problem = ui.label().classes("uc-problem").props('role="alert"')

        ui.button("Sign in").props("type=submit")


def _demonstration_roles(onward: str) -> None:
    """Links by which anybody may enter a demonstration in any role."""
    ui.label("This is a demonstration: choose who you are").classes("uc-heading").props(
        'role="heading" aria-level="2"'
    )
    with ui.element("div").classes("uc-roles"):
        for name, words in WORDS.items():
            with ui.link(target=f"/enter/{name}?then={quote(onward)}").classes("uc-role"):
                ui.label(name.capitalize()).classes("uc-role-name")
                ui.label(words).classes("uc-quiet")


@app.get("/enter/{name}", include_in_schema=False)
def enter(name: str, request: Request, then: str = "/") -> RedirectResponse:
    """Sign a browser into a demonstration as one of its first accounts."""
    server = server_of(request)
    account = server.accounts.directory.accounts.get(name)
    if not server.settings.demonstration or name not in FIRST or account is None:
        return RedirectResponse("/sign-in")
    onward = then if OWN_PAGE.fullmatch(then) else "/"
    answer = RedirectResponse(onward)
    server.accounts.note(
        AuditEntry("entered the demonstration", name, address_of(request)), actor=name
    )
    set_cookie(answer, server, server.sessions.begin(account, address_of(request)))
    return answer


@app.post("/sign-out", include_in_schema=False)
def sign_out(request: Request) -> Response:
    """End the session; by POST, so that no link or image of another page does."""
    answer = Response(status_code=204)
    server = server_of(request)
    with suppress(NotSignedIn):
        session = session_of(request)
        server.sessions.end_sessions([session.id], session.principal.name, SIGNED_OUT)
    answer.delete_cookie(COOKIE)
    return answer
