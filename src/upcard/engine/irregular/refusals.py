"""Refusals of commands about irregularities. 58 Pa. Code § 633a.14."""

from collections.abc import Mapping
from typing import Final

from upcard.cards.card import is_ten_or_ace
from upcard.engine.blackjack.deal import deal_targets, due_target, must_draw
from upcard.engine.blackjack.decision_refusals import on_turn
from upcard.engine.blackjack.hooks import hooks_of
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import Command, LeaveSeat, PermitEntry, SeatPlayer
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.events import Target
from upcard.engine.core.parts import Check
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import (
    CallHandDead,
    CoverShuffler,
    DealFromWrongSide,
    DrawInError,
    DrawnCard,
    ExposeCard,
    FindFaceUpCard,
    HandStep,
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
from upcard.engine.irregular.decide import due_choice, missed_section
from upcard.engine.jackpots.commands import JackpotStep, RecordAwards, RecordMystery
from upcard.engine.shoe.upkeep_commands import RepairCardReader, TellTime
from upcard.rules.violation import RuleViolation

_ALLOWED_WHILE_STOPPED: Final = (
    SeatPlayer,
    LeaveSeat,
    PermitEntry,
    RecordAwards,
    RecordMystery,
    JackpotStep,
    TellTime,
    RepairCardReader,
    ReportShufflerFailure,
    CoverShuffler,
    RepairShuffler,
)


def refuse_stopped(state: BlackjackState, command: Command) -> RuleViolation | None:
    """Why a command is refused until the card reader is repaired (§ 633a.14(k)), or None."""
    if not state.faults.reader_failed or isinstance(command, _ALLOWED_WHILE_STOPPED):
        return None
    return refusal_under(
        "633a.14(k)", "Nothing is dealt until the card reader is repaired or replaced."
    )


# Cards


def _refuse_missing_card(
    state: BlackjackState, section: str, command: DrawnCard, remaining: int
) -> RuleViolation | None:
    if remaining == 0:
        return refusal_under(section, "The shoe is empty.")
    if not state.rules.is_dealt(command.card):
        return refusal_under("633a.3(a)", f"There is no card {command.card} in a deck.")
    return None


def _refuse_find_face_up_card(
    state: BlackjackState, command: FindFaceUpCard
) -> RuleViolation | None:
    if not 0 <= command.side < len(state.stacks):
        return refusal_under("633a.3(c)", f"There is no side {command.side} of this shoe.")
    return _refuse_missing_card(state, "633a.14(a)", command, state.stacks[command.side].remaining)


def _refuse_draw_in_error(state: BlackjackState, _command: DrawInError) -> RuleViolation | None:
    if state.stack.remaining == 0:
        return refusal_under("633a.14(b)", "The shoe is empty.")
    return None


def _refuse_expose_card(state: BlackjackState, command: ExposeCard) -> RuleViolation | None:
    if state.phase is Phase.DEALING and (state.targets or state.faults.missed):
        return refusal_under("633a.14(c)", "The initial two cards are not dealt to each player.")
    if state.faults.exposed >= 0:
        return refusal_under("633a.14(c)", "A card lies exposed already: it comes first.")
    if due_target(state) is not None:
        return refusal_under("633a.14(c)", "A card is due: it is dealt, not drawn in error.")
    return _refuse_missing_card(state, "633a.14(c)", command, state.stack.remaining)


def _refuse_refuse_card(state: BlackjackState, command: RefuseCard) -> RuleViolation | None:
    if state.faults.exposed < 0:
        return refusal_under("633a.14(c)", "No exposed card is to be accepted or refused.")
    hand_or_refusal = on_turn(state, command.position)
    return hand_or_refusal if isinstance(hand_or_refusal, RuleViolation) else None


def _refuse_overdraw_dealer(state: BlackjackState, command: OverdrawDealer) -> RuleViolation | None:
    if must_draw(state) or due_target(state) is not None:
        return refusal_under("633a.14(d)", "A card is due: it is dealt, not drawn by accident.")
    return _refuse_missing_card(state, "633a.14(d)", command, state.stack.remaining)


# Hands


def _refuse_miss_dealer_card(
    state: BlackjackState, _command: MissDealerCard
) -> RuleViolation | None:
    if not state.targets or state.targets[0][0] > 0:
        return refusal_under("633a.14(e)", "The next card is not the dealer's own.")
    return None


def _refuse_miss_hand(state: BlackjackState, command: MissHand) -> RuleViolation | None:
    if not state.targets or state.targets[0][0] < 0 or state.targets[0][1] == 0:
        return refusal_under("633a.14(g)", "The next card is not due to a player's hand.")
    return _refuse_other_hand("633a.14(g)", command, state.targets[0])


def _refuse_miss_requested_card(
    state: BlackjackState, command: MissRequestedCard
) -> RuleViolation | None:
    target = due_target(state)
    if target is None:
        return refusal_under("633a.14(i)", "No player has requested a card.")
    return _refuse_other_hand("633a.14(i)", command, target)


def _refuse_other_hand(section: str, command: HandStep, target: Target) -> RuleViolation | None:
    """Why a command's hand is not the one to which the next card is due, or None."""
    position, hand = target
    if command.position in (None, position) and command.hand in (None, hand):
        return None
    return refusal_under(section, f"The next card is due to hand {hand} of position {position}.")


def _refuse_the_floors_choice(
    state: BlackjackState, command: TakeMissedCard | CallHandDead
) -> RuleViolation | None:
    choice = due_choice(state)
    if choice is not None and choice[0] == command.position:
        return None
    section = missed_section(state)
    if any(position == command.position for position, _ in state.faults.missed):
        return refusal_under(
            section, "A hand that was missed comes after all other players' cards."
        )
    return refusal_under(section, f"No hand of position {command.position} was missed.")


def _refuse_deal_from_wrong_side(
    state: BlackjackState, _command: DealFromWrongSide
) -> RuleViolation | None:
    if state.rules.sides == 1:
        return refusal_under("633a.14(h)", "The shoe has one side.")
    if state.faults.wrong_side:
        return refusal_under("633a.14(h)", "The round is drawn from the incorrect side already.")
    first = 0 if state.faults.determinant < 0 else 1
    if len(state.targets) + first != len(deal_targets(state)):
        return refusal_under(
            "633a.14(h)", "Cards of this round came from the correct side already."
        )
    if state.stacks[1 - state.side].remaining == 0:
        return refusal_under("633a.14(h)", "The other side of the shoe is empty.")
    return None


# Devices


def _refuse_misuse_card_reader(
    state: BlackjackState, _command: MisuseCardReader
) -> RuleViolation | None:
    if len(state.dealer) < 2:
        return refusal_under(
            "633a.14(j)", "There is no hole card that could go into the card reader."
        )
    if is_ten_or_ace(state.dealer[0]) == 1 or hooks_of(state).reads_every_upcard:
        return refusal_under("633a.14(j)", "With this first card the card reader is used.")
    return None


def _refuse_report_shuffler_jam(
    state: BlackjackState, _command: ReportShufflerJam
) -> RuleViolation | None:
    if not state.rules.dealing.has_shuffler or state.faults.shuffler is not Shuffler.WORKING:
        return refusal_under(
            "633a.14(l)", "No automated card shuffling device is used at this table."
        )
    by_itself = not state.rules.has_cover_card
    if state.phase is Phase.WAGERING and (not by_itself or state.has_wagers):
        return refusal_under("633a.14(l)", "No shuffle is under way.")
    return None


def _refuse_shuffler_state(state: BlackjackState, *allowed: Shuffler) -> RuleViolation | None:
    if not state.rules.dealing.has_shuffler:
        return refusal_under("633a.14(m)", "This table has no automated card shuffling device.")
    if state.faults.shuffler not in allowed:
        condition = state.faults.shuffler.replace("-", " ")
        return refusal_under("633a.14(m)", f"The shuffling device is {condition} already.")
    return None


def _refuse_report_shuffler_failure(
    state: BlackjackState, _command: ReportShufflerFailure
) -> RuleViolation | None:
    return _refuse_shuffler_state(state, Shuffler.WORKING)


def _refuse_cover_shuffler(state: BlackjackState, _command: CoverShuffler) -> RuleViolation | None:
    return _refuse_shuffler_state(state, Shuffler.OUT_OF_ORDER)


def _refuse_repair_shuffler(
    state: BlackjackState, _command: RepairShuffler
) -> RuleViolation | None:
    return _refuse_shuffler_state(state, Shuffler.OUT_OF_ORDER, Shuffler.COVERED)


CHECKS: Final[Mapping[type[Command], Check]] = {
    FindFaceUpCard: _refuse_find_face_up_card,
    DrawInError: _refuse_draw_in_error,
    ExposeCard: _refuse_expose_card,
    RefuseCard: _refuse_refuse_card,
    OverdrawDealer: _refuse_overdraw_dealer,
    MissDealerCard: _refuse_miss_dealer_card,
    MissHand: _refuse_miss_hand,
    MissRequestedCard: _refuse_miss_requested_card,
    TakeMissedCard: _refuse_the_floors_choice,
    CallHandDead: _refuse_the_floors_choice,
    DealFromWrongSide: _refuse_deal_from_wrong_side,
    MisuseCardReader: _refuse_misuse_card_reader,
    ReportShufflerJam: _refuse_report_shuffler_jam,
    ReportShufflerFailure: _refuse_report_shuffler_failure,
    CoverShuffler: _refuse_cover_shuffler,
    RepairShuffler: _refuse_repair_shuffler,
}
