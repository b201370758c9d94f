"""The chart of a strategy: a table of its cells that prints and draws itself."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Any, Final

from upcard.exact.strategy.column import ACTIONS
from upcard.library.tabular.columns import Column
from upcard.library.tabular.records import Records, TableForm
from upcard.reports.strategy import drawing as strategy_drawing
from upcard.reports.strategy.words import GameReport
from upcard.text import schemas

WIDTH: Final = 80


@dataclass(frozen=True, slots=True)
class ChartEntry:
    """One cell of the chart: the action for two cards of a line against an upcard.

    `kind` is ``hard``, ``soft`` or ``pairs``; `hand` is the total, or a pair's card. `otherwise` is
    the action where the first one is not allowed, else None. `values` are the expected wins of the
    actions per unit of the initial wager, as the player sees them when they act. `light` is empty
    except where the dealer's hole card is lit.
    """

    kind: str
    hand: str
    upcard: str
    action: str
    otherwise: str | None
    values: Mapping[str, float]
    light: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The cell as data."""
        return {
            "kind": self.kind,
            "hand": self.hand,
            "upcard": self.upcard,
            "action": self.action,
            "otherwise": self.otherwise,
            "values": dict(self.values),
            "light": self.light,
        }


OF_ACTIONS: Final[tuple[Column, ...]] = tuple(
    Column(action, "float64", nullable=True) for action in ACTIONS
)

CHART_COLUMNS: Final = (
    Column("light", "utf8"),
    Column("kind", "utf8"),
    Column("hand", "utf8"),
    Column("upcard", "utf8"),
    Column("action", "utf8"),
    Column("otherwise", "utf8", nullable=True),
    *OF_ACTIONS,
)
"""One row a cell; the last five columns are the expected wins of the actions."""


def by_action(values: Mapping[str, float]) -> dict[str, object]:
    """The values of `OF_ACTIONS`; None for an action that is not available."""
    return {action: values.get(action) for action in ACTIONS}


def _cell_rows(cell: ChartEntry) -> Iterator[Mapping[str, object]]:
    fields = ("light", "kind", "hand", "upcard", "action", "otherwise")
    yield {name: getattr(cell, name) for name in fields} | by_action(cell.values)


CHART_FORM: Final[TableForm[ChartEntry]] = TableForm(
    schemas.STRATEGY_CHART,
    CHART_COLUMNS,
    _cell_rows,
    ("kind", "hand", "upcard", "action", "otherwise"),
    lambda cell: (cell.kind, cell.hand, cell.upcard, cell.action, cell.otherwise),
    "Chart",
)


@dataclass(frozen=True, slots=True, repr=False)
class StrategyChart(Records[ChartEntry]):
    """The cells of a chart, a record each, in the order of its lines.

    Printed, it is the chart: colored where standard output is a terminal. In a notebook it draws
    itself.
    """

    report: GameReport

    def __getitem__(self, place: Any) -> Any:
        """A cell, or the cells of a slice as a table."""
        return Records(self.form, self.records)[place]

    def svg(self) -> str:
        """The chart as an SVG drawing."""
        return strategy_drawing.svg(self.report)

    def __repr__(self) -> str:
        from rich.console import Console  # noqa: PLC0415 - loaded when something is printed

        from upcard.reports.strategy.terminal import print_chart  # noqa: PLC0415 - imports rich

        text = StringIO()
        out = Console(
            file=text,
            width=WIDTH,
            highlight=False,
            force_terminal=sys.stdout.isatty() or None,
            force_jupyter=False,  # a notebook draws the chart, and rich would print it as well
        )
        for chart in self.report.charts:
            print_chart(out, chart)
        return text.getvalue().rstrip("\n")

    def _repr_html_(self) -> str:
        return strategy_drawing.html_part(self.report)
