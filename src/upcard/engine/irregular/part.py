"""The irregularities of a Blackjack table. 58 Pa. Code § 633a.14."""

from typing import Final

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import Command
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.engine.irregular.commands import (
    CallHandDead,
    CoverShuffler,
    DealFromWrongSide,
    DrawInError,
    ExposeCard,
    FindFaceUpCard,
    MissDealerCard,
    MissHand,
    MissRequestedCard,
    MisuseCardReader,
    OverdrawDealer,
    RefuseCard,
    RepairShuffler,
    ReportShufflerFailure,
    ReportShufflerJam,
    TakeMissedCard,
)
from upcard.engine.irregular.decide import HANDLERS, due_choice
from upcard.engine.irregular.events import ShufflerJammed
from upcard.engine.irregular.evolve import FOLDS
from upcard.engine.irregular.refusals import CHECKS, refuse_stopped

_AFTER_THE_DEAL: Final = (
    Phase.DEALING,
    Phase.SWITCHING,
    Phase.PRESSING,
    Phase.INSURING,
    Phase.PEEKING,
    Phase.PEEKED,
    Phase.PRESSING_AFTER_PEEK,
    Phase.PLAYING,
)
_DRAWING: Final = (
    Phase.BURNING,
    Phase.WAGERING,
    Phase.REMOVING,
    Phase.DETERMINING,
    *_AFTER_THE_DEAL,
    Phase.DRAWING,
)


def _is_stopped(state: BlackjackState) -> bool:
    """Whether the table waits for the card reader's repair, with no step due (k)."""
    return state.faults.reader_failed


def _answers(position: int, _amount: int | None) -> dict[str, Command]:
    return {"take-card": TakeMissedCard(position), "dead-hand": CallHandDead(position)}


MISSED_CARD: Final = QuestionKind(
    name="missed-card",
    phases=(Phase.DEALING, Phase.PLAYING),
    due=due_choice,
    answers=_answers,
    unanswered="take-card",
    words="Your hand was missed: a card now, or is it dead?",
    for_dealer="The hand was missed: ask whether it takes a card now, or is dead.",
)

PART: Final = Part(
    name="irregular",
    phases={
        (Phase.CUTTING, ShufflerJammed): Phase.SHUFFLING,
        (Phase.WAGERING, ShufflerJammed): Phase.SHUFFLING,
    },
    allowed={
        FindFaceUpCard: Allowed(_DRAWING, "633a.14(a)", "No card is drawn from the shoe now."),
        DrawInError: Allowed(_DRAWING, "633a.14(b)", "No card is drawn from the shoe now."),
        ExposeCard: Allowed(
            _AFTER_THE_DEAL,
            "633a.14(c)",
            "An exposed card is dealt as the next one once the initial two cards are dealt to each "
            "player; before, it is as one found face up.",
        ),
        RefuseCard: Allowed((Phase.PLAYING,), "633a.14(c)", "It is not the players' turn."),
        OverdrawDealer: Allowed((Phase.DRAWING,), "633a.14(d)", "The dealer draws no cards now."),
        MissDealerCard: Allowed(
            (Phase.DEALING,), "633a.14(e)", "The initial cards are not dealt now."
        ),
        MissHand: Allowed((Phase.DEALING,), "633a.14(g)", "The initial cards are not dealt now."),
        MissRequestedCard: Allowed(
            (Phase.PLAYING,), "633a.14(i)", "No player has requested a card."
        ),
        TakeMissedCard: Allowed(
            (Phase.DEALING, Phase.PLAYING), "633a.14(i)", "No hand was missed."
        ),
        CallHandDead: Allowed((Phase.DEALING, Phase.PLAYING), "633a.14(i)", "No hand was missed."),
        DealFromWrongSide: Allowed(
            (Phase.DEALING,),
            "633a.14(h)",
            "No round is dealt from a side of the shoe now.",
        ),
        MisuseCardReader: Allowed(
            (Phase.DEALING, Phase.PLAYING),
            "633a.14(j)",
            "No hole card goes into the card reader by mistake now.",
        ),
        ReportShufflerJam: Allowed(
            (Phase.SHUFFLING, Phase.CUTTING, Phase.WAGERING),
            "633a.14(l)",
            "No shuffle is under way.",
        ),
        ReportShufflerFailure: Allowed(tuple(Phase), "633a.14(m)", ""),
        CoverShuffler: Allowed(tuple(Phase), "633a.14(m)", ""),
        RepairShuffler: Allowed(tuple(Phase), "633a.14(m)", ""),
    },
    checks=CHECKS,
    handlers=HANDLERS,
    folds=FOLDS,
    questions=(MISSED_CARD,),
    check_before=refuse_stopped,
    is_stopped=_is_stopped,
)
