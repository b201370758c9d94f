"""Draws the report on a strategy: an SVG drawing, and an HTML page or its parts."""

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Final

from upcard.exact.strategy.chart import Kind
from upcard.exact.strategy.rules import NAMES, UPCARDS, cards
from upcard.exact.strategy.switch_table import SwitchTable
from upcard.reports.strategy.words import (
    TITLES,
    GameReport,
    Report,
    code,
    describe,
    legend,
    strips,
)
from upcard.text.words import with_minus

COLORS: Final = {
    "H": "#8bc48a",
    "S": "#e58a80",
    "D": "#8ab4e0",
    "P": "#f0d273",
    "R": "#c9a3d4",
    "F": "#8bc48a",
    "K": "#e58a80",
}
"""Colors by the first letter of a code; black text is readable on each of them."""

CELL: Final = 34
ROW: Final = 22
LABEL: Final = 70
GAP: Final = 30
TOP: Final = 44


# SVG


def svg(report: GameReport) -> str:
    """The charts as a drawing, one below the other, and below them the table of switching."""
    width = 2 * (LABEL + CELL * len(UPCARDS)) + 3 * GAP
    value = with_minus(f"expected value {100 * report.game.expected_value:+.6f} %")
    rules = wrap("; ".join(describe(report.solution)), width // 6)
    parts = [
        f'<text x="{GAP}" y="24" font-weight="bold">{escape(report.title)}: {value}</text>',
        *(
            f'<text x="{GAP}" y="{TOP + 14 * number}" font-size="10">{escape(line)}</text>'
            for number, line in enumerate(rules)
        ),
    ]
    y = TOP + 14 * len(rules)
    for chart in report.charts:
        svg_parts, y = _draw_report(chart, y)
        parts += svg_parts
    if report.table is not None:
        svg_parts, y = _draw_table(report.table, y)
        parts += svg_parts
    background = f'<rect width="{width}" height="{y}" fill="white"/>'
    size = f'width="{width}" height="{y}" viewBox="0 0 {width} {y}"'
    body = "\n".join((background, *parts))
    style = 'font-family="sans-serif" font-size="12"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{body}\n</svg>\n'


def _draw_report(report: Report, y: int) -> tuple[list[str], int]:
    """Draw a chart: hard totals left, soft totals and pairs right; also returns its lower end."""
    side, top = LABEL + CELL * len(UPCARDS), y
    parts = []
    if report.heading:
        top += ROW
        parts.append(f'<text x="{GAP}" y="{y + 15}" font-weight="bold">{report.heading}</text>')
    left, low = _block(report, "hard", GAP, top)
    soft, middle = _block(report, "soft", 2 * GAP + side, top)
    pairs, bottom = _block(report, "pairs", 2 * GAP + side, middle + ROW)
    end = max(low, bottom) + 2 * ROW
    return [*parts, *left, *soft, *pairs, *_legend(report, end - ROW)], end


def _draw_table(table: SwitchTable, y: int) -> tuple[list[str], int]:
    """Draw the table of switching, a line for each hand; also returns its lower end."""
    parts = [
        f'<text x="{GAP}" y="{y + 15}" font-weight="bold">{escape(table.title)}</text>',
        f'<text x="{GAP}" y="{y + ROW + 12}" font-size="10">{escape(table.rule)}</text>',
    ]
    y += 2 * ROW
    places = [GAP + LABEL + CELL * column for column in range(len(UPCARDS))]
    parts += [_entry(NAMES[upcard], x, y) for x, upcard in zip(places, UPCARDS, strict=True)]
    for name, entries in table.rows:
        y += ROW
        parts.append(f'<text x="{GAP}" y="{y + 15}">{name}</text>')
        parts += [_entry(entry, x, y, boxed=True) for x, entry in zip(places, entries, strict=True)]
    return parts, y + 2 * ROW


def _block(report: Report, kind: Kind, x: int, y: int) -> tuple[list[str], int]:
    """Draw the lines of one kind with their corner at a point; also returns their lower end."""
    parts = [f'<text x="{x}" y="{y + 15}" font-weight="bold">{TITLES[kind]}</text>']
    parts += [
        _entry(NAMES[upcard], x + LABEL + CELL * column, y) for column, upcard in enumerate(UPCARDS)
    ]
    for strip in strips(report.lines, kind):
        y += ROW
        parts.append(f'<text x="{x}" y="{y + 15}">{strip.label}</text>')
        for column, upcard in enumerate(UPCARDS):
            parts.append(
                _entry(code(strip.cells.get(upcard)), x + LABEL + CELL * column, y, boxed=True)
            )
    return parts, y + ROW


def _entry(text: str, x: int, y: int, *, boxed: bool = False) -> str:
    color = COLORS.get(text[0], "white") if boxed else "white"
    box = f'<rect x="{x}" y="{y}" width="{CELL}" height="{ROW}" fill="{color}" stroke="white"/>'
    return f'{box}<text x="{x + CELL // 2}" y="{y + 15}" text-anchor="middle">{text}</text>'


def _legend(report: Report, y: int) -> list[str]:
    words = "    ".join(f"{entry} {meaning}" for entry, meaning in legend(report.lines).items())
    return [f'<text x="{GAP}" y="{y}" xml:space="preserve">{escape(words)}</text>']


# HTML


STYLE: Final = """
body { font-family: sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
.charts { display: flex; flex-wrap: wrap; gap: 2em; align-items: flex-start; }
table { border-collapse: collapse; margin-bottom: 1em; }
td, th { border: 1px solid white; padding: 0.2em 0.5em; text-align: center; }
th[scope=row] { text-align: left; font-weight: normal; white-space: nowrap; }
caption { font-weight: bold; text-align: left; }
"""

PART_STYLE: Final = """
.upcard-strategy h1 { font-size: 1.2em; }
.upcard-strategy .charts { display: flex; flex-wrap: wrap; gap: 2em; align-items: flex-start; }
.upcard-strategy td { text-align: center; }
"""


def html(report: GameReport) -> str:
    """A self-contained page with the charts, the departures and the figures."""
    head = f'<meta charset="utf-8"><title>{report.title}</title><style>{STYLE}{_colors("")}</style>'
    page = f"<head>{head}</head>\n<body>\n{_body(report)}\n</body>"
    return f'<!doctype html>\n<html lang="en">\n{page}\n</html>\n'


def html_part(report: GameReport) -> str:
    """The content of `html` as a part of another page, as a notebook, which keeps its colors."""
    colors = f"{PART_STYLE}{_colors('.upcard-strategy ')}"
    return f'<style>{colors}</style><div class="upcard-strategy">\n{_body(report)}\n</div>\n'


def _colors(within: str) -> str:
    """The style of the cells' classes, for the elements that a selector finds."""
    black = "color: black; " if within else ""
    return "".join(
        f"{within}.{letter} {{ {black}background: {color}; }}\n" for letter, color in COLORS.items()
    )


def _body(report: GameReport) -> str:
    value = with_minus(f"Expected value {100 * report.game.expected_value:+.9f} %")
    if report.deviation is not None:
        value += f", standard deviation {report.deviation:.6f}, both"
    parts = [
        f"<h1>{report.title}</h1>",
        f"<p>{escape('; '.join(describe(report.solution)))}.</p>",
        *(part for chart in report.charts for part in _charts(chart)),
        *([] if report.table is None else _switch(report.table)),
        f"<p>{value} exact, for each unit of {report.unit}.</p>",
    ]
    return "\n".join(parts)


def _charts(report: Report) -> Iterator[str]:
    """The parts of a chart: its tables, its legend, and the hands that depart from it."""
    if report.heading:
        yield f"<h2>{report.heading}</h2>"
    explained = "; ".join(f"{entry} {words}" for entry, words in legend(report.lines).items())
    soft_and_pairs = f"{_table(report, 'soft')}{_table(report, 'pairs')}"
    hard = _table(report, "hard")
    yield f'<div class="charts"><div>{hard}</div><div>{soft_and_pairs}</div></div>'
    yield f"<p>{explained}.</p>"
    yield from _departures(report)


def _switch(table: SwitchTable) -> Iterator[str]:
    """The parts of the table of switching."""
    yield f"<h2>{escape(table.title)}</h2><p>{escape(table.rule)}</p>"
    rows = [f"<tr><td></td>{_heads()}</tr>"]
    for name, entries in table.rows:
        rows.append(_row(name, entries))
    yield "<table>\n{}\n</table>".format("\n".join(rows))
    figures = "; ".join(
        with_minus(f"{name} {100 * value:.6f} %") for name, value in table.figures.items()
    )
    yield f"<p>{escape(figures)}.</p>"


def _heads() -> str:
    return "".join(f'<th scope="col">{NAMES[upcard]}</th>' for upcard in UPCARDS)


def _row(heading: str, entries: Sequence[str]) -> str:
    cells = "".join(f'<td class="{entry[0]}">{entry}</td>' for entry in entries)
    return f'<tr><th scope="row">{heading}</th>{cells}</tr>'


def _table(report: Report, kind: Kind) -> str:
    rows = [f"<tr><td></td>{_heads()}</tr>"]
    for strip in strips(report.lines, kind):
        entries = [code(strip.cells.get(upcard)) for upcard in UPCARDS]
        rows.append(_row(strip.label, entries))
    return f"<table><caption>{TITLES[kind]}</caption>\n{chr(10).join(rows)}\n</table>"


def _departures(report: Report) -> list[str]:
    if not report.departures:
        return []
    rows = "\n".join(
        f"<tr><td>{cards(departure.values)}</td><td>{NAMES[departure.upcard]}</td><td>{departure.action}</td>"
        f"<td>{departure.chart}</td><td>{departure.gain:.6f}</td></tr>"
        for departure in report.departures
    )
    heads = "<th>cards</th><th>upcard</th><th>do</th><th>not</th><th>gain</th>"
    caption = "Hands that do otherwise, by their cards"
    return [f"<table><caption>{caption}</caption><tr>{heads}</tr>\n{rows}\n</table>"]
