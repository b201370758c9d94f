"""The flows of the two hybrid games: the whole life of a round, and whose step is due. § 633c.5."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Allowed, Check, Flow, Fold, Handler, Phases
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.hybrid.cards import CARD_FOLDS, due_target
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.hybrid.decisions import (
    DECISION_FOLDS,
    DECISION_HANDLERS,
    DECISION_REFUSALS,
)
from upcard.engine.hybrid.questions import question
from upcard.engine.hybrid.settle import SETTLE_FOLDS
from upcard.engine.hybrid.shoe import SHOE_ALLOWED, SHOE_FOLDS, SHOE_REFUSALS, SHOE_STEPS
from upcard.engine.hybrid.state import HybridState
from upcard.engine.hybrid.upkeep import (
    HYBRID_UPKEEP_FOLDS,
    UPKEEP_ALLOWED,
    UPKEEP_PHASES,
    UPKEEP_REFUSALS,
    UPKEEP_STEPS,
    refuse_broken_reader,
)
from upcard.engine.hybrid.wagers import WAGER_FOLDS, WAGER_HANDLERS, WAGER_REFUSALS
from upcard.engine.hybrid.with_hole_card import HOLE_CARD_HANDLERS, HOLE_CARD_REFUSALS
from upcard.engine.hybrid.without_hole_card import (
    NO_HOLE_CARD_HANDLERS,
    NO_HOLE_CARD_REFUSALS,
)
from upcard.engine.shoe import upkeep_commands as cu
from upcard.games.hybrid import SECTION, WITH_HOLE_CARD, WITHOUT_HOLE_CARD

_BEGINNING: Final[Phases] = {
    **UPKEEP_PHASES,
    (Phase.SHUFFLING, e.CardsLoaded): Phase.WAGERING,
    (Phase.WAGERING, e.ReshuffleOrdered): Phase.SHUFFLING,
    (Phase.WAGERING, e.BetsClosed): Phase.DEALING,
    (Phase.DEALING, e.InsuranceOffered): Phase.INSURING,
    (Phase.DEALING, e.PlayStarted): Phase.PLAYING,
}

HOLE_CARD_PHASES: Final[Phases] = {
    **_BEGINNING,
    (Phase.DEALING, e.CardReaderDue): Phase.PEEKING,
    (Phase.INSURING, e.InsuranceClosed): Phase.PEEKING,
    (Phase.PEEKING, e.DealerBlackjack): Phase.DRAWING,
    (Phase.PEEKING, e.PlayStarted): Phase.PLAYING,
    (Phase.PLAYING, e.HoleCardTurned): Phase.DRAWING,
    (Phase.DRAWING, e.RoundSettled): Phase.SETTLED,
    (Phase.SETTLED, e.TableCleared): Phase.WAGERING,
}

NO_HOLE_CARD_PHASES: Final[Phases] = {
    **_BEGINNING,
    (Phase.INSURING, e.PlayStarted): Phase.PLAYING,
    (Phase.PLAYING, e.RoundSettled): Phase.SETTLED,
    (Phase.SETTLED, e.TableCleared): Phase.WAGERING,
}

_STEPS: Final[dict[Phase, Step]] = {
    Phase.INSPECTING: (Automation.SHOE, cu.InspectCards),
    Phase.VERIFYING: (Automation.FLOOR, cu.VerifyInspection),
    Phase.WASHING: (Automation.SHOE, cu.WashCards),
    Phase.SHUFFLING: (Automation.SHOE, c.Shuffle),
    Phase.DEALING: (Automation.SETTLE, c.SettleOptionalWagers),
    Phase.INSURING: (Automation.SETTLE, c.CloseInsurance),
    Phase.PEEKING: (Automation.READER, c.UseCardReader),
    Phase.DRAWING: (Automation.SETTLE, c.SettleRound),
    Phase.SETTLED: (Automation.CLEAR, c.ClearTable),
}


def due(state: HybridState) -> Step | None:
    """The dealer's next step and the automation that takes it; None while terminals are asked."""
    if state.phase is Phase.WAGERING:
        return (Automation.SHOE, c.OrderReshuffle) if state.is_short else None
    if state.asked:
        return None
    if due_target(state) is not None:
        return Automation.DEAL, c.DealCard
    if state.phase is not Phase.PLAYING:
        return _STEPS[Phase(state.phase)]
    if state.has_hole_card:
        return Automation.READER, c.TurnHoleCard
    return Automation.SETTLE, c.SettleRound


def _allowed(hole_card: bool) -> dict[type[c.Command], Allowed]:
    """The phases in which a command may come, each with its subsection for this game."""

    def cite(with_one: str, without: str) -> str:
        return SECTION + (with_one if hole_card else without)

    insurance = cite("(o)", "(z)")
    decisions = cite("(p)(2)", "(z)")
    cards = (Phase.DEALING, Phase.PLAYING, Phase.DRAWING)
    return {
        **SHOE_ALLOWED,
        **UPKEEP_ALLOWED,
        c.PlaceWager: (
            (Phase.WAGERING,),
            f"{SECTION}(k)",
            "Wagers are placed before the first card of a round is dealt.",
        ),
        c.CloseBets: ((Phase.WAGERING,), f"{SECTION}(k)", "Wagers are closed already."),
        c.DealCard: (cards, cite("(n)", "(y)"), "No card is due now."),
        c.SettleOptionalWagers: (
            (Phase.DEALING,),
            cite("(o)", "(dd)"),
            "This comes right after the initial cards.",
        ),
        AnswerInsurance: ((Phase.INSURING,), insurance, "Insurance is not offered now."),
        c.CloseInsurance: ((Phase.INSURING,), insurance, "Insurance is not offered now."),
        Decide: ((Phase.PLAYING,), decisions, "No decisions are asked for now."),
        EndCountdown: (
            (Phase.INSURING, Phase.PLAYING),
            decisions,
            "The countdown clock runs while players are asked.",
        ),
        c.SettleRound: (
            (Phase.DRAWING if hole_card else Phase.PLAYING,),
            cite("(t)", "(cc)"),
            "Wagers are settled when all cards are dealt.",
        ),
    }


_OF_THE_HOLE_CARD: Final[Mapping[type[c.Command], Allowed]] = {
    c.UseCardReader: (
        (Phase.PEEKING,),
        f"{SECTION}(o)",
        "The card reader is used when the first card is an ace or ten-value card, once Insurance "
        "is closed.",
    ),
    c.TurnHoleCard: (
        (Phase.PLAYING,),
        f"{SECTION}(s)",
        "The hole card is turned when all decisions are implemented.",
    ),
}

_CHECKS: Final[Mapping[type[c.Command], Check]] = {
    **SHOE_REFUSALS,
    **WAGER_REFUSALS,
    **DECISION_REFUSALS,
    **UPKEEP_REFUSALS,
    c.CloseBets: refuse_broken_reader(WAGER_REFUSALS[c.CloseBets]),
}
_HANDLERS: Final[Mapping[type[c.Command], Handler]] = {
    **SHOE_STEPS,
    **WAGER_HANDLERS,
    **DECISION_HANDLERS,
    **UPKEEP_STEPS,
}
_FOLDS: Final[Mapping[type[e.Event], Fold]] = {
    **SHOE_FOLDS,
    **WAGER_FOLDS,
    **CARD_FOLDS,
    **DECISION_FOLDS,
    **SETTLE_FOLDS,
    **HYBRID_UPKEEP_FOLDS,
}

HOLE_CARD_FLOW: Final[Flow[HybridState]] = Flow(
    title="Hybrid Blackjack",
    section=f"{SECTION}(l)",
    phases=HOLE_CARD_PHASES,
    allowed={**_allowed(hole_card=True), **_OF_THE_HOLE_CARD},
    checks={**_CHECKS, **HOLE_CARD_REFUSALS},
    handlers={**_HANDLERS, **HOLE_CARD_HANDLERS},
    folds=_FOLDS,
    due=due,
    question=question,
)

NO_HOLE_CARD_FLOW: Final[Flow[HybridState]] = Flow(
    title="Hybrid Blackjack without a hole card",
    section=f"{SECTION}(y)",
    phases=NO_HOLE_CARD_PHASES,
    allowed=_allowed(hole_card=False),
    checks={**_CHECKS, **NO_HOLE_CARD_REFUSALS},
    handlers={**_HANDLERS, **NO_HOLE_CARD_HANDLERS},
    folds=_FOLDS,
    due=due,
    question=question,
)

FLOWS: Final[Mapping[str, Flow[HybridState]]] = {
    WITH_HOLE_CARD: HOLE_CARD_FLOW,
    WITHOUT_HOLE_CARD: NO_HOLE_CARD_FLOW,
}
"""The flow of each game, by its identifier."""
