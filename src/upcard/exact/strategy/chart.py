"""The chart that players know: hard totals, soft totals and pairs, and the hands that depart.

A cell says what is best for its row in the mean, as `decide.py` weighs hands; a pair's is its own.
Played by total the chart is the strategy. Played by composition some hands depart from it.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.exact.play.hands import ACE, VALUES
from upcard.exact.strategy.cards import TotalRow, hands, rows, starts
from upcard.exact.strategy.column import Action, UpcardColumn, best
from upcard.exact.strategy.decide import mean_worth, row_worth, weights
from upcard.exact.strategy.rules import NAMES, Rules
from upcard.exact.strategy.solve import Answer, Solution

Kind: TypeAlias = Literal["hard", "soft", "pairs"]

ROW_ACTIONS: Final[tuple[Action, ...]] = ("stand", "hit", "double", "surrender")


class Cell(msgspec.Struct, frozen=True):
    """What two cards do; what else, where that is not allowed; what more cards of the total do.

    Split aces that take one card have nothing else to do. `worth` is the expected win of each
    action, as the player sees it when he acts.
    """

    action: Action
    otherwise: Action | None
    later: Action
    worth: dict[Action, float]


class Line(msgspec.Struct, frozen=True):
    """A row of the chart: a total, or a pair by its card; `cells` by the upcard's value."""

    kind: Kind
    label: str
    cells: dict[int, Cell]


class Departure(msgspec.Struct, frozen=True):
    """A hand that does not do as its row's cell, and how much that wins."""

    values: tuple[int, ...]
    upcard: int
    action: Action
    chart: Action
    gain: float


def chart(solution: Solution) -> tuple[Line, ...]:
    """All lines, highest totals first; what the shoe cannot deal has no cell."""
    answers = solution.answers
    found = []
    for row in sorted(rows(), key=lambda row: (row.soft, -row.total)):
        kind: Kind = "soft" if row.soft else "hard"
        cells = {upcard: _cell(answer.column, row) for upcard, answer in answers.items()}
        found.append(Line(kind, str(row.total), _present(cells)))
    for value in (ACE, *reversed(VALUES[1:])):
        cells = {upcard: _pair_cell(answer, value) for upcard, answer in answers.items()}
        found.append(Line("pairs", NAMES[value], _present(cells)))
    return tuple(found)


def _present(cells: dict[int, Cell | None]) -> dict[int, Cell]:
    return {upcard: cell for upcard, cell in cells.items() if cell is not None}


def departures(solution: Solution) -> tuple[Departure, ...]:
    """Every hand that can come up and departs from the chart, those of two cards first."""
    found: list[Departure] = []
    for upcard, answer in solution.answers.items() if solution.play == "composition" else ():
        reached = _reached(answer, solution.rules)
        for row in rows():
            cell = _cell(answer.column, row)
            if cell is not None:
                found += _departing(row, cell, upcard, answer, reached)
    return tuple(sorted(found, key=lambda one: (len(one.values) > 2, one.upcard, one.values)))


# Cells


def _cell(column: UpcardColumn, row: TotalRow) -> Cell | None:
    worth = row_worth(column, row)
    if not worth:
        return None
    later = best(_only(worth, "stand", "hit"))
    action = best(worth)
    otherwise: Action | None = None
    if action == "double":
        otherwise = later
    elif action == "surrender":
        otherwise = best(_only(worth, "stand", "hit", "double"))
    return Cell(action, otherwise, later, _row_seen(column, row))


def _row_seen(column: UpcardColumn, row: TotalRow) -> dict[Action, float]:
    """The mean over a row of what its player sees, without splits."""
    weighed = []
    for place, chance in weights(column, row):
        weighed.append((chance * column.acting(place), column.seen(place)))
    whole = sum(weight for weight, _ in weighed)
    if not whole:
        return {}
    return _only(mean_worth((weight / whole, seen) for weight, seen in weighed), *ROW_ACTIONS)


def _pair_cell(answer: Answer, value: int) -> Cell | None:
    place = starts(value)[value]
    action = answer.openings.get(place)
    if action is None:
        return None
    marks = answer.column.marks
    later: Action = "hit" if marks.hits[place] else "stand"
    otherwise: Action | None = None
    if action == "split" and not answer.column.rules.takes_one_card(value):
        otherwise = "double" if marks.doubles[place] else later
    elif action == "double":
        otherwise = later
    elif action == "surrender":
        otherwise = best(_only(answer.column.worth(place), "stand", "hit", "double", "split"))
    return Cell(action, otherwise, later, answer.column.seen(place))


def _only(worth: dict[Action, float], *actions: Action) -> dict[Action, float]:
    return {action: mean for action, mean in worth.items() if action in actions}


# Departures


def _departing(
    row: TotalRow, cell: Cell, upcard: int, answer: Answer, reached: set[int]
) -> Iterator[Departure]:
    column = answer.column
    for place in range(row.first, row.end):
        hand = hands()[place]
        if hand.size > 2:
            planned = cell.later
            action: Action = "hit" if column.marks.hits[place] else "stand"
            departs = place in reached and action != planned
        else:
            planned = cell.action
            action = answer.openings.get(place, planned)
            departs = not hand.pair and action != planned
        if departs:
            seen = column.seen(place)
            yield Departure(hand.values, upcard, action, planned, seen[action] - seen[planned])


def _reached(answer: Answer, rules: Rules) -> set[int]:
    """The places of the hands that are played on: from two cards, of a split too, by hitting."""
    column = answer.column
    reached = {place for place, action in answer.openings.items() if action == "hit"}
    for value in VALUES:
        if answer.openings.get(starts(value)[value]) == "split" and not rules.takes_one_card(value):
            reached |= {place for place in starts(value) if not column.marks.doubles[place]}
    for place in range(len(hands()) - 1, -1, -1):
        if place in reached and column.marks.hits[place]:
            reached |= {
                after
                for value, after in enumerate(hands()[place].after)
                if after >= 0 and column.shoe[value] > hands()[place].counts[value]
            }
    return reached
