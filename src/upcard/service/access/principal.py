"""Who asks: a person with a role, or a device with a purpose."""

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
    ADMINISTRATOR = "administrator"
    DEVICE = "device"


class Purpose(StrEnum):
    """What a device does at its table."""

    SHOE = "shoe"
    WHEEL = "wheel"
    KEYPAD = "keypad"
    BET_SENSOR = "bet-sensor"
    SIGN = "sign"


ANY_TABLE: Final = "*"


class Principal(msgspec.Struct, frozen=True):
    """Somebody who signed in, or a device that showed its token.

    `tables` are those that a dealer or a device works at; `ANY_TABLE` stands for all of them.
    """

    name: str
    role: Role
    tables: tuple[str, ...] = ()
    purpose: Purpose | None = None

    def works_at(self, table: str) -> bool:
        """Whether a table is among those that it is assigned to."""
        return table in self.tables or ANY_TABLE in self.tables


class Forbidden(Exception):
    """What a principal may not do: one sentence.

    `section` is the provision that names the person who does it, "" where the text names nobody.
    """

    def __init__(self, message: str, section: str = "") -> None:
        super().__init__(message)
        self.message, self.section = message, section

    def __str__(self) -> str:
        return f"{self.message} ({self.section})" if self.section else self.message


class NotSignedIn(Exception):
    """A request that needs somebody who signed in: one sentence."""
