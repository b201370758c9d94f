"""The best play of a game in JSON; values are per unit of the initial wager."""

from typing import Any, NotRequired, TypedDict

ByUpcard = dict[str, float]
"""A number by upcard, ``A`` to ``10``."""

Lines = dict[str, dict[str, str]]
"""The actions of lines of the chart, by upcard."""


class ChartEntryForm(TypedDict):
    """A cell of the chart: its action, that where it is refused, and what each action wins."""

    kind: str
    hand: str
    upcard: str
    action: str
    otherwise: str | None
    values: dict[str, float]
    light: str


class ExceptionForm(TypedDict):
    """A hand whose best action is not the chart's, and what it gains."""

    cards: list[str]
    upcard: str
    action: str
    chart: str
    gain: float


class OtherwiseForm(TypedDict):
    """The action to take where that of the chart is refused."""

    hard: Lines
    soft: Lines
    pairs: Lines


class ChartForm(TypedDict):
    """A chart, with the hands that depart from it."""

    hard: Lines
    soft: Lines
    pairs: Lines
    otherwise: OtherwiseForm
    exceptions: list[ExceptionForm]
    expected_value_by_upcard: ByUpcard


class PlayRulesForm(TypedDict):
    """The rules of play; the last ones are those of variations."""

    soft_17: str
    double: str
    double_after_split: bool
    resplits: int
    resplit_aces: bool
    hit_split_aces: bool
    surrender: str
    dealer_blackjack: str
    blackjack_pays: str
    blackjack_one_color: NotRequired[str]
    blackjack_against_21: NotRequired[str]
    blackjack_against_22: NotRequired[str]
    blackjack_tied: NotRequired[str]
    dealer_22: NotRequired[str]
    shared_cards: NotRequired[bool]


class EvenMoneyForm(TypedDict):
    """What a Blackjack against an ace wins when it is kept, and when even money is taken."""

    kept: float
    even_money: float


class StrategyForm(TypedDict):
    """A solved game: the keys of a chart, or `lights` with a chart for each light.

    `composition` has the cards of the shoe by value. `switch` is the decision of a variation on
    which cards are played. With `--details`: the effects of removal, the dealer's outcomes by
    upcard, and what Insurance and even money are worth.
    """

    game: str
    rules: PlayRulesForm
    decks: int | None
    composition: dict[str, int]
    play: str
    expected_value: float
    standard_deviation: float | None
    method: str
    hard: NotRequired[Lines]
    soft: NotRequired[Lines]
    pairs: NotRequired[Lines]
    otherwise: NotRequired[OtherwiseForm]
    exceptions: NotRequired[list[ExceptionForm]]
    expected_value_by_upcard: NotRequired[ByUpcard]
    lights: NotRequired[dict[str, ChartForm]]
    switch: NotRequired[dict[str, Any]]
    effects_of_removal: NotRequired[ByUpcard]
    dealer: NotRequired[dict[str, dict[str, float]]]
    insurance: NotRequired[float]
    blackjack_against_ace: NotRequired[EvenMoneyForm]


class StrategyHandForm(TypedDict):
    """The value of each action of one hand, best first; `lights` has them for each light."""

    hand: str
    upcard: str
    actions: NotRequired[dict[str, float]]
    lights: NotRequired[dict[str, dict[str, float]]]
