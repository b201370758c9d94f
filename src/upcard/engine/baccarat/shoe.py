"""The shoe of baccarat: Blackjack's steps from the shuffle to the burn card, under chapter 631a.

The chapter is no source text. The round in which the cover card appears is the last of the shoe; no
round begins with fewer cards than it may need.
"""

from typing import Final

from msgspec.structs import replace

from upcard.engine.baccarat.state import BaccaratState, due_target
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CutCards,
    DeclineCut,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    ShowCoverCard,
    Shuffle,
)
from upcard.engine.core.events import (
    CardBurned,
    CardsCut,
    CardsLoaded,
    CardsShuffled,
    CoverCardAppeared,
    CoverCardInserted,
    CutDeclined,
    Event,
    ReshuffleDue,
    ReshuffleOrdered,
    TableCleared,
)
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.shoe.part import PART as SHOE
from upcard.rules.violation import RuleViolation

CHAPTER: Final = "58 Pa. Code ch. 631a"


def _refuse_show_cover_card(state: BaccaratState, command: ShowCoverCard) -> RuleViolation | None:
    if command.side != state.side:
        return RuleViolation(CHAPTER, f"There is no side {command.side} of this shoe.")
    if state.stack.cover_place is not None:
        return RuleViolation(CHAPTER, "The cover card of this shoe has come already.")
    if state.phase in (Phase.DEALING, Phase.DRAWING) and due_target(state) is None:
        return RuleViolation(CHAPTER, "The cover card comes only where a card is drawn.")
    return None


def _show_cover_card(_state: BaccaratState, command: ShowCoverCard) -> list[Event]:
    """The cover card appears at no player's area, so that the next cut is offered in seat order."""
    return [CoverCardAppeared(command.side, 0)]


def _clear_table(state: BaccaratState, _command: ClearTable) -> list[Event]:
    """Remove the Player's Hand, then the Banker's; a shuffle is due after the cover card."""
    if state.stack.cover_place is not None:
        return [ReshuffleDue(state.cards_shown)]
    return [TableCleared(state.cards_shown)]


def _table_cleared(state: BaccaratState, event: TableCleared) -> BaccaratState:
    stack = replace(
        state.stack,
        loaded=not isinstance(event, ReshuffleDue),
        discards=(*state.stack.discards, *event.cards),
    )
    return replace(
        state,
        boxes=(None,) * state.rules.positions,
        player=(),
        banker=(),
        stacks=state.with_stack(stack),
    )


LENT: Final = SHOE.lent(
    CHAPTER,
    commands=(
        Shuffle,
        DeclineCut,
        CutCards,
        InsertCoverCard,
        LoadShoe,
        BurnCard,
        OrderReshuffle,
    ),
    events=(
        CardsShuffled,
        CutDeclined,
        CardsLoaded,
        CardBurned,
        ReshuffleOrdered,
        CoverCardAppeared,
    ),
)
"""The steps with the shoe that are those of a Blackjack table."""

PART: Final = Part(
    name="baccarat shoe",
    phases={
        (Phase.SHUFFLING, CardsShuffled): Phase.CUTTING,
        (Phase.CUTTING, CardsCut): Phase.COVERING,
        (Phase.COVERING, CoverCardInserted): Phase.LOADING,
        (Phase.LOADING, CardsLoaded): Phase.BURNING,
        (Phase.BURNING, CardBurned): Phase.WAGERING,
        (Phase.BURNING, ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.WAGERING, ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.SETTLED, TableCleared): Phase.WAGERING,
        (Phase.SETTLED, ReshuffleDue): Phase.SHUFFLING,
    },
    allowed={
        ShowCoverCard: Allowed(
            (Phase.BURNING, Phase.WAGERING, Phase.DEALING, Phase.DRAWING),
            CHAPTER,
            "The cover card comes only where a card is drawn.",
        ),
        ClearTable: Allowed(
            (Phase.SETTLED,),
            CHAPTER,
            "Cards are removed when all wagers are settled.",
        ),
    },
    checks={ShowCoverCard: _refuse_show_cover_card},
    handlers={ShowCoverCard: _show_cover_card, ClearTable: _clear_table},
    folds={TableCleared: _table_cleared, ReshuffleDue: _table_cleared},
    steps={
        Phase.SHUFFLING: (Automation.SHOE, Shuffle),
        Phase.CUTTING: (Automation.SHOE, CutCards),
        Phase.COVERING: (Automation.SHOE, InsertCoverCard),
        Phase.LOADING: (Automation.SHOE, LoadShoe),
        Phase.BURNING: (Automation.SHOE, BurnCard),
        Phase.SETTLED: (Automation.CLEAR, ClearTable),
    },
)
