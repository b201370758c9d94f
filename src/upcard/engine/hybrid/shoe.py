"""The shoe of a hybrid table, which reads the cards. 58 Pa. Code § 633c.5(e), (j).

The section provides for no cut, cover card or burn card. The cards are shuffled when the shoe may
not hold one more round, and when a floorperson orders it.
"""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import DECK_SIZE
from upcard.engine.core.commands import ClearTable, OrderReshuffle, Shuffle
from upcard.engine.core.events import (
    CardsLoaded,
    CardsShuffled,
    Event,
    ReshuffleOrdered,
    TableCleared,
)
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.shoe_rounds import reshuffle
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.state import HybridState
from upcard.engine.shoe.part import PART as SHOE
from upcard.games.hybrid import SECTION
from upcard.rules.violation import RuleViolation


def _refuse_shuffle(_state: HybridState, command: Shuffle) -> RuleViolation | None:
    if command.side == 0:
        return None
    return RuleViolation(f"{SECTION}(j)", "The cards are dealt from one dealing shoe.")


def _refuse_order_reshuffle(state: HybridState, _command: OrderReshuffle) -> RuleViolation | None:
    if not state.has_wagers:
        return None
    return RuleViolation(f"{SECTION}(j)", "Wagers are placed: the round comes first.")


def _shuffle(state: HybridState, _command: Shuffle) -> list[Event]:
    """Shuffle by the device and load the shoe; a continuous shuffler is itself the shoe."""
    loaded = CardsLoaded(0, state.rules.decks * DECK_SIZE)
    if not state.rules.has_cover_card:
        return [loaded]
    return [CardsShuffled(0, 0, ()), loaded]


def _clear_table(state: HybridState, _command: ClearTable) -> list[Event]:
    return [TableCleared(state.cards_shown)]


def _table_cleared(state: HybridState, event: TableCleared) -> HybridState:
    """Clear the table: the cards go back into a continuous shuffler, else to the discard rack."""
    stack, cards = state.stack, event.cards
    if state.rules.has_cover_card:
        stack = replace(stack, discards=(*stack.discards, *cards))
    else:
        stack = replace(stack, remaining=stack.remaining + len(cards))
    return replace(
        state,
        terminals={},
        cards=((),) * state.rules.positions,
        dealer=(),
        community=(),
        hole_card_shown=False,
        dealer_blackjack=False,
        stacks=state.with_stack(stack),
    )


PART: Final = Part(
    name="hybrid shoe",
    phases={
        (Phase.SHUFFLING, CardsLoaded): Phase.WAGERING,
        (Phase.WAGERING, ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.SETTLED, TableCleared): Phase.WAGERING,
    },
    allowed={
        Shuffle: Allowed((Phase.SHUFFLING,), f"{SECTION}(j)", "The cards are not shuffled now."),
        OrderReshuffle: Allowed(
            (Phase.WAGERING,),
            f"{SECTION}(j)",
            "The cards may be reshuffled after a round of play, not during it.",
        ),
        ClearTable: Allowed(
            (Phase.SETTLED,),
            f"{SECTION}(e)",
            "Cards are removed when all wagers are settled.",
        ),
    },
    checks={Shuffle: _refuse_shuffle, OrderReshuffle: _refuse_order_reshuffle},
    handlers={
        Shuffle: _shuffle,
        OrderReshuffle: SHOE.handlers[OrderReshuffle],
        ClearTable: _clear_table,
    },
    folds={
        CardsShuffled: SHOE.folds[CardsShuffled],
        CardsLoaded: SHOE.folds[CardsLoaded],
        ReshuffleOrdered: SHOE.folds[ReshuffleOrdered],
        TableCleared: _table_cleared,
    },
    steps={
        Phase.SHUFFLING: (Automation.SHOE, Shuffle),
        Phase.WAGERING: reshuffle,
        Phase.SETTLED: (Automation.CLEAR, ClearTable),
    },
)
