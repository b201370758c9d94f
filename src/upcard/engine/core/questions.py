"""The questions to players, in any game."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from upcard.engine.core.commands import Command

Answers: TypeAlias = Callable[[Any, int | None], dict[str, Command]]
"""Given whom they are for and an amount in units or None: the command of each answer."""

Due: TypeAlias = Callable[[Any], tuple[int, int] | None]
"""Given a state: the position and the hand that are asked now, or None."""


def _nobody(_state: Any) -> None:
    return None


class QuestionKind(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game for one kind of question.

    `answers` returns the command of each answer by its word, allowed or not, given whom it is for
    and an amount in units or None. `unanswered` is the answer of a player who gives none. `words`
    ask the player, `for_dealer` says what the dealer does. A game that asks one position after the
    other asks in `phases`: there `due` returns the position and the hand (from 1; 0 where the
    question is not about one hand) that are asked now, or None. `words_with` are other words for
    the player, by an answer that has to be permitted.
    """

    name: str
    answers: Answers
    unanswered: str
    words: str
    for_dealer: str
    phases: tuple[StrEnum, ...] = ()
    due: Due = _nobody
    words_with: dict[str, str] = {}


def insurance_question(
    answers: Answers, phases: tuple[StrEnum, ...] = (), due: Due = _nobody
) -> QuestionKind:
    """The offer of Insurance, as every game words it; the arguments are those of the kind."""
    return QuestionKind(
        name="insurance",
        answers=answers,
        unanswered="no-insurance",
        words="The dealer shows an ace: Insurance?",
        words_with={"even-money": "The dealer shows an ace: Insurance or even money?"},
        for_dealer="Offer Insurance.",
        phases=phases,
        due=due,
    )


def decision_question(
    answers: Answers, phases: tuple[StrEnum, ...] = (), due: Due = _nobody
) -> QuestionKind:
    """How a hand is played, as every game words it; the arguments are those of the kind."""
    return QuestionKind(
        name="decision",
        answers=answers,
        unanswered="stand",
        words="Your turn.",
        for_dealer="Ask how the player plays the hand.",
        phases=phases,
        due=due,
    )


class PlayerQuestion(msgspec.Struct, frozen=True):
    """A question to a position; `answers` maps the permitted answers to their commands.

    `hand` counts from 1; it is 0 where the question is not about one hand.
    """

    asks: QuestionKind
    position: int
    hand: int
    answers: dict[str, Command]

    @property
    def kind(self) -> str:
        """The name of the kind of question."""
        return self.asks.name

    @property
    def words(self) -> str:
        """The question, with the hand where it is not the first."""
        asked = self.asks.words_with.items()
        words = next((words for answer, words in asked if answer in self.answers), self.asks.words)
        return words + (f" Hand {self.hand}." if self.hand > 1 else "")

    @property
    def whom(self) -> int | str:
        """Whom the answers are for."""
        return self.position

    @property
    def unanswered(self) -> Command:
        """The answer of a player who gives none; it is always permitted."""
        return self.answers[self.asks.unanswered]

    def every(self, amount: int | None = None) -> dict[str, Command]:
        """Every answer, allowed or not; `amount` in units is for `WITH_AMOUNT`."""
        return self.asks.answers(self.whom, amount)


class Countdown(msgspec.Struct, frozen=True):
    """A clock that runs for all players who are asked at the same time.

    After `seconds` the command `ends` answers for those who have not. Two countdowns of a round
    have different numbers of `cards` on the table, or different `phase`s.
    """

    seconds: int
    ends: Command
    phase: str
    cards: int


class AskedHand(NamedTuple):
    """The hand that a player decides on, and the value of the dealer's upcard, 1 (ace) to 10."""

    cards: tuple[int, ...]
    total: int
    upcard: int


WITH_AMOUNT: Final = frozenset({"double", "insurance", "press"})
"""The answers that may name an amount."""
