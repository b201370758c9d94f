"""What wagers of several sizes hold an hour, by the rounds of the hour: a table of the paper."""

from collections.abc import Iterator, Sequence
from typing import Final

from upcard.reports.par.wager_sizes import Line
from upcard.reports.rendering.figures import dollars, held_dollars, percent
from upcard.reports.rendering.paper import PaperTable, right

ROUNDS: Final = (30, 45, 60, 80, 100, 200, 400)
"""Rounds an hour, from a full hand-dealt table to one player at a terminal."""

EACH_HAND: Final = "Wager on each of two hands"
"""The heading of sizes where a position has two equal wagers (§ 633a.12(a)(1))."""


def hold_table(lines: Sequence[Line], error: float = 0, hands: int = 1) -> PaperTable:
    """What wagers of these sizes hold, each on as many `hands` of one position.

    Figures of a simulated edge have the digits of its error.
    """
    columns = (
        *right("Wager" if hands == 1 else EACH_HAND, "Edge, %" if error else "House edge"),
        *right(*(f"{rounds} rounds" for rounds in ROUNDS)),
    )
    rows = tuple(
        (
            dollars(units),
            " ± ".join(percent(figure, 2).removesuffix(" %") for figure in (edge, error))
            if error
            else percent(edge, 3),
            *(
                held_dollars(edge * wagered, error * wagered)
                for wagered in _hourly_handle(units * hands)
            ),
        )
        for units, edge in lines
    )
    return PaperTable(columns, rows)


def _hourly_handle(units: int) -> Iterator[int]:
    """The units wagered in an hour, for each pace of `ROUNDS`, with `units` in each round."""
    return (units * rounds for rounds in ROUNDS)
