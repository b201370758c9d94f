"""The page of the visitor's own account: password, second factor, and open sessions."""

import asyncio
from collections.abc import Callable
from functools import partial

import segno
from nicegui import context, ui

from upcard.service.access.authority import Action
from upcard.service.access.passwords import MIN_PASSWORD
from upcard.service.access.second_factors import FactorOffer
from upcard.service.access.sessions import PendingDuty
from upcard.service.api.access import OWED
from upcard.service.api.sessions import choose_password, end_all, enrol, require_password
from upcard.web.page_closing import renewing
from upcard.web.pages.money import show_balance
from upcard.web.sessions import session_cards
from upcard.web.shell import explain, form, page, showing_refusals
from upcard.web.tickets import hand_over
from upcard.web.visitor import Visitor


@page("/account", "Your account", Action.KEEP_OWN_ACCOUNT, owing=True)
async def account(visitor: Visitor) -> None:
    """The page on which a person keeps their own account."""
    owes = visitor.session.owes
    with ui.column() as owed:
        if owes:
            explain(OWED[owes])
    owed.set_visibility(bool(owes))
    if not owes and visitor.may(Action.LIMIT_OWN_PLAY):
        _game_account(visitor)
    with ui.element("div").classes("uc-beside"):
        _password(visitor)
        if owes is not PendingDuty.PASSWORD:
            _second_factor(visitor, partial(owed.set_visibility, False))
    if not owes:
        _sessions(visitor)


def _game_account(visitor: Visitor) -> None:
    """What a player's game account holds, and the way to its page."""
    with ui.element("section").classes("uc-panel").props('aria-label="money"'):
        ui.label("Game account").classes("uc-card-title")
        show_balance(visitor, visitor.who.name)
        with ui.element("div"):
            ui.link("Statement, limits, and money at a table", "/money")


def _password(visitor: Visitor) -> None:
    with ui.element("section").classes("uc-panel").props('aria-label="password"'):
        ui.label("Password").classes("uc-card-title")

        async def change() -> None:
            with showing_refusals(), renewing(context.client):
                who, server = visitor.who, visitor.server
                own_account = await asyncio.to_thread(
                    choose_password, visitor.request, who, str(old.value), str(new.value)
                )
                cookie = await asyncio.to_thread(
                    server.sessions.begin, own_account, visitor.address
                )
                hand_over(cookie, "/account", secure=server.settings.secure_cookies)

        with form(change, visitor.who.name):
            old = _secret("Your password", "current-password")
            new = _secret("New password", "new-password")
            ui.button("Change password").props("type=submit")
        ui.label(
            f"At least {MIN_PASSWORD} characters. Every session of yours ends, and a new one "
            "begins here."
        ).classes("uc-quiet")


def _second_factor(visitor: Visitor, on_enrolled: Callable[[], object]) -> None:
    with ui.element("section").classes("uc-panel").props('aria-label="second factor"'):
        ui.label("Second factor").classes("uc-card-title")
        entry = visitor.server.accounts.directory.accounts[visitor.who.name]
        if entry.factor:
            _show_factor(visitor, len(entry.recovery))
        else:
            _to_enrol(visitor, on_enrolled)


def _to_enrol(visitor: Visitor, on_enrolled: Callable[[], object]) -> None:
    """The steps of enrolling: password, secret, recovery codes; each replaces the last."""
    steps = ui.column().classes("w-full")

    async def begin() -> None:
        with showing_refusals():
            await asyncio.to_thread(
                require_password, visitor.request, visitor.who, str(password.value)
            )
            offer = visitor.server.second_factors.offer(visitor.who.name)
            steps.clear()
            with steps:
                _show_factor_offer(visitor, offer, steps, on_enrolled)

    with steps:
        ui.label(
            "Off. With it you sign in by your password and a code that an authenticator on your "
            "telephone shows."
        ).classes("uc-quiet")
        with form(begin, visitor.who.name):
            password = _secret("Your password, to begin", "current-password")
            ui.button("Enrol").props("type=submit outline")


def _show_factor_offer(
    visitor: Visitor, offer: FactorOffer, steps: ui.column, on_enrolled: Callable[[], object]
) -> None:
    ui.label("Scan this with your authenticator, or type the secret in:")
    picture = segno.make(offer.address).svg_data_uri(scale=4, dark="#000", light="#fff")
    ui.image(picture).classes("uc-qr").props('alt="QR code of the secret" no-spinner')
    ui.label(offer.secret).classes("uc-token")

    async def confirm() -> None:
        with showing_refusals():
            codes = await asyncio.to_thread(
                enrol, visitor.server, visitor.session, offer.ticket, str(code.value).strip()
            )
            on_enrolled()
            steps.clear()
            with steps:
                _codes(codes)

    with form(confirm):
        code = ui.input("The code that it shows").classes("w-full")
        code.props("autocomplete=one-time-code inputmode=numeric autofocus")
        ui.button("Confirm").props("type=submit")


def _codes(codes: tuple[str, ...]) -> None:
    ui.label("Each of these replaces a code once. They are not shown again: keep them.")
    with ui.column().classes("uc-token").props('role="status" aria-label="recovery codes"'):
        for code in codes:
            ui.label(code)
    ui.button("I have kept them", on_click=lambda: ui.navigate.to("/"))


def _show_factor(visitor: Visitor, left: int) -> None:
    ui.label(f"A code is asked for at each sign-in; {left} recovery codes are left.")

    async def remove() -> None:
        with showing_refusals():
            who, factors = visitor.who, visitor.server.second_factors
            await asyncio.to_thread(require_password, visitor.request, who, str(password.value))
            entry = visitor.server.accounts.directory.accounts[who.name]
            await asyncio.to_thread(factors.require, entry, str(code.value), visitor.address)
            await asyncio.to_thread(factors.remove, who.name, who.name)

    with form(remove, visitor.who.name):
        password = _secret("Your password, to remove it", "current-password")
        code = ui.input("A code").props("autocomplete=one-time-code").classes("w-full")
        ui.button("Remove").props("type=submit outline color=negative")
    ui.label("Every session of yours ends: sign in again by your password.").classes("uc-quiet")


def _sessions(visitor: Visitor) -> None:
    with ui.element("section").classes("uc-panel").props('aria-label="sessions"'):
        ui.label("Your sessions").classes("uc-card-title")
        changed = session_cards(visitor, visitor.who.name)

        async def end_others() -> None:
            with showing_refusals():
                session = visitor.session
                who = session.principal
                await asyncio.to_thread(end_all, visitor.server, who, session.id, who.name)
                changed()

        if len(visitor.server.sessions.going_on(visitor.who.name)) > 1:
            ui.button("End all others", on_click=end_others).props("outline")


def _secret(label: str, autocomplete: str) -> ui.input:
    return ui.input(label, password=True).classes("w-full").props(f"autocomplete={autocomplete}")
