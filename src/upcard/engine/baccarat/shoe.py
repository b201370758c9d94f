"""The shoe of baccarat: Blackjack's steps from the shuffle to the burn card, under chapter 631a.

The chapter is no source text. The round in which the cover card appears is the last of the shoe; no
round begins with fewer cards than it may need.
"""

from typing import Final

from msgspec.structs import replace

from upcard.engine.baccarat.state import BaccaratState, due_target
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.shoe.part import PART as SHOE
from upcard.rules.violation import RuleViolation

CHAPTER: Final = "58 Pa. Code ch. 631a"


def _refuse_cover(state: BaccaratState, command: c.ShowCoverCard) -> RuleViolation | None:
    if command.side != state.side:
        return RuleViolation(CHAPTER, f"There is no side {command.side} of this shoe.")
    if state.stack.cover_place is not None:
        return RuleViolation(CHAPTER, "The cover card of this shoe has come already.")
    if state.phase in (Phase.DEALING, Phase.DRAWING) and due_target(state) is None:
        return RuleViolation(CHAPTER, "The cover card comes only where a card is drawn.")
    return None


def _show_cover_card(_state: BaccaratState, command: c.ShowCoverCard) -> list[e.Event]:
    """The cover card appears at no player's area, so that the next cut is offered in seat order."""
    return [e.CoverCardAppeared(command.side, 0)]


def _clear_table(state: BaccaratState, _command: c.ClearTable) -> list[e.Event]:
    """Remove the Player's Hand, then the Banker's; a shuffle is due after the cover card."""
    if state.stack.cover_place is not None:
        return [e.ReshuffleDue(state.cards_shown)]
    return [e.TableCleared(state.cards_shown)]


def _table_cleared(state: BaccaratState, event: e.TableCleared) -> BaccaratState:
    stack = replace(
        state.stack,
        loaded=not isinstance(event, e.ReshuffleDue),
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
        c.Shuffle,
        c.DeclineCut,
        c.CutCards,
        c.InsertCoverCard,
        c.LoadShoe,
        c.BurnCard,
        c.OrderReshuffle,
    ),
    events=(
        e.CardsShuffled,
        e.CutDeclined,
        e.CardsLoaded,
        e.CardBurned,
        e.ReshuffleOrdered,
        e.CoverCardAppeared,
    ),
)
"""The steps with the shoe that are those of a Blackjack table."""

PART: Final = Part(
    name="baccarat shoe",
    phases={
        (Phase.SHUFFLING, e.CardsShuffled): Phase.CUTTING,
        (Phase.CUTTING, e.CardsCut): Phase.COVERING,
        (Phase.COVERING, e.CoverCardInserted): Phase.LOADING,
        (Phase.LOADING, e.CardsLoaded): Phase.BURNING,
        (Phase.BURNING, e.CardBurned): Phase.WAGERING,
        (Phase.BURNING, e.ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.WAGERING, e.ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.SETTLED, e.TableCleared): Phase.WAGERING,
        (Phase.SETTLED, e.ReshuffleDue): Phase.SHUFFLING,
    },
    allowed={
        c.ShowCoverCard: Allowed(
            (Phase.BURNING, Phase.WAGERING, Phase.DEALING, Phase.DRAWING),
            CHAPTER,
            "The cover card comes only where a card is drawn.",
        ),
        c.ClearTable: Allowed(
            (Phase.SETTLED,),
            CHAPTER,
            "Cards are removed when all wagers are settled.",
        ),
    },
    checks={c.ShowCoverCard: _refuse_cover},
    handlers={c.ShowCoverCard: _show_cover_card, c.ClearTable: _clear_table},
    folds={e.TableCleared: _table_cleared, e.ReshuffleDue: _table_cleared},
    steps={
        Phase.SHUFFLING: (Automation.SHOE, c.Shuffle),
        Phase.CUTTING: (Automation.SHOE, c.CutCards),
        Phase.COVERING: (Automation.SHOE, c.InsertCoverCard),
        Phase.LOADING: (Automation.SHOE, c.LoadShoe),
        Phase.BURNING: (Automation.SHOE, c.BurnCard),
        Phase.SETTLED: (Automation.CLEAR, c.ClearTable),
    },
)
