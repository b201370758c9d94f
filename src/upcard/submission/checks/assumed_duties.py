"""Duties that a jurisdiction's text does not name: upcard assumes them and reports them as notes.

Washington's rules of Match the Dealer Blackjack say nothing of equipment, layout, positions or the
change of decks; chapter 633a's provisions on them are asked about, as notes. Of a progressive they
name an electronically sensed wager spot, and no system, lock-out or system of linked tables.
"""

from typing import Final

from upcard.submission.checks.declared import REQUIRED
from upcard.submission.checks.registry import Problem
from upcard.submission.offered.wagers import jurisdiction_of
from upcard.submission.schema import Submission, section_of

JURISDICTION: Final = "wa"
_PARTS: Final = ("layout", "equipment")
_OF_THE_TABLE: Final = (
    "table.card-reader",
    "table.positions-at-most",
    "table.deck-change",
    "table.deck-change-from-the-hand",
)
_OF_PROGRESSIVES: Final = (
    "equipment.progressive-system",
    "equipment.lock-out",
    "equipment.linked-system",
)


def is_assumed(submission: Submission, rule: str, section: str) -> bool:
    """Whether a rule that rests on Pennsylvania's text alone is applied to a table elsewhere."""
    if jurisdiction_of(submission) != JURISDICTION:
        return False
    about = rule.partition(".")[0] in _PARTS or rule in _OF_THE_TABLE
    return rule in _OF_PROGRESSIVES or (about and section.startswith("58 Pa. Code"))


def assumed(rule: str, problem: Problem, section: str) -> tuple[str, str]:
    """The message of a note, and Pennsylvania's section that names the duty."""
    duty = problem.message.removeprefix(REQUIRED)
    message = f"Assumed: {duty} Washington's rules do not name this duty; Pennsylvania's do."
    return message, section_of(problem.path) if rule in _OF_PROGRESSIVES else section
