"""Checks the sealed orders of cards while a journal is verified."""

from collections import Counter
from collections.abc import Iterator

from upcard.engine.core.commands import (
    BurnCard,
    Command,
    CutCards,
    DealCard,
    DrawDeterminant,
    ReshuffleDiscards,
)
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.irregular.commands import DrawnCard
from upcard.host.bodies.record_body import RecordBody, TableStep
from upcard.host.bodies.sealed import Entropy, SealedSecret
from upcard.host.seals.entropy import depth_of
from upcard.host.seals.sealing import open_revealed
from upcard.host.seals.shoe_positions import (
    ShoePositions,
    ShoeSides,
    cards_left,
    drawn_side,
    follow_command,
    shuffled_side,
    with_new_orders,
)
from upcard.host.verification.mismatch import Mismatch
from upcard.host.verification.record_seals import ItemNumbers, RecordSeals, missing_revelation


class _Order:
    """A sealed order of cards: the cards that it has to contain, and those drawn from it.

    `draws` has the depth of the cut, the number of cards drawn before, and the card.
    """

    def __init__(self, sealed: SealedSecret, cards: list[int]) -> None:
        self.seal = sealed
        self._cards = Counter(cards)
        self.draws: list[tuple[int, int, int]] = []

    def check(self, order: bytes) -> None:
        """Raise `Mismatch` unless the revealed order has its cards and gave those drawn."""
        if Counter(order) != self._cards:
            raise Mismatch(f"{self.seal.item} does not hold the cards that were shuffled.")
        for cut, drawn, card in self.draws:
            if card >= 0 and order[(cut + drawn) % len(order)] != card:
                raise Mismatch(f"A card was dealt that {self.seal.item} does not have there.")


class OpenOrders:
    """The orders of cards in force, each with the cards drawn from it, by item."""

    def __init__(self) -> None:
        self._orders: dict[str, _Order] = {}
        self._numbers = ItemNumbers()

    def remember_card(self, state: AnyTable, sides: ShoeSides, command: Command) -> None:
        """Remember the card that a command draws, and its place in the sealed order."""
        side = drawn_side(state, command)
        side_cards = sides[side] if side is not None else None
        if side_cards is None or isinstance(command, ReshuffleDiscards):
            return
        assert isinstance(command, DealCard | BurnCard | DrawDeterminant | DrawnCard)
        place = (side_cards.cut, side_cards.drawn, command.card)
        self._orders[side_cards.sealed.item].draws.append(place)

    def after_step(
        self,
        seals: RecordSeals,
        state: AnyTable,
        sides: ShoeSides,
        step: TableStep,
        new_orders: Iterator[SealedSecret],
        *,
        fed: bool,
    ) -> ShoeSides:
        """The sides after a step; a new order of cards is tracked from here on.

        At a `fed` table the house does not know the order of the cards: none may be sealed.
        """
        sealed = iter(()) if fed else new_orders
        after = follow_command(sides, state, step.command, step.events, sealed)
        side = shuffled_side(state, step.command, step.events)
        if side is None or fed:
            return after
        side_cards, before = after[side], sides[side]
        if side_cards is None:
            raise _missing_seal()
        unseen = [] if before is None else _unseen_burn_cards(seals, before)
        if before is not None:
            self._end_order(seals, before.sealed)
        self._numbers.take_up(seals, side_cards.sealed)
        assert isinstance(state, ShoeState), "what is packed goes into a shoe"
        stack = state.stack
        again = isinstance(step.command, ReshuffleDiscards)
        cards = [*stack.discards, *stack.segregated] if again else state.rules.full_shoe
        known = [card for card in cards if card >= 0]
        order = _Order(side_cards.sealed, known + (unseen if again else []))
        self._orders[side_cards.sealed.item] = order
        if isinstance(step.command, ReshuffleDiscards):
            order.draws.append((0, 0, step.command.burned))
        return after

    def replace_voided(
        self,
        seals: RecordSeals,
        state: AnyTable,
        sides: ShoeSides,
        body: RecordBody,
        new_orders: Iterator[SealedSecret],
    ) -> ShoeSides:
        """The sides after lost orders were voided; the new orders are tracked from here on."""
        after = with_new_orders(sides, body.voided, new_orders)
        for side, (side_cards, before) in enumerate(zip(after, sides, strict=True)):
            if side_cards is before or before is None:
                continue
            if side_cards is None:
                raise _missing_seal()
            self._end_order(seals, before.sealed)
            self._numbers.take_up(seals, side_cards.sealed)
            order = _Order(side_cards.sealed, cards_left(state, side))
            self._orders[side_cards.sealed.item] = order
        return after

    def empty_shoe(self, seals: RecordSeals, sides: ShoeSides) -> None:
        """End the orders in a shoe, as when the table gets a new submission."""
        for side_cards in sides:
            if side_cards is not None:
                self._end_order(seals, side_cards.sealed)

    def open_revealed_orders(self, seals: RecordSeals) -> None:
        """Open and check the orders that a record reveals: all it reveals that is not yet opened.

        Raises `Mismatch` for an item that was never sealed, or whose shoe has not ended.
        """
        for item, revealed in seals.revealed.items():
            order = self._orders.pop(item, None)
            if order is None:
                raise Mismatch(f"{item} was revealed and never sealed.")
            seals.require_ended(item)
            order.check(open_revealed(order.seal, revealed))

    def _end_order(self, seals: RecordSeals, seal: SealedSecret) -> None:
        """End an order of cards; raises `Mismatch` unless the record reveals or voids it."""
        seals.end_item(seal.item)
        if seals.is_voided(seal.item):
            del self._orders[seal.item]
        elif seals.revelation_of(seal) is None:
            raise missing_revelation(seal)


def _unseen_burn_cards(seals: RecordSeals, side_cards: ShoePositions) -> list[int]:
    """The cards that were burned unseen, of an order that the record reveals."""
    revealed = seals.revelation_of(side_cards.sealed)
    if revealed is None:
        return []
    return side_cards.unseen(open_revealed(side_cards.sealed, revealed))


def _missing_seal() -> Mismatch:
    return Mismatch("Cards were shuffled without their order being sealed.")


def require_cut(
    state: AnyTable, sides: ShoeSides, step: TableStep, entropy: tuple[Entropy, ...]
) -> None:
    """Raise `Mismatch` if a cut is not where what players added to it puts it."""
    if not entropy or not isinstance(step.command, CutCards):
        return
    assert isinstance(state, ShoeState), "cards are cut"
    side_cards = sides[state.side]
    if side_cards is None:
        raise _missing_seal()
    depth = depth_of(side_cards.sealed.commitment, entropy, state.rules.shoe_size)
    if step.command.depth != depth:
        raise Mismatch(f"The cards were cut at {step.command.depth}; what players added: {depth}.")
