"""Duties that a jurisdiction's text does not name: assumed by upcard, and no errors there.

Washington's rules of Match the Dealer Blackjack say nothing of equipment, layout, positions or the
change of decks; chapter 633a's provisions on them are asked about, as notes.
"""

from typing import Final

from upcard.rules.loader import game_rules
from upcard.submission.game_sections import WASHINGTON
from upcard.submission.offers import jurisdiction_of
from upcard.submission.schema import Submission

ASSUMED: Final = "Washington's rules do not name this duty: it is assumed as in Pennsylvania."

_PARTS: Final = ("layout", "equipment")
_OF_THE_TABLE: Final = (
    "table.card-reader",
    "table.positions-at-most",
    "table.deck-change",
    "table.deck-change-from-the-hand",
)


def is_assumed(submission: Submission, rule: str, section: str) -> bool:
    """Whether a rule that rests on a section of Pennsylvania is applied to a table elsewhere."""
    elsewhere = jurisdiction_of(submission) == game_rules(WASHINGTON[0]).jurisdiction
    about = rule.partition(".")[0] in _PARTS or rule in _OF_THE_TABLE
    return elsewhere and about and section.startswith("58 Pa. Code")
