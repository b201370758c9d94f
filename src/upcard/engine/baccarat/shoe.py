"""The shoe of baccarat: Blackjack's steps from the shuffle to the burn card, under chapter 631a.

The chapter is outside the seeds. The cover card ends the shoe with the round in which it appears;
a round is not begun with fewer cards than it may take.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from upcard.engine.baccarat.state import BaccaratState, due_target
from upcard.engine.blackjack.refusals import PHASES_OF
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Allowed, Check, Fold, Handler, under
from upcard.engine.core.phases import Phase
from upcard.engine.shoe import steps as shoe_steps
from upcard.engine.shoe.evolve import SHOE_HANDLERS
from upcard.engine.shoe.refusals import SHOE_CHECKS
from upcard.rules.violation import RuleViolation

CHAPTER: Final = "58 Pa. Code ch. 631a"

_HANDLERS: Final[Mapping[type[c.Command], Handler]] = {
    c.Shuffle: shoe_steps.shuffle,
    c.DeclineCut: shoe_steps.decline_cut,
    c.CutCards: shoe_steps.cut_cards,
    c.InsertCoverCard: shoe_steps.insert_cover_card,
    c.LoadShoe: shoe_steps.load_shoe,
    c.BurnCard: shoe_steps.burn_card,
    c.OrderReshuffle: shoe_steps.order_reshuffle,
}
_EVENTS: Final = (
    e.CardsShuffled,
    e.CutDeclined,
    e.CardsLoaded,
    e.CardBurned,
    e.ReshuffleOrdered,
    e.CoverCardAppeared,
)

SHOE_ALLOWED: Final[Mapping[type[c.Command], Allowed]] = {
    **{kind: (PHASES_OF[kind][0], CHAPTER, PHASES_OF[kind][2]) for kind in _HANDLERS},
    c.ShowCoverCard: (
        (Phase.BURNING, Phase.WAGERING, Phase.DEALING, Phase.DRAWING),
        CHAPTER,
        "The cover card comes only where a card is drawn.",
    ),
}


def _refuse_cover(state: BaccaratState, command: c.ShowCoverCard) -> RuleViolation | None:
    if command.side != state.side:
        return RuleViolation(CHAPTER, f"There is no side {command.side} of this shoe.")
    if state.stack.cover_place is not None:
        return RuleViolation(CHAPTER, "The cover card of this shoe has come already.")
    if state.phase in (Phase.DEALING, Phase.DRAWING) and due_target(state) is None:
        return RuleViolation(CHAPTER, "The cover card comes only where a card is drawn.")
    return None


SHOE_REFUSALS: Final[Mapping[type[c.Command], Check]] = {
    **{kind: under(CHAPTER, SHOE_CHECKS[kind]) for kind in _HANDLERS if kind in SHOE_CHECKS},
    c.ShowCoverCard: _refuse_cover,
}


def _show_cover_card(_state: BaccaratState, command: c.ShowCoverCard) -> list[e.Event]:
    """No player's area is met: the cut goes round the seats after it."""
    return [e.CoverCardAppeared(command.side, 0)]


def _clear_table(state: BaccaratState, _command: c.ClearTable) -> list[e.Event]:
    """The Player's Hand, then the Banker's; after the cover card the shoe is shuffled."""
    if state.stack.cover_place is not None:
        return [e.ReshuffleDue(state.cards_shown)]
    return [e.TableCleared(state.cards_shown)]


SHOE_STEPS: Final[Mapping[type[c.Command], Handler]] = {
    **_HANDLERS,
    c.ShowCoverCard: _show_cover_card,
    c.ClearTable: _clear_table,
}


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


SHOE_FOLDS: Final[Mapping[type[e.Event], Fold]] = {
    **{kind: SHOE_HANDLERS[kind] for kind in _EVENTS},
    e.TableCleared: _table_cleared,
    e.ReshuffleDue: _table_cleared,
}
