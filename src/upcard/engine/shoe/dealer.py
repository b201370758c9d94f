"""The dealer of tables with cards: completes steps with cards and the depth of a cut."""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import DECK_SIZE
from upcard.cards.shoe import CardSource
from upcard.engine.blackjack.closing import bonus_facts
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Check
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.irregular import commands as ci
from upcard.engine.irregular.condition import NO_FAULTS
from upcard.engine.jackpots import commands as cj
from upcard.engine.jackpots.steps import floor_step
from upcard.engine.shoe.steps import MINIMUM_CUT, full_count, next_side, side_of

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


class ShoeDealer:
    """Deals from a source of cards; `refusal` is the game's."""

    def __init__(self, cards: CardSource, refusal: Check) -> None:
        self._cards = cards
        self._refusal = refusal

    def completed(self, state: AnyShoeTable, command: c.Command) -> c.Command:
        """A caller's command, completed.

        `CloseBets` gets the random selections of the table game system. A card that was found face
        up or drawn in error is the next card of the shoe.
        """
        if isinstance(command, ci.DrawnCard):
            return self._drawn(state, command)
        if not isinstance(command, c.CloseBets) or not isinstance(state, BlackjackState):
            return command
        magic, seats = bonus_facts(state)
        card, seat = command.magic_card, command.lucky_seat
        if magic and card < 0:
            card = self._cards.random_below(DECK_SIZE)
        if seats and not seat:
            seat = seats[self._cards.random_below(len(seats))]
        return c.CloseBets(card, seat)

    def command(self, state: AnyShoeTable, kind: type[c.Command]) -> c.Command:
        """The command of a step; the cover card, or a reshuffle, precedes a card."""
        if kind is c.DealCard or kind is c.BurnCard:
            return self._card(state, kind)
        if kind is c.Shuffle:
            return c.Shuffle(next_side(state))
        if kind is c.CutCards:
            spread = full_count(state) - 2 * MINIMUM_CUT + 1
            by = state.cut_offers[0] if state.cut_offers else 0
            return c.CutCards(by, MINIMUM_CUT + self._cards.random_below(spread))
        if kind is c.InsertCoverCard:
            return c.InsertCoverCard(-(-full_count(state) // 4))
        if kind is c.DrawDeterminant:
            return self._determinant(state)
        if issubclass(kind, cj.JackpotStep):
            assert isinstance(state, BlackjackState)
            waiting = floor_step(state)
            assert waiting is not None
            return waiting
        return kind()

    def follow(self, state: AnyShoeTable, event: e.Event) -> None:
        """Shuffle, cut, or take back cards as the event requires."""
        if type(event) not in _FOLLOWED:
            return
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

    def _card(self, state: AnyShoeTable, kind: type[c.DealCard] | type[c.BurnCard]) -> c.Command:
        """The next card, or first the cover card or a reshuffle (§§ 633a.7(e), 633a.14(f))."""
        cards, side = self._cards, state.side
        if state.faults is not NO_FAULTS and state.faults.exposed >= 0:
            return c.DealCard(state.faults.exposed)
        if cards.cover_is_next(side):
            return c.ShowCoverCard(side)
        if state.stack.remaining == 0:
            assert isinstance(state, BlackjackState), "only Blackjack is dealt to the last card"
            if self._refusal(state, c.ReturnWagers()) is None:
                return c.ReturnWagers()
            cards.return_discards(side, (*state.stack.discards, *state.stack.segregated))
            return c.ReshuffleDiscards(cards.burn(side))
        return c.DealCard(cards.draw(side)) if kind is c.DealCard else c.BurnCard(cards.burn(side))

    def _drawn(self, state: AnyShoeTable, command: ci.DrawnCard) -> c.Command:
        """The command with the next card, unless it names a card or is refused anyway."""
        if command.card >= 0 or not isinstance(state, BlackjackState):
            return command
        if self._refusal(state, ci.with_any_card(command)) is not None:
            return command
        side = command.side if isinstance(command, ci.FindFaceUpCard) else state.side
        return replace(command, card=self._cards.draw(side))

    def _determinant(self, state: AnyShoeTable) -> c.Command:
        assert isinstance(state, BlackjackState), "a determinant is Blackjack's (§ 633a.7(d)(1))"
        side = self._cards.determinant_side(lambda card: side_of(state, card))
        if self._cards.cover_is_next(side):
            return c.ShowCoverCard(side)
        return c.DrawDeterminant(self._cards.draw(side), side)
