"""The pages of game accounts: the player's own, and the cashier's desk."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from nicegui import ui

from upcard.engine.core import commands as c
from upcard.host.money.limits import LimitKind
from upcard.host.money.lines import lines_of
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.service.money import money_out
from upcard.web.money import dollars
from upcard.web.shell import disclosure, explain, page, showing_refusals
from upcard.web.visitor import Visitor

LATEST: Final = 100
"""The number of entries of a statement that are shown."""

COLUMNS: Final = [
    {"name": name, "label": label, "field": name, "align": "left"}
    for name, label in (
        ("number", "No."),
        ("moment", "When"),
        ("what", "What"),
        ("table", "Table"),
        ("amount", "Moved, $"),
        ("balance", "Balance, $"),
        ("by", "By"),
        ("note", "Note"),
    )
]

KINDS: Final[dict[LimitKind, str]] = {
    "loss-day": "Loss in 24 hours, dollars",
    "loss-week": "Loss in 7 days, dollars",
    "session": "Length of a session, minutes",
    "exclusion": "No play until (date, UTC)",
}


@page("/money", "Money", Action.LIMIT_OWN_PLAY)
async def money(visitor: Visitor) -> None:
    """The page of a player's own game account: bring money, cash out, limits, statement."""

    @ui.refreshable
    def shown() -> None:
        _account(visitor, visitor.who.name)

    def tables() -> list[str]:
        floor = visitor.server.floor
        return [name for name in floor.tables if floor.state(name).rules.bring_money]

    explain("What you play with lies in your account; bring some of it to a table to wager it.")
    shown()
    names = tables()
    if not names:
        explain("No table of this floor takes money from game accounts.")
    else:
        _transfer(visitor, names, shown.refresh)
    _limits(visitor, lambda: visitor.who.name, shown.refresh)


def _transfer(visitor: Visitor, names: list[str], changed: Callable[[], object]) -> None:
    """Brings money of the player's account to a table, and back."""
    with ui.element("section").classes("uc-panel").props('aria-label="transfer"'):
        table = ui.select(names, label="Table", value=names[0]).classes("w-full")
        amount = ui.input("Dollars").classes("w-full").props("inputmode=decimal")

        async def send(command: Callable[[], c.Command], done: str) -> None:
            with showing_refusals():
                sent = command()
                await asyncio.to_thread(visitor.server.floor.send, visitor.who, table.value, sent)
                ui.notify(done)
                changed()

        async def bring() -> None:
            await send(lambda: c.BringMoney(_units(amount.value)), "The money is at the table.")

        async def cash_out() -> None:
            await send(c.CashOut, "The money is in your account.")

        with ui.row():
            ui.button("Bring to the table", on_click=bring).props("no-caps")
            ui.button("Cash out", on_click=cash_out).props("flat no-caps")


@page("/cashier", "Cashier", Action.CONFIRM_MONEY)
async def cashier(visitor: Visitor) -> None:
    """The cashier's desk: deposits, withdrawals, and what waits for a second person."""
    explain("Choose a player; then take what they deposit, or pay what they withdraw.")
    with ui.element("section").classes("uc-panel").props('aria-label="desk"'):
        name = ui.select(_players(visitor), label="Player").classes("w-full")
        amount = ui.input("Dollars").classes("w-full").props("inputmode=decimal")

        async def pay(what: str) -> None:
            desk = visitor.server.money_desk
            with showing_refusals():
                with visitor.server.floor.allowing(visitor.who, Action.KEEP_MONEY):
                    pays = desk.deposit if what == "deposit" else desk.withdraw
                    player, units = _chosen(name), _units(amount.value)
                    entry = await asyncio.to_thread(pays, visitor.who, player, units)
                waits = "waits for a second person" if entry.act.waits else "is done"
                ui.notify(f"The {what} {waits}.")
                amount.set_value("")
                shown.refresh()

        with ui.row():
            if visitor.may(Action.KEEP_MONEY):
                ui.button("Deposit", on_click=lambda: pay("deposit")).props("no-caps")
                ui.button("Withdraw", on_click=lambda: pay("withdrawal")).props("no-caps")

    @ui.refreshable
    def shown() -> None:
        if name.value:
            _waiting(visitor, name.value, shown.refresh)
            _account(visitor, name.value)

    name.on_value_change(shown.refresh)
    shown()
    if visitor.may(Action.LIMIT_PLAYER):
        _limits(visitor, lambda: _chosen(name), shown.refresh)


def _players(visitor: Visitor) -> list[str]:
    known = visitor.server.accounts.directory.accounts.values()
    return [one.name for one in known if one.role is Role.PLAYER]


def _chosen(name: ui.select) -> str:
    if not name.value:
        raise BadInput("Choose a player.")
    return str(name.value)


def _units(text: str | None) -> int:
    """Units of an amount that somebody typed; raises `BadInput`."""
    try:
        return parse_dollars(text or "")
    except AmountError as error:
        raise BadInput(f"{error}") from None


def _account(visitor: Visitor, name: str) -> None:
    """Balance, limits and statement of an account."""
    desk = visitor.server.money_desk
    account = desk.account(name)
    out = money_out(account, desk.cashier.now)
    with ui.element("section").classes("uc-panel").props('aria-label="game account"'):
        ui.label(f"Balance: {dollars(out.balance)}").classes("uc-card-title")
        if out.tables:
            ui.label(f"Money at {', '.join(out.tables)}").classes("uc-quiet")
        for limit in out.limits:
            later = f"; {limit.later} from {limit.since}" if limit.later else ""
            ui.label(f"{limit.setter}: {limit.kind} {limit.value or 'no limit'}{later}")
    lines = islice(lines_of(visitor.server.floor.journal, account), LATEST)
    names = [column["name"] for column in COLUMNS]
    rows = [{name: getattr(one, name) for name in names} for one in lines]
    ui.table(columns=COLUMNS, rows=rows, row_key="number").classes("uc-table w-full").props(
        'dense flat aria-label="Statement" no-data-label="Nothing has moved in this account yet."'
    )


def _waiting(visitor: Visitor, name: str, changed: Callable[[], object]) -> None:
    """What waits for a second person, with a button to confirm it."""
    desk = visitor.server.money_desk

    async def confirm(number: int) -> None:
        with showing_refusals():
            with visitor.server.floor.allowing(visitor.who, Action.CONFIRM_MONEY):
                await asyncio.to_thread(desk.confirm, visitor.who, name, number)
            changed()

    for one in money_out(desk.account(name), desk.cashier.now).waiting:
        with ui.row().classes("items-center"):
            ui.label(f"{one.what} of {dollars(one.amount)}, asked for by {one.by}")
            ui.button("Confirm", on_click=lambda number=one.number: confirm(number)).props(
                "no-caps"
            )


def _limits(visitor: Visitor, name: Callable[[], str], changed: Callable[[], object]) -> None:
    """Sets a limit; an empty field takes it away, as soon as that may be."""
    with ui.element("div").classes("uc-panel"), disclosure("Limits", "shield"):
        kind = ui.select(dict(KINDS), label="Limit", value="loss-day").classes("w-full")
        value = ui.input("Value; empty for none").classes("w-full")

        async def set_limit() -> None:
            own = visitor.who.role is Role.PLAYER
            action = Action.LIMIT_OWN_PLAY if own else Action.LIMIT_PLAYER
            with showing_refusals():
                limited = _limit_value(kind.value, value.value)
                with visitor.server.floor.allowing(visitor.who, action):
                    await asyncio.to_thread(
                        visitor.server.money_desk.limit, visitor.who, name(), kind.value, limited
                    )
                ui.notify("The limit is noted.")
                changed()

        ui.button("Set limit", on_click=set_limit).props("no-caps")


def _limit_value(kind: LimitKind, text: str) -> int | None:
    """The value of a limit that somebody typed; raises `BadInput`."""
    if not text.strip():
        return None
    if kind == "exclusion":
        try:
            day = datetime.fromisoformat(text.strip()).replace(tzinfo=UTC)
        except ValueError:
            raise BadInput(f"{text[:40]!r} is no date such as 2026-12-31.") from None
        return int(day.timestamp()) * 1_000_000
    if kind == "session":
        if not (text.strip().isascii() and text.strip().isdecimal()):
            raise BadInput("A session's length is a whole number of minutes.")
        return int(text) * 60
    return _units(text)
