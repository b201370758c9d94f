"""What a player is asked, in any game."""

from typing import Final

import msgspec

from upcard.engine.core import commands as c


class Question(msgspec.Struct, frozen=True):
    """A question to a position: `hand` from 1, or 0; `answers` maps each to its command."""

    kind: str
    position: int
    hand: int
    answers: dict[str, c.Command]


WITH_AMOUNT: Final = frozenset({"double", "insurance", "press"})
"""The answers that may name an amount: less than the whole, or a part."""

DEFAULT_ANSWERS = {
    "decision": "stand",
    "insurance": "no-insurance",
    "press": "take",
    "switch": "keep",
    "missed-card": "take-card",
}
"""The answer to each kind of question for a player who does not answer."""
