"""The commands that a role, or the purpose of a device, may send to a table.

Each command says for whom it is (`Sender`), those of variations too: the sets are derived.
"""

from functools import cache
from typing import Final

from upcard.engine.core.commands import (
    BurnCard,
    Command,
    DealCard,
    DrawDeterminant,
    PlaceWager,
    ReshuffleDiscards,
    ShowCoverCard,
)
from upcard.engine.core.senders import Sender
from upcard.engine.irregular.commands import ExposeCard, FindFaceUpCard, OverdrawDealer
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.tagged_types import command_types
from upcard.service.access.principal import Purpose, Role

CHANCE: Final = {
    "card": -1,
    "burned": -1,
    "magic_card": -1,
    "lucky_seat": 0,
    "numbers": None,
    "pocket": None,
}
"""The fields that chance decides, with the value that means "not given"."""

_AT_THE_TABLE: Final = frozenset({Sender.DEALER, Sender.PLAYER})

SENDERS: Final[dict[Role, frozenset[Sender]]] = {
    Role.PLAYER: frozenset({Sender.PLAYER, Sender.OWNER}),
    Role.DEALER: _AT_THE_TABLE,
    Role.FLOORPERSON: _AT_THE_TABLE | {Sender.FLOORPERSON, Sender.ASSIGNED},
    Role.MANAGER: frozenset({Sender.FLOORPERSON}),
}
"""For whom the commands are that each role sends; a manager is above a floorperson."""

OF_DEVICES: Final[dict[Purpose, frozenset[type[Command]]]] = {
    Purpose.SHOE: frozenset(
        {
            DealCard,
            BurnCard,
            DrawDeterminant,
            ReshuffleDiscards,
            ShowCoverCard,
            FindFaceUpCard,
            ExposeCard,
            OverdrawDealer,
        }
    ),
    Purpose.WHEEL: frozenset({AnnounceLuckyNumbers, SpinWheel}),
    Purpose.BET_SENSOR: frozenset({PlaceWager}),
    Purpose.SIGN: frozenset(),
}
"""Commands that a device may post at its own table; a bet sensor, only progressive wagers.

With each come the commands of variations that derive from it. A keypad posts those of the persons
at the table.
"""


@cache
def chance_in(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a kind of command that hold cards or numbers, with their values for none."""
    return tuple(entry for entry in CHANCE.items() if hasattr(kind, entry[0]))


@cache
def commands_for(*senders: Sender) -> frozenset[type[Command]]:
    """The commands that are for one of these, of all known games."""
    return frozenset(kind for kind in command_types() if kind.sender in senders)


@cache
def commands_of(role: Role, purpose: Purpose | None) -> frozenset[type[Command]]:
    """The commands that somebody of a role, or a device, may send."""
    if purpose is Purpose.KEYPAD:
        return commands_for(*_AT_THE_TABLE)
    if purpose is not None:
        kinds = tuple(OF_DEVICES[purpose])
        return frozenset(kind for kind in command_types() if issubclass(kind, kinds))
    return commands_for(*SENDERS.get(role, ()))
