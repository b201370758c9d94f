"""The questions to players, in any game."""

from typing import Final

import msgspec

from upcard.engine.core import commands as c


class Question(msgspec.Struct, frozen=True):
    """A question to a position; `answers` maps the permitted answers to their commands.

    `hand` counts from 1; it is 0 where the question is not about one hand.
    """

    kind: str
    position: int
    hand: int
    answers: dict[str, c.Command]


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
