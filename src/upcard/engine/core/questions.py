"""The questions to players, in any game."""

from typing import Final, NamedTuple

import msgspec

from upcard.engine.core import commands as c


class PlayerQuestion(msgspec.Struct, frozen=True):
    """A question to a position; `answers` maps the permitted answers to their commands.

    `hand` counts from 1; it is 0 where the question is not about one hand.
    """

    kind: str
    position: int
    hand: int
    answers: dict[str, c.Command]


class Countdown(msgspec.Struct, frozen=True):
    """A clock that runs for all players who are asked at the same time.

    After `seconds` the command `ends` answers for those who have not. Two countdowns of a round
    have different numbers of `cards` on the table, or different `phase`s.
    """

    seconds: int
    ends: c.Command
    phase: str
    cards: int


class AskedHand(NamedTuple):
    """The hand that a player decides on, and the value of the dealer's upcard, 1 (ace) to 10."""

    cards: tuple[int, ...]
    total: int
    upcard: int


WITH_AMOUNT: Final = frozenset({"double", "insurance", "press"})
"""The answers that may name an amount."""

DEFAULT_ANSWERS = {
    "decision": "stand",
    "insurance": "no-insurance",
    "surrender": "no-surrender",
    "press": "take",
    "switch": "keep",
    "missed-card": "take-card",
}
"""The answer to each kind of question for a player who does not answer."""
