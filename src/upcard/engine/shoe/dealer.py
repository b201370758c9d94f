"""The dealer of tables with cards: completes steps with cards and the depth of a cut."""

from collections.abc import Mapping
from typing import Final, Generic, TypeVar

from upcard.cards.shoe import CardSource
from upcard.engine.core.commands import (
    BurnCard,
    Command,
    CutCards,
    DealCard,
    InsertCoverCard,
    ShowCoverCard,
    Shuffle,
)
from upcard.engine.core.condition import NO_FAULTS
from upcard.engine.core.dealer import CommandMaker, Completer, Move
from upcard.engine.core.events import (
    CardsCut,
    CardsLoaded,
    CardsShuffled,
    CoverCardAppeared,
    CoverCardInserted,
    Event,
    ReshuffleDue,
    TableCleared,
)
from upcard.engine.core.parts import Check
from upcard.engine.core.subclasses import subclasses_of
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.shoe.decide import MINIMUM_CUT, full_count, next_side

S = TypeVar("S", bound=AnyShoeTable)


class ShoeDealer(Generic[S]):
    """Deals from a source of cards; `refusal` is the game's."""

    def __init__(self, cards: CardSource, refusal: Check) -> None:
        self._cards = cards
        self._refusal = refusal
        self.makes: Final[dict[type[Command], CommandMaker]] = {
            **dict.fromkeys((DealCard, *subclasses_of(DealCard)), self._deal),
            BurnCard: self._burn,
            Shuffle: _shuffle_command,
            CutCards: self._cut_command,
            InsertCoverCard: _cover_card_inserted,
        }
        self.completes: Final[dict[type[Command], Completer]] = {}
        self.moves: Final[Mapping[type[Event], Move]] = {
            CardsShuffled: self._shuffle,
            CardsCut: self._cut_at,
            CoverCardInserted: self._insert_cover_card,
            CardsLoaded: self._load,
            CoverCardAppeared: self._remove_cover_card,
            TableCleared: self._put_back,
            ReshuffleDue: self._put_back,
        }

    def _shuffle(self, _state: S, event: CardsShuffled) -> None:
        self._cards.shuffle(event.side)

    def _cut_at(self, state: S, event: CardsCut) -> None:
        self._cards.cut(state.side, event.depth)

    def _insert_cover_card(self, state: S, event: CoverCardInserted) -> None:
        self._cards.insert_cover_card(state.side, event.from_bottom)

    def _load(self, state: S, event: CardsLoaded) -> None:
        if not state.rules.has_cover_card:
            self._cards.shuffle(event.side)

    def _remove_cover_card(self, _state: S, event: CoverCardAppeared) -> None:
        self._cards.remove_cover_card(event.side)

    def _put_back(self, state: S, event: TableCleared) -> None:
        if not state.rules.has_cover_card:
            self._cards.put_back(event.cards)

    def _cut_command(self, state: S, _kind: type[Command]) -> Command:
        spread = full_count(state) - 2 * MINIMUM_CUT + 1
        position = state.cut_offers[0] if state.cut_offers else 0
        return CutCards(position, MINIMUM_CUT + self._cards.cut_place(state.side, spread))

    def _deal(self, state: S, kind: type[Command]) -> Command:
        """The next card, for a step of this kind."""
        cards, side = self._cards, state.side
        if (
            cards.cover_is_next(side)
            or not state.stacks[side].remaining
            or state.faults is not NO_FAULTS
        ):
            instead = self._instead_of_card(state, kind)
            if instead is not None:
                return instead
        return kind(cards.draw(side))

    def _burn(self, state: S, _kind: type[Command]) -> Command:
        """The next card, which is removed."""
        return self._instead_of_card(state) or BurnCard(self._cards.burn(state.side))

    def _instead_of_card(self, state: S, kind: type[Command] = DealCard) -> Command | None:
        """What precedes the next card: an exposed card, the cover card; or None (§ 633a.7(e))."""
        if state.faults.exposed >= 0:
            return kind(state.faults.exposed)
        if self._cards.cover_is_next(state.side):
            return ShowCoverCard(state.side)
        return None if state.stacks[state.side].remaining else self._after_last_card(state)

    def _after_last_card(self, _state: S) -> Command | None:
        """What precedes a card where none is left; None at games that never deal so far."""
        return None


def _shuffle_command(state: AnyShoeTable, _kind: type[Command]) -> Command:
    return Shuffle(next_side(state))


def _cover_card_inserted(state: AnyShoeTable, _kind: type[Command]) -> Command:
    return InsertCoverCard(-(-full_count(state) // 4))
