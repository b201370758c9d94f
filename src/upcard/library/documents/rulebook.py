"""The rulebook, the register of sections and the schedule of penalties, in JSON."""

from typing import NotRequired, TypedDict


class ReadingForm(TypedDict):
    """A doubtful passage with its readings, the default first."""

    key: str
    section: str
    about: str
    default: str | bool
    readings: list[str | bool]


class DecksForm(TypedDict):
    """The numbers of decks of a game: a minimum, or those that are listed."""

    minimum: int
    only: list[int]
    section: str


class SeatsForm(TypedDict):
    """The largest number of betting positions."""

    maximum: int
    section: str


class GameForm(TypedDict):
    """A game: how it is dealt, its own wagers and what they pay."""

    game: str
    title: str
    jurisdiction: str
    section: str
    effective: str
    decks: DecksForm
    positions: SeatsForm
    dealing: dict[str, str]
    wagers: list[str]
    readings: list[ReadingForm]
    pays: dict[str, str]


class PaytableForm(TypedDict):
    """A paytable as printed; `meters` have their seeds and rates by name."""

    paytable: str
    section: str
    effective: str
    decks: list[int]
    least_decks: int | None
    decks_section: str | None
    pays: dict[str, str]
    wagers: list[str]
    envy: dict[str, str]
    meters: dict[str, dict[str, str]]


class LimitsForm(TypedDict):
    """The limits of a wager's amount in the text; empty where it has none."""

    section: NotRequired[str]
    times_blackjack: NotRequired[str | None]
    amounts: NotRequired[list[str]]


class WagerForm(TypedDict):
    """A wager with every paytable; `options` and `game_sections` are provisions by name."""

    wager: str
    title: str
    jurisdiction: str
    section: str
    effective: str
    settles: str
    stake_returned: bool
    game_sections: dict[str, str]
    decks_section: str | None
    needs: list[str]
    offered_with: list[str]
    options: dict[str, str]
    readings: list[ReadingForm]
    paytables: list[PaytableForm]
    bonuses: list[PaytableForm]
    limits: LimitsForm


class RulebookForm(TypedDict):
    """The rulebook of a date."""

    as_of: str
    reading: str
    games: list[GameForm]
    wagers: list[WagerForm]


class VersionForm(TypedDict):
    """The version, the digests of code and rule data, and how records name the program."""

    version: str
    code: str
    rules: str
    made_by: str


class SectionForm(TypedDict):
    """A section or subsection of the text: where it is carried out and which tests hold it."""

    section: str
    status: str
    where: list[str]
    tests: list[str]
    note: str | None


class OffenseForm(TypedDict):
    """The penalty of one offense; where it is by the month, `up_to_months` and `at_most`."""

    offense: int
    amount: str | None
    up_to_months: int | None
    at_most: str | None


class ViolationForm(TypedDict):
    """A violation with the penalty of each offense, and what follows later ones."""

    violation: str
    title: str
    section: str
    statute: str | None
    regulation: str
    harmless_only: bool
    offenses: list[OffenseForm]
    later: str


class PenaltiesForm(TypedDict):
    """The schedule of civil penalties of a date."""

    as_of: str
    title: str
    section: str
    effective: str
    violations: list[ViolationForm]


class RefusedCitationForm(TypedDict):
    """Why no citation may be issued."""

    section: str
    message: str


class PenaltyForm(TypedDict):
    """The answer for one violation: the penalty or formal action, or `refused`."""

    as_of: str
    violation: str
    offense: int
    months: int | None
    injury: bool
    action: NotRequired[str]
    penalty: NotRequired[str | None]
    reason: NotRequired[str]
    section: NotRequired[str]
    refused: NotRequired[RefusedCitationForm]
