"""The records of exact odds in JSON: amounts in dollars as text, other numbers per unit wagered."""

from typing import NotRequired, TypedDict

ChoiceValues = dict[str, str | bool]
"""Choices by name, such as ``{"third_card": "upcard"}``."""


class OutcomeForm(TypedDict):
    """An outcome: its odds as printed, and its probability as a fraction and as a number."""

    outcome: str
    pays: str
    combinations: int
    probability: str
    probability_float: float
    returns: float


class BonusForm(OutcomeForm):
    """What a bonus of the wager pays; it counts in no other figure."""

    total_combinations: int
    option: str
    section: str
    each: NotRequired[str]


class OddsForm(TypedDict):
    """The odds of one paytable with a number of decks, null where no cards are dealt.

    `fixed_return` counts no meter. `meter_share` is the expected part of the meter, by its share.
    `shoe` has the cards that are left, where they are not whole decks.
    """

    wager: str
    jurisdiction: str
    section: str
    paytable: str
    decks: int | None
    method: str
    outcomes: list[OutcomeForm]
    hit_frequency: float
    fixed_return: float
    fixed_return_to_1: float
    fixed_return_for_1: float
    house_edge: float
    standard_deviation: float
    stake_returned: bool
    wager_amount: str
    reading: str
    meter_share: dict[str, float]
    house_edge_at_meter: float | None
    printed_house_edge: float | None
    house_edge_as_printed: float | None
    convention: str
    break_even_meter: dict[str, float]
    bonuses: list[BonusForm]
    options: ChoiceValues
    shoe: NotRequired[dict[str, int]]
    prizes: NotRequired[dict[str, str | None]]
    strategy: NotRequired[str]
    standard_error: NotRequired[float]


class RankedForm(OddsForm):
    """Odds with their place by house edge, from 1."""

    rank: int


class PaysForm(TypedDict):
    """A paytable that was found for a target, with exact values as fractions with the numbers."""

    wager: str
    decks: int
    pays: dict[str, str]
    unpaid: list[str]
    house_edge: float
    hit_frequency: float
    variance: float
    house_edge_exact: str
    hit_frequency_exact: str
    variance_exact: str
    distance: float


class OwnWagerForm(TypedDict):
    """A custom wager: the facts that its classifier takes, its outcomes, and what they pay."""

    wager: str
    title: str
    section: str
    facts: list[str]
    outcomes: list[str]
    pays: dict[str, str]
    settles: str
    stake_returned: bool


class EffectsForm(OddsForm):
    """Odds with the change of the expected win when one card is gone, by the card's name."""

    effects_of_removal: dict[str, float]
