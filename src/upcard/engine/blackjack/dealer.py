"""The dealer of Blackjack and its variations: random selections, jackpots, the last card."""

from msgspec.structs import replace

from upcard.cards.card import DECK_SIZE
from upcard.cards.shoe import CardSource
from upcard.engine.blackjack.closing import bonus_facts
from upcard.engine.blackjack.shoe import side_of
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import (
    CloseBets,
    Command,
    DrawDeterminant,
    ReshuffleDiscards,
    ReturnWagers,
    ShowCoverCard,
)
from upcard.engine.core.parts import Check
from upcard.engine.irregular.commands import DRAWN_CARDS, DrawnCard, FindFaceUpCard, with_any_card
from upcard.engine.jackpots.provisions import STEPS
from upcard.engine.jackpots.steps import floor_step
from upcard.engine.shoe.dealer import ShoeDealer


class BlackjackShoeDealer(ShoeDealer[BlackjackState]):
    """Deals as at any shoe, and takes the steps that only Blackjack has.

    `CloseBets` gets the random selections of the table game system. A card that was found face up
    or drawn in error is the next card of the shoe.
    """

    def __init__(self, cards: CardSource, refusal: Check) -> None:
        super().__init__(cards, refusal)
        self.makes[DrawDeterminant] = self._determinant
        self.makes.update(dict.fromkeys(STEPS, _payout_step))
        self.completes.update(dict.fromkeys(DRAWN_CARDS, self._with_next_card))
        self.completes[CloseBets] = self._select_hand

    def _select_hand(self, state: BlackjackState, command: CloseBets) -> Command:
        if not state.rules.wagers_with_drawn_bonus:
            return command
        magic, seats = bonus_facts(state)
        card, seat = command.magic_card, command.lucky_seat
        if magic and card < 0:
            card = self._cards.random_below(DECK_SIZE)
        if seats and not seat:
            seat = seats[self._cards.random_below(len(seats))]
        return CloseBets(card, seat)

    def _after_last_card(self, state: BlackjackState) -> Command:
        """Return the wagers, or shuffle the discards (§ 633a.14(f))."""
        if self._refusal(state, ReturnWagers()) is None:
            return ReturnWagers()
        side, stack = state.side, state.stack
        self._cards.return_discards(side, (*stack.discards, *stack.segregated))
        return ReshuffleDiscards(self._cards.burn(side))

    def _with_next_card(self, state: BlackjackState, command: DrawnCard) -> Command:
        """The command with the next card, unless it names a card or is refused anyway."""
        if command.card >= 0:
            return command
        if self._refusal(state, with_any_card(command)) is not None:
            return command
        side = command.side if isinstance(command, FindFaceUpCard) else state.side
        return replace(command, card=self._cards.draw(side))

    def _determinant(self, state: BlackjackState, _kind: type[Command]) -> Command:
        side = self._cards.determinant_side(lambda card: side_of(state, card))
        if self._cards.cover_is_next(side):
            return ShowCoverCard(side)
        return DrawDeterminant(self._cards.draw(side), side)


def _payout_step(state: BlackjackState, _kind: type[Command]) -> Command:
    step = floor_step(state)
    assert step is not None
    return step
