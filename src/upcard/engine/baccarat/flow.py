"""The flow of baccarat: the whole life of a round, and the dealer's steps. § 631b.7, ch. 631a."""

from typing import Final

from upcard.engine.baccarat.events import PointCountsAnnounced
from upcard.engine.baccarat.round import (
    ROUND_ALLOWED,
    ROUND_FOLDS,
    ROUND_HANDLERS,
    ROUND_REFUSALS,
)
from upcard.engine.baccarat.shoe import (
    CHAPTER,
    SHOE_ALLOWED,
    SHOE_FOLDS,
    SHOE_REFUSALS,
    SHOE_STEPS,
)
from upcard.engine.baccarat.state import BaccaratState, due_target
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Flow, Phases
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step

PHASES: Final[Phases] = {
    # The shoe
    (Phase.SHUFFLING, e.CardsShuffled): Phase.CUTTING,
    (Phase.CUTTING, e.CardsCut): Phase.COVERING,
    (Phase.COVERING, e.CoverCardInserted): Phase.LOADING,
    (Phase.LOADING, e.CardsLoaded): Phase.BURNING,
    (Phase.BURNING, e.CardBurned): Phase.WAGERING,
    (Phase.BURNING, e.ReshuffleOrdered): Phase.SHUFFLING,
    (Phase.WAGERING, e.ReshuffleOrdered): Phase.SHUFFLING,
    # Wagers, the initial cards, the third cards and the payoff
    (Phase.WAGERING, e.BetsClosed): Phase.DEALING,
    (Phase.DEALING, PointCountsAnnounced): Phase.DRAWING,
    (Phase.DRAWING, e.RoundSettled): Phase.SETTLED,
    (Phase.SETTLED, e.TableCleared): Phase.WAGERING,
    (Phase.SETTLED, e.ReshuffleDue): Phase.SHUFFLING,
}

_STEPS: Final[dict[Phase, Step]] = {
    Phase.SHUFFLING: (Automation.SHOE, c.Shuffle),
    Phase.CUTTING: (Automation.SHOE, c.CutCards),
    Phase.COVERING: (Automation.SHOE, c.InsertCoverCard),
    Phase.LOADING: (Automation.SHOE, c.LoadShoe),
    Phase.BURNING: (Automation.SHOE, c.BurnCard),
    Phase.DEALING: (Automation.SETTLE, c.SettleOptionalWagers),
    Phase.DRAWING: (Automation.SETTLE, c.SettleRound),
    Phase.SETTLED: (Automation.CLEAR, c.ClearTable),
}


def due(state: BaccaratState) -> Step | None:
    """The dealer's next step and the automation that takes it; None while wagers are placed."""
    if due_target(state) is not None:
        return Automation.DEAL, c.DealCard
    if state.phase is Phase.WAGERING and state.is_short:
        return Automation.SHOE, c.OrderReshuffle
    return _STEPS.get(state.phase)


FLOW: Final[Flow[BaccaratState]] = Flow(
    title="baccarat",
    section=CHAPTER,
    phases=PHASES,
    allowed={**SHOE_ALLOWED, **ROUND_ALLOWED},
    checks={**SHOE_REFUSALS, **ROUND_REFUSALS},
    handlers={**SHOE_STEPS, **ROUND_HANDLERS},
    folds={**SHOE_FOLDS, **ROUND_FOLDS},
    due=due,
)
