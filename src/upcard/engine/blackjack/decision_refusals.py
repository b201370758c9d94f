"""Why a decision on a hand is refused. 58 Pa. Code §§ 633a.7(i)-(k), 633a.9-11."""

from collections.abc import Mapping
from typing import Final

from upcard.cards.card import ACE, rank_of
from upcard.engine.blackjack.early_surrender import NO_SURRENDER, refuse_answer
from upcard.engine.blackjack.hooks import hooks_of
from upcard.engine.blackjack.state import ACE_AND_TEN, BlackjackState, Box, Hand, turn
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import (
    Command,
    DoubleDown,
    Hit,
    PayBlackjack,
    SplitPair,
    Stand,
    Surrender,
)
from upcard.engine.core.limits import refuse_chips
from upcard.engine.core.parts import Check
from upcard.engine.core.phases import Phase
from upcard.games.blackjack import DOUBLES_IN_WORDS, FULL, may_split
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation


def on_turn(
    state: BlackjackState, position: int, blackjack: str = "633a.7(k)(1)"
) -> RuleViolation | tuple[Box, Hand]:
    """The box and hand that a player decides on, or why there is none.

    `blackjack` is the section of the refusal for a Blackjack.
    """
    current = turn(state)
    if current is None or current[0] != position:
        now = f"position {current[0]}'s turn" if current else "nobody's turn"
        return refusal_under("633a.7(i)", f"It is {now}, not position {position}'s.")
    box = state.boxes[position - 1]
    assert box is not None
    hand = box.hands[current[1] - 1]
    if state.targets or len(hand.cards) < 2:
        return refusal_under("633a.7(j)", "A card has to be dealt first.")
    if hand.pips == ACE_AND_TEN and hand.blackjack:
        return refusal_under(blackjack, "A Blackjack takes no decision: it is paid.")
    return box, hand


def _hand_for_a_card(
    state: BlackjackState, position: int, blackjack: str = "633a.7(k)(1)"
) -> RuleViolation | tuple[Box, Hand]:
    """Like `on_turn`, for a decision that takes a card."""
    hand_or_refusal = on_turn(state, position, blackjack)
    if not isinstance(hand_or_refusal, RuleViolation) and hand_or_refusal[0].refused:
        message = "Who refused the exposed card gets no card in this round."
        return refusal_under("633a.14(c)", message)
    return hand_or_refusal


def _refuse_stand(state: BlackjackState, command: Stand) -> RuleViolation | None:
    hand_or_refusal = on_turn(state, command.position)
    return hand_or_refusal if isinstance(hand_or_refusal, RuleViolation) else None


def _refuse_hit(state: BlackjackState, command: Hit) -> RuleViolation | None:
    hand_or_refusal = _hand_for_a_card(state, command.position)
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    _, hand = hand_or_refusal
    if _takes_no_hit(state, hand):
        return refusal_under("633a.11(c)", "Split aces take one card each at this table.")
    if hand.total == FULL:
        message = "A 21 may stand or double, not draw."
        return RuleViolation("submission: blackjack.double", message)
    return None


def _takes_no_hit(state: BlackjackState, hand: Hand) -> bool:
    """Whether the hand is of split aces that take one card each."""
    one_card = state.rules.blackjack.one_card_on_split_aces
    return one_card and hand.from_split and rank_of(hand.cards[0]) == ACE


def _refuse_double_down(state: BlackjackState, command: DoubleDown) -> RuleViolation | None:
    hand_or_refusal = _hand_for_a_card(state, command.position, blackjack="633a.10(a)")
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    _, hand = hand_or_refusal
    if len(hand.cards) != 2:
        return refusal_under(
            "633a.10(a)", "A double down is made on the first two cards of a hand."
        )
    if _takes_no_hit(state, hand):
        return refusal_under("633a.11(c)", "Split aces take one card each at this table.")
    violation = _refuse_total(state, hand)
    if violation is not None or command.amount is None:
        return violation
    if command.amount > hand.whole_wager:
        most = printed_dollars(hand.whole_wager)
        return refusal_under(
            "633a.10(a)", f"A double down may not exceed the original Blackjack wager of {most}."
        )
    return refuse_chips(state, command.amount)


def _refuse_total(state: BlackjackState, hand: Hand) -> RuleViolation | None:
    """Why a house's own rules refuse the double of two cards; None where they do not."""
    rules = state.rules.blackjack
    if not rules.may_double(hand.total, from_split=False):
        return RuleViolation(
            "submission: blackjack.double",
            f"Two cards double on {DOUBLES_IN_WORDS[rules.double]}, not on {hand.total}.",
        )
    if not rules.may_double(hand.total, from_split=hand.from_split):
        return RuleViolation(
            "submission: blackjack.das", "The hands of a split pair may not double at this table."
        )
    return None


def _refuse_split_pair(state: BlackjackState, command: SplitPair) -> RuleViolation | None:
    hand_or_refusal = _hand_for_a_card(state, command.position)
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    box, hand = hand_or_refusal
    if len(hand.cards) != 2 or may_split(hand.cards[0], hand.cards[1]) == 0:
        return refusal_under("633a.11(a)", "Only two cards of equal value may be split.")
    rules = state.rules.blackjack
    if box.splits_of(hand.origin) > rules.resplits:
        times = {0: "not be split again", 1: "be split one more time"}.get(
            rules.resplits, f"be split {rules.resplits} more times"
        )
        return refusal_under("633a.11(c)", f"A split pair may {times} at this table.")
    if hand.from_split and rank_of(hand.cards[0]) == ACE and not rules.resplit_aces:
        return refusal_under("633a.11(c)", "Split aces may not be split again at this table.")
    return None


def _refuse_surrender(state: BlackjackState, command: Surrender) -> RuleViolation | None:
    if state.phase is Phase.SURRENDERING:
        return refuse_answer(state, command.position)
    hand_or_refusal = on_turn(state, command.position)
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    box, hand = hand_or_refusal
    no_surrender = hooks_of(state).no_surrender
    if no_surrender is not None:
        return no_surrender
    if state.rules.blackjack.surrender == "none":
        return RuleViolation(
            "submission: blackjack.surrender", "No hand is surrendered at this table."
        )
    if NO_SURRENDER in hand.decisions:
        return RuleViolation(
            "submission: blackjack.surrender",
            "Surrender comes before the dealer looks for a Blackjack.",
        )
    if box.splits or len(hand.cards) != 2:
        return refusal_under("633a.9(a)", "Surrender comes first, on the initial two cards.")
    return None


def _refuse_pay_blackjack(state: BlackjackState, _command: PayBlackjack) -> RuleViolation | None:
    current = turn(state)
    if current is None or not state.box(current[0]).hands[0].blackjack:
        return refusal_under("633a.7(i)(1)", "The player on turn has no Blackjack.")
    return None


CHECKS: Final[Mapping[type[Command], Check]] = {
    PayBlackjack: _refuse_pay_blackjack,
    Stand: _refuse_stand,
    Hit: _refuse_hit,
    DoubleDown: _refuse_double_down,
    SplitPair: _refuse_split_pair,
    Surrender: _refuse_surrender,
}
