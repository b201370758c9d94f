"""Changes of accounts and devices, as functions of the directory."""

import unicodedata
from collections.abc import Callable

from msgspec.structs import replace

from upcard.journal.port import check_names
from upcard.rules.violation import BadInput
from upcard.service.access.directory import Account, Device, Directory


def change_account(before: Directory, name: str, alter: Callable[[Account], Account]) -> Directory:
    """The directory with one account changed; raises `BadInput` for an unknown name."""
    account = before.accounts.get(name)
    if account is None:
        raise BadInput(f"There is no account {name}.")
    return replace(before, accounts={**before.accounts, name: alter(account)})


def change_device(before: Directory, name: str, alter: Callable[[Device], Device]) -> Directory:
    """The directory with one device changed; raises `BadInput` for an unknown name."""
    device = before.devices.get(name)
    if device is None:
        raise BadInput(f"There is no device {name}.")
    return replace(before, devices={**before.devices, name: alter(device)})


def close_account(account: Account) -> Account:
    """The account closed, its sessions ended."""
    return ending_sessions(replace(account, closed=True))


def ending_sessions(account: Account) -> Account:
    """The account in its next generation."""
    return replace(account, generation=account.generation + 1)


def keep_administrator(before: Directory, after: Directory, name: str) -> None:
    """Raise `BadInput` if a change leaves no administrator."""
    if before.has_administrator and not after.has_administrator:
        raise BadInput(f"{name} is the last administrator: open another account first.")


def revoke_device(device: Device) -> Device:
    """The device revoked, with nobody signed in at it."""
    return replace(device, revoked=True, person=None)


def check_name(name: str) -> None:
    """Raise `BadInput` for a name that is invalid, has no address, or can look like another."""
    check_names(name)
    if not name.strip() or name != name.strip():
        raise BadInput("A name is not empty and has no space at either end.")
    if "/" in name or name in (".", ".."):
        raise BadInput("A name has no slash and is not only dots: it is part of addresses.")
    if unicodedata.normalize("NFKC", name) != name:
        raise BadInput("A name is written with the ordinary form of each character.")


def free(directory: Directory, name: str) -> None:
    """Raise `BadInput` for a name that is taken, also if only the case of letters differs."""
    folded = name.casefold()
    for name_in_use in (*directory.accounts, *directory.devices):
        if name_in_use.casefold() == folded:
            raise BadInput(f"The name {name_in_use} is taken.")
