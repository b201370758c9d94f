"""What a game's module in this folder exports: one `PART`."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec

from upcard.games.variation import BASE_GAME, Variation
from upcard.rules.schema import WagerData
from upcard.rules.violation import RuleViolation
from upcard.submission.fields import SubmissionTable
from upcard.submission.problem import Path, Problem, Severity

if TYPE_CHECKING:  # the schema is made of these parts
    from upcard.submission.schema import Submission

Own = TypeVar("Own", bound=SubmissionTable)


class GameCheck(msgspec.Struct, frozen=True):
    """A rule of a submission with short citations; the docstring of `look` is its summary."""

    name: str
    look: "Callable[[Submission], Iterator[Problem]]"
    sections: tuple[str, ...]
    severity: Severity = "error"


def _base_game(_submission: "Submission") -> Variation:
    return BASE_GAME


def _as_it_is(_submission: "Submission", data: WagerData) -> WagerData:
    return data


class GamePart(msgspec.Struct, frozen=True, eq=False):
    """What a game adds to a submission; the base game adds nothing.

    `variation` makes the rules of the game from a submission, an instance of `rules`; it raises
    `RuleViolation` for choices that the game refuses.
    `keys` holds its keys by the table of the file that they belong to: a table of the game's own,
    or ``table``, ``layout`` or ``equipment``. `declared` lists its keys that must be true, such as
    ``layout.switch_areas``. `decides` lists by game the keys of other games that its rules fix,
    each with the provision that fixes it; `lacks` lists keys of Blackjack that the game does not
    have, `lacks_tables` whole tables of the file. `sections` lists by game the keys of other games
    on which it has a provision of its own. `wagers` are offered by every table of the game,
    in addition to those of its rule data.
    `wager_data` returns the rule data of a wager as changed by the submission's choices.
    """

    rules: type[Variation] = Variation
    variation: "Callable[[Submission], Variation]" = _base_game
    keys: Mapping[str, type[SubmissionTable]] = {}
    declared: tuple[str, ...] = ()
    decides: Mapping[str, Mapping[str, str]] = {}
    sections: Mapping[str, Mapping[str, str]] = {}
    lacks: tuple[str, ...] = ()
    lacks_tables: tuple[str, ...] = ()
    checks: tuple[GameCheck, ...] = ()
    wagers: tuple[str, ...] = ()
    wager_data: "Callable[[Submission, WagerData], WagerData]" = _as_it_is


BASE: GamePart = GamePart()


def game_section(submission: "Submission", keys: type[Own]) -> Own:
    """The table of a submission that has a game's own keys."""
    return next(table for table in vars(submission).values() if isinstance(table, keys))


def refused(
    path: Path, attempt: Callable[[], object], allowed: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """A problem where the game's own rules refuse a choice: where `attempt` raises."""
    try:
        attempt()
    except RuleViolation as violation:
        yield Problem(path, violation.message, allowed, violation.section)
