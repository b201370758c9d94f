"""The dealer of tables with cards: completes steps with cards and the depth of a cut."""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from upcard.cards.shoe import CardSource
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.parts import Check
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.irregular.condition import NO_FAULTS
from upcard.engine.shoe.steps import MINIMUM_CUT, full_count, next_side

S = TypeVar("S", bound=AnyShoeTable)

_FOLLOWED: Final = frozenset(
    (
        e.CardsShuffled,
        e.CardsCut,
        e.CoverCardInserted,
        e.CardsLoaded,
        e.CoverCardAppeared,
        e.TableCleared,
        e.ReshuffleDue,
    )
)
"""The events that move cards in the source; all others are skipped quickly."""


class ShoeDealer(Generic[S]):
    """Deals from a source of cards; `refusal` is the game's."""

    def __init__(self, cards: CardSource, refusal: Check) -> None:
        self._cards = cards
        self._refusal = refusal

    def completed(self, state: S, command: c.Command) -> c.Command:  # noqa: ARG002 - for subclasses
        """A caller's command as it is: nothing is selected at random."""
        return command

    def command(self, state: S, kind: type[c.Command]) -> c.Command:
        """The command of a step; the cover card, or a reshuffle, precedes a card."""
        if kind is c.DealCard or kind is c.BurnCard:
            return self._card(state, kind)
        if kind is c.Shuffle:
            return c.Shuffle(next_side(state))
        if kind is c.CutCards:
            spread = full_count(state) - 2 * MINIMUM_CUT + 1
            by = state.cut_offers[0] if state.cut_offers else 0
            return c.CutCards(by, MINIMUM_CUT + self._cards.cut_place(state.side, spread))
        if kind is c.InsertCoverCard:
            return c.InsertCoverCard(-(-full_count(state) // 4))
        return kind()

    def follow(self, state: S, events: Sequence[e.Event]) -> None:
        """Shuffle, cut, or take back cards as the events require."""
        for event in events:
            if type(event) in _FOLLOWED:
                self._follow(state, event)

    def _follow(self, state: S, event: e.Event) -> None:
        cards = self._cards
        match event:
            case e.CardsShuffled(side=side):
                cards.shuffle(side)
            case e.CardsCut(depth=depth):
                cards.cut(state.side, depth)
            case e.CoverCardInserted(from_bottom=from_bottom):
                cards.insert_cover_card(state.side, from_bottom)
            case e.CardsLoaded(side=side) if not state.rules.has_cover_card:
                cards.shuffle(side)
            case e.CoverCardAppeared(side=side):
                cards.remove_cover_card(side)
            case e.TableCleared(cards=cleared) if not state.rules.has_cover_card:
                cards.put_back(cleared)

    def _card(self, state: S, kind: type[c.DealCard] | type[c.BurnCard]) -> c.Command:
        """The next card, or first the cover card (§ 633a.7(e))."""
        cards, side = self._cards, state.side
        if state.faults is not NO_FAULTS and state.faults.exposed >= 0:
            return c.DealCard(state.faults.exposed)
        if cards.cover_is_next(side):
            return c.ShowCoverCard(side)
        instead = self._after_last_card(state) if state.stack.remaining == 0 else None
        if instead is not None:
            return instead
        return c.DealCard(cards.draw(side)) if kind is c.DealCard else c.BurnCard(cards.burn(side))

    def _after_last_card(self, _state: S) -> c.Command | None:
        """What precedes a card where none is left; None at games that never deal so far."""
        return None
