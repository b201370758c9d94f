"""Progressive payouts. 58 Pa. Code §§ 633a.7(o), 633c.2(h) and similar provisions."""

from typing import Final

from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import RecordAwards, RecordMystery
from upcard.engine.jackpots.decide import HANDLERS
from upcard.engine.jackpots.evolve import FOLDS
from upcard.engine.jackpots.provisions import STEP_KINDS
from upcard.engine.jackpots.refusals import CHECKS
from upcard.engine.jackpots.steps import awaiting_awards, floor_step, pending


def _first(state: AnyTable, taking: Automation) -> Step | None:
    """The next step of a payout, which precedes the dealer's own steps."""
    if not state.jackpots or Automation.FLOOR not in taking:
        return None
    step = floor_step(state)
    return None if step is None else (Automation.FLOOR, type(step))


def _waits(state: AnyTable) -> bool:
    """Whether claims wait for the meters' awards, or the clearing of cards for payouts."""
    if not state.jackpots:
        return False
    return bool(awaiting_awards(state) or (state.phase is Phase.SETTLED and pending(state)))


PART: Final = Part(
    name="jackpots",
    allowed={
        RecordAwards: Allowed(tuple(Phase), "633c.2(h)(4)", ""),
        RecordMystery: Allowed(tuple(Phase), "633c.14(c)(3)", ""),
        **{kind.command: Allowed(tuple(Phase), kind.section, "") for kind in STEP_KINDS},
    },
    checks=CHECKS,
    handlers=HANDLERS,
    folds=FOLDS,
    due_first=_first,
    is_waiting=_waits,
    applies_to=lambda rules: any(offered.has_meter for offered in rules.wagers),
)
