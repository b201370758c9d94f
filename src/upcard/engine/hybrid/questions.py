"""The questions to terminals, with the answers that the rules allow. § 633c.5(o), (p), (z)."""

from collections.abc import Mapping
from typing import Final

from upcard.cards.card import value_of
from upcard.engine.core.commands import Command
from upcard.engine.core.money import affordable_answers, refuse_uncovered
from upcard.engine.core.parts import Check, Handler, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import (
    AskedHand,
    Countdown,
    PlayerQuestion,
    decision_question,
    insurance_question,
)
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.hybrid.decisions import decide, refuse_decide
from upcard.engine.hybrid.state import HybridState, Terminal, is_asked
from upcard.engine.hybrid.wagers import answer_insurance, refuse_answer_insurance
from upcard.games.hybrid import HybridRules
from upcard.rules.violation import RuleViolation


class TerminalQuestion(PlayerQuestion, frozen=True):
    """A question to the player at a terminal."""

    player: str

    @property
    def whom(self) -> int | str:
        """The player, whose terminal answers."""
        return self.player


def question(state: HybridState) -> TerminalQuestion | None:
    """The question to the first terminal that is asked, in the order of their wagers.

    All terminals are asked at the same time: `question_of` returns the question to any of them.
    """
    if not state.asked:
        return None
    for terminal in state.terminals.values():
        if is_asked(state, terminal, state.phase):
            return _question_of(state, terminal)
    return None


def question_of(state: HybridState, player: str) -> TerminalQuestion | None:
    """The question to a player, or None."""
    terminal = state.terminals.get(player)
    if terminal is None or not is_asked(state, terminal, state.phase):
        return None
    return _question_of(state, terminal)


def countdown(state: HybridState) -> Countdown | None:
    """The countdown clock that runs while any player is asked (p)(2), (z)."""
    if not state.asked:
        return None
    rules = state.rules.variation
    assert isinstance(rules, HybridRules)
    return Countdown(rules.countdown_seconds, EndCountdown(), state.phase, len(state.community))


def asked_hand(state: HybridState, question: PlayerQuestion) -> AskedHand:
    """The hand that a decision is about."""
    assert isinstance(question, TerminalQuestion)
    hand = state.hands_of(state.terminals[question.player]).hands[question.hand - 1]
    return AskedHand(hand.cards, hand.total, value_of(state.dealer[0]))


def _insurance_answers(player: str, amount: int | None) -> dict[str, Command]:
    return {
        "insurance": AnswerInsurance(player, "insurance", amount),
        "even-money": AnswerInsurance(player, "even-money"),
        "no-insurance": AnswerInsurance(player, "no-insurance"),
    }


def _decision_answers(player: str, amount: int | None) -> dict[str, Command]:
    return {
        "hit": Decide(player, "hit"),
        "stand": Decide(player, "stand"),
        "double": Decide(player, "double", amount),
        "split": Decide(player, "split"),
        "surrender": Decide(player, "surrender"),
    }


INSURANCE: Final = insurance_question(_insurance_answers)
DECISION: Final = decision_question(_decision_answers)

PART: Final = Part(name="questions", questions=(INSURANCE, DECISION))


def _question_of(state: HybridState, terminal: Terminal) -> TerminalQuestion:
    insuring = state.phase is Phase.INSURING
    kind, number = (INSURANCE, 0) if insuring else (DECISION, state.hands_of(terminal).asked)
    answers = affordable_answers(
        state,
        terminal.player,
        lambda amount: kind.answers(terminal.player, amount),
        lambda command: _refusal(state, command),
    )
    return TerminalQuestion(kind, terminal.position, number, answers, terminal.player)


def _refusal(state: HybridState, command: Command) -> RuleViolation | None:
    refuse, follows = _ANSWERS[type(command)]
    return refuse(state, command) or refuse_uncovered(state, lambda: follows(state, command))


_ANSWERS: Mapping[type[Command], tuple[Check, Handler]] = {
    AnswerInsurance: (refuse_answer_insurance, answer_insurance),
    Decide: (refuse_decide, decide),
}
"""What refuses an answer, and the events that follow from it."""
