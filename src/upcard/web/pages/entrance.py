"""Signing in and out."""

import json
from typing import Final
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import app, ui

from upcard.host.notes import Noticed
from upcard.service.api.access import COOKIE, address_of, house_of, set_cookie
from upcard.service.welcome import FIRST
from upcard.web.shell import look

WORDS: Final = {
    "player": "Play at any table.",
    "dealer": "Deal a table, step by step or with automations.",
    "floorperson": "Run the floor: jackpots, irregularities, decks.",
    "surveillance": "Watch everything.",
    "regulator": "Replay, verify, export.",
    "manager": "Rules Submissions and what the floor holds.",
    "administrator": "Accounts and devices.",
}

SEND: Final = """
async (name, password) => {
    const answer = await fetch('/api/session', {
        method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({name: name, password: password}),
    });
    return answer.ok ? '' : (await answer.json()).message;
}
"""
"""The browser itself asks for the cookie, so that the page's server code never holds it."""


@ui.page("/sign-in", title="Sign in – upcard")
def sign_in(request: Request, then: str = "/") -> None:
    """Name and password; in a demonstration, one click for each role."""
    house = house_of(request)
    onward = then if then.startswith("/") and not then.startswith("//") else "/"
    look()
    ui.dark_mode(value=None)
    with ui.column().classes("uc-entrance").props('role="main"'):
        ui.label("upcard").classes("uc-brand uc-brand-large").props('role="heading" aria-level="1"')
        ui.label("Casino table games as executable regulations").classes("uc-quiet")
        if house.settings.demonstration:
            _anybody(onward)
        _with_password(onward, open_=not house.settings.demonstration)


def _with_password(onward: str, *, open_: bool) -> None:
    with ui.expansion("Sign in with a password", value=open_).classes("w-full"):
        name = ui.input("Name").classes("w-full").props("autocomplete=username")
        password = ui.input("Password", password=True).classes("w-full")
        password.props("autocomplete=current-password")
        problem = ui.label().classes("uc-problem").props('role="alert"')

        async def send() -> None:
            said = await ui.run_javascript(
                f"return ({SEND})({_js(name.value)}, {_js(password.value)})"
            )
            problem.set_text(said)
            if not said:
                ui.navigate.to(onward)

        password.on("keydown.enter", send)
        ui.button("Sign in", on_click=send).classes("w-full")


def _anybody(onward: str) -> None:
    """The demonstration lets everybody in as anybody: on this machine alone."""
    ui.label("This is a demonstration floor. Enter as").classes("uc-quiet")
    with ui.element("div").classes("uc-roles"):
        for name, words in WORDS.items():
            with ui.link(target=f"/enter/{name}?then={quote(onward)}").classes("uc-role"):
                ui.label(name.capitalize()).classes("uc-role-name")
                ui.label(words).classes("uc-quiet")


def _js(text: str) -> str:
    return json.dumps(text)


@app.get("/enter/{name}", include_in_schema=False)
def enter(name: str, request: Request, then: str = "/") -> RedirectResponse:
    """One click into a demonstration as one of its first accounts."""
    house = house_of(request)
    account = house.accounts.directory.accounts.get(name)
    if not house.settings.demonstration or name not in FIRST or account is None:
        return RedirectResponse("/sign-in")
    onward = then if then.startswith("/") and not then.startswith("//") else "/"
    answer = RedirectResponse(onward)
    house.accounts.note(Noticed("entered the demonstration", name, address_of(request)), by=name)
    set_cookie(answer, house, house.sessions.begin(account))
    return answer


@app.get("/sign-out", include_in_schema=False)
def sign_out() -> RedirectResponse:
    """The cookie goes."""
    answer = RedirectResponse("/sign-in")
    answer.delete_cookie(COOKIE)
    return answer
