"""The page of a player's own game account, whose parts the cashier's page shows too."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from typing import Final
from urllib.parse import quote

from nicegui import ui

from upcard.engine.core.commands import Command
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.engine.views import money_view
from upcard.host.bodies.account_entry import LimitKind
from upcard.host.money.account import GameAccount
from upcard.host.money.lines import lines_of
from upcard.money.amount import AmountError, format_dollars, parse_dollars
from upcard.rules.loader import game_rules
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.service.money import money_out
from upcard.service.new_accounts import how_to_get_money, way_to_desk
from upcard.text.times import to_the_second
from upcard.text.words import quoted
from upcard.web.elements import CARDS_WHERE_NARROW
from upcard.web.money import change, dollars
from upcard.web.pages.accounts import heading
from upcard.web.shell import disclosure, explain, form, page, showing_refusals, watch
from upcard.web.visitor import Visitor

LATEST: Final = 100
"""The number of entries of a statement that are shown."""

COLUMNS: Final = [
    {"name": name, "label": label, "field": name, "align": align}
    for name, label, align in (
        ("number", "Number", "right"),
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


LOOK_SECONDS: Final = 2.0
"""Seconds between checks for money that moved elsewhere: at a table, at the cashier's desk."""


@page("/money", "Money", Action.LIMIT_OWN_PLAY)
async def money(visitor: Visitor) -> None:
    """The page of a player's own game account: bring money, cash out, limits, statement."""

    @ui.refreshable
    def shown() -> None:
        show_account(visitor, visitor.who.name)

    def tables() -> list[str]:
        floor = visitor.server.floor
        return [name for name in floor.tables if floor.state(name).rules.bring_money]

    @ui.refreshable
    def statement() -> None:
        show_statement(visitor, visitor.who.name)

    def changed() -> None:
        shown.refresh()
        statement.refresh()
        if transfer is not None:
            transfer.show()

    transfer: _Transfer | None = None
    with ui.element("div").classes("uc-beside"):
        shown()
        names = tables()
        if not names:
            explain("No table of this floor takes money from game accounts.")
        else:
            transfer = _Transfer(visitor, names, changed)
    limits_form(visitor, lambda: visitor.who.name, changed)
    statement()
    known = _shown_money(visitor, names)

    async def look() -> None:
        nonlocal known
        now = _shown_money(visitor, names)
        if now != known:
            known = now
            changed()

    watch(visitor, Action.LIMIT_OWN_PLAY, LOOK_SECONDS, look)


def _shown_money(visitor: Visitor, names: list[str]) -> tuple[GameAccount, list[int]]:
    """The visitor's account with what waits in it, and the units that lie at each table."""
    account = visitor.server.money_desk.account(visitor.who.name)
    return account, [_units_at_table(visitor, name) for name in names]


def _units_at_table(visitor: Visitor, table: str) -> int:
    """The units that the visitor has at a table."""
    player_money = money_view(visitor.server.floor.state(table), visitor.who.name)
    return 0 if player_money is None else parse_dollars(player_money.at_table)


class _Transfer:
    """Brings money of the player's account to a table, and back."""

    def __init__(self, visitor: Visitor, names: list[str], on_change: Callable[[], object]) -> None:
        self._visitor, self._on_change = visitor, on_change
        state = visitor.server.floor.state
        titles = {name: f"{name}, {game_rules(state(name).rules.game).title}" for name in names}
        with ui.element("section").classes("uc-panel").props('aria-label="transfer"'):
            ui.label("At a table").classes("uc-card-title")
            ui.label("You wager what you bring; what is left of it you cash out.").classes(
                "uc-quiet"
            )
            with form(self._bring):
                self._table = ui.select(titles, label="Table", value=names[0], on_change=self.show)
                self._table.classes("w-full")
                self._amount = ui.input("Dollars").classes("w-full").props("inputmode=decimal")
                with ui.row().classes("items-center"):
                    self._bring_button = ui.button("Bring to the table").props("type=submit")
                    self._out = ui.button("Cash out", on_click=self._cash_out).props("outline")
                    self._play = ui.link("Go to the table", "/").classes("uc-card-title")
            self._why = ui.label().classes("uc-quiet").props('role="status"')
        self.show()

    def show(self) -> None:
        """Offer what can be done now, and say why nothing can be brought."""
        table = str(self._table.value)
        balance = self._visitor.server.money_desk.account(self._visitor.who.name).balance
        self._bring_button.set_enabled(bool(balance))
        self._amount.set_enabled(bool(balance))
        self._out.set_enabled(bool(_units_at_table(self._visitor, table)))
        self._play.props["href"] = f"/tables/{quote(table)}"
        self._play.update()
        self._why.set_text("" if balance else "There is nothing to bring: deposit money first.")
        self._why.set_visibility(not balance)

    async def _bring(self) -> None:
        if await self._send(lambda: BringMoney(units_of(self._amount.value))):
            ui.notify("The money is at the table.")

    async def _cash_out(self) -> None:
        if await self._send(CashOut):
            ui.notify("The money is in your account.")

    async def _send(self, command: Callable[[], Command]) -> bool:
        """Send a command to the table that is chosen; returns whether it was taken."""
        with showing_refusals() as refused:
            floor, who = self._visitor.server.floor, self._visitor.who
            await asyncio.to_thread(floor.send, who, str(self._table.value), command())
        self._on_change()
        return not refused


def units_of(text: str | None) -> int:
    """Units of an amount that somebody typed; raises `BadInput`."""
    try:
        return parse_dollars(text or "")
    except AmountError:
        words = f"{quoted(text)} is no amount of dollars such as 15 or 7.50."
        raise BadInput(words if text else "Say how many dollars.") from None


def show_account(visitor: Visitor, name: str, way_back: str = "") -> None:
    """What an account holds and its limits, with a way back to its player where there is one."""
    desk = visitor.server.money_desk
    account = desk.account(name)
    out = money_out(account, desk.cashier.now)
    with ui.element("section").classes("uc-panel").props('aria-label="game account"'):
        ui.label("Game account").classes("uc-card-title")
        show_balance(visitor, name)
        if account.balance and not out.tables and not out.limits:
            ui.label("No money lies at a table, and no limit is set.").classes("uc-quiet")
        for table in out.tables:
            ui.label(f"Money at {table}{_money_at_table(visitor, table, name)}").classes("uc-quiet")
        for limit in out.limits:
            later = f"; {limit.later} from {limit.since}" if limit.later else ""
            ui.label(f"{limit.setter}: {limit.kind} {limit.value or 'no limit'}{later}")
        if way_back:
            with ui.element("div"):
                ui.link(f"Enter as {name} again", way_back)


def show_balance(visitor: Visitor, name: str) -> None:
    """What a game account holds; a player whose account is empty is told what to do."""
    account = visitor.server.money_desk.account(name)
    ui.label(f"Balance: {dollars(format_dollars(account.balance))}").classes("uc-number")
    if account.balance or name != visitor.name:
        return
    shows = visitor.server.settings.demonstration
    ui.label(how_to_get_money(name, demonstration=shows))
    if shows:
        with ui.element("div"):
            ui.link("Open the cashier's desk", way_to_desk(name)).classes("uc-card-title")


def _money_at_table(visitor: Visitor, table: str, name: str) -> str:
    """How much a player has at a table, for themselves: what is won there is nobody else's."""
    floor = visitor.server.floor
    if name != visitor.name:
        return ": how much is told to the player alone, until it is cashed out"
    if table not in floor.shown_tables:
        return ""
    player_money = money_view(floor.state(table), name)
    return "" if player_money is None else f": {dollars(player_money.at_table)}"


def show_statement(visitor: Visitor, name: str) -> None:
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
    table = ui.table(columns=COLUMNS, rows=rows, row_key="number").classes("uc-table w-full")
    table.props(
        f'flat wrap-cells {CARDS_WHERE_NARROW} aria-label="Statement" '
        'no-data-label="Nothing has moved in this account yet."'
    )
    table.add_slot("item", CARD)


def limits_form(visitor: Visitor, name: Callable[[], str], on_change: Callable[[], object]) -> None:
    """Set a limit; an empty field takes it away, as soon as that may be."""
    with ui.element("div").classes("uc-panel"), disclosure("Limits", "shield"):

        async def set_limit() -> None:
            own = visitor.who.role is Role.PLAYER
            action = Action.LIMIT_OWN_PLAY if own else Action.LIMIT_PLAYER
            with showing_refusals():
                limited = _limit_value(kind.value, value.value)
                with visitor.server.floor.authority.authorized(visitor.who, action):
                    await asyncio.to_thread(
                        visitor.server.money_desk.limit, visitor.who, name(), kind.value, limited
                    )
                ui.notify("The limit is noted.")
                on_change()

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
    return units_of(text)
