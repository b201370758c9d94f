"""The strategy chart (hard totals, soft totals, pairs), and the hands that depart from it.

A cell has the action with the best mean over its row, as weighted in `decide.py`; a pair has its
own row. Played by total, the chart is the strategy. Played by composition, some hands depart.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.exact.play.hands import ACE, VALUES
from upcard.exact.strategy.cards import TotalRow, hands, pair_places, rows
from upcard.exact.strategy.column import HandAction, UpcardColumn, best
from upcard.exact.strategy.row_means import (
    row_weights,
    row_worth,
    weighted_without_split,
    weighted_worth,
)
from upcard.exact.strategy.rules import NAMES, HandRules
from upcard.exact.strategy.solve import Solution, UpcardSolution

Kind: TypeAlias = Literal["hard", "soft", "pairs"]

ROW_ACTIONS: Final[tuple[HandAction, ...]] = ("stand", "hit", "double", "surrender")

_PAIRS: Final = (ACE, *reversed(VALUES[1:]))
"""The values of pairs in the order of the chart."""


class ChartCell(msgspec.Struct, frozen=True):
    """The action for two cards, the alternative if it is not allowed, and that of longer hands.

    Split aces that take one card have no alternative. `worth` is the expected win of each action as
    the player sees it when acting.
    """

    action: HandAction
    otherwise: HandAction | None
    later: HandAction
    worth: dict[HandAction, float]


class ChartLine(msgspec.Struct, frozen=True):
    """A row of the chart: a total, or a pair by its card; `cells` by the value of the upcard."""

    kind: Kind
    label: str
    cells: dict[int, ChartCell]


class Departure(msgspec.Struct, frozen=True):
    """A hand that does not follow its row's cell, and the expected gain from that."""

    values: tuple[int, ...]
    upcard: int
    action: HandAction
    chart: HandAction
    gain: float


def chart(solution: Solution) -> tuple[ChartLine, ...]:
    """All lines, highest totals first; cells that the shoe cannot deal are missing."""
    answers = solution.answers
    charts = []
    for row in _rows():
        cells = {upcard: _cell(answer.column, row) for upcard, answer in answers.items()}
        charts.append(ChartLine(_kind(row), str(row.total), _cells_present(cells)))
    for value in _PAIRS:
        cells = {upcard: _pair_cell(answer, value) for upcard, answer in answers.items()}
        charts.append(ChartLine("pairs", NAMES[value], _cells_present(cells)))
    return tuple(charts)


def chart_actions(solution: Solution) -> dict[tuple[Kind, str, int], HandAction]:
    """The action of every cell of `chart`, by kind, label and upcard, in its order: no values."""
    actions: dict[tuple[Kind, str, int], HandAction] = {}
    for row in _rows():
        for upcard, answer in solution.answers.items():
            worth = row_worth(answer.column, row)
            if worth:
                actions[_kind(row), str(row.total), upcard] = best(worth)
    for value in _PAIRS:
        for upcard, answer in solution.answers.items():
            action = answer.openings.get(pair_places(value)[value])
            if action is not None:
                actions["pairs", NAMES[value], upcard] = action
    return actions


def _rows() -> list[TotalRow]:
    """The rows of hard totals, then of soft totals, each from the highest."""
    return sorted(rows(), key=lambda row: (row.soft, -row.total))


def _kind(row: TotalRow) -> Kind:
    return "soft" if row.soft else "hard"


def _cells_present(cells: dict[int, ChartCell | None]) -> dict[int, ChartCell]:
    return {upcard: cell for upcard, cell in cells.items() if cell is not None}


def departures(
    solution: Solution, lines: tuple[ChartLine, ...] | None = None
) -> tuple[Departure, ...]:
    """Every reachable hand that departs from the chart, two-card hands first.

    `lines` are those of `chart`, where they are known already.
    """
    if solution.play != "composition":
        return ()
    charts = {(line.kind, line.label): line.cells for line in lines or chart(solution)}
    departing: list[Departure] = []
    for upcard, answer in solution.answers.items():
        reached = _places_reached(answer, solution.rules)
        for row in rows():
            cell = charts[_kind(row), str(row.total)].get(upcard)
            if cell is not None:
                departing += _departures(row, cell, upcard, answer, reached)
    return tuple(
        sorted(
            departing,
            key=lambda departure: (len(departure.values) > 2, departure.upcard, departure.values),
        )
    )


# Cells


def _cell(column: UpcardColumn, row: TotalRow) -> ChartCell | None:
    weighed = [(weight, place, column.worth(place)) for place, weight in row_weights(column, row)]
    worth = weighted_without_split((weight, worth) for weight, _, worth in weighed)
    if not worth:
        return None
    later = best(_only(worth, "stand", "hit"))
    action = best(worth)
    otherwise: HandAction | None = None
    if action == "double":
        otherwise = later
    elif action == "surrender":
        otherwise = best(_only(worth, "stand", "hit", "double"))
    cells = []
    for chance, place, values in weighed:
        acting = column.acting_chance(place)
        cells.append((chance * acting, column.as_seen(place, values, acting)))
    return ChartCell(action, otherwise, later, _row_seen(cells))


def _row_seen(weighed: list[tuple[float, dict[HandAction, float]]]) -> dict[HandAction, float]:
    """The mean over a row of the values that the player sees, without splits."""
    total_weight = sum(weight for weight, _ in weighed)
    if not total_weight:
        return {}
    return _only(
        weighted_worth((weight / total_weight, cell_values) for weight, cell_values in weighed),
        *ROW_ACTIONS,
    )


def _pair_cell(answer: UpcardSolution, value: int) -> ChartCell | None:
    place = pair_places(value)[value]
    action = answer.openings.get(place)
    if action is None:
        return None
    marks = answer.column.marks
    later: HandAction = "hit" if marks.hits[place] else "stand"
    otherwise: HandAction | None = None
    if action == "split" and not answer.column.rules.takes_one_card(value):
        otherwise = "double" if marks.doubles[place] else later
    elif action == "double":
        otherwise = later
    elif action == "surrender":
        otherwise = best(_only(answer.column.worth(place), "stand", "hit", "double", "split"))
    return ChartCell(action, otherwise, later, answer.column.seen(place))


def _only(worth: dict[HandAction, float], *actions: HandAction) -> dict[HandAction, float]:
    return {action: mean for action, mean in worth.items() if action in actions}


# Departures


def _departures(
    row: TotalRow,
    cell: ChartCell,
    upcard: int,
    answer: UpcardSolution,
    reached: set[int],
) -> Iterator[Departure]:
    """The hands of a row that depart from its cell."""
    column = answer.column
    for place in range(row.first, row.end):
        hand = hands()[place]
        if hand.size > 2:
            planned = cell.later
            action: HandAction = "hit" if column.marks.hits[place] else "stand"
            departs = place in reached and action != planned
        else:
            planned = cell.action
            action = answer.openings.get(place, planned)
            departs = not hand.pair and action != planned
        if departs:
            values = column.seen(place)
            yield Departure(hand.values, upcard, action, planned, values[action] - values[planned])


def _places_reached(answer: UpcardSolution, rules: HandRules) -> set[int]:
    """The places of hands that are played on: two cards, also after a split, and hits from them."""
    column = answer.column
    reached = {place for place, action in answer.openings.items() if action == "hit"}
    for value in VALUES:
        if answer.openings.get(pair_places(value)[value]) == "split" and not rules.takes_one_card(
            value
        ):
            reached |= {place for place in pair_places(value) if not column.marks.doubles[place]}
    for place in range(len(hands()) - 1, -1, -1):
        if place in reached and column.marks.hits[place]:
            reached |= {
                after
                for value, after in enumerate(hands()[place].after)
                if after >= 0 and column.shoe[value] > hands()[place].counts[value]
            }
    return reached
