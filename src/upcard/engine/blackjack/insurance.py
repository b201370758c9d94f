"""Insurance and even money. 58 Pa. Code § 633a.8."""

from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.early_surrender import before_peek
from upcard.engine.blackjack.settle import cards_removal, pay_blackjack
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import PA, refusal_under
from upcard.engine.core.commands import (
    CloseInsurance,
    Command,
    DeclineInsurance,
    Insure,
    TakeEvenMoney,
)
from upcard.engine.core.events import (
    Event,
    InsuranceClosed,
    InsuranceDeclined,
    InsuranceOffered,
    InsurancePlaced,
    PlayStarted,
    SurrenderOffered,
)
from upcard.engine.core.limits import refuse_chips
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import insurance_question
from upcard.engine.core.steps import Automation, Step
from upcard.games.blackjack import insurance_limit, refuse_even_money, refuse_insurance
from upcard.rules.violation import RuleViolation

# Refusals


def _refuse_unasked(state: BlackjackState, position: int) -> RuleViolation | None:
    """Why a position is not asked about Insurance, or None where it is."""
    box = state.boxes[position - 1]
    if box is None:
        return refusal_under("633a.8(a)", f"Position {position} has no Blackjack wager to insure.")
    if box.insurance is not None:
        return refusal_under("633a.8(a)", f"Position {position} has answered already.")
    return None


def _refuse_insure(state: BlackjackState, command: Insure) -> RuleViolation | None:
    violation = _refuse_unasked(state, command.position)
    if violation is not None or command.amount is None:
        return violation
    at_stake, chip = state.box(command.position).at_stake, state.rules.smallest_chip
    too_much = refuse_insurance(command.amount, at_stake, chip, "that chips can make")
    return too_much or refuse_chips(state, command.amount)


def _refuse_decline_insurance(
    state: BlackjackState, command: DeclineInsurance
) -> RuleViolation | None:
    return _refuse_unasked(state, command.position)


def _refuse_take_even_money(state: BlackjackState, command: TakeEvenMoney) -> RuleViolation | None:
    violation = _refuse_unasked(state, command.position)
    if violation is not None:
        return violation
    return refuse_even_money(
        offered=state.rules.blackjack.even_money,
        has_blackjack=any(hand.blackjack for hand in state.box(command.position).hands),
    )


# Decisions


def _insure(state: BlackjackState, command: Insure) -> list[Event]:
    box = state.box(command.position)
    amount = command.amount
    if amount is None:
        amount = insurance_limit(box.at_stake, state.rules.smallest_chip)
    return [InsurancePlaced(command.position, amount, box.player)]


def _decline_insurance(_state: BlackjackState, command: DeclineInsurance) -> list[Event]:
    return [InsuranceDeclined(command.position)]


def _take_even_money(state: BlackjackState, command: TakeEvenMoney) -> list[Event]:
    box = state.box(command.position)
    events: list[Event] = [InsuranceDeclined(command.position)]
    for number, hand in enumerate(box.hands, 1):
        if hand.blackjack:
            place = (command.position, number)
            events.append(pay_blackjack(*place, box, state.rules.win_odds, PA + "633a.8(e)"))
            events += cards_removal(state, *place)
    return events


def _close_insurance(state: BlackjackState, _command: CloseInsurance) -> list[Event]:
    unanswered = [
        InsuranceDeclined(position) for position, box in state.in_play() if box.insurance is None
    ]
    if not state.rules.blackjack.peeks:
        return [*unanswered, InsuranceClosed(), PlayStarted()]
    surrenders = [event for event in before_peek(state) if isinstance(event, SurrenderOffered)]
    return [*unanswered, InsuranceClosed(), *surrenders]


# State changes


def _insurance_placed(state: BlackjackState, event: InsurancePlaced) -> BlackjackState:
    box = replace(state.box(event.position), insurance=event.amount)
    return replace(state, boxes=state.with_box(event.position, box))


def _insurance_declined(state: BlackjackState, event: InsuranceDeclined) -> BlackjackState:
    box = replace(state.box(event.position), insurance=0)
    return replace(state, boxes=state.with_box(event.position, box))


# Steps


def _close(state: BlackjackState) -> Step | None:
    is_pending = any(box.insurance is None for _, box in state.in_play())
    return None if is_pending else (Automation.SETTLE, CloseInsurance)


# Question


def _position_in_turn(state: BlackjackState) -> tuple[int, int] | None:
    """The next position that has not answered, clockwise."""
    for position, box in state.in_play():
        if box.insurance is None:
            return position, 0
    return None


def _answers(position: int, amount: int | None) -> dict[str, Command]:
    return {
        "insurance": Insure(position, amount),
        "even-money": TakeEvenMoney(position),
        "no-insurance": DeclineInsurance(position),
    }


QUESTION: Final = insurance_question(_answers, (Phase.INSURING,), _position_in_turn)

PART: Final = Part(
    name="insurance",
    phases={
        (Phase.DEALING, InsuranceOffered): Phase.INSURING,
        (Phase.INSURING, InsuranceClosed): Phase.PEEKING,
    },
    allowed={
        Insure: Allowed((Phase.INSURING,), "633a.8(a)", "Insurance is not offered now."),
        DeclineInsurance: Allowed((Phase.INSURING,), "633a.8(a)", "Insurance is not offered now."),
        TakeEvenMoney: Allowed((Phase.INSURING,), "633a.8(e)", "Even money is not offered now."),
        CloseInsurance: Allowed((Phase.INSURING,), "633a.8(b)", "Insurance is not offered now."),
    },
    checks={
        Insure: _refuse_insure,
        DeclineInsurance: _refuse_decline_insurance,
        TakeEvenMoney: _refuse_take_even_money,
    },
    handlers={
        Insure: _insure,
        DeclineInsurance: _decline_insurance,
        TakeEvenMoney: _take_even_money,
        CloseInsurance: _close_insurance,
    },
    folds={InsurancePlaced: _insurance_placed, InsuranceDeclined: _insurance_declined},
    steps={Phase.INSURING: _close},
    questions=(QUESTION,),
)
