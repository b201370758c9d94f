"""The cashier's desk: deposits, withdrawals, limits, and what waits for a second person."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from nicegui import ui

from upcard.host.money.account import GameAccount
from upcard.money.amount import format_dollars
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.first_accounts import FIRST
from upcard.service.access.principal import Role
from upcard.service.money import money_out
from upcard.web.money import dollars
from upcard.web.pages.money import limits_form, show_account, show_statement, units_of
from upcard.web.shell import explain, page, showing_refusals, watch
from upcard.web.visitor import Visitor

LOOK_SECONDS: Final = 2.0
"""Seconds between checks for what others did: a confirmation, a deposit that waits for one."""


@page("/cashier", "Cashier", Action.CONFIRM_MONEY)
async def cashier(visitor: Visitor, player: str = "") -> None:
    """The cashier's desk: deposits, withdrawals, and what waits for a second person.

    `player` is who is chosen at first, if there is such a player.
    """

    def refresh() -> None:
        account.refresh()
        lines.refresh()

    with ui.element("div").classes("uc-beside"):
        with ui.element("section").classes("uc-panel").props('aria-label="desk"'):
            ui.label("The desk").classes("uc-card-title")
            name = _desk(visitor, player, refresh)

        @ui.refreshable
        def account() -> None:
            if name.value:
                show_account(visitor, name.value, _way_back(visitor, name.value))
            else:
                explain("The balance and statement of the player appear here.")

        account()

    known = await asyncio.to_thread(_read_accounts, visitor, name.value)

    @ui.refreshable
    def lines() -> None:
        if name.value:
            _show_waiting_acts(visitor, name.value, refresh)
        _show_others_waiting(known[1], name)
        if name.value:
            show_statement(visitor, name.value)

    async def look() -> None:
        nonlocal known
        if (players := _players(visitor)) != name.options:  # an account was opened or closed
            name.set_options(players, value=name.value if name.value in players else None)
        now = await asyncio.to_thread(_read_accounts, visitor, name.value)
        if now != known:
            known = now
            refresh()

    name.on_value_change(refresh)
    lines()
    if visitor.may(Action.LIMIT_PLAYER):
        limits_form(visitor, lambda: _player_chosen(name), refresh)
    watch(visitor, Action.CONFIRM_MONEY, LOOK_SECONDS, look)


def _read_accounts(
    visitor: Visitor, chosen: str | None
) -> tuple[GameAccount | None, list[GameAccount]]:
    """The account of the chosen player, and those in which something waits."""
    desk = visitor.server.money_desk
    return (desk.account(chosen) if chosen else None, desk.cashier.waiting())


def _desk(visitor: Visitor, player: str, on_change: Callable[[], object]) -> ui.select:
    """The choice of a player; for those who keep money also what takes and pays it."""
    if not visitor.may(Action.KEEP_MONEY):
        ui.label("Choose a player; then confirm what waits, or set a limit.").classes("uc-quiet")
        with ui.element("div").classes("uc-form"):
            return _player_choice(visitor, player)
    ui.label("Choose a player; then take what they deposit, or pay what they withdraw.").classes(
        "uc-quiet"
    )

    async def pay(what: str) -> None:
        desk = visitor.server.money_desk
        with showing_refusals():
            with visitor.server.floor.authority.authorized(visitor.who, Action.KEEP_MONEY):
                pays = desk.deposit if what == "deposit" else desk.withdraw
                player, units = _player_chosen(name), units_of(amount.value)
                entry = await asyncio.to_thread(pays, visitor.who, player, units)
            waits = "waits for a second person" if entry.act.waits else "is done"
            amount.set_value("")  # before anything is told: the next amount may be typed at once
            ui.notify(f"The {what} {waits}.")
            on_change()

    with ui.element("div").classes("uc-form"):
        name = _player_choice(visitor, player)
        amount = ui.input("Dollars").classes("w-full").props("inputmode=decimal")
        with ui.row():
            ui.button("Deposit", on_click=lambda: pay("deposit")).props("no-caps")
            ui.button("Withdraw", on_click=lambda: pay("withdrawal")).props("no-caps outline")
    return name


def _way_back(visitor: Visitor, player: str) -> str:
    """The link of a demonstration by which its presenter becomes this player; "" elsewhere."""
    enters = visitor.server.settings.demonstration and player in FIRST
    return f"/enter/{player}?then=/money" if enters else ""


def _players(visitor: Visitor) -> list[str]:
    known = visitor.server.accounts.directory.accounts.values()
    return [account.name for account in known if account.role is Role.PLAYER]


def _player_choice(visitor: Visitor, player: str) -> ui.select:
    """The choice of a player; `player` is chosen, or the only one there is."""
    players = _players(visitor)
    chosen_player = player if player in players else the_only(players)
    return ui.select(players, label="Player", value=chosen_player).classes("w-full")


def the_only(names: list[str]) -> str | None:
    """The only name there is; None where there is a choice."""
    return names[0] if len(names) == 1 else None


def _player_chosen(name: ui.select) -> str:
    if not name.value:
        raise BadInput("Choose a player.")
    return str(name.value)


def _show_waiting_acts(visitor: Visitor, name: str, on_change: Callable[[], object]) -> None:
    """What waits for a second person, with a button to confirm it."""
    desk = visitor.server.money_desk

    async def confirm(number: int) -> None:
        with showing_refusals():
            with visitor.server.floor.authority.authorized(visitor.who, Action.CONFIRM_MONEY):
                await asyncio.to_thread(desk.confirm, visitor.who, name, number)
            on_change()

    for act in money_out(desk.account(name), desk.cashier.now).waiting:
        with ui.row().classes("uc-panel uc-urgent items-center justify-between"):
            ui.label(f"{act.what.capitalize()} of {dollars(act.amount)}, asked for by {act.by}")
            if act.by == visitor.name:
                ui.label("Another person confirms it.").classes("uc-small uc-quiet")
            else:
                confirming = partial(confirm, act.number)
                ui.button("Confirm", on_click=confirming).props("no-caps")


def _show_others_waiting(accounts: list[GameAccount], name: ui.select) -> None:
    """What waits in the accounts of players who are not chosen, with a button to choose them."""
    for account in accounts:
        if account.name == name.value or account.name not in name.options:
            continue
        for act in account.waiting:
            with ui.row().classes("uc-panel items-center justify-between"):
                amount = dollars(format_dollars(act.amount))
                ui.label(
                    f"{act.what.capitalize()} of {amount} for {account.name} waits for a second "
                    f"person, asked for by {act.by}"
                )
                choose = partial(name.set_value, account.name)
                ui.button(f"Choose {account.name}", on_click=choose).props("no-caps outline")
