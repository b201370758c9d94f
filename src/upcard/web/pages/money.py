"""The pages of game accounts: the player's own, and the cashier's desk."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Final

from nicegui import ui

from upcard.engine.core import commands as c
from upcard.engine.views import money_view
from upcard.host.money.limits import LimitKind
from upcard.host.money.lines import lines_of
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.loader import game_rules
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.service.money import money_out
from upcard.text.times import to_the_second
from upcard.web.money import change, dollars
from upcard.web.pages.accounts import heading
from upcard.web.shell import disclosure, explain, form, page, showing_refusals
from upcard.web.visitor import Visitor

LATEST: Final = 100
"""The number of entries of a statement that are shown."""

COLUMNS: Final = [
    {"name": name, "label": label, "field": name, "align": align}
    for name, label, align in (
        ("number", "No.", "right"),
        ("moment", "When (UTC)", "left"),
        ("what", "What", "left"),
        ("table", "Table", "left"),
        ("amount", "Moved", "right"),
        ("balance", "Balance", "right"),
        ("by", "By", "left"),
        ("note", "Note", "left"),
    )
]

CARD: Final = """
<div class="uc-card uc-found">
<span class="uc-card-title">{{ props.row.what }}: {{ props.row.amount }}</span>
<span class="uc-quiet">{{ props.row.moment }} · {{ props.row.table || "by " + props.row.by }}</span>
<span>Balance {{ props.row.balance }}</span><span>{{ props.row.note }}</span></div>
"""
"""A line of a statement on a phone."""

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

    @ui.refreshable
    def statement() -> None:
        _statement(visitor, visitor.who.name)

    def changed() -> None:
        shown.refresh()
        statement.refresh()

    with ui.element("div").classes("uc-beside"):
        shown()
        names = tables()
        if not names:
            explain("No table of this floor takes money from game accounts.")
        else:
            _transfer(visitor, names, changed)
    _limits(visitor, lambda: visitor.who.name, changed)
    statement()


def _transfer(visitor: Visitor, names: list[str], changed: Callable[[], object]) -> None:
    """Brings money of the player's account to a table, and back."""
    floor = visitor.server.floor
    titles = {name: f"{name}, {game_rules(floor.state(name).rules.game).title}" for name in names}
    with ui.element("section").classes("uc-panel").props('aria-label="transfer"'):
        ui.label("At a table").classes("uc-card-title")
        ui.label("You wager what you bring; what is left of it you cash out.").classes("uc-quiet")

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

        with form(bring):
            table = ui.select(titles, label="Table", value=names[0]).classes("w-full")
            amount = ui.input("Dollars").classes("w-full").props("inputmode=decimal")
            with ui.row():
                ui.button("Bring to the table").props("type=submit")
                ui.button("Cash out", on_click=cash_out).props("outline")


@page("/cashier", "Cashier", Action.CONFIRM_MONEY)
async def cashier(visitor: Visitor) -> None:
    """The cashier's desk: deposits, withdrawals, and what waits for a second person."""

    def refresh() -> None:
        account.refresh()
        lines.refresh()

    with ui.element("div").classes("uc-beside"):
        with ui.element("section").classes("uc-panel").props('aria-label="desk"'):
            ui.label("The desk").classes("uc-card-title")
            name = _desk(visitor, refresh)

        @ui.refreshable
        def account() -> None:
            if name.value:
                _account(visitor, name.value)
            else:
                explain("The balance and statement of the player appear here.")

        account()

    @ui.refreshable
    def lines() -> None:
        if name.value:
            _waiting(visitor, name.value, refresh)
            _statement(visitor, name.value)

    name.on_value_change(refresh)
    lines()
    if visitor.may(Action.LIMIT_PLAYER):
        _limits(visitor, lambda: _chosen(name), refresh)


def _desk(visitor: Visitor, changed: Callable[[], object]) -> ui.select:
    """The choice of a player; for those who keep money also what takes and pays it."""
    if not visitor.may(Action.KEEP_MONEY):
        ui.label("Choose a player; then confirm what waits, or set a limit.").classes("uc-quiet")
        with ui.element("div").classes("uc-form"):
            return _player_choice(visitor)
    ui.label("Choose a player; then take what they deposit, or pay what they withdraw.").classes(
        "uc-quiet"
    )

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
            changed()

    with ui.element("div").classes("uc-form"):
        name = _player_choice(visitor)
        amount = ui.input("Dollars").classes("w-full").props("inputmode=decimal")
        with ui.row():
            ui.button("Deposit", on_click=lambda: pay("deposit")).props("no-caps")
            ui.button("Withdraw", on_click=lambda: pay("withdrawal")).props("no-caps outline")
    return name


def _players(visitor: Visitor) -> list[str]:
    known = visitor.server.accounts.directory.accounts.values()
    return [account.name for account in known if account.role is Role.PLAYER]


def _player_choice(visitor: Visitor) -> ui.select:
    """The choice of a player; the only one there is, is chosen."""
    players = _players(visitor)
    return ui.select(players, label="Player", value=the_only(players)).classes("w-full")


def the_only(names: list[str]) -> str | None:
    """The name where there is no choice, else None."""
    return names[0] if len(names) == 1 else None


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
        ui.label("Game account").classes("uc-card-title")
        ui.label(f"Balance: {dollars(out.balance)}").classes("uc-number")
        if not out.tables and not out.limits:
            ui.label("No money lies at a table, and no limit is set.").classes("uc-quiet")
        for table in out.tables:
            ui.label(f"Money at {table}{_lying(visitor, table, name)}").classes("uc-quiet")
        for limit in out.limits:
            later = f"; {limit.later} from {limit.since}" if limit.later else ""
            ui.label(f"{limit.setter}: {limit.kind} {limit.value or 'no limit'}{later}")


def _lying(visitor: Visitor, table: str, name: str) -> str:
    """How much a player has at a table, for themselves: what is won there is nobody else's."""
    floor = visitor.server.floor
    if name != visitor.name or table not in floor.shown:
        return ""
    shown = money_view(floor.state(table), name)
    return "" if shown is None else f": {dollars(shown.at_table)}"


def _statement(visitor: Visitor, name: str) -> None:
    """The latest lines of an account; on a phone a card for each."""
    heading("Statement")
    account = visitor.server.money_desk.account(name)
    lines = list(islice(lines_of(visitor.server.floor.journal, account), LATEST))
    names = [column["name"] for column in COLUMNS]
    rows = [{name: getattr(entry, name) for name in names} for entry in lines]
    for row, line in zip(rows, lines, strict=True):
        row["moment"] = to_the_second(line.at)
        moved = str(row["amount"])
        row["amount"] = change(moved) if parse_dollars(moved.lstrip("-")) else "–"
        row["balance"], row["what"] = dollars(str(row["balance"])), str(row["what"]).capitalize()
    shown = ui.table(columns=COLUMNS, rows=rows, row_key="number").classes("uc-table w-full")
    shown.props(
        'flat wrap-cells :grid="Quasar.Screen.lt.sm" aria-label="Statement" '
        'no-data-label="Nothing has moved in this account yet."'
    )
    shown.add_slot("item", CARD)


def _waiting(visitor: Visitor, name: str, changed: Callable[[], object]) -> None:
    """What waits for a second person, with a button to confirm it."""
    desk = visitor.server.money_desk

    async def confirm(number: int) -> None:
        with showing_refusals():
            with visitor.server.floor.allowing(visitor.who, Action.CONFIRM_MONEY):
                await asyncio.to_thread(desk.confirm, visitor.who, name, number)
            changed()

    for act in money_out(desk.account(name), desk.cashier.now).waiting:
        with ui.row().classes("uc-panel uc-urgent items-center justify-between"):
            ui.label(f"{act.what.capitalize()} of {dollars(act.amount)}, asked for by {act.by}")
            if act.by == visitor.name:
                ui.label("Another person confirms it.").classes("uc-small uc-quiet")
            else:
                confirming = partial(confirm, act.number)
                ui.button("Confirm", on_click=confirming).props("no-caps")


def _limits(visitor: Visitor, name: Callable[[], str], changed: Callable[[], object]) -> None:
    """Sets a limit; an empty field takes it away, as soon as that may be."""
    with ui.element("div").classes("uc-panel"), disclosure("Limits", "shield"):

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

        with form(set_limit):
            kind = ui.select(dict(KINDS), label="Limit", value="loss-day").classes("w-full")
            value = ui.input("Value; empty for none").classes("w-full")
            ui.button("Set limit").props("type=submit")


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
