"""`upcard.strategy`: the best play of a game and its exact expected value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from upcard.exact.play.hands import ACE
from upcard.exact.strategy import games
from upcard.exact.strategy import rules as rules_of_play
from upcard.exact.strategy.cards import ValueCounts, counts_of, places
from upcard.exact.strategy.chart import ChartCell, Departure
from upcard.exact.strategy.dealer import insurance
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import NAMES, UPCARDS, cards
from upcard.exact.strategy.solve import Solution
from upcard.library.arguments.checks import check_rules
from upcard.library.arguments.hands import ShoeGiven, hand_and_upcard, shoe_of
from upcard.library.rules import Rules
from upcard.library.strategy.chart import (
    CHART_FORM,
    OF_ACTIONS,
    ChartEntry,
    StrategyChart,
    by_action,
)
from upcard.library.strategy.json_form import exception_form, form_of
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import one_of
from upcard.library.tabular.records import Records, TableForm
from upcard.reports.strategy import words as strategy_words
from upcard.reports.strategy.words import GameReport, describe
from upcard.rules.violation import BadInput, UnknownName
from upcard.text import schemas
from upcard.text.words import quoted

DECKS: Final = 6
"""The decks of the shoe where neither rules nor a shoe give them."""

Play: TypeAlias = Literal["total", "composition"]


@dataclass(frozen=True, slots=True)
class StrategyException:
    """A hand that is played otherwise than its line of the chart, by its cards.

    `hand` names the values of its cards (``10,2``), `chart` the chart's action, and `gain` what
    `action` wins more, per unit of the initial wager. `values` are as in `ChartEntry`.
    """

    hand: str
    upcard: str
    action: str
    chart: str
    gain: float
    values: Mapping[str, float]
    light: str
    departure: Departure

    def to_dict(self) -> dict[str, Any]:
        """The hand as in ``upcard strategy --json``."""
        return exception_form(self.departure)


EXCEPTION_COLUMNS: Final = (
    Column("light", "utf8"),
    Column("hand", "utf8"),
    Column("upcard", "utf8"),
    Column("action", "utf8"),
    Column("chart", "utf8"),
    Column("gain", "float64"),
    *OF_ACTIONS,
)
"""One row a hand and upcard."""


def _exception_rows(exception: StrategyException) -> Iterator[Mapping[str, object]]:
    fields = ("light", "hand", "upcard", "action", "chart", "gain")
    yield {name: getattr(exception, name) for name in fields} | by_action(exception.values)


EXCEPTION_FORM: Final[TableForm[StrategyException]] = TableForm(
    schemas.STRATEGY_EXCEPTIONS,
    EXCEPTION_COLUMNS,
    _exception_rows,
    ("hand", "upcard", "action", "chart", "gain"),
    lambda exception: (
        exception.hand,
        exception.upcard,
        exception.action,
        exception.chart,
        exception.gain,
    ),
    "Hands that do otherwise",
)


@dataclass(frozen=True, repr=False, eq=False)
class Strategy:
    """The best play of a game from a full or a given shoe, exact.

    `solution` is the solver's answer. Values are floats per unit of the initial wager (at Blackjack
    Switch, of the two), for a round off the top of the shoe.
    """

    solution: GameSolution

    @property
    def game(self) -> str:
        """The game, such as ``blackjack``."""
        return self.solution.game

    @property
    def play(self) -> str:
        """Whether hands are played by ``total`` or by ``composition``."""
        return self._first.play

    @property
    def shoe(self) -> dict[str, int]:
        """The cards of the shoe, by the name of their value."""
        return {NAMES[value]: self._first.shoe[value] for value in UPCARDS}

    @property
    def lights(self) -> tuple[str, ...]:
        """The lights of a game that shows the range of the hole card; empty in other games."""
        return self.solution.lights

    @cached_property
    def expected_value(self) -> float:
        """The expected win of a round before the deal."""
        return self.solution.expected_value

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a round's win; None where it is not computed (switching).

        Takes up to some seconds.
        """
        return self.report.deviation

    @property
    def acts_after_peek(self) -> bool:
        """Whether the dealer is known to have no Blackjack when a hand is played."""
        return self._first.rules.acts_after_peek

    @cached_property
    def insurance(self) -> Fraction | None:
        """The expected win of Insurance off the top per unit wagered; None without an ace."""
        shoe = self._first.shoe
        return insurance(shoe) if shoe[ACE] else None

    def values(self, hand: str, upcard: str, *, light: str | None = None) -> dict[str, float]:
        """The expected win of each action of a hand, best first.

        `hand` and `upcard` name cards: ``values("T,6", "T")``. Where the dealer peeks, the dealer
        has no Blackjack when a hand is played, and the values are those of the hands that are.

        Raises `BadInput` unless the cards are a hand of up to 21, and for cards that the shoe does
        not have.
        """
        solution = self._solution_of_light(light)
        values, against = hand_and_upcard(solution.shoe, hand, upcard)
        worth_by_action = solution.worth(values, against)
        return dict(sorted(worth_by_action.items(), key=lambda item: -item[1]))

    def best(self, hand: str, upcard: str, *, light: str | None = None) -> str:
        """The action of a hand: ``stand``, ``hit``, ``double``, ``split`` or ``surrender``.

        A hand of two cards is the first two, with every action that the rules allow; a longer one
        hits or stands. Played by total, it is the action of the hand's line in the chart. Raises as
        `values` does.
        """
        solution = self._solution_of_light(light)
        values, against = hand_and_upcard(solution.shoe, hand, upcard)
        answer, place = solution.answers[against], places()[counts_of(values)]
        if len(values) == 2:
            return answer.openings.get(place, "stand")
        return "hit" if answer.column.marks.hits[place] else "stand"

    def chart(self) -> StrategyChart:
        """The chart as a table of cells, which draws itself: text in a terminal, else a drawing."""
        entries = (
            _entry(line.kind, line.label, upcard, line.cells[upcard], light_chart.light)
            for light_chart in self._quick_report.charts
            for line in light_chart.lines
            for upcard in UPCARDS
            if upcard in line.cells
        )
        return StrategyChart(CHART_FORM, tuple(entries), self._quick_report)

    @cached_property
    def exceptions(self) -> Records[StrategyException]:
        """The hands that depart from the chart; none where hands are played by total."""
        departing = (
            _exception(departure, light_chart.solution, light_chart.light)
            for light_chart in self._quick_report.charts
            for departure in light_chart.departures
        )
        return Records(EXCEPTION_FORM, tuple(departing))

    @cached_property
    def report(self) -> GameReport:
        """Everything that papers and commands show."""
        return strategy_words.report(self.solution, details=False)

    @cached_property
    def _quick_report(self) -> GameReport:
        """The report without the standard deviation, which takes longest."""
        return strategy_words.report(self.solution, details=False, deviates=False)

    def reported(self, *, details: bool) -> GameReport:
        """The report, with details by upcard; `BadInput` for those of more than one strategy."""
        return strategy_words.report(self.solution, details=True) if details else self.report

    def named(self, hand: str, upcard: str) -> tuple[str, str]:
        """A hand and an upcard as results name them (``10,6`` and ``10``); raises as `values`."""
        values, against = hand_and_upcard(self._first.shoe, hand, upcard)
        return cards(values), NAMES[against]

    def to_dict(self, *, details: bool = False) -> dict[str, Any]:
        """The strategy as in ``upcard strategy --json``; `details` as its option."""
        return {"schema": schemas.STRATEGY, **form_of(self.reported(details=details))}

    def __repr__(self) -> str:
        return (
            f"{self._quick_report.title}: {'; '.join(describe(self._first))}.\n"
            f"Expected value {100 * self.expected_value:+.6f} %, exact, for each unit of "
            f"{self.solution.unit}; {len(self.exceptions)} hands depart from the chart."
        )

    def _repr_html_(self) -> str:
        return self.chart()._repr_html_()

    @property
    def _first(self) -> Solution:
        return self.solution.solutions[0]

    def _solution_of_light(self, light: str | None) -> Solution:
        """The solution of a light, which a game with lights needs to be told."""
        parts = dict(self.solution.parts)
        if (light or "") in parts:
            return parts[light or ""]
        if light is None:
            raise BadInput(
                f"{self.game} lights the hole card: {one_of('light', None, self.lights)}"
            )
        if not self.lights:
            raise BadInput(f"{self.game} has no lights.")
        raise UnknownName(one_of("A light", light, self.lights))


def strategy(
    rules: Rules | None = None,
    play: Play = "total",
    shoe: ShoeGiven | None = None,
    *,
    changes: Mapping[str, Any] = rules_of_play.NO_CHANGES,
) -> Strategy:
    """The best play under the rules of a table, from its full shoe or from `shoe`, exactly.

    Without `rules`, those of the base game (58 Pa. Code ch. 633a) and six decks. `play` says
    whether a hand's total or its cards decide (``total`` or ``composition``). `shoe` is a number of
    decks, or the cards that are left: a shoe of `upcard.shoe`, a mapping of names of values to
    counts, or ten counts from aces to tens. `changes` are rules of play that a researcher changes,
    by their names in `upcard.exact.strategy.rules.HandRules`, such as ``{"hits_soft_17": True}``.

    Takes 0.1 to 0.5 s; a game in which cards are switched takes some seconds. Raises `BadInput` for
    a game without hands to play, for an impossible shoe, and for a rule that there is not.
    """
    if play not in ("total", "composition"):
        raise BadInput(one_of("play", play, ("total", "composition")))
    unknown = set(changes) - set(rules_of_play.HandRules.__struct_fields__)
    if unknown:
        raise UnknownName(f"There is no rule of play {quoted(min(unknown))}.")
    counts: ValueCounts | None = None if shoe is None else shoe_of(shoe)
    if rules is not None:
        check_rules(rules)
    else:
        hand_rules = rules_of_play.HandRules(**changes)
        return Strategy(games.solve_without_table(hand_rules, counts or shoe_of(DECKS), play))
    return Strategy(games.solve_table(rules.table, play, counts, dict(changes)))


def _entry(kind: str, hand: str, upcard: int, cell: ChartCell, light: str) -> ChartEntry:
    values = {str(action): worth for action, worth in cell.worth.items()}
    return ChartEntry(kind, hand, NAMES[upcard], cell.action, cell.otherwise, values, light)


def _exception(departure: Departure, solution: Solution, light: str) -> StrategyException:
    values = {
        str(action): worth
        for action, worth in solution.worth(departure.values, departure.upcard).items()
    }
    return StrategyException(
        cards(departure.values),
        NAMES[departure.upcard],
        departure.action,
        departure.chart,
        departure.gain,
        values,
        light,
        departure,
    )
