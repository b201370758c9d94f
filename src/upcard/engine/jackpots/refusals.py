"""Refusals of steps with progressive payouts.

58 Pa. Code §§ 633a.7(o), 633c.2(h) and similar provisions.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from upcard.engine.core.boxes import find_offered
from upcard.engine.core.commands import ClearTable, Command
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.parts import Check
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import JackpotStep, PayJackpot, RecordAwards, RecordMystery
from upcard.engine.jackpots.provisions import (
    STEPS,
    PayoutStep,
    asks_meter,
    awaits_meter,
    next_step,
    steps_of,
)
from upcard.engine.jackpots.steps import pending, ready_payout, shares_of, waiting_reason
from upcard.money.amount import whole_cents
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted


def _refuse_clear_table(state: AnyTable, _command: ClearTable) -> RuleViolation | None:
    """Why the cards may not be removed: a progressive payout is not completed; or None."""
    for jackpot in pending(state) if state.jackpots else ():
        steps = steps_of(state.rules, jackpot)
        paying = next(step for step in steps if step.command is PayJackpot)
        return RuleViolation(
            paying.section,
            f"The cards remain on the table until position {jackpot.position}'s progressive "
            "payout is completed.",
        )
    return None


def _next_step_of(state: AnyTable, jackpot: Jackpot) -> PayoutStep:
    step = next_step(state.rules, jackpot)
    assert step is not None
    return step


def wager_refusal(state: AnyTable, slug: str, message: str) -> RuleViolation:
    """A refusal under the wager's section, where the table offers the wager."""
    offered = find_offered(state.rules, slug)
    if isinstance(offered, RuleViolation):
        return offered
    return RuleViolation(offered.data.settlement, message)


def _refuse_record_awards(state: AnyTable, command: RecordAwards) -> RuleViolation | None:
    payouts = [
        payout for payout in state.jackpots if payout.wager == command.wager and payout.claimed
    ]
    payouts = [payout for payout in payouts if awaits_meter(state.rules, payout)]
    claims = [(jackpot.position, share.meter) for jackpot, share in shares_of(payouts)]
    if not payouts:
        return wager_refusal(state, command.wager, "No claim on a meter waits for its amount.")
    if [(position, meter) for position, meter, _ in command.amounts] != claims:
        return wager_refusal(
            state, command.wager, "Each claim gets one amount, in the claims' order."
        )
    asks = any(asks_meter(state.rules, payout) for payout in payouts)
    if asks is not (command.shown is not None):
        message = "What the meter shows is recorded only where a payout depends on it."
        return wager_refusal(state, command.wager, message)
    amounts = [units for *_, units in command.amounts]
    return _refuse_amounts(state, command.wager, [*amounts, command.shown or 0])


def _refuse_amounts(state: AnyTable, slug: str, amounts: Sequence[int]) -> RuleViolation | None:
    if all(units >= 0 and whole_cents(units) == units for units in amounts):
        return None
    return wager_refusal(state, slug, "A meter pays whole cents.")


def _refuse_record_mystery(state: AnyTable, command: RecordMystery) -> RuleViolation | None:
    offered = state.rules.offered(command.wager)
    if offered is None or offered.mystery is None:
        key = f"submission: wagers.{command.wager}"
        return RuleViolation(key, f"The wager {quoted(command.wager)} has no mystery bonus here.")
    position_and_wager = (command.position, command.wager)
    section = offered.mystery.section
    if position_and_wager not in [locked[:2] for locked in state.locked]:
        return RuleViolation(section, f"Position {command.position} has made no contribution.")
    awarded = [(payout.position, payout.wager) for payout in state.jackpots if payout.mystery]
    if position_and_wager in awarded:
        return RuleViolation(section, f"Position {command.position} has its mystery bonus already.")
    if command.amount == 0:
        return RuleViolation(section, "A mystery bonus is the whole meter, never nothing.")
    return _refuse_amounts(state, command.wager, [command.amount])


def _refuse_step(state: AnyTable, command: JackpotStep) -> RuleViolation | None:
    if ready_payout(state, command) is not None:
        return None
    position_and_wager = (command.position, command.wager)
    payouts = [
        payout for payout in pending(state) if (payout.position, payout.wager) == position_and_wager
    ]
    if not payouts:
        message = f"No payout of position {command.position} waits for this step."
        return wager_refusal(state, command.wager, message)
    steps = [(payout, _next_step_of(state, payout)) for payout in payouts]
    for jackpot, step in steps:
        if step.command is type(command):
            return RuleViolation(step.section, waiting_reason(state, jackpot, step))
    step = steps[0][1]
    return RuleViolation(step.section, step.kind.comes_first)


CHECKS: Final[Mapping[type[Command], Check]] = {
    RecordAwards: _refuse_record_awards,
    RecordMystery: _refuse_record_mystery,
    ClearTable: _refuse_clear_table,
    **dict.fromkeys(STEPS, _refuse_step),
}
