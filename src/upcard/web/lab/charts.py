"""The lab's charts, as options for ECharts.

Lines and bars have colors that are readable on light and dark pages; colors of text come from the
style sheet, as the charts are SVG.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from nicegui import ui

from upcard.analysis.long_run import NORMAL_95
from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.rendering.figures import plain
from upcard.service.computing.lab import WonAfter
from upcard.web.money import dollars

if TYPE_CHECKING:
    from upcard.simulation.run import Progress

Options = dict[str, Any]

FELT: Final = "#2e9b6b"
GOLD: Final = "#c99a2e"
RED: Final = "#d4523f"
GREY: Final = "#8a978f"
COLORS: Final = (FELT, GOLD, "#4a86c8", RED, "#9a6bc2", "#3aa6a6", "#b5724a")

BARS: Final = 80
"""The most bars in a chart of results."""

POWERS: Final[Options] = {
    "hideOverlap": True,
    ":formatter": "value => value < 0.01 ? value.toExponential(0) : value",
}
"""Axis labels of a logarithmic scale: ``1e-5``, ``0.01``, ``1``."""

BASE: Final[Options] = {
    "animation": False,
    "color": COLORS,
    "textStyle": {"fontFamily": "inherit"},
    "tooltip": {"trigger": "axis", "confine": True},
}


def draw(options: Options, words: str, height: int) -> ui.echart:
    """Adds a chart of a `height` in pixels to the page; `words` describe it to screen readers."""
    chart = ui.echart(options, renderer="svg").classes("uc-chart")
    chart.style(f"height: {height}px").props["role"] = "img"
    chart.props["aria-label"] = words
    return chart


def _grid(**sides: object) -> Options:
    return {"left": 8, "right": 24, "top": 28, "bottom": 32, "containLabel": True, **sides}


def _across(name: str, **more: object) -> Options:
    """A horizontal axis of numbers."""
    return {"nameLocation": "middle", "nameGap": 26, **_numbers(name), **more}


def _up(name: str, **more: object) -> Options:
    """A vertical axis of numbers."""
    return {**_numbers(name), "nameTextStyle": {"align": "left"}, **more}


def _numbers(name: str) -> Options:
    lines = {"lineStyle": {"color": GREY, "opacity": 0.35}}
    return {
        "type": "value",
        "name": name,
        "splitLine": lines,
        "axisLine": {"lineStyle": {"color": GREY}},
    }


# Of one record


def outcomes(record: ParRecord) -> Options:
    """The probability of each outcome (logarithmic scale) and its contribution to the return."""
    rows = record.outcomes[::-1]
    names = [plain(row.outcome) for row in rows]
    chances = [float(row.probability) or None for row in rows]
    added = [round(float(100 * row.returns), 6) for row in rows]
    colors = [FELT if row.award else GREY for row in rows]
    likely = [
        {"value": chance, "itemStyle": {"color": color}}
        for chance, color in zip(chances, colors, strict=True)
    ]
    down = {"type": "category", "data": names, "axisTick": {"show": False}}
    return {
        **BASE,
        "tooltip": {"trigger": "axis", "axisPointer": {"type": "shadow"}, "confine": True},
        "grid": [_grid(right="42%"), _grid(left="64%")],
        "xAxis": [
            _across("probability", type="log", gridIndex=0, axisLabel=POWERS),
            _across("adds to the return, %", gridIndex=1, splitNumber=3),
        ],
        "yAxis": [
            {**down, "gridIndex": 0, "axisLabel": {"width": 150, "overflow": "truncate"}},
            {**down, "gridIndex": 1, "axisLabel": {"show": False}},
        ],
        "series": [
            {"type": "bar", "name": "probability", "data": likely},
            {
                "type": "bar",
                "name": "adds, %",
                "data": added,
                "xAxisIndex": 1,
                "yAxisIndex": 1,
                "itemStyle": {"color": GOLD},
            },
        ],
    }


def meter(record: ParRecord, name: str) -> Options:
    """The house edge by the amount that a meter shows, with the amount at which it is zero."""
    even = record.break_even_meters[name]
    top = 2 * max(even, Fraction(record.meters.get(name, 0)))
    line = [
        [float(units / UNITS_PER_DOLLAR), float(100 * record.edge_with(name, units))]
        for units in (Fraction(0), top)
    ]
    at = float(even / UNITS_PER_DOLLAR)
    marks: list[Options] = [
        {
            "coord": [at, 0],
            "name": f"break-even {dollars(f'{at:.0f}')}",
            "itemStyle": {"color": RED},
        }
    ]
    shown = record.meters.get(name)
    if shown is not None:
        edge = float(100 * record.edge_with(name, Fraction(shown)))
        word = "meter" if record.at_meter else "seed"
        amount = shown / UNITS_PER_DOLLAR
        marks.append(
            {
                "coord": [amount, edge],
                "name": f"{word} {dollars(f'{amount:.0f}')}",
                "itemStyle": {"color": GOLD},
            }
        )
    return {
        **BASE,
        "grid": _grid(right=70),
        "xAxis": _across(f"{name or 'meter'}, dollars", splitNumber=4),
        "yAxis": _up("house edge, %"),
        "series": [
            {
                "type": "line",
                "name": "house edge, %",
                "data": line,
                "markLine": {
                    "silent": True,
                    "symbol": "none",
                    "label": {"show": False},
                    "lineStyle": {"color": GREY},
                    "data": [{"yAxis": 0}],
                },
                "markPoint": {
                    "symbol": "circle",
                    "symbolSize": 9,
                    "label": {"formatter": "{b}", "position": "right"},
                    "data": marks,
                },
            }
        ],
    }


def result(found: WonAfter) -> Options:
    """The exact distribution of a player's result after rounds of one unit."""
    bars = [
        {"value": [won, 100 * chance], "itemStyle": {"color": FELT if won > 0 else GREY}}
        for won, chance in found.bars
    ]
    marks = [
        {"xAxis": quantile, "name": f"{100 * share:.0f} %"} for share, quantile in found.quantiles
    ]
    return {
        **BASE,
        "grid": _grid(),
        "xAxis": _across(f"won after {found.rounds:,} rounds, units", splitNumber=5, scale=True),
        "yAxis": _up("probability, %"),
        "series": [
            {
                "type": "bar",
                "name": "probability, %",
                "data": bars,
                "barCategoryGap": "10%",
                "markLine": {
                    "silent": True,
                    "symbol": "none",
                    "label": {"formatter": "{b}"},
                    "lineStyle": {"color": RED, "type": "dotted"},
                    "data": marks,
                },
            }
        ],
    }


# Of several


def edges(found: Sequence[ParRecord], chosen: ParRecord) -> Options:
    """House edges, a line for each paytable and a dot for each number of decks."""
    lines = list(dict.fromkeys(line_of(record) for record in found))
    dots: dict[str, list[Options]] = {}
    for record in found:
        ring = {"borderColor": RED, "borderWidth": 2} if record == chosen else {}
        dots.setdefault(in_decks(record.decks), []).append(
            {"value": [percent_edge(record), line_of(record)], "itemStyle": ring}
        )
    return {
        **BASE,
        "tooltip": {"trigger": "item", "formatter": "{a}: {c}", "confine": True},
        "legend": {"top": 0, "type": "scroll"},
        "grid": _grid(top=34),
        "xAxis": _across(
            "house edge at the meter, %" if chosen.at_meter else "house edge, %",
            scale=True,
            splitNumber=5,
        ),
        "yAxis": {"type": "category", "data": lines, "inverse": True, "name": ""},
        "series": [
            {"type": "scatter", "name": name, "symbolSize": 11, "data": data}
            for name, data in dots.items()
        ],
    }


def line_of(record: ParRecord) -> str:
    """The name of a line of `edges`: a paytable with its choices."""
    chosen = (plain(name) if value is True else value for name, value in record.choices.items())
    return " ".join([record.paytable, *(one for one in chosen if isinstance(one, str))])


def percent_edge(record: ParRecord) -> float:
    """The house edge of a record as a percentage, at its meter where one is named."""
    return float(100 * record.effective_edge)


# Of a simulation


def running_mean(progress: Iterable["Progress"], exact: float | None) -> Options:
    """The mean by rounds dealt, with its 95 % band and the exact value."""
    known = [one for one in progress if one.standard_error is not None]
    middle, low, width = [], [], []
    for one in known:
        error = 100 * NORMAL_95 * (one.standard_error or 0.0)
        middle.append([one.rounds, round(100 * one.mean, 6)])
        low.append([one.rounds, round(100 * one.mean - error, 6)])
        width.append([one.rounds, round(2 * error, 6)])
    hidden: Options = {
        "type": "line",
        "stack": "band",
        "symbol": "none",
        "lineStyle": {"opacity": 0},
    }
    hidden |= {"stackStrategy": "all", "silent": True, "tooltip": {"show": False}}
    mean: Options = {"type": "line", "name": "mean, %", "data": middle, "symbol": "none"}
    mean["lineStyle"] = mean["itemStyle"] = {"color": FELT}
    if exact is not None:
        mean["markLine"] = {
            "silent": True,
            "symbol": "none",
            "lineStyle": {"color": RED},
            "label": {"formatter": "exact {c} %", "position": "insideEndTop"},
            "precision": 4,
            "data": [{"yAxis": round(100 * exact, 4)}],
        }
    return {
        **BASE,
        "grid": _grid(right=44),
        "xAxis": _across("rounds", type="log", axisLabel={"hideOverlap": True}),
        "yAxis": _up("mean, %", scale=True),
        "series": [
            {**hidden, "data": low},
            {**hidden, "data": width, "areaStyle": {"color": FELT, "opacity": 0.22}},
            mean,
        ],
    }
