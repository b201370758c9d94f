"""The charts of one record: its outcomes, its meters, and results after many rounds.

Each function makes a matplotlib figure without any global state; `plots` chooses, styles, writes.
"""

from collections.abc import Mapping
from fractions import Fraction
from textwrap import fill
from typing import Final

import msgspec
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from upcard.analysis.rounds.results import NEAR, ResultDistribution, results
from upcard.exact.meters import break_even
from upcard.exact.par import ZERO, ParRecord
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.charts.chart_style import (
    FELT,
    GOLD,
    GREY,
    RED,
    WIDTH,
    set_plain_powers,
)
from upcard.reports.names import outcome_name
from upcard.reports.outcome_order import in_printed_order
from upcard.reports.rendering.figures import dollars, one_in, percent, whole_dollars
from upcard.text.words import with_minus
from upcard.wagers.catalogue import offered_where

ABREAST: Final = 3
"""The most charts of meters in one row."""

LONG_TICK: Final = 1e-6
"""A smaller number is too long to stand at every tick of a scale."""

LINE: Final = 0.2
"""Inches: the least height of an outcome."""

FOLDED: Final = 44
"""The characters in a line of an outcome's name."""

NEAR_ENOUGH: Final = 0.005
"""Less than this beyond the right end of a chart is not worth words."""

BARS: Final = 140
"""The most bars in a chart of results."""


class Beside(msgspec.Struct, frozen=True):
    """What counts in addition to a meter: the return of bonuses; what the amounts of a record are.

    `shown` is the word for them in a drawing: ``seed``, ``shown`` or ``mean``. `limits` are the
    limits in units of those meters that have one, by name: no meter shows more.
    """

    returns: Fraction
    shown: str
    limits: Mapping[str, int] = {}


def outcomes(record: ParRecord) -> Figure:
    """The probability of each outcome (logarithmic scale) and its contribution to the return."""
    rows = [row for row, _ in in_printed_order(record)][::-1]  # bars are drawn from below
    names = [fill(outcome_name(record.wager, row.outcome, record.reading), FOLDED) for row in rows]
    height = max(LINE, 0.13 * max(label.count("\n") + 1 for label in names))
    figure = Figure(figsize=(WIDTH, 0.9 + height * len(rows)), layout="constrained")
    chances, parts = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    places = np.arange(len(rows))
    likely = [float(row.probability) for row in rows]
    added = [float(100 * row.returns) for row in rows]
    chances.barh(places, likely, color=[FELT if row.award else GREY for row in rows])
    chances.set_xscale("log")
    low = min(chance for chance in likely if chance) / 3
    chances.set_xlim(low, 30)
    set_plain_powers(chances.xaxis)
    # The space to the right of 1 is for labels.
    ticks = [tick for tick in chances.get_xticks() if low <= tick <= 1]
    # Ticks below a millionth are so long that every other one is left out.
    chances.set_xticks(ticks[::-2][::-1] if ticks[0] < LONG_TICK and len(ticks) > 3 else ticks)
    chances.set_yticks(places, names, fontsize=9 if height == LINE else 8, linespacing=1)
    chances.set_xlabel("probability, logarithmic scale")
    parts.barh(places, added, color=GOLD)
    parts.set_xlim(0, (max(added) or 1) * 1.4)
    parts.set_xlabel("adds to the return, %")
    for place, row, chance, part in zip(places, rows, likely, added, strict=True):
        label = f"  1 in {one_in(row.one_in)}" if chance else "  never"
        chances.text(chance or chances.get_xlim()[0], place, label, va="center", fontsize=8)
        parts.text(part, place, f"  {part:.2f}", va="center", fontsize=8)
    return figure


def meter(record: ParRecord, beside: Beside | None = None) -> Figure:
    """The house edge by what each meter shows, with the amount at which it is zero."""
    counted = beside or Beside(ZERO, "shown" if record.at_meter else "seed")
    even = even_amounts(record, counted.returns)
    names = [
        meter_name
        for meter_name in dict.fromkeys(share.meter for share in record.shares)
        if meter_name in even
    ]
    across = min(len(names), ABREAST)
    down = -(-len(names) // ABREAST)
    figure = Figure(figsize=(WIDTH, 2.6 * down), layout="constrained")
    for place, meter_name in enumerate(names):
        axes = figure.add_subplot(down, across, place + 1)
        _edge_by_meter(axes, record, meter_name, even[meter_name], counted)
        axes.locator_params(axis="x", nbins=4 if across == 1 else 2)
        if place % across == 0:
            axes.set_ylabel("house edge, %")
    return figure


def even_amounts(record: ParRecord, counted: Fraction = ZERO) -> dict[str, Fraction]:
    """The break-even amounts of meters in units, where bonuses return `counted` in addition."""
    net_edge = record.house_edge - counted
    return break_even(record.shares, record.meters, net_edge, record.wager_units)


def _edge_by_meter(
    axes: Axes, record: ParRecord, meter_name: str, even: Fraction, beside: Beside
) -> None:
    top = 2 * max(even, Fraction(record.meters.get(meter_name, 0)))
    limit = beside.limits.get(meter_name)
    if limit:
        top = min(top, Fraction(limit))
    exact = [record.edge_with(meter_name, units) - beside.returns for units in (Fraction(0), top)]
    edges = [float(100 * share) for share in exact]
    across = [0.0, float(top / UNITS_PER_DOLLAR)]
    axes.plot(across, edges, color=FELT)
    axes.axhline(0, color=GREY, linewidth=0.8)
    _mark_even(axes, even, top)
    meter_amount = record.meters.get(meter_name)
    if meter_amount is not None:
        axes.axvline(meter_amount / UNITS_PER_DOLLAR, color=GOLD, linestyle="--", linewidth=1)
        axes.annotate(
            f"{beside.shown} {whole_dollars(meter_amount)}",
            (meter_amount / UNITS_PER_DOLLAR, min(edges)),
            xytext=(4, 2),
            textcoords="offset points",
            color=GOLD,
            fontsize=8,
        )
    axes.xaxis.set_major_formatter(FuncFormatter(lambda amount, _: f"${amount:,.0f}"))
    axes.set_xlabel(f"what the {meter_name or 'meter'} shows")


def _mark_even(axes: Axes, even: Fraction, top: Fraction) -> None:
    """Mark the amount without an edge; above the `top` that the meter shows, say that it is."""
    amount = dollars(round(even / UNITS_PER_DOLLAR) * UNITS_PER_DOLLAR)
    if even > top:
        axes.annotate(
            f"break-even {amount}:\nabove the limit, never reached",
            (1, 1),
            xycoords="axes fraction",
            ha="right",
            va="bottom",
            color=RED,
            fontsize=8,
        )
        return
    place = float(even / UNITS_PER_DOLLAR)
    axes.plot([place], [0], "o", color=RED)
    axes.annotate(
        f"break-even\n{amount}",
        (place, 0),
        xytext=(6, 8),
        textcoords="offset points",
        color=RED,
        fontsize=8,
    )


def result(record: ParRecord, rounds: int) -> Figure:
    """The exact distribution of a player's result after `rounds` rounds of one unit."""
    at_times = offered_where(record.wager, record.jurisdiction)
    return distribution(results(record, rounds), "wagers" if at_times else "rounds")


def distribution(won_after: ResultDistribution, number_of: str = "rounds") -> Figure:
    """The distribution of a player's result after a number of rounds, or of wagers."""
    starts, chances, points = won_after.bars(BARS)
    heights = 100 * chances
    figure = Figure(figsize=(WIDTH, 2.7), layout="constrained")
    axes = figure.add_subplot()
    width = points * float(won_after.step)
    edges = np.append(starts, starts[-1] + width)
    won = int(np.searchsorted(starts, 0, side="right"))
    for start, stop, color in ((0, won, GREY), (won, len(heights), FELT)):
        if start < stop:
            axes.stairs(heights[start:stop], edges[start : stop + 1], fill=True, color=color)
    # The middle label stands a line higher: lines may be so near that labels would meet.
    for share, side, higher in ((0.05, "right", 1), (0.5, "center", 10), (0.95, "left", 1)):
        net = won_after.quantile(share)
        axes.axvline(net, color=RED, linewidth=0.8, linestyle=":")
        label = with_minus(f"{100 * share:.0f} %: {net:+,.4g}")
        axes.annotate(
            label,
            (net, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, higher),
            textcoords="offset points",
            color=RED,
            ha=side,
            va="bottom",
            fontsize=8,
        )
    ahead = percent(won_after.ahead, 2)
    after = f"{won_after.rounds:,} {number_of}"
    axes.set_xlabel(f"won after {after}, in units wagered; ahead: {ahead}")
    axes.set_ylabel("probability, %" if points == 1 else f"probability of a bar of {width:,.4g}, %")
    words = []
    end = won_after.shown[1]
    more = float(won_after.chances[won_after.units > end].sum())
    if more > 1 - NEAR - NEAR_ENOUGH:
        words.append(with_minus(f"above {end:,.4g}, not drawn: {percent(more, 2)}"))
    if won_after.beyond > 0:
        words.append(f"without an award above {float(won_after.largest):,.4g},")
        words.append(f"which is won with {percent(won_after.beyond, 3)}")
    if words:
        axes.text(
            0.99, 0.95, "\n".join(words), transform=axes.transAxes, ha="right", va="top", fontsize=8
        )
    return figure
