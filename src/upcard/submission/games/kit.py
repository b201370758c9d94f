"""What a game's module in this folder exports: one `PART`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from upcard.games.variation import BASE_GAME, Variation
from upcard.rules.schema import WagerData
from upcard.rules.violation import RuleViolation
from upcard.submission.fields import SubmissionTable
from upcard.submission.problem import Path, Problem, Severity

if TYPE_CHECKING:  # the schema is made of these parts
    from upcard.submission.schema import Submission

Own = TypeVar("Own", bound=SubmissionTable)


@dataclass(frozen=True, slots=True)
class Check:
    """A rule of a submission, with short citations; its sentence is the docstring of `look`."""

    name: str
    look: "Callable[[Submission], Iterator[Problem]]"
    sections: tuple[str, ...]
    severity: Severity = "error"


def _base_game(_submission: "Submission") -> Variation:
    return BASE_GAME


def _as_it_is(_submission: "Submission", data: WagerData) -> WagerData:
    return data


@dataclass(frozen=True, slots=True, eq=False)
class GamePart:
    """What a game adds to a submission; the base game adds nothing.

    `rules` is the class of what `variation` gives: the rules of the game at a table. `variation`
    raises `RuleViolation` for choices that the game refuses.
    `keys` are its keys by the table of the file in which they stand: a table that the game alone
    has, or ``table``, ``layout`` or ``equipment``. `declared` are those of its keys that have to be
    true, such as ``layout.switch_areas``. `decides` has by game the keys of other games that it
    decides by itself, each with the provision that does; `lacks` are keys of Blackjack that the
    game does not have. `wagers` are offered by every table of the game besides those of its rule
    data. `wager_data` gives the rule data of a
    wager as the submission plays it.
    """

    rules: type[Variation] = Variation
    variation: "Callable[[Submission], Variation]" = _base_game
    keys: Mapping[str, type[SubmissionTable]] = field(default_factory=dict)
    declared: tuple[str, ...] = ()
    decides: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lacks: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    wagers: tuple[str, ...] = ()
    wager_data: "Callable[[Submission, WagerData], WagerData]" = _as_it_is


BASE: GamePart = GamePart()


def own(submission: "Submission", keys: type[Own]) -> Own:
    """The table of a submission that has a game's own keys."""
    return next(table for table in vars(submission).values() if isinstance(table, keys))


def refused(
    path: Path, attempt: Callable[[], object], allowed: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """What the game's own rules say of a choice."""
    try:
        attempt()
    except RuleViolation as violation:
        yield Problem(path, violation.message, allowed, violation.section)
