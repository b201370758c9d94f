"""The first start: an account for each role, and how to sign in."""

import secrets
from collections.abc import Iterable
from typing import Final

from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import ANY_TABLE, Role

FIRST: Final[dict[str, Role]] = {
    "player": Role.PLAYER,
    "dealer": Role.DEALER,
    "floorperson": Role.FLOORPERSON,
    "surveillance": Role.SURVEILLANCE,
    "regulator": Role.REGULATOR,
    "manager": Role.MANAGER,
    "administrator": Role.ADMINISTRATOR,
}
"""The names of the first accounts, which are those of their roles."""

BY: Final = "the first start"


def open_first_accounts(accounts: Accounts) -> dict[str, str]:
    """Open the first accounts where there are none; their passwords, which are shown this once."""
    if accounts.directory.accounts:
        return {}
    passwords = {name: secrets.token_urlsafe(12) for name in FIRST}
    for name, role in FIRST.items():
        tables = (ANY_TABLE,) if role is Role.DEALER else ()
        accounts.open(name, role, passwords[name], BY, tables)
    return passwords


def how_to_sign_in(passwords: dict[str, str]) -> Iterable[str]:
    """The lines that tell it."""
    yield "The first start opened these accounts. Their passwords are shown this once:"
    for name, password in passwords.items():
        yield f"  {name:<14}{password}"
