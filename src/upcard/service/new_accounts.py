"""Opening an account on a served floor: in a demonstration a player's begins with play money."""

from urllib.parse import quote

from upcard.service.access.directory import Account
from upcard.service.access.principal import Role
from upcard.service.demonstration import PAYS_PLAY_MONEY, PLAY_MONEY
from upcard.service.table_server import TableServer


def open_person_account(
    server: TableServer, name: str, role: Role, password: str, actor: str, tables: tuple[str, ...]
) -> Account:
    """Open an account whose person replaces the password; raises `BadInput` as `Accounts.open`."""
    account = server.accounts.open(name, role, password, actor, tables, must_change=True)
    if server.settings.demonstration:
        server.money_desk.give_play_money(PLAY_MONEY, PAYS_PLAY_MONEY, only=name)
    return account


def how_to_get_money(name: str, *, demonstration: bool) -> str:
    """What a player does whose game account is empty."""
    words = "Your game account is empty"
    if demonstration:
        return (
            f"{words}. In this demonstration you may be the cashier too: open the cashier's desk, "
            f"deposit for {name}, and sign in as {name} again."
        )
    return f"{words}: the cashier takes your deposit. Your account has the name {name}."


def way_to_desk(name: str) -> str:
    """The address at which a demonstration turns its visitor into the cashier, for one player."""
    return f"/enter/cashier?then={quote(f'/cashier?player={quote(name)}')}"
