"""Opens an account for each role when a journal is first served."""

import secrets
from collections.abc import Iterable
from typing import Final

from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import ANY_TABLE, Role

FIRST: Final[dict[str, Role]] = {
    "player": Role.PLAYER,
    "dealer": Role.DEALER,
    "floorperson": Role.FLOORPERSON,
    "surveillance": Role.SURVEILLANCE,
    "regulator": Role.REGULATOR,
    "manager": Role.MANAGER,
    "cashier": Role.CASHIER,
    "administrator": Role.ADMINISTRATOR,
}
"""The first accounts' names, with their roles."""

FIRST_START: Final = "the first start"


def open_first_accounts(accounts: Accounts, *, must_change: bool = True) -> dict[str, str]:
    """Open the first accounts if there are none; returns their passwords, which are not stored.

    With `must_change` each person chooses another password when they first sign in.
    Of two processes that start at once, the one that opens the first account opens all. An imported
    journal has no passwords: then its administrators get new ones.
    """
    existing = accounts.directory.accounts
    if existing:
        lost = [
            account.name
            for account in existing.values()
            if account.role is Role.ADMINISTRATOR and not (account.closed or account.password)
        ]
        return {name: _new_password(accounts, name) for name in lost}
    passwords = {name: _random_password() for name in FIRST}
    for name, role in FIRST.items():
        tables = (ANY_TABLE,) if role is Role.DEALER else ()
        try:
            accounts.open(name, role, passwords[name], FIRST_START, tables, must_change=must_change)
        except BadInput:  # its name is taken since
            return {}
    return passwords


def _new_password(accounts: Accounts, name: str) -> str:
    """A new password of an account."""
    password = _random_password()
    accounts.set_password(name, password, FIRST_START)
    return password


def _random_password() -> str:
    """A password of 96 random bits."""
    return secrets.token_urlsafe(12)


def how_to_sign_in(passwords: dict[str, str]) -> Iterable[str]:
    """The lines that show the first accounts' passwords."""
    yield "The first start gave these accounts a password, shown this once, to be changed first:"
    for name, password in passwords.items():
        yield f"  {name:<14}{password}"
