"""The senders of commands: each command names its own where it is defined."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar


class Sender(StrEnum):
    """Those for whom a command is.

    `PLAYER`: players at their own positions; a dealer may enter it for a player. `OWNER`: the owner
    of a game account alone. `DEALER`: the dealer at their own tables. `CHANCE`: the dealer takes
    the step, and the shoe or wheel has the card or number. `FLOORPERSON`: a floorperson or above;
    `ASSIGNED`: the floorperson assigned to the table (§§ 633a.2(f), 633a.4(a), 633c.5(d), (i)).
    `HOUSE`: what meters and clocks give, which nobody sends.
    """

    PLAYER = "player"
    OWNER = "owner"
    DEALER = "dealer"
    CHANCE = "chance"
    FLOORPERSON = "floorperson"
    ASSIGNED = "assigned"
    HOUSE = "house"


Kind = TypeVar("Kind", bound=type)


def sent_by(sender: Sender) -> Callable[[Kind], Kind]:
    """Mark a class of commands with those who send it."""

    def marked(kind: Kind) -> Kind:
        kind.sender = sender  # type: ignore[attr-defined] # a command, which this module cannot name
        return kind

    return marked
