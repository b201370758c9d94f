"""The shuffles of a table whose orders are committed, and what players may add to their cut."""

import msgspec

from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.host.bodies.sealed import Entropy
from upcard.host.seals.entropy import LONGEST
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.rules.violation import BadInput


class CommittedShuffle(msgspec.Struct, frozen=True):
    """A shuffle that is in use: the hash that commits to its order, and what was added to its cut.

    `open` says whether players may add to the cut now.
    """

    item: str
    commitment: str
    added: tuple[Entropy, ...]
    open: bool


def committed_shuffles(state: AnyTable, shoe: SealedShoe) -> tuple[CommittedShuffle, ...]:
    """The shuffles whose cards are in the shoe or about to be cut."""
    is_open = takes_entropy(state, shoe)
    newest = f"/{shoe.count}"
    return tuple(
        CommittedShuffle(
            side_cards.sealed.item,
            side_cards.sealed.commitment,
            shoe.added if side_cards.sealed.item.endswith(newest) else (),
            is_open and side_cards.sealed.item.endswith(newest),
        )
        for side_cards in shoe.shoe_sides
        if side_cards is not None
    )


def takes_entropy(state: AnyTable, shoe: SealedShoe) -> bool:
    """Whether a cut is due of cards whose order is committed."""
    return state.phase == Phase.CUTTING and any(shoe.shoe_sides)


def require_may_add(state: AnyTable, shoe: SealedShoe, entropy: Entropy) -> None:
    """Raise `BadInput` unless a player may add this to the cut that is due.

    A cut of a committed order has to be due. Each player with a seat adds once, and the text is
    not empty, not too long, and printable.
    """
    table, player = state.rules.name, entropy.player
    if not takes_entropy(state, shoe):
        raise BadInput(f"Table {table} waits for no cut of committed cards.")
    if player not in (seated for _, seated in state.seats):
        raise BadInput(f"{player} has no seat at table {table}.")
    if player in (contribution.player for contribution in shoe.added):
        raise BadInput(f"{player} has added to this cut already.")
    if not 0 < len(entropy.text) <= LONGEST or not entropy.text.isprintable():
        raise BadInput(f"What is added is 1 to {LONGEST} printable characters.")
