"""Refusals of steps with progressive wagers and their payouts.

58 Pa. Code §§ 633a.2(c), (d), 633a.7(o), 633c.2(d), (f), (h) and similar provisions.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from upcard.engine.blackjack.closing import cards_dealt, to_collect
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import commands as c
from upcard.engine.core.boxes import find_offered
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.parts import Check
from upcard.engine.core.phases import Phase
from upcard.engine.jackpots import commands as cj
from upcard.engine.jackpots.steps import (
    STEPS,
    PayoutStep,
    asks_meter,
    awaits_meter,
    next_step,
    number_for,
    pending,
    shares_of,
    steps_of,
    waiting_reason,
)
from upcard.money.amount import whole_cents
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted

_BEFORE_CARDS: Final = (Phase.COLLECTING, Phase.REMOVING, Phase.DETERMINING, Phase.DEALING)


def refuse_late_wager(
    state: BlackjackState, command: c.PlaceWager, refused: RuleViolation
) -> RuleViolation | None:
    """The refusal of a wager once bets are closed; None where it may still be placed.

    A progressive wager is refused because the progressive system is locked.
    """
    if _may_come_late(state, command):
        return None
    offered = state.rules.offered(command.wager)
    if offered is None or not offered.data.lock_out:
        return refused
    until = "the first card" if offered.stays_open else '"no more bets"'
    return RuleViolation(
        offered.data.lock_out, f"The {offered.data.title} wager may be placed until {until}."
    )


def _may_come_late(state: BlackjackState, command: c.PlaceWager) -> bool:
    """Whether a wager may be placed between "no more bets" and the first card."""
    if state.phase not in _BEFORE_CARDS:
        return False
    offered = state.rules.offered(command.wager)
    return offered is not None and offered.stays_open and not cards_dealt(state)


def _refuse_clear_table(state: BlackjackState, _command: c.ClearTable) -> RuleViolation | None:
    """Why the cards may not be removed: a progressive payout is not completed; or None."""
    for jackpot in pending(state):
        steps = steps_of(state.rules, jackpot)
        paying = next(step for step in steps if step.command is cj.PayJackpot)
        return RuleViolation(
            paying.section,
            f"The cards remain on the table until position {jackpot.position}'s progressive "
            "payout is completed.",
        )
    return None


def _next(state: BlackjackState, jackpot: Jackpot) -> PayoutStep:
    step = next_step(state.rules, jackpot)
    assert step is not None
    return step


def _refuse_collect_progressive_wagers(
    state: BlackjackState, command: cj.CollectProgressiveWagers
) -> RuleViolation | None:
    accepted = to_collect(state)
    if command.chips in (None, len(accepted)):
        return None
    collected = [offered for _, offered, _ in accepted] or state.rules.collected
    return RuleViolation(
        collected[0].data.collected,
        f"{_chips(command.chips)} counted for {_accepted_wagers(len(accepted))}; "
        "the numbers have to be equal.",
    )


def _chips(number: int | None) -> str:
    return "1 value chip was" if number == 1 else f"{number} value chips were"


def _accepted_wagers(wagers: int) -> str:
    return f"{wagers} accepted progressive wager{'' if wagers == 1 else 's'}"


def _refuse_return_progressive_wager(
    state: BlackjackState, command: cj.ReturnProgressiveWager
) -> RuleViolation | None:
    message = f"Position {command.position} has no such wager to be collected."
    offered = state.rules.offered(command.wager)
    if offered is None or not offered.data.collected:
        return _no_such(state, command.wager, message)
    box = state.boxes[command.position - 1]
    lies = box is not None and command.wager in box.wagers
    return None if lies else RuleViolation(offered.data.collected, message)


def _no_such(state: BlackjackState, slug: str, message: str) -> RuleViolation:
    """A refusal under the wager's section, where the table offers the wager."""
    offered = find_offered(state.rules, slug)
    if isinstance(offered, RuleViolation):
        return offered
    return RuleViolation(offered.data.settlement, message)


def _refuse_record_awards(state: BlackjackState, command: cj.RecordAwards) -> RuleViolation | None:
    waiting = [
        payout for payout in state.jackpots if payout.wager == command.wager and payout.claimed
    ]
    waiting = [payout for payout in waiting if awaits_meter(state.rules, payout)]
    claims = [(jackpot.position, share.meter) for jackpot, share in shares_of(waiting)]
    if not waiting:
        return _no_such(state, command.wager, "No claim on a meter waits for its amount.")
    if [(position, meter) for position, meter, _ in command.amounts] != claims:
        return _no_such(state, command.wager, "Each claim gets one amount, in the claims' order.")
    asks = any(asks_meter(state.rules, payout) for payout in waiting)
    if asks is not (command.shown is not None):
        message = "What the meter shows is recorded only where a payout depends on it."
        return _no_such(state, command.wager, message)
    amounts = [units for *_, units in command.amounts]
    return _refuse_amounts(state, command.wager, [*amounts, command.shown or 0])


def _refuse_amounts(
    state: BlackjackState, slug: str, amounts: Sequence[int]
) -> RuleViolation | None:
    if all(units >= 0 and whole_cents(units) == units for units in amounts):
        return None
    return _no_such(state, slug, "A meter pays whole cents.")


def _refuse_record_mystery(
    state: BlackjackState, command: cj.RecordMystery
) -> RuleViolation | None:
    offered = state.rules.offered(command.wager)
    if offered is None or offered.mystery is None:
        key = f"submission: wagers.{command.wager}"
        return RuleViolation(key, f"The wager {quoted(command.wager)} has no mystery bonus here.")
    place = (command.position, command.wager)
    section = offered.mystery.section
    if place not in [locked[:2] for locked in state.locked]:
        return RuleViolation(section, f"Position {command.position} has made no contribution.")
    if place in [(payout.position, payout.wager) for payout in state.jackpots if payout.mystery]:
        return RuleViolation(section, f"Position {command.position} has its mystery bonus already.")
    if command.amount == 0:
        return RuleViolation(section, "A mystery bonus is the whole meter, never nothing.")
    return _refuse_amounts(state, command.wager, [command.amount])


def _refuse_step(state: BlackjackState, command: cj.JackpotStep) -> RuleViolation | None:
    if number_for(state, command):
        return None
    place = (command.position, command.wager)
    waiting = [payout for payout in pending(state) if (payout.position, payout.wager) == place]
    if not waiting:
        message = f"No payout of position {command.position} waits for this step."
        return _no_such(state, command.wager, message)
    steps = [(payout, _next(state, payout)) for payout in waiting]
    for jackpot, step in steps:
        if step.command is type(command):
            return RuleViolation(step.section, waiting_reason(state, jackpot, step))
    step = steps[0][1]
    return RuleViolation(step.section, step.kind.comes_first)


CHECKS: Final[Mapping[type[c.Command], Check]] = {
    cj.CollectProgressiveWagers: _refuse_collect_progressive_wagers,
    cj.ReturnProgressiveWager: _refuse_return_progressive_wager,
    cj.RecordAwards: _refuse_record_awards,
    cj.RecordMystery: _refuse_record_mystery,
    c.ClearTable: _refuse_clear_table,
    **dict.fromkeys(STEPS, _refuse_step),
}
