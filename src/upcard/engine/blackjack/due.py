"""Which step of dealer or floor is due at a blackjack table. 58 Pa. Code § 633a.7."""

from typing import Final

from upcard.engine.blackjack.refusals_play import must_draw
from upcard.engine.blackjack.state import State, turn
from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.irregular.condition import SOUND
from upcard.engine.irregular.decide import due_choice
from upcard.engine.jackpots.steps import awaiting_awards, floor_step, pending
from upcard.engine.shoe import upkeep_commands as cu
from upcard.engine.shoe.refusals import refuse_shuffler
from upcard.engine.shoe.steps import due_target
from upcard.engine.shoe.upkeep import by_device

_STEPS: Final[dict[Phase, Step]] = {
    Phase.INSPECTING: (Automation.SHOE, cu.InspectCards),
    Phase.VERIFYING: (Automation.FLOOR, cu.VerifyInspection),
    Phase.SPREADING: (Automation.SHOE, cu.SpreadCards),
    Phase.CUTTING: (Automation.SHOE, c.CutCards),
    Phase.COVERING: (Automation.SHOE, c.InsertCoverCard),
    Phase.LOADING: (Automation.SHOE, c.LoadShoe),
    Phase.BURNING: (Automation.SHOE, c.BurnCard),
    Phase.COLLECTING: (Automation.COLLECT, c.CollectProgressiveWagers),
    Phase.REMOVING: (Automation.DEAL, c.BurnCard),
    Phase.DETERMINING: (Automation.DEAL, c.DrawDeterminant),
    Phase.PEEKING: (Automation.READER, c.UseCardReader),
    Phase.PEEKED: (Automation.SETTLE, c.SettleHeldWagers),
    Phase.SETTLED: (Automation.CLEAR, c.ClearTable),
}


_SETTLE_OPTIONAL: Final = (Automation.SETTLE, c.SettleOptionalWagers)


def due(state: State, taking: Automation = Automation.ALL) -> Step | None:
    """The next step of dealer or floor and the automation that takes it, of those in `taking`.

    None while players are asked, while claims wait for what the meters give, and while a device
    that is out of order, or the first player to arrive, is waited for.
    """
    if state.jackpots:
        step = floor_step(state) if Automation.FLOOR in taking else None
        if step is not None:
            return Automation.FLOOR, type(step)
        if awaiting_awards(state) or (state.phase is Phase.SETTLED and pending(state)):
            return None
    if state.faults is not SOUND and state.faults.reader_failed:
        return None
    dealers = _dealers_step(state)
    return dealers if dealers is not None and dealers[0] in taking else None


def _dealers_step(state: State) -> Step | None:
    phase = state.phase
    step = _STEPS.get(phase)
    if step is not None:
        return step
    if phase is Phase.SHUFFLING:
        return (Automation.SHOE, c.Shuffle) if refuse_shuffler(state) is None else None
    if phase is Phase.DEALING:
        if state.faults.missed and due_choice(state) is not None:
            return None
        return (Automation.DEAL, c.DealCard) if state.targets else _SETTLE_OPTIONAL
    if phase is Phase.INSURING:
        asked = any(box.insurance is None for _, box in state.in_play())
        return None if asked else (Automation.SETTLE, c.CloseInsurance)
    if phase is Phase.PLAYING:
        return _due_in_play(state)
    if phase is Phase.DRAWING:
        if must_draw(state) or due_target(state) is not None:
            return Automation.DEAL, c.DealCard
        return Automation.SETTLE, c.SettleRound
    if phase is Phase.WASHING and state.seats:
        return Automation.SHOE, cu.StackCards if by_device(state) else cu.WashCards
    return None


def _due_in_play(state: State) -> Step | None:
    if due_target(state) is not None:
        return Automation.DEAL, c.DealCard
    current = turn(state)
    if current is None:
        return (Automation.READER, c.TurnHoleCard) if not state.faults.missed else None
    if state.box(current[0]).hands[current[1] - 1].blackjack:
        return Automation.SETTLE, c.PayBlackjack
    return None
