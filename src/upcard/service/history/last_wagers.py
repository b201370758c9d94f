"""The wagers that a player placed last at a table, looked for in the table's latest records."""

from typing import Final

import msgspec

from upcard.engine.core.commands import PlaceWager
from upcard.host.bodies.record_body import body_of
from upcard.journal.codec import encode
from upcard.journal.journal import Journal

REACH: Final = 1_500
"""The records of a table that are looked through."""

_PLACED: Final = encode(PlaceWager.__struct_config__.tag)
_ENDS: Final = (b'"TableCleared"', b'"ReshuffleDue"')
"""The events that end a round, as records have them."""


class LastWager(msgspec.Struct, frozen=True):
    """A wager on a spot of a position, in units."""

    position: int
    spot: str
    units: int


def last_wagers(journal: Journal, stream: str, position: int, player: str) -> tuple[LastWager, ...]:
    """What a player placed in their last round before the record at `position`, in its order.

    Empty if they placed nothing within `REACH` records. Decodes only records that name the player.
    """
    name = encode(player)
    wagers: list[LastWager] = []
    over = False
    for record in journal.records(stream, max(0, position - REACH)):
        if record.position > position:
            break
        text = bytes(record.body)
        if _PLACED in text and name in text:
            placed_wagers = [
                LastWager(step.command.position, step.command.wager, step.command.amount)
                for step in body_of(record).steps
                if isinstance(step.command, PlaceWager) and step.command.player == player
            ]
            if placed_wagers and over:
                wagers = []
                over = False
            wagers += placed_wagers
        over = over or any(end in text for end in _ENDS)
    return tuple(wagers)
