"""Rules on limits and duties of a State's text, which do not bind a table of house rules."""

from typing import Final

from upcard.submission.offered.wagers import is_house
from upcard.submission.schema import Submission

_DUTIES: Final = (
    "table.deck-change",
    "table.deck-change-from-the-hand",
    "table.decks-from-the-hand",
    "blackjack.split-aces",
    "aggregate.at-least-25000",
    "aggregate.at-least-the-largest-win",
    "meter.least-seed",
    "meter.least-reseed",
    "meter.printed-seed",
    "meter.printed-reseed",
    "meter.printed-increment",
    "meter.printed-secondary-increment",
    "meter.total-divided",
    "meter.total-increment",
)


def is_unbound(submission: Submission, rule: str) -> bool:
    """Whether a rule, by its name, does not bind the table: the house makes its own."""
    return is_house(submission) and rule in _DUTIES
