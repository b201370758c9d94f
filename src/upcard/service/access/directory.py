"""The directory of a floor: the accounts of people, the devices, and who is signed in at them."""

import msgspec

from upcard.host.records.directory import ACCOUNTS
from upcard.journal.codec import read_state
from upcard.service.access.principal import Principal, Purpose, Role


class Account(msgspec.Struct, frozen=True):
    """A person's account; a new `generation` ends all of its sessions.

    Somebody else chose the password if `must_change`. `factor` is the secret of the second factor,
    encrypted, "" if there is none; `factor_used` is the time step of the last code that was taken,
    and `recovery` has the SHA-256 (hex) of each recovery code that is left.
    """

    name: str
    role: Role
    password: str
    tables: tuple[str, ...] = ()
    generation: int = 0
    closed: bool = False
    must_change: bool = False
    factor: str = ""
    factor_used: int = 0
    recovery: tuple[str, ...] = ()

    @property
    def principal(self) -> Principal:
        """The principal of this person's requests."""
        return Principal(self.name, self.role, self.tables)


class SignedInAt(msgspec.Struct, frozen=True):
    """Who is signed in at a device, with the generation of the account, since when.

    `since` is in seconds since the epoch.
    """

    name: str
    generation: int
    since: int


class Device(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device at its table; `token` is the hash (hex) of its token."""

    name: str
    purpose: Purpose
    table: str
    token: str
    revoked: bool = False
    person: SignedInAt | None = None

    @property
    def principal(self) -> Principal:
        """The principal of this device's requests."""
        return Principal(self.name, Role.DEVICE, (self.table,), self.purpose)


class Directory(msgspec.Struct, frozen=True):
    """All accounts and devices, by name."""

    accounts: dict[str, Account] = {}
    devices: dict[str, Device] = {}

    @property
    def has_administrator(self) -> bool:
        """Whether there is an administrator whose account is open."""
        return any(
            account.role is Role.ADMINISTRATOR and not account.closed
            for account in self.accounts.values()
        )


def read_directory(text: bytes | None) -> Directory:
    """The directory that a state of the journal holds; empty where there is none yet."""
    return Directory() if text is None else read_state(ACCOUNTS, text, Directory)
