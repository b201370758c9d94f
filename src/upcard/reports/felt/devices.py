"""The devices at the dealer's side of a table with seats: §§ 633a.2(c)-(h), 633a.12(b)(2)."""

from typing import Final

import msgspec

from upcard.games.dealing import Dealing
from upcard.games.table_rules import TableRules

LEFT: Final = 488.0
RIGHT: Final = 712.0
"""The ends of the chip tray with a gap, in the drawing's units."""

GAP: Final = 6


class DrawnDevice(msgspec.Struct, frozen=True):
    """A device at the dealer's side: its name, and its place in the drawing's units."""

    name: str
    x: float
    width: float


def devices_of(
    table: TableRules, *, card_reader: bool = True, tip_box_opposite: bool = True
) -> list[DrawnDevice]:
    """The devices of a table, from the chip tray outwards: first to its right, then to its left.

    A tip box that is not `tip_box_opposite` the drop box stands at the left (§ 633a.2(e)).
    """
    right, left = list[tuple[str, float]](), [("discard rack", 104.0)]
    is_continuous = table.dealing is Dealing.CONTINUOUS_SHUFFLER
    if table.dealing.has_shoe:
        right.append(("dealing shoe", 100))
    if table.dealing.has_shuffler:
        right.append(("continuous shuffler" if is_continuous else "shuffler", 142))
    if table.has_blackjack_wager and card_reader:
        right.append(("card reader", 92))
    if tip_box_opposite:
        right.append(("tip box", 72))
    if any(offered.has_meter for offered in table.wagers):
        left.append(("progressive lock-out", 152))
    left.append(("drop box", 84))
    if not tip_box_opposite:
        left.append(("tip box", 72))
    devices, x = [], RIGHT
    for name, width in right:
        devices.append(DrawnDevice(name, x, width))
        x += width + GAP
    x = LEFT
    for name, width in left:
        x -= width
        devices.append(DrawnDevice(name, x, width))
        x -= GAP
    return devices
