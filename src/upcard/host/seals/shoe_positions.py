"""The positions of cards in a sealed shoe, folded from the table's commands and events."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.commands import (
    BurnCard,
    Command,
    DealCard,
    DrawDeterminant,
    ReshuffleDiscards,
)
from upcard.engine.core.events import (
    CardsCut,
    CardsLoaded,
    CardsShuffled,
    CoverCardAppeared,
    CoverCardInserted,
    Event,
    TableCleared,
)
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.irregular.commands import DrawnCard, FindFaceUpCard
from upcard.host.bodies.sealed import SealedSecret, SealVoided


class ShoePositions(msgspec.Struct, frozen=True):
    """The cards of one side of the shoe: their sealed order, the depth of the cut, cards drawn.

    `cover` is the number of cards below the cover card, None if it is not in the shoe. `burned` are
    the drawn cards that nobody has seen, by their number in the order of drawing, from 0.
    """

    sealed: SealedSecret
    cut: int = 0
    drawn: int = 0
    cover: int | None = None
    burned: tuple[int, ...] = ()

    def cut_again(self, depth: int) -> "ShoePositions":
        """These cards after the top `depth` went to the bottom; a recut adds up (§ 633a.5(e))."""
        return replace(self, cut=self.cut + depth)

    def burn(self) -> "ShoePositions":
        """The positions after the next card was drawn unseen."""
        return replace(self, drawn=self.drawn + 1, burned=(*self.burned, self.drawn))

    def unseen(self, order: bytes) -> list[int]:
        """The cards that were burned unseen from the sealed `order`, in the order of burning."""
        return [order[(self.cut + number) % len(order)] for number in self.burned]

    def among(self, seal: SealedSecret) -> "ShoePositions":
        """A new order of the cards that nobody has seen: the burned ones come first."""
        burned = len(self.burned)
        return ShoePositions(seal, 0, burned, self.cover, tuple(range(burned)))

    def place(self, size: int) -> int:
        """The index of the next card in the sealed order of `size` cards."""
        return (self.cut + self.drawn) % size


ShoeSides = tuple[ShoePositions | None, ...]
"""The cards on each side of the shoe; None where none is sealed (empty, or a fed table)."""

_CARDS: Final = "cards come from a shoe"


def cards_left(state: AnyTable, side: int) -> list[int]:
    """The cards of one side that nobody has seen, sorted: on it, or burned by the house."""
    assert isinstance(state, ShoeState), _CARDS
    undealt = Counter(state.rules.full_shoe)
    undealt.subtract(state.stacks[side].discards)
    undealt.subtract(state.stacks[side].segregated)
    undealt.subtract(state.cards_from(side))
    return sorted(undealt.elements())


def drawn_side(state: AnyTable, command: Command) -> int | None:
    """The side from which a command draws a card; None if it draws none."""
    match command:
        case DrawDeterminant(side=side) | FindFaceUpCard(side=side):
            return side
        case DealCard() if isinstance(state, ShoeState) and state.faults.exposed >= 0:
            return None
        case DrawnCard() | DealCard() | BurnCard() | ReshuffleDiscards():
            return _side(state)
    return None


def _is_unseen_burn(command: Command) -> bool:
    """Whether a command burns a card unseen; records of former versions name the card."""
    match command:
        case BurnCard(card=card) | ReshuffleDiscards(burned=card):
            return card < 0
    return False


def _side(state: AnyTable) -> int:
    assert isinstance(state, ShoeState), _CARDS
    return state.side


def shuffled_side(state: AnyTable, command: Command, events: tuple[Event, ...]) -> int | None:
    """The side whose cards a command put into a new order; None if it shuffled none.

    A continuous shuffler reshuffles when it is loaded and after each round (§ 633a.5(h)).
    """
    if isinstance(command, ReshuffleDiscards):
        return _side(state)
    for event in events:
        if isinstance(event, CardsShuffled):
            return event.side
        if isinstance(event, CardsLoaded | TableCleared) and not state.rules.has_cover_card:
            return 0
    return None


def follow_command(
    sides: ShoeSides,
    state: AnyTable,
    command: Command,
    events: tuple[Event, ...],
    sealed: Iterator[SealedSecret],
) -> ShoeSides:
    """The sides after a command; `state` is the table before it.

    `sealed` yields the orders of cards that the command's record sealed.
    """
    packed = shuffled_side(state, command, events)
    if packed is not None:
        new = next(sealed, None)
        sides = _put_position(sides, packed, None if new is None else ShoePositions(new))
    side = drawn_side(state, command)
    if side is not None and (side_cards := sides[side]) is not None:
        after = (
            side_cards.burn()
            if _is_unseen_burn(command)
            else replace(side_cards, drawn=side_cards.drawn + 1)
        )
        sides = _put_position(sides, side, after)
    for event in events:
        sides = _cut_and_cover(sides, state, event)
    return sides


def with_new_orders(
    sides: ShoeSides, voided: Iterable[SealVoided], sealed: Iterator[SealedSecret]
) -> ShoeSides:
    """The sides after orders that cannot be opened were voided: each side gets a new order."""
    items = {item.item for item in voided}
    for side, side_cards in enumerate(sides):
        if side_cards is not None and side_cards.sealed.item in items:
            new = next(sealed, None)
            sides = _put_position(sides, side, None if new is None else side_cards.among(new))
    return sides


def _cut_and_cover(sides: ShoeSides, state: AnyTable, event: Event) -> ShoeSides:
    if not isinstance(event, CardsCut | CoverCardInserted | CoverCardAppeared):
        return sides
    side = event.side if isinstance(event, CoverCardAppeared) else _side(state)
    side_cards = sides[side]
    if side_cards is None:
        return sides
    match event:
        case CardsCut(depth=depth):
            side_cards = side_cards.cut_again(depth)
        case CoverCardInserted(from_bottom=from_bottom):
            side_cards = replace(side_cards, cover=from_bottom)
        case CoverCardAppeared():
            side_cards = replace(side_cards, cover=None)
    return _put_position(sides, side, side_cards)


def _put_position(sides: ShoeSides, side: int, side_cards: ShoePositions | None) -> ShoeSides:
    return (*sides[:side], side_cards, *sides[side + 1 :])
