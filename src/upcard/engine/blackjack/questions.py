"""The questions to players at a Blackjack table, with the answers that the rules allow."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from upcard.cards.card import value_of
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.money import affordable_answers
from upcard.engine.core.parts import Check, Part
from upcard.engine.core.questions import AskedHand, PlayerQuestion, QuestionKind

QuestionsByPhase = Mapping[StrEnum, tuple[QuestionKind, ...]]
"""The kinds of questions that may be asked in each phase."""


def questions_by_phase(parts: Iterable[Part]) -> QuestionsByPhase:
    """The kinds of questions of a game's parts, by phase."""
    kinds = [kind for part in parts for kind in part.questions]
    phases = {phase for kind in kinds for phase in kind.phases}
    return {phase: tuple(kind for kind in kinds if phase in kind.phases) for phase in phases}


def question(
    kinds: QuestionsByPhase, state: BlackjackState, refusal: Check
) -> PlayerQuestion | None:
    """The next question, in the order in which the dealer asks; None when no player is asked.

    `refusal` is the game's; an answer that it refuses is not offered.

    Insurance and even money are asked clockwise from the dealer's left (§ 633a.8), pressing when
    the winnings are paid (§ 633a.7(g)(10)), decisions at each hand's turn, and the choice for a
    missed hand after all others (§ 633a.14(g), (i)).
    """
    if state.faults.reader_failed:
        return None
    for kind in kinds.get(state.phase, ()):
        due = kind.due(state)
        if due is not None:
            return _question(state, refusal, kind, *due)
    return None


def asked_hand(state: BlackjackState, question: PlayerQuestion) -> AskedHand:
    """The hand that a decision is about."""
    hand = state.box(question.position).hands[question.hand - 1]
    return AskedHand(hand.cards, hand.total, value_of(state.dealer[0]))


def _question(
    state: BlackjackState, refusal: Check, kind: QuestionKind, position: int, hand: int
) -> PlayerQuestion:
    answers = affordable_answers(
        state,
        state.box(position).player,
        lambda amount: kind.answers(position, amount),
        lambda command: refusal(state, command),
    )
    return PlayerQuestion(kind, position, hand, answers)
