"""The error of someone who asks for what the rules do not allow."""

from collections.abc import Iterable


class RuleViolation(Exception):
    """A request that a rule refuses: one sentence, and the section that it rests on.

    `section` is a full citation (``58 Pa. Code § 633a.6(d)``) or, for a limit that the house
    chose, the key of its Rules Submission (``submission: table.minimum``).
    """

    def __init__(self, section: str, message: str) -> None:
        super().__init__(message)
        self.section = section
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.section})"


class BadInput(ValueError):
    """Input that cannot be used: one sentence for whoever gave it."""


class UnknownName(BadInput, KeyError):
    """A name that is not in the rulebook, with the names that are."""

    def __str__(self) -> str:
        return str(self.args[0])


class RulebookError(Exception):
    """Rule data that cannot be used: a fault of ours, named with its file."""


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three of the known names that an unknown one is near to."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error pays for it

    there = list(dict.fromkeys(known))
    near = [one for one in there if name and name in one] or get_close_matches(name, there)
    return near[:3]


def nearest(name: str, known: Iterable[str], command: str) -> str:
    """What to say of an unknown name: those that are near to it, or the command that lists all."""
    near = near_names(name, known)
    return f"did you mean {' or '.join(near)}?" if near else f"`{command}` lists what there is."
