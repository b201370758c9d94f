"""Checks the seals of cards that lie face down while a journal is verified."""

from msgspec.structs import replace

from upcard.engine.core.table_state import AnyTable
from upcard.host.bodies.record_body import RecordBody
from upcard.host.seals.face_down import (
    FaceDown,
    FaceDownCard,
    card_item,
    cover_cards,
    dealt_face_down,
    follow_cards,
    is_card,
)
from upcard.host.seals.sealing import open_revealed
from upcard.host.tables.recorded_table import RecordedTable
from upcard.host.verification.mismatch import Mismatch
from upcard.host.verification.record_seals import RecordSeals


class FaceDownSeals:
    """The tables that seal the cards dealt face down: those of former versions seal none."""

    def __init__(self) -> None:
        self._sealing_tables: set[str] = set()

    def follow(
        self,
        seals: RecordSeals,
        table: RecordedTable,
        state: AnyTable,
        position: int,
        body: RecordBody,
    ) -> FaceDown:
        """The cards that lie face down after a record as it was written, at `position`.

        `table` is the table before the record, `state` its state after it. Raises `Mismatch` unless
        each card that was dealt face down is sealed, and revealed when it is turned.
        """
        name = state.rules.name
        new = [sealed for sealed in seals.new if is_card(sealed.item)]
        dealt = dealt_face_down(body.steps)
        voided = [sealed_item.item for sealed_item in body.voided if is_card(sealed_item.item)]
        if not new and not table.face_down and name not in self._sealing_tables:
            return ()
        self._sealing_tables.add(name)
        items = [card_item(name, position, index) for index in range(len(dealt) + len(voided))]
        if [sealed.item for sealed in new] != items or body != cover_cards(body):
            raise Mismatch("A card was dealt face down and was not sealed.")
        seals.new = [sealed for sealed in seals.new if sealed not in new]
        for card in table.face_down:
            if card.sealed.item in voided:
                seals.end_item(card.sealed.item)
        lying = follow_cards(table.face_down, replace(body, revealed=()))
        for card in lying:
            _open_turned_card(seals, card, lies=card.lies(state))
        return tuple(card for card in lying if card.lies(state))


def _open_turned_card(seals: RecordSeals, card: FaceDownCard, *, lies: bool) -> None:
    """Open a card that was turned; raises `Mismatch` if it was revealed before, or was not."""
    revealed = seals.revealed.pop(card.sealed.item, None)
    if revealed is None:
        if not lies:
            raise Mismatch(f"{card.sealed.item} was turned and was not revealed.")
    elif lies:
        raise Mismatch(f"{card.sealed.item} was revealed before it was turned.")
    elif len(open_revealed(card.sealed, revealed)) != 1:
        raise Mismatch(f"{card.sealed.item} is not one card.")
