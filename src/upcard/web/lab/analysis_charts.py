"""The charts of the lab's analyses: counts, exposure, meters over time."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Final

from upcard.analysis.intervals import NORMAL_95
from upcard.reports.rendering.svg import element
from upcard.service.computing.analysis import MeterCurve
from upcard.text.words import with_minus
from upcard.web.lab.charts import COLORS, FELT, GOLD, GREY, HEIGHT, RED
from upcard.web.lab.plots import Area, Scale, plot, scale_of
from upcard.web.money import dollars

if TYPE_CHECKING:
    from upcard.analysis.counters.penetration import Penetration
    from upcard.analysis.counters.ramp import CountRow

HALF: Final = 90
"""Pixels of the marks of each of two charts above each other."""

WHISKER: Final = 1.5
"""The width of the line of an error, in pixels."""


def _count(kind: str, row: "CountRow") -> str:
    return f"{kind} count {with_minus(f'{row.count:+d}')}"


def expected_by_count(rows: Sequence["CountRow"], kind: str) -> str:
    """The expected win of one unit at each count, with its 95 % error."""
    low, high = rows[0].count, rows[-1].count
    limits = [
        100 * (row.mean + NORMAL_95 * row.standard_error * side) for row in rows for side in (-1, 1)
    ]
    area = Area(HEIGHT, Scale(low - 0.6, high + 0.6), scale_of(0.0, *limits))
    shapes = [area.level(0.0, stroke=GREY, stroke_dasharray="4 4")]
    for row in rows:
        mean, error = 100 * row.mean, 100 * NORMAL_95 * row.standard_error
        color = FELT if row.mean > 0 else GREY
        tip = f"{_count(kind, row)}: {with_minus(f'{mean:+.3f}')} % ± {error:.3f} %"
        shapes.append(whisker(area, row.count, mean, error, color))
        shapes.append(area.dot(row.count, area.y(mean), tip, fill=color))
    return plot(
        "The expected win of one unit by the count",
        area.drawn(*shapes, name=f"{kind} count before the round", up="expected win, %"),
    )


def rounds_by_count(rows: Sequence["CountRow"], kind: str) -> str:
    """How often each count is played, and the units wagered there."""
    low, high = rows[0].count, rows[-1].count
    shares, bets = [100 * row.share for row in rows], [row.bet * row.boxes for row in rows]
    across = Scale(low - 0.6, high + 0.6)
    often = Area(HALF, across, Scale(0.0, 1.08 * max(shares)))
    units = Area(HALF, across, Scale(0.0, 1.08 * max(*bets, 1.0)))

    def bars(area: Area, values: Sequence[float], color: str, words: Callable[[float], str]) -> str:
        shapes = []
        for row, value in zip(rows, values, strict=True):
            y = area.y(value)
            tip = f"{_count(kind, row)}: {words(value)}"
            shapes.append(area.bar(row.count + 0.4, row.count - 0.4, y, HALF - y, tip, fill=color))
        return "".join(shapes)

    shares_drawn = bars(often, shares, GREY, lambda value: f"{value:.3f} % of the rounds")
    units_drawn = bars(units, bets, GOLD, lambda value: f"{value:g} units")
    return plot(
        "How often each count is played", often.drawn(shares_drawn, name="", up="rounds, %")
    ) + plot(
        "The units wagered at each count",
        units.drawn(units_drawn, name=f"{kind} count before the round", up="units wagered"),
    )


def exposure_by_penetration(rows: Sequence["Penetration"], names: dict[str, str]) -> str:
    """What each count of `names` wins in 100 rounds by penetration, with its 95 % error."""
    rows_by_count = {name: [row for row in rows if row.count == name] for name in names}
    limits = [
        row.win_per_100 + side * NORMAL_95 * row.standard_error
        for row in chain(*rows_by_count.values())
        for side in (-1, 1)
    ]
    depths = [100 * row.penetration for row in chain(*rows_by_count.values())]
    area = Area(HEIGHT, scale_of(*depths), scale_of(0.0, *limits))
    shapes = [area.level(0.0, stroke=GREY, stroke_dasharray="4 4")]
    for of_wager, color in zip(rows_by_count.values(), COLORS, strict=False):
        places = [(100 * row.penetration, row.win_per_100) for row in of_wager]
        shapes.append(area.shape("polyline", places, stroke=color, fill="none", stroke_width="2"))
        for row in of_wager:
            depth, error = 100 * row.penetration, NORMAL_95 * row.standard_error
            won = with_minus(f"{row.win_per_100:.4f}")
            tip = f"{names[row.count]}, {depth:g} % dealt: {won}, {_error_in_words(row)}"
            shapes.append(whisker(area, depth, row.win_per_100, error, color))
            shapes.append(area.dot(depth, area.y(row.win_per_100), tip, fill=color))
    legend = [
        element("span", element("i", "", style=f"background: {color}"), escape(names[name]))
        for name, color in zip(rows_by_count, COLORS, strict=False)
    ]
    drawing = plot(
        "What counts win in 100 rounds by the part of the shoe that is dealt",
        area.drawn(*shapes, name="dealt, %", up="units won in 100 rounds"),
    )
    return element("div", *legend, class_="uc-dots") + drawing


def _error_in_words(row: "Penetration") -> str:
    """The 95 % error of what is won, that it is exact, or what is won at most."""
    if row.win_at_most is not None or not row.standard_error:
        return row.error_in_words
    return f"± {NORMAL_95 * row.standard_error:.4f}"


def meter_over_time(curve: MeterCurve) -> str:
    """The probability that a meter shows more than an amount, with its mean and the even amount."""
    meter = curve.meter
    places = [(amount, 100 * chance) for amount, chance in curve.points]
    first, last = places[0][0], places[-1][0]
    area = Area(HEIGHT, Scale(first, last), Scale(0.0, 104.0))
    even = meter.break_even
    shapes = []
    if even is not None and even < last:
        favorable = [
            (even, 100 * meter.favourable),
            *(point for point in places if point[0] > even),
        ]
        shapes.append(
            area.shape(
                "polygon", [(even, 0.0), *favorable, (last, 0.0)], fill=GOLD, fill_opacity="0.3"
            )
        )
    shapes.append(area.shape("polyline", places, stroke=FELT, fill="none", stroke_width="2"))
    marks = [("mean", meter.mean, GREY, 30), *([("even", even, RED, 12)] if even else [])]
    for name, amount, color, y in marks:
        if amount <= last:
            shapes.append(area.upright(amount, stroke=color, stroke_dasharray="2 3"))
            shapes.append(area.label(f"{name} {dollars(f'{amount:.0f}')}", amount, y))
    return plot(
        f"How often the meter {meter.meter} shows more than an amount",
        area.drawn(*shapes, name="meter, dollars", up="wagers that find more, %"),
    )


def whisker(area: Area, x: float, middle: float, error: float, color: str) -> str:
    """The line of an error on both sides of a value."""
    ends = {"x1": area.x(x), "x2": area.x(x)}
    return element(
        "line",
        y1=area.y(middle - error),
        y2=area.y(middle + error),
        stroke=color,
        stroke_width=str(WHISKER),
        **ends,
    )
