"""The errors of users who ask for what the rules do not allow, and of unusable rule data."""

from collections.abc import Iterable

from upcard.text.errors import UpcardError


class RuleViolation(UpcardError):
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

    def __reduce__(self) -> tuple[type["RuleViolation"], tuple[str, str]]:
        """Another process raises it with its section."""
        return type(self), (self.section, self.message)


class BadInput(UpcardError, ValueError):
    """Input that cannot be used; the message is one sentence for the user."""


class NotSimulated(BadInput):
    """The rules or the strategy of a table are beyond what the simulator deals."""


class UnknownName(BadInput, KeyError):
    """A name that is not in the rulebook; the message suggests names that are."""

    def __str__(self) -> str:
        return str(self.args[0])


class RulebookError(UpcardError):
    """Rule data that cannot be used: a fault of upcard; the message names the file."""


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three known names that are similar to an unknown one."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error pays for it

    names = list(dict.fromkeys(known))
    near = [candidate for candidate in names if name and name in candidate] or get_close_matches(
        name, names
    )
    return near[:3]


def nearest(name: str, known: Iterable[str], command: str) -> str:
    """A hint for an unknown name: similar names, or the command that lists all names."""
    near = near_names(name, known)
    return f"did you mean {' or '.join(near)}?" if near else f"`{command}` lists what there is."
