"""The principal of a request: a person with a role, or a device with a purpose."""

from enum import StrEnum
from typing import Final

import msgspec


class Role(StrEnum):
    """What a person is on this floor."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    REGULATOR = "regulator"
    MANAGER = "manager"
    CASHIER = "cashier"
    ADMINISTRATOR = "administrator"
    DEVICE = "device"


class Purpose(StrEnum):
    """What a device does at its table."""

    SHOE = "shoe"
    WHEEL = "wheel"
    KEYPAD = "keypad"
    BET_SENSOR = "bet-sensor"
    SIGN = "sign"


OF_PERSONS: Final = frozenset({Purpose.KEYPAD})
"""The purposes of devices that act for a person; the others tell what they read themselves."""

ANY_TABLE: Final = "*"


class Principal(msgspec.Struct, frozen=True):
    """A person who signed in, or a device that showed its token.

    `tables` are those at which a dealer or a device works; `ANY_TABLE` stands for all of them.
    `person` is who is signed in at a device, if anybody is.
    """

    name: str
    role: Role
    tables: tuple[str, ...] = ()
    purpose: Purpose | None = None
    person: "Principal | None" = None

    @property
    def actor(self) -> str:
        """The name under which commands are recorded: that of the person, at a device too."""
        return self.name if self.person is None else self.person.name

    @property
    def signed_in(self) -> "Principal":
        """The person who is signed in at a device; raises `Forbidden` if nobody is."""
        if self.person is None:
            raise Forbidden(f"Nobody is signed in at {self.name}: a person has to sign in there.")
        return self.person

    def works_at(self, table: str) -> bool:
        """Whether the principal is assigned to a table."""
        return table in self.tables or ANY_TABLE in self.tables


class Forbidden(Exception):
    """A principal may not do something; the message is one sentence.

    `section` is the provision that names the person who does it, "" if no provision does.
    """

    def __init__(self, message: str, section: str = "") -> None:
        super().__init__(message)
        self.message, self.section = message, section

    def __str__(self) -> str:
        return f"{self.message} ({self.section})" if self.section else self.message


class NotSignedIn(Exception):
    """A request without a valid session or token; the message is one sentence."""
