"""The directory of a floor: the accounts of people, the devices, and who is signed in at them."""

import msgspec

from upcard.service.access.principal import Principal, Purpose, Role


class Account(msgspec.Struct, frozen=True):
    """A person's account; a new `generation` ends all of its sessions."""

    name: str
    role: Role
    password: str
    tables: tuple[str, ...] = ()
    generation: int = 0
    closed: bool = False

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
