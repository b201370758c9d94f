"""How the engine cites chapter and section."""

from typing import Final

from upcard.rules.violation import RuleViolation

PA: Final = "58 Pa. Code § "


def wrong(section: str, message: str) -> RuleViolation:
    """A refusal that rests on a section of Pennsylvania's code, given in its short form."""
    return RuleViolation(PA + section, message)
