"""Defines a rule of a Rules Submission, and the registers of rules that `check` runs."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

import msgspec

from upcard.rules.citation import full_citation
from upcard.submission.offered.wagers import ChosenWager
from upcard.submission.problem import Path, Problem, Severity
from upcard.submission.schema import Submission
from upcard.text.words import first_line

__all__ = ["Path", "Problem", "Rule", "rule", "wager_rule", "warning"]

Subject = TypeVar("Subject", Submission, ChosenWager)

Sections: TypeAlias = tuple[str, ...] | Callable[[], Iterable[str]]


class Rule(msgspec.Struct, frozen=True):
    """A rule: its name, what it asks in one sentence, and the provisions that it rests on.

    `sections` may be a function of the rulebook where each wager or game has its own.
    """

    id: str
    summary: str
    sections: Sections
    severity: Severity = "error"

    @property
    def cited(self) -> tuple[str, ...]:
        """The full citations of all its provisions."""
        if callable(self.sections):
            return tuple(dict.fromkeys(self.sections()))
        return self.sections


OfSubmission: TypeAlias = Callable[[Submission], Iterator[Problem]]
OfWager: TypeAlias = Callable[[ChosenWager], Iterator[Problem]]

OF_TABLES: Final[list[tuple[Rule, OfSubmission]]] = []
OF_WAGERS: Final[list[tuple[Rule, OfWager]]] = []
OF_FORM: Final[list[Rule]] = []
"""Rules of the file's form, which reading it into the schema applies."""

OF_LINKED: Final[list[Rule]] = []
"""Rules between the submissions of several tables."""

_NAMES: Final[set[str]] = set()


def rule(
    name: str,
    *sections: str,
    citations: Callable[[], Iterable[str]] | None = None,
    severity: Severity = "error",
) -> Callable[[OfSubmission], OfSubmission]:
    """Register a rule of a whole submission, with short citations or a function for them.

    The rule's summary is the first line of the function's docstring.
    """
    return _registration(OF_TABLES, name, sections, citations, severity)


def warning(name: str, *sections: str) -> Callable[[OfSubmission], OfSubmission]:
    """Like `rule`, but registers a warning: something that complies and deserves a look."""
    return _registration(OF_TABLES, name, sections, None, "warning")


def wager_rule(
    name: str,
    *sections: str,
    citations: Callable[[], Iterable[str]] | None = None,
    severity: Severity = "error",
) -> Callable[[OfWager], OfWager]:
    """Like `rule`, but registers a rule that is run on each offered wager."""
    return _registration(OF_WAGERS, name, sections, citations, severity)


def new_rule(name: str, summary: str, sections: Sections, severity: Severity = "error") -> Rule:
    """Make a rule with its citations in full; asserts that no other rule has its name."""
    assert name not in _NAMES, f"{name} is registered twice"
    _NAMES.add(name)
    cited = (
        sections if callable(sections) else tuple(full_citation(section) for section in sections)
    )
    return Rule(name, summary, cited, severity)


def known_rules() -> list[Rule]:
    """Every rule registered so far, by its name."""
    of_one = [*(entry for entry, _ in OF_TABLES), *(entry for entry, _ in OF_WAGERS)]
    rules = [*OF_FORM, *of_one, *OF_LINKED]
    return sorted(rules, key=lambda known: known.id)


def _registration(
    register: list[tuple[Rule, Callable[[Subject], Iterator[Problem]]]],
    name: str,
    sections: tuple[str, ...],
    citations: Callable[[], Iterable[str]] | None,
    severity: Severity,
) -> Callable[[Callable[[Subject], Iterator[Problem]]], Callable[[Subject], Iterator[Problem]]]:
    def register_it(
        check: Callable[[Subject], Iterator[Problem]],
    ) -> Callable[[Subject], Iterator[Problem]]:
        register.append((new_rule(name, first_line(check), citations or sections, severity), check))
        return check

    return register_it
