"""Progressive wagers and their payouts. 58 Pa. Code §§ 633a.7(o), 633c.2 and similar provisions."""

from typing import Final

from upcard.engine.blackjack import closing
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core import jackpot_events as j
from upcard.engine.core.parts import Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.jackpots import commands as cj
from upcard.engine.jackpots.evolve import FOLDS
from upcard.engine.jackpots.refusals import CHECKS, refuse_late_wager
from upcard.engine.jackpots.steps import HANDLERS, STEP_KINDS, awaiting_awards, floor_step, pending


def _first(state: BlackjackState, taking: Automation) -> Step | None:
    """The next step of a payout, which precedes the dealer's own steps."""
    if not state.jackpots or Automation.FLOOR not in taking:
        return None
    step = floor_step(state)
    return None if step is None else (Automation.FLOOR, type(step))


def _waits(state: BlackjackState) -> bool:
    """Whether claims wait for the meters' awards, or the clearing of cards for payouts."""
    if not state.jackpots:
        return False
    return bool(awaiting_awards(state) or (state.phase is Phase.SETTLED and pending(state)))


PART: Final = Part(
    name="jackpots",
    phases={
        (Phase.WAGERING, j.CollectionDue): Phase.COLLECTING,
        (Phase.COLLECTING, e.BetsClosed): Phase.DEALING,
        (Phase.COLLECTING, e.DeterminantDue): Phase.DETERMINING,
    },
    allowed={
        cj.CollectProgressiveWagers: (
            (Phase.COLLECTING,),
            "633c.2(f)",
            "No progressive wagers are to be collected now.",
        ),
        cj.ReturnProgressiveWager: (
            (Phase.COLLECTING,),
            "633c.2(f)",
            "A progressive wager is returned only where it is counted.",
        ),
        cj.RecordAwards: (tuple(Phase), "633c.2(h)(4)", ""),
        cj.RecordMystery: (tuple(Phase), "633c.14(c)(3)", ""),
        **{kind.command: (tuple(Phase), kind.section, "") for kind in STEP_KINDS},
    },
    checks=CHECKS,
    handlers={
        cj.CollectProgressiveWagers: closing.collect,
        cj.ReturnProgressiveWager: closing.return_progressive_wager,
        **HANDLERS,
    },
    folds=FOLDS,
    steps={Phase.COLLECTING: (Automation.COLLECT, cj.CollectProgressiveWagers)},
    untimely={c.PlaceWager: refuse_late_wager},
    first=_first,
    waits=_waits,
    where=lambda rules: any(offered.has_meter for offered in rules.wagers),
)
