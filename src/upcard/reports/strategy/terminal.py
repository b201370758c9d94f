"""Prints the chart of a strategy in a terminal, colored where the terminal has colors."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from rich.console import Console
from rich.text import Text

from upcard.exact.strategy.chart import Departure, Kind
from upcard.exact.strategy.rules import NAMES, UPCARDS, cards
from upcard.reports.strategy.words import TITLES, Report, code, legend, strips

STYLES: Final = {
    "H": "black on green",
    "S": "white on red",
    "D": "white on blue",
    "P": "black on yellow",
    "R": "white on magenta",
    "K": "white on red",
    "F": "black on green",
}
"""Styles by the first letter of a code."""

LABEL: Final = 8
CELL: Final = 3
SIDE: Final = LABEL + CELL * len(UPCARDS)
"""The width of one chart; two stand side by side within 80 columns."""


def print_chart(out: Console, report: Report) -> None:
    """Print a chart with its legend and the hands that do otherwise."""
    if report.heading:
        out.print(f"\n[bold]{report.heading}[/bold]\n")
    hard, right = list(_block(report, "hard")), list(_block(report, "soft"))
    right += [Text(), *_block(report, "pairs")]
    if out.width < 2 * SIDE + 2:
        hard, right = [*hard, Text(), *right], []
    for left, other in zip_longest(hard, right, fillvalue=Text()):
        line = left.copy()
        line.pad_right(SIDE + 2 - line.cell_len)
        out.print(line.append_text(other), no_wrap=True)
    out.print()
    _print_legend(out, report)
    _print_departures(out, report)


def _block(report: Report, kind: Kind) -> Iterator[Text]:
    heads = "".join(NAMES[upcard].center(CELL) for upcard in UPCARDS)
    yield Text(f"{TITLES[kind]:<{LABEL}}{heads}", style="bold")
    for strip in strips(report.lines, kind):
        line = Text(f"{strip.label:<{LABEL}}")
        for upcard in UPCARDS:
            entry = code(strip.cells.get(upcard))
            line.append(f" {entry:<{CELL - 1}}", style=STYLES.get(entry[0], "dim"))
        yield line


def _print_legend(out: Console, report: Report) -> None:
    entries = []
    for entry, words in legend(report.lines).items():
        text = Text(f" {entry} ", style=STYLES[entry[0]])
        entries.append(Text().append_text(text).append(f" {words}"))
    _print_filled(out, entries, "   ")


def _print_departures(out: Console, report: Report) -> None:
    short = [departure for departure in report.departures if len(departure.values) == 2]
    longer = len(report.departures) - len(short)
    if not report.departures:
        return
    out.print("\n[bold]Hands that do otherwise[/bold], by their cards:")
    _print_filled(out, [Text(_departure(departure)) for departure in short], "; ")
    if longer:
        hands = "hand" if longer == 1 else "hands"
        out.print(f"And {longer} {hands} of three or more cards: --csv and --json list them.")


def _departure(departure: Departure) -> str:
    return f"{cards(departure.values)} against {NAMES[departure.upcard]}: {departure.action}"


def _print_filled(out: Console, entries: list[Text], gap: str) -> None:
    """Print entries, as many on a line as there is room for, without breaking one."""
    line = Text()
    for entry in entries:
        if line and line.cell_len + len(gap) + entry.cell_len > out.width:
            out.print(line)
            line = Text()
        line.append(gap if line else "").append_text(entry)
    if line:
        out.print(line)
