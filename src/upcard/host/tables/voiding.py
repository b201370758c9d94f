"""Gives up sealed cards that cannot be opened, because the installation key is lost."""

import msgspec

from upcard.engine.core.table_state import AnyTable
from upcard.host.bodies.sealed import SealVoided
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.seals.sealing import wrong_installation_key
from upcard.host.seals.shoe_positions import cards_left


class Voiding(msgspec.Struct, frozen=True):
    """The sealed cards that are given up in the name of `by`; without a name, none are.

    `seals` are those of face-down cards and of orders of cards. `redrawn` are new cards for the
    face-down ones, in order. Lost values of meters are not among them: they are voided in the
    journal's transaction, which locks the meters.
    """

    by: str = ""
    seals: tuple[SealVoided, ...] = ()
    redrawn: tuple[int, ...] = ()


def void_orders(shoe: SealedShoe, state: AnyTable, actor: str, *, empties: bool) -> list[str]:
    """Void the orders of cards that cannot be opened, if `actor` decides so; returns their names.

    Those in use are replaced by new orders of the cards that nobody has seen. A shoe that
    `empties`, because the table opens with a new submission, gets new cards at the next shuffle:
    its orders are revealed instead. Raises `SealBroken` if one of them cannot be opened and `actor`
    is empty.
    """
    if empties:
        items = shoe.empty()
        if items and not actor:
            raise wrong_installation_key(items[0])
        return items
    lost = shoe.lost_sides() if actor else []
    return [shoe.void(side, cards_left(state, side)) for side in lost]
