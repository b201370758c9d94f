"""The page decorator, and the frame of every page: head, menu, light or dark colors, messages."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from nicegui import context, ui

from upcard.journal.port import JournalError
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.authority import Action
from upcard.service.access.principal import Forbidden, NotSignedIn
from upcard.service.access.rates import TooMany
from upcard.service.api.access import find_session
from upcard.service.api.limits import limits_of
from upcard.service.computing.computations import ComputationCancelled
from upcard.text.words import unbroken
from upcard.web.delivery import AWAY_SECONDS
from upcard.web.page_closing import send_away
from upcard.web.visitor import Visitor, visitors

HEAD: Final = (
    '<link rel="stylesheet" href="/static/upcard.css">'
    '<script src="/static/delivery.js" defer></script>'
    '<script src="/static/tables.js" defer></script>'
)
BUILD_SECONDS: Final = 60.0
"""Seconds that a page may take to be built, as on a machine with much other work; then the visitor
gets an error."""

OPEN_PAGES: Final = 150
"""The most pages that one person has open at the same time, in this process."""

CHECK_SECONDS: Final = 1.0
"""Seconds between checks that this server still holds all tables."""

SIGN_OUT: Final = """
fetch("/sign-out", {method: "POST"}).then(() => location.assign("/sign-in"))
"""

OWN_ACCOUNT: Final = "/account"
"""The page of the visitor's own account."""

GREEN: Final = "#1b7450"
REFUSED: Final = (
    RuleViolation,
    Forbidden,
    NotSignedIn,
    BadInput,
    JournalError,
    TooMany,
    ComputationCancelled,
)
"""Errors that are shown as a refusal; every other one is a fault of upcard."""

FAULT: Final = "That failed, by a fault of upcard or of its machine. The server's log says more."


class MenuEntry(NamedTuple):
    """A page in the menu, for visitors who may do `action`."""

    path: str
    title: str
    icon: str
    action: Action


MENU: Final = (
    MenuEntry("/", "Tables", "table_restaurant", Action.SEE_TABLE),
    MenuEntry("/floor", "Floor", "dashboard", Action.SEE_FLOOR),
    MenuEntry("/lab", "Lab", "science", Action.SEE_ODDS),
    MenuEntry("/submissions", "Submissions", "description", Action.SEE_SUBMISSIONS),
    MenuEntry("/rounds", "Rounds", "history", Action.SEE_ROUNDS),
    MenuEntry("/signs", "Signs", "tv", Action.SEE_METERS),
    MenuEntry("/money", "Money", "account_balance_wallet", Action.LIMIT_OWN_PLAY),
    MenuEntry("/cashier", "Cashier", "point_of_sale", Action.CONFIRM_MONEY),
    MenuEntry("/accounts", "Accounts", "group", Action.KEEP_ACCOUNTS),
    MenuEntry("/audit", "Audit", "policy", Action.SEE_AUDIT),
)

Build = Callable[..., Awaitable[None]]


def page(
    path: str, title: str, action: Action, *, owing: bool = False, instead: str = ""
) -> Callable[[Build], Build]:
    """Register a page under a path, for visitors who may do `action`.

    Others see the refusal and what they may do `instead`, or are sent to sign in first; those
    who have to do something before anything else are sent to their account, unless the page is
    for them too (`owing`). The decorated function gets the visitor, then the parameters of the
    path.
    """

    def decorate(build: Build) -> Build:
        # FastAPI reads the parameters from the signature: there the request replaces the visitor.
        @wraps(build)
        async def built(request: Request, **parameters: Any) -> Response | None:
            visitor = Visitor(request)
            await find_session(request)
            if not visitor.acts():
                return RedirectResponse(f"/sign-in?then={quote(visitor.wanted)}")
            if visitor.session.owes and not owing:
                return RedirectResponse(OWN_ACCOUNT)
            name = visitor.name = visitor.who.name
            opened = sum(visiting.name == name for visiting in visitors.values())
            if opened >= OPEN_PAGES or not limits_of(request).pages.allows(name):
                return PlainTextResponse("You open too many pages: wait a minute.\n", 429)
            visitors[context.client] = visitor
            with frame(visitor, title):
                try:
                    await asyncio.to_thread(
                        visitor.server.floor.authority.authorize, visitor.who, action
                    )
                except Forbidden as refused:
                    explain(f"{refused} {instead}".strip())
                    ui.link("To the tables", "/")
                else:
                    await build(visitor, **parameters)
            return None

        built.__signature__ = _signature(build)  # type: ignore[attr-defined] # read by FastAPI
        ui.page(
            path,
            title=f"{title} – upcard",
            response_timeout=BUILD_SECONDS,
            reconnect_timeout=AWAY_SECONDS,
        )(built)
        return build

    return decorate


def _signature(build: Build) -> Any:
    first, *others = inspect.signature(build, eval_str=True).parameters.values()
    request = first.replace(name="request", annotation=Request)
    others = [parameter.replace(kind=parameter.KEYWORD_ONLY) for parameter in others]
    return inspect.Signature([request, *others])


def add_head() -> None:
    """Add the styles, colors and script of every page; what fails there is told."""
    ui.add_head_html(HEAD)
    ui.colors(primary=GREEN, positive=GREEN)
    ui.on_exception(lambda: ui.notify(FAULT, type="negative"))


@contextmanager
def frame(visitor: Visitor, title: str) -> Iterator[None]:
    """Show the head with the menu; the page is built inside the context, below it."""
    add_head()
    dark = ui.dark_mode(value=None)
    who = visitor.who
    with ui.header().classes("uc-head items-center"):
        ui.link("To the page", "#page").classes("uc-skip")
        ui.link("upcard", "/").classes("uc-brand")
        with ui.row().classes("uc-menu gap-1 max-md:hidden").props('role="navigation"'):
            for menu_entry in MENU:
                if visitor.may(menu_entry.action):
                    _entry(menu_entry, is_current=menu_entry.path == visitor.path)
        ui.space()
        if visitor.server.settings.demonstration:
            ui.label("Demonstration").classes("uc-badge").tooltip("Anybody may enter as anybody.")
        ui.button(icon="contrast", on_click=dark.toggle).props(
            'flat round dense color=white aria-label="Light or dark"'
        )
        with (
            ui.button(icon="account_circle").props(
                f'flat dense no-caps color=white aria-label="Account of {who.role}"'
            ),
            ui.menu(),
        ):
            ui.menu_item(f"{who.name}, {who.role}").props("disable")
            ui.menu_item("Your account", lambda: ui.navigate.to(OWN_ACCOUNT))
            ui.menu_item("Sign out", lambda: ui.run_javascript(SIGN_OUT))
        with (
            ui.button(icon="menu")
            .props('flat round dense color=white aria-label="Menu"')
            .classes("md:hidden"),
            ui.menu(),
        ):
            for menu_entry in MENU:
                if visitor.may(menu_entry.action):
                    ui.menu_item(
                        menu_entry.title, lambda path=menu_entry.path: ui.navigate.to(path)
                    )
    with ui.column().classes("uc-page w-full"):
        ui.html('<span id="page" tabindex="-1"></span>', sanitize=False)
        look = _notice(visitor)
        ui.label(title).classes("uc-title").props('role="heading" aria-level="1"')
        yield
        # A timer waits for the browser: once there is one, the page is sent as far as it is built.
        ui.timer(CHECK_SECONDS, look)


def _notice(visitor: Visitor) -> Callable[[], None]:
    """Show whether this server serves all of its tables; returns what updates that.

    A visitor whose session has ended is sent away.
    """
    client, leases = context.client, visitor.server.floor.leases
    with ui.row().classes("uc-explain items-center").props('role="alert"') as row:
        ui.icon("warning")
        words = ui.label(leases.notice)
    row.set_visibility(bool(leases.notice))

    def look() -> None:
        if not visitor.signed_in:
            send_away(client, visitor.path)
        if words.text != leases.notice:
            words.set_text(leases.notice)
            row.set_visibility(bool(leases.notice))

    return look


def _entry(menu_entry: MenuEntry, *, is_current: bool) -> None:
    link = ui.link(menu_entry.title, menu_entry.path).classes("uc-link")
    if is_current:
        link.classes("uc-here").props('aria-current="page"')


def watch(
    visitor: Visitor, action: Action, seconds: float, look: Callable[[], Awaitable[None]]
) -> None:
    """Call `look` at once and every `seconds`; a visitor whose session has ended must sign in."""

    async def again() -> None:
        if visitor.may(action):
            await look()
        else:
            timer.deactivate()
            ui.navigate.to(f"/sign-in?then={quote(visitor.wanted)}")

    timer = ui.timer(seconds, again, immediate=True)


def explain(sentence: str, section: str = "") -> None:
    """Show a sentence in the page, with its section."""
    with ui.row().classes("uc-explain items-center").props('role="status"'):
        ui.icon("info")
        ui.label(unbroken(sentence))
        if section:
            ui.label(unbroken(section)).classes("uc-section")


@contextmanager
def form(send: Callable[[], Awaitable[None]], username: str = "") -> Iterator[None]:
    """A form of fields, one above the other; its button of the type ``submit``, or Enter, sends it.

    A form with a password but no name says by `username`, unseen, whose password it is: browsers
    that keep passwords ask for it.
    """
    with ui.element("form").classes("uc-form").on("submit.prevent", send):
        if username:
            hidden = ui.element("input").props("type=text autocomplete=username hidden readonly")
            hidden.props["value"] = username  # not by `props()`, which parses its text
        yield


@contextmanager
def disclosure(
    title: str, icon: str = "", *, open_: bool = False, owner: str = ""
) -> Iterator[None]:
    """A title that shows and hides what is built inside the context; `owner` names whose it is.

    It opens at once: where controls slide into their place, a click on one that still moves has no
    effect.
    """
    with ui.element("details").classes("uc-disclosure").props("open" if open_ else ""):
        with ui.element("summary") as summary:
            if owner:
                summary.props["aria-label"] = f"{title} {owner}"
            if icon:
                ui.icon(icon).classes("uc-disclosure-icon").props('aria-hidden="true"')
            ui.label(title)
        with ui.column().classes("w-full"):
            yield


def _in_words(violation: RuleViolation) -> str:
    """A refusal with its section; the key of a submission says nothing to those who play."""
    words = violation.message if violation.section.startswith("submission") else str(violation)
    return unbroken(words)


@contextmanager
def showing_refusals() -> Iterator[list[str]]:
    """Show a refusal inside the context as a message with its section, instead of failing.

    The list that the context gives then has its words.
    """
    words: list[str] = []
    try:
        yield words
    except RuleViolation as refused:
        words.append(_in_words(refused))
    except REFUSED as refused:
        words.append(str(refused))
    if words:
        ui.notify(words[0], type="warning", multi_line=True)
