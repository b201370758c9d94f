"""The charts that compare records: house edges, and ladders of what is returned.

Each function makes a matplotlib figure without any global state; `plots` chooses, styles, writes.
"""

from collections.abc import Sequence
from typing import Final

from matplotlib.figure import Figure

from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord
from upcard.reports.charts.chart_style import COLORS, RED, WIDTH, set_plain_powers
from upcard.reports.charts.record_names import line_of, record_name

UNNAMED: Final = 10**8
"""Returns per unit from here up stand for a meter or a prize whose amount is not given."""

STYLES: Final = ("-", "--", ":")
"""Line styles that tell lines of the same color apart."""


def edge(records: Sequence[ParRecord], own_record: ParRecord | None = None) -> Figure:
    """House edges, a line for each paytable and a dot for each number of decks.

    A ring marks the `own_record` one.
    """
    counted = [record for record in records if not record.note] or list(records)
    several = len({record.wager for record in counted}) > 1
    marked = [] if own_record is None else [own_record]
    names = list(dict.fromkeys(line_of(record, several=several) for record in [*counted, *marked]))
    figure = Figure(figsize=(WIDTH, 1.2 + 0.24 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    for count in sorted({record.decks for record in counted}):
        dots = [record for record in counted if record.decks == count]
        edges = [float(100 * record.effective_edge) for record in dots]
        lines = [names.index(line_of(record, several=several)) for record in dots]
        color = COLORS[count % len(COLORS)]  # the same on each sheet
        axes.plot(edges, lines, "o", color=color, label=in_decks(count), markersize=5)
    for record in marked:
        place = names.index(line_of(record, several=several))
        edges = [float(100 * record.effective_edge)]
        # Its own dot above those of other numbers of decks: edges may differ by less than a dot.
        color = COLORS[record.decks % len(COLORS)]
        axes.plot(edges, [place], "o", color=color, markersize=5, zorder=3)
        axes.plot(
            edges,
            [place],
            "o",
            markersize=11,
            markerfacecolor="none",
            markeredgecolor=RED,
            label="this table",
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="x", color="#e4e4e4")
    at_meter = any(record.at_meter for record in counted)
    axes.set_xlabel("house edge at the meter, %" if at_meter else "house edge, %; no meter counted")
    if not any(record.shares for record in counted):
        axes.set_xlabel("house edge, %")
    figure.legend(loc="outside lower center", ncols=7, frameon=False, fontsize=8)
    return figure


def ladder(records: Sequence[ParRecord]) -> Figure:
    """The probability that an amount or more is returned; meter shares at the record's amounts."""
    figure = Figure(figsize=(WIDTH, 4.2), layout="constrained")
    axes = figure.add_subplot()
    for index, record in enumerate(records):
        levels = sorted(dict(zip(record.worth(), record.at_least(), strict=True)).items())
        steps = [(float(back), float(chance)) for back, chance in levels if 0 < back < UNNAMED]
        turn, place = divmod(index, len(COLORS))
        x, y = zip(*((back, chance) for back, chance in steps if chance), strict=True)
        (line,) = axes.step(x, y, where="pre", color=COLORS[place], linestyle=STYLES[turn])
        line.set(label=record_name(record), marker="o", markersize=2.5)
        axes.lines[-1].set_gid(f"record-{index}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(color="#e4e4e4")
    for axis in (axes.xaxis, axes.yaxis):
        set_plain_powers(axis)
    axes.set_xlabel("handed back for each unit wagered, or more")
    axes.set_ylabel("probability")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=8)
    return figure
