"""The accounts page: accounts of people and tokens of devices."""

import asyncio
from collections.abc import Callable

from nicegui import ui

from upcard.service.access.authority import Action, authorize
from upcard.service.access.directory import Account, Device
from upcard.service.access.principal import ANY_TABLE, Purpose, Role
from upcard.service.new_accounts import open_person_account
from upcard.text.times import SECOND, to_the_second
from upcard.web.sessions import session_cards
from upcard.web.shell import disclosure, form, page, showing_refusals
from upcard.web.visitor import Visitor

PEOPLE = [role.value for role in Role if role is not Role.DEVICE]


@page("/accounts", "Accounts", Action.KEEP_ACCOUNTS)
async def accounts(visitor: Visitor) -> None:
    """The page on which accounts are opened, assigned and closed, devices added and revoked."""
    rows: dict[ui.element, str] = {}  # each account's row, and the text that a search looks through

    @ui.refreshable
    def people() -> None:
        rows.clear()
        last_used: dict[str, float] = {}
        for session in visitor.server.sessions.going_on():
            last_used[session.name] = max(session.used, last_used.get(session.name, 0))
        ui.label("No account has these words.").classes("uc-quiet uc-nobody")
        with ui.element("div").classes("uc-people"):
            for account in visitor.server.accounts.directory.accounts.values():
                row = _account(visitor, account, people.refresh, last_used.get(account.name))
                rows[row] = f"{account.name} {_describe(visitor, account)}".lower()
        narrow()

    def narrow() -> None:
        """Show the rows that have all the words that were searched for; none is built again."""
        words = (search.value or "").lower().split()
        for row, text in rows.items():
            is_visible = all(word in text for word in words)
            if row.visible != is_visible:
                row.set_visibility(is_visible)

    @ui.refreshable
    def devices() -> None:
        known_devices = visitor.server.accounts.directory.devices
        if not known_devices:
            ui.label("No device has a token yet.").classes("uc-quiet")
        with ui.element("div").classes("uc-cards"):
            for device in known_devices.values():
                _device(visitor, device, devices.refresh)

    heading("People")
    search = ui.input("Search", placeholder="a name, a role", on_change=narrow)
    search.classes("uc-search").props("clearable")
    people()
    _new_account(visitor, people.refresh)
    heading("Sessions")
    session_cards(visitor, None)
    heading("Devices")
    devices()
    _new_device(visitor, devices.refresh)


def heading(words: str) -> None:
    """Show a heading inside a page."""
    ui.label(words).classes("uc-heading").props('role="heading" aria-level="2"')


def _account(
    visitor: Visitor, account: Account, on_change: Callable[[], object], last_used: float | None
) -> ui.element:
    """The row of an account, with what may be changed about it."""
    server = visitor.server

    async def close() -> None:
        with showing_refusals():
            authorize(visitor.who, Action.KEEP_ACCOUNTS)
            await asyncio.to_thread(server.accounts.close, account.name, visitor.who.name)
            ui.notify(f"The account {account.name} is closed.")
            on_change()

    async def assign() -> None:
        table_names = _table_names(tables.value)
        with showing_refusals():
            authorize(visitor.who, Action.KEEP_ACCOUNTS)
            await asyncio.to_thread(
                server.accounts.assign, account.name, table_names, visitor.who.name
            )
            ui.notify(f"{account.name} works at {', '.join(table_names) or 'no table'}.")
            on_change()

    async def set_password() -> None:
        with showing_refusals():
            authorize(visitor.who, Action.KEEP_ACCOUNTS)
            await asyncio.to_thread(
                server.accounts.set_password, account.name, password.value, visitor.who.name
            )
            ui.notify(f"{account.name} has a new password; their sessions have ended.")
            on_change()

    with ui.element("section").classes("uc-person") as row:
        # Not by `props()`, which parses its text: a name may have any character.
        row.props["aria-label"] = f"{account.role} account {account.name}"
        ui.label(account.name).classes("uc-card-title")
        ui.label(_describe(visitor, account)).classes("uc-quiet")
        if account.closed:
            return row
        signed_in = "Not signed in"
        if last_used is not None:
            signed_in = f"Signed in, used {to_the_second(round(last_used * SECOND))} UTC"
        ui.label(signed_in).classes("uc-small uc-quiet")
        with disclosure("Change", owner=account.name):
            if account.role is Role.DEALER:
                with form(assign):
                    tables = ui.input("Tables, * for all", value=", ".join(account.tables))
                    tables.classes("w-full").props("autocomplete=off")
                    ui.button("Assign").props("type=submit outline")
            _identity(visitor, account, on_change)
            with form(set_password, account.name):
                password = ui.input("New password", password=True, password_toggle_button=True)
                password.classes("w-full").props("autocomplete=new-password")
                ui.button("Set password").props("type=submit outline")
            if account.name != visitor.who.name:
                ui.button("Close account", on_click=close).props("outline color=negative")
    return row


def _table_names(text: str) -> tuple[str, ...]:
    """The names of tables in a text, in which commas separate them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _describe(visitor: Visitor, account: Account) -> str:
    """Who an account is for, in a line."""
    if account.closed:
        return "Closed"
    words = account.role.capitalize()
    if account.role is Role.DEALER:
        tables = "every table" if ANY_TABLE in account.tables else ", ".join(account.tables)
        words += f" at {tables or 'no table'}"
    if account.factor:
        words += ", with a second factor"
    return f"{words} (you)" if account.name == visitor.who.name else words


def _identity(visitor: Visitor, account: Account, on_change: Callable[[], object]) -> None:
    """Controls of a person's role and second factor."""

    async def change_role() -> None:
        with showing_refusals():
            authorize(visitor.who, Action.KEEP_ACCOUNTS)
            if role.value != account.role:
                new = Role(role.value)
                await asyncio.to_thread(
                    visitor.server.accounts.set_role, account.name, new, visitor.who.name
                )
                ui.notify(f"{account.name} is {new} from now on; their sessions have ended.")
                on_change()

    async def remove_factor() -> None:
        with showing_refusals():
            authorize(visitor.who, Action.KEEP_ACCOUNTS)
            factors = visitor.server.second_factors
            await asyncio.to_thread(factors.remove, account.name, visitor.who.name)
            ui.notify(f"{account.name} has no second factor any more; their sessions have ended.")
            on_change()

    if account.name != visitor.who.name:
        role = ui.select(PEOPLE, label="Role", value=account.role.value).classes("w-full")
        ui.button("Set role", on_click=change_role).props("outline")
    if account.factor:
        ui.button("Remove second factor", on_click=remove_factor).props("outline")


def _new_account(visitor: Visitor, on_change: Callable[[], object]) -> None:
    with ui.element("div").classes("uc-panel"), disclosure("Open an account", "person_add"):

        async def send() -> None:
            table_names = _table_names(tables.value)
            with showing_refusals():
                authorize(visitor.who, Action.KEEP_ACCOUNTS)
                await asyncio.to_thread(
                    open_person_account,
                    visitor.server,
                    name.value,
                    Role(role.value),
                    password.value,
                    visitor.who.name,
                    table_names,
                )
                opened = name.value
                for field in (name, tables, password):
                    field.set_value("")
                ui.notify(f"The account {opened} is open. Its password has to be changed.")
                on_change()

        with form(send):
            name = ui.input("Name").classes("w-full").props("autocomplete=username")
            role = ui.select(PEOPLE, label="Role", value=PEOPLE[0]).classes("w-full")
            tables = ui.input("Tables of a dealer, * for all").classes("w-full")
            tables.props("autocomplete=off")
            tables.bind_visibility_from(role, "value", value=Role.DEALER.value)
            password = ui.input("Password", password=True, password_toggle_button=True)
            password.classes("w-full").props("autocomplete=new-password")
            ui.button("Open").props("type=submit")


def _device(visitor: Visitor, device: Device, on_change: Callable[[], object]) -> None:
    async def revoke() -> None:
        with showing_refusals():
            authorize(visitor.who, Action.KEEP_ACCOUNTS)
            await asyncio.to_thread(
                visitor.server.accounts.revoke_device, device.name, visitor.who.name
            )
            ui.notify(f"The token of {device.name} is worth nothing from now on.")
            on_change()

    with ui.element("section").classes("uc-panel").props('aria-label="device"'):
        ui.label(device.name).classes("uc-card-title")
        ui.label(f"{device.purpose} at {device.table}").classes("uc-quiet")
        if device.revoked:
            ui.label("revoked").classes("uc-quiet")
        else:
            ui.button("Revoke", on_click=revoke).props("flat dense no-caps color=negative")


def _new_device(visitor: Visitor, on_change: Callable[[], object]) -> None:
    with ui.element("div").classes("uc-panel"), disclosure("Add a device", "add_to_queue"):
        names = list(visitor.server.floor.leases.assigned)

        async def send() -> None:
            with showing_refusals():
                authorize(visitor.who, Action.KEEP_ACCOUNTS)
                token = await asyncio.to_thread(
                    visitor.server.accounts.add_device,
                    name.value,
                    Purpose(purpose.value),
                    table.value,
                    visitor.who.name,
                )
                token_label.set_text(f"Token of {name.value}, shown this once: {token}")
                name.set_value("")
                on_change()

        with form(send):
            name = ui.input("Name").classes("w-full")
            purpose = ui.select(
                [choice.value for choice in Purpose], label="What it does", value=Purpose.SIGN.value
            ).classes("w-full")
            table = ui.select(names, label="Table", value=names[0]).classes("w-full")
            ui.button("Add").props("type=submit")
        token_label = ui.label().classes("uc-token").props('role="status"')
