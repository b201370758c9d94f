"""What is said of a Rules Submission, in JSON: findings, differences, papers."""

from typing import Any, NotRequired, TypedDict


class FindingForm(TypedDict):
    """What does not comply, or deserves a look; `line` and `column` count from 1."""

    severity: str
    field: str
    line: int | None
    column: int | None
    section: str
    message: str
    allowed: list[str | int]
    rule: str


class CheckForm(TypedDict):
    """Whether a submission complies, with every finding."""

    complies: bool
    findings: list[FindingForm]


class FileCheckForm(CheckForm):
    """The findings of one of several files."""

    file: str


class FieldForm(TypedDict):
    """A field that the text leaves to the certificate holder; `findings` are those on it."""

    field: str
    summary: str
    choices: str
    default: str
    section: str
    sections: list[str]
    findings: NotRequired[list[FindingForm]]


class CheckRuleForm(TypedDict):
    """A rule of `upcard check`."""

    rule: str
    severity: str
    sections: list[str]
    summary: str


class NewForm(TypedDict):
    """A new Rules Submission (TOML)."""

    game: str
    submission: str


class ChangeForm(TypedDict):
    """A choice in force that differs; null where a submission does not have it."""

    field: str
    summary: str
    before: str | None
    after: str | None
    section: str


class ValueForm(TypedDict):
    """What a wager is worth to the house at one table: dollars an hour at one position.

    `envy` is what envy bonuses take of `house_edge`, with a player at every position.
    """

    paytable: str | None
    decks: int | None
    wager: str
    house_edge: float | None
    hold: float | None
    envy: float


class EffectForm(TypedDict):
    """A wager before and after; null where it is not offered."""

    wager: str
    title: str
    before: ValueForm | None
    after: ValueForm | None


class DiffForm(TypedDict):
    """The changes from one submission to another; rates and holds are before and after.

    `envy` says that a wager has envy bonuses, before or after; `positions` are those of the table.
    `favored` are the wagers whose house edge is below zero, changed or not.
    """

    before: str
    after: str
    changes: list[ChangeForm]
    effects: list[EffectForm]
    rounds_per_hour: list[float]
    hold: list[float]
    envy: bool
    positions: list[int]
    favored: list[EffectForm]


class PaperForm(TypedDict):
    """A file that was written."""

    paper: str
    title: str
    form: str
    path: str


class ReportForm(TypedDict):
    """The papers of a table, and the figures of its PAR sheets.

    Those are the records of `upcard odds` with `cycle`, `long_run`, `volatility_index` and
    `exposure`; of the Blackjack wager itself edge, deviation and strategy.

    `untranslated` has the words of a sign in another language that are in English, by their keys.
    """

    table: str
    files: list[PaperForm]
    figures: list[dict[str, Any]]
    untranslated: NotRequired[dict[str, list[str]]]
