"""The lab's charts, as SVG.

Marks have colors that are readable on light and dark pages; colors of text come from the style
sheet. Each mark has a tooltip that says what it stands for.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import floor, log10
from typing import TYPE_CHECKING, Final

from upcard.analysis.intervals import NORMAL_95
from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.rendering.figures import plain
from upcard.reports.rendering.svg import element
from upcard.service.computing.lab import WonAfter
from upcard.text.words import with_minus
from upcard.web.lab.plots import Area, Scale, plot, scale_of
from upcard.web.money import dollars

if TYPE_CHECKING:
    from upcard.simulation.run import Progress

FELT: Final = "#2e9b6b"
GOLD: Final = "#c99a2e"
RED: Final = "#d4523f"
GREY: Final = "#8a978f"
COLORS: Final = (FELT, GOLD, "#4a86c8", RED, "#9a6bc2", "#3aa6a6", "#b5724a")

BARS: Final = 80
"""The most bars in a chart of results."""

ROW: Final = 34
"""Height in pixels of an outcome or a paytable: its name, and its marks below."""

HEIGHT: Final = 220
"""Height in pixels of the plotting area of the other charts."""


# Of one record


def outcomes(record: ParRecord) -> str:
    """The probability of each outcome (logarithmic scale) and its contribution to the return."""
    rows = record.outcomes
    chances = [float(row.probability) for row in rows]
    added = [float(100 * row.returns) for row in rows]
    least = 10.0 ** floor(log10(min(chance for chance in chances if chance)))
    high = ROW * len(rows)
    likely = Area(high, Scale(least, 1.0, logarithmic=True), part=3)
    adds = Area(high, scale_of(0.0, *added), part=2)
    left, right = [], []
    for number, (row, chance, part) in enumerate(zip(rows, chances, added, strict=True)):
        y = ROW * number
        name = plain(row.outcome)
        left.append(element("text", escape(name), x=0, y=y + 14))
        if chance:
            tip = f"{name}: probability {chance:.6g}"
            color = FELT if row.award else GREY
            left.append(likely.bar(chance, least, y + 19, 10, tip, fill=color))
        tip = f"{name}: adds {part:.4f} % to the return"
        right.append(adds.bar(part, 0.0, y + 19, 10, tip, fill=GOLD))
    return plot(
        f"Probability of each outcome of {record.title}, and what it adds to the return",
        likely.drawn(*left, name="probability"),
        adds.drawn(*right, name="adds to the return, %"),
    )


def meter(record: ParRecord, name: str) -> str:
    """The house edge by the amount that a meter shows, with the amount at which it is zero."""
    even = record.break_even_meters[name]
    meter_amount = record.meters.get(name)
    top = 2 * max(even, Fraction(meter_amount or 0))
    losses = [
        (float(units / UNITS_PER_DOLLAR), float(100 * record.edge_with(name, units)))
        for units in (Fraction(0), top)
    ]
    marks = [(float(even / UNITS_PER_DOLLAR), 0.0, "break-even", RED)]
    if meter_amount is not None:
        edge = float(100 * record.edge_with(name, Fraction(meter_amount)))
        word = "meter" if record.at_meter else "seed"
        marks.append((meter_amount / UNITS_PER_DOLLAR, edge, word, GOLD))
    area = Area(HEIGHT, Scale(0.0, losses[1][0]), scale_of(0.0, *(edge for _, edge in losses)))
    shapes = [
        area.level(0.0, stroke=GREY, stroke_dasharray="4 4"),
        area.shape("polyline", losses, stroke=FELT, fill="none", stroke_width="2"),
    ]
    for amount, edge, word, color in marks:
        tip = f"{word} {dollars(f'{amount:.0f}')}"
        shapes.append(
            area.dot(
                amount,
                area.y(edge),
                f"{tip}: house edge {with_minus(f'{edge:.4f}')} %",
                fill=color,
            )
        )
        shapes.append(area.label(tip, amount, area.y(edge) - 8))
    across = f"{name or 'meter'}, dollars"
    return plot(
        f"House edge by what the {name or 'meter'} shows",
        area.drawn(*shapes, name=across, up="house edge, %"),
    )


def _signed_units(units: float) -> str:
    """What was won or lost, with its sign: ``−258``."""
    return with_minus(f"{units:+,.6g}")


def result(results: WonAfter) -> str:
    """The exact distribution of a player's result after rounds of one unit."""
    lowest = [won for won, _ in results.bars]
    wide = min((after - before for before, after in pairwise(lowest)), default=1.0)
    most = max(100 * chance for _, chance in results.bars)
    reached = (*lowest, lowest[-1] + wide, *(quantile for _, quantile in results.quantiles))
    area = Area(HEIGHT, scale_of(*reached), Scale(0.0, most * 1.08))
    shapes = []
    for won, chance in results.bars:
        y = area.y(100 * chance)
        color = FELT if won > 0 else GREY
        tip = f"{_signed_units(won)} units: {100 * chance:.4f} %"
        shapes.append(area.bar(won + 0.9 * wide, won, y, HEIGHT - y, tip, fill=color))
    shapes += [
        area.upright(quantile, stroke=RED, stroke_dasharray="2 3")
        for _, quantile in results.quantiles
    ]
    words = "; ".join(
        f"{100 * share:.0f} % of results up to {_signed_units(quantile)}"
        for share, quantile in results.quantiles
    )
    lines = element("p", f"Dotted lines: {words}.", class_="uc-small uc-quiet")
    return lines + plot(
        f"Distribution of a player's result after {results.rounds:,} rounds",
        area.drawn(
            *shapes, name=f"won after {results.rounds:,} rounds, units", up="probability, %"
        ),
    )


# Of several


def edges(records: Sequence[ParRecord], own_record: ParRecord) -> str:
    """House edges, a line for each paytable and a dot for each number of decks."""
    lines = list(dict.fromkeys(line_of(record) for record in records))
    decks = list(dict.fromkeys(in_decks(record.decks) for record in records))
    colors = {name: COLORS[number % len(COLORS)] for number, name in enumerate(decks)}
    area = Area(ROW * len(lines), scale_of(*map(percent_edge, records)))
    shapes = []
    for number, line in enumerate(lines):
        level = str(ROW * number + 24)
        shapes.append(element("text", escape(line), x=0, y=ROW * number + 14))
        shapes.append(element("line", x1=0, x2="100%", y1=level, y2=level, class_="uc-grid"))
    for record in sorted(
        records, key=lambda compared: compared == own_record
    ):  # the ring is drawn last
        name, edge = in_decks(record.decks), percent_edge(record)
        y = ROW * lines.index(line_of(record)) + 24
        ring = {"stroke": RED, "stroke_width": "3"} if record == own_record else {}
        tip = f"{line_of(record)}, {name}: {with_minus(f'{edge:.4f}')} %"
        shapes.append(area.dot(edge, y, tip, fill=colors[name], **ring))
    legend = [
        element("span", element("i", "", style=f"background: {color}"), escape(name))
        for name, color in colors.items()
    ]
    across = "house edge at the meter, %" if own_record.at_meter else "house edge, %"
    words = f"House edges of all paytables and numbers of decks of {own_record.title}"
    drawing = plot(words, area.drawn(*shapes, name=across))
    return element("div", *legend, class_="uc-dots") + drawing


def line_of(record: ParRecord) -> str:
    """The name of a line of `edges`: a paytable with its choices."""
    choices = (plain(name) if value is True else value for name, value in record.choices.items())
    return " ".join([record.paytable, *(choice for choice in choices if isinstance(choice, str))])


def percent_edge(record: ParRecord) -> float:
    """The house edge of a record as a percentage, at its meter where one is named."""
    return float(100 * record.effective_edge)


# Of a simulation


def running_mean(progress: Iterable["Progress"], exact: float | None) -> str:
    """The mean by rounds dealt, with its 95 % band and the exact value; "" before there is one."""
    known = [reached for reached in progress if reached.standard_error is not None]
    if not known:
        return ""
    middle = [(float(reached.rounds), 100 * reached.mean) for reached in known]
    errors = [100 * NORMAL_95 * (reached.standard_error or 0.0) for reached in known]
    low = [(x, mean - error) for (x, mean), error in zip(middle, errors, strict=True)]
    high = [(x, mean + error) for (x, mean), error in zip(middle, errors, strict=True)]
    values = [value for _, value in (*low, *high)] + ([] if exact is None else [100 * exact])
    first = middle[0][0]
    last = max(middle[-1][0], 2 * middle[0][0])
    area = Area(HEIGHT, Scale(first, last, logarithmic=True), scale_of(*values))
    shapes = [
        area.shape("polygon", [*low, *high[::-1]], fill=FELT, fill_opacity="0.22"),
        area.shape("polyline", middle, stroke=FELT, fill="none", stroke_width="2"),
    ]
    tip = f"{middle[-1][0]:,.0f} rounds: {with_minus(f'{middle[-1][1]:.4f}')} %"
    shapes.append(area.dot(middle[-1][0], area.y(middle[-1][1]), tip, fill=FELT))
    if exact is not None:
        shapes.append(area.level(100 * exact, stroke=RED))
        shapes.append(
            area.label(f"exact {with_minus(f'{100 * exact:.4f}')} %", last, area.y(100 * exact) - 6)
        )
    return plot(
        "The mean by rounds dealt, with its confidence band and the exact value",
        area.drawn(*shapes, name="rounds", up="mean, %"),
    )
