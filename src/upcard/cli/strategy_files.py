"""How ``upcard strategy`` writes a report for programs and for paper: CSV, SVG, HTML."""

import csv
import sys
from html import escape
from textwrap import wrap
from typing import Final

from upcard.cli.strategy_words import (
    TITLES,
    UPCARDS,
    Report,
    cards,
    code,
    describe,
    legend,
    strips,
)
from upcard.odds.strategy.chart import Kind
from upcard.odds.strategy.column import ACTIONS
from upcard.odds.strategy.rules import NAMES

COLORS: Final = {"H": "#8bc48a", "S": "#e58a80", "D": "#8ab4e0", "P": "#f0d273", "R": "#c9a3d4"}
"""By the first letter of a code; black is read on each of them."""

CELL: Final = 34
ROW: Final = 22
LABEL: Final = 70
GAP: Final = 30
TOP: Final = 44


def print_csv(report: Report) -> None:
    """A row for each cell, then one for each hand that departs, with what its actions win."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("kind", "hand", "upcard", "action", "otherwise", *ACTIONS))
    for line in report.lines:
        for upcard in UPCARDS:
            if upcard in line.cells:
                cell = line.cells[upcard]
                worth = [cell.worth.get(action, "") for action in ACTIONS]
                where = (line.kind, line.label, NAMES[upcard])
                rows.writerow((*where, cell.action, cell.otherwise or "", *worth))
    for one in report.departures:
        found = report.solution.worth(one.values, one.upcard)
        worth = [found.get(action, "") for action in ACTIONS]
        hand = ("exception", cards(one.values), NAMES[one.upcard])
        rows.writerow((*hand, one.action, one.chart, *worth))


# SVG


def svg(report: Report) -> str:
    """The chart as a drawing: hard totals on the left, soft totals and pairs on the right."""
    side = LABEL + CELL * len(UPCARDS)
    width = 2 * side + 3 * GAP
    rules = wrap("; ".join(describe(report.solution)), width // 6)
    top = TOP + 14 * len(rules)
    left, low = _block(report, "hard", GAP, top)
    soft, middle = _block(report, "soft", 2 * GAP + side, top)
    pairs, bottom = _block(report, "pairs", 2 * GAP + side, middle + ROW)
    height = max(low, bottom) + 2 * ROW
    title = escape(f"Best play by {report.solution.play}")
    value = f"{100 * report.solution.expected_value:+.6f} %"
    parts = [
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{GAP}" y="24" font-weight="bold">{title}: expected value {value}</text>',
        *(
            f'<text x="{GAP}" y="{44 + 14 * at}" font-size="10">{escape(line)}</text>'
            for at, line in enumerate(rules)
        ),
        *left,
        *soft,
        *pairs,
        *_legend(report, height - ROW),
    ]
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    body = "\n".join(parts)
    style = 'font-family="sans-serif" font-size="12"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{body}\n</svg>\n'


def _block(report: Report, kind: Kind, x: int, y: int) -> tuple[list[str], int]:
    """One chart with its corner at a point, and where it ends below."""
    parts = [f'<text x="{x}" y="{y + 15}" font-weight="bold">{TITLES[kind]}</text>']
    parts += [_entry(NAMES[upcard], x + LABEL + CELL * at, y) for at, upcard in enumerate(UPCARDS)]
    for strip in strips(report.lines, kind):
        y += ROW
        parts.append(f'<text x="{x}" y="{y + 15}">{strip.label}</text>')
        for at, upcard in enumerate(UPCARDS):
            parts.append(
                _entry(code(strip.cells.get(upcard)), x + LABEL + CELL * at, y, boxed=True)
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


def html(report: Report) -> str:
    """A page with the chart, the departures and the figures, that asks for nothing else."""
    solution = report.solution
    title = f"Best play by {solution.play}"
    colors = "".join(f".{letter} {{ background: {color}; }}\n" for letter, color in COLORS.items())
    explained = "; ".join(f"{entry} {words}" for entry, words in legend(report.lines).items())
    soft_and_pairs = f"{_table(report, 'soft')}{_table(report, 'pairs')}"
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{escape('; '.join(describe(solution)))}.</p>",
        f'<div class="charts"><div>{_table(report, "hard")}</div><div>{soft_and_pairs}</div></div>',
        f"<p>{explained}.</p>",
        f"<p>Expected value {100 * solution.expected_value:+.9f} %, standard deviation "
        f"{report.deviation:.6f}, both exact, for each unit of the initial wager.</p>",
        *_departures(report),
    ]
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}{colors}</style>'
    body = "\n".join(parts)
    page = f"<head>{head}</head>\n<body>\n{body}\n</body>"
    return f'<!doctype html>\n<html lang="en">\n{page}\n</html>\n'


def _table(report: Report, kind: Kind) -> str:
    heads = "".join(f'<th scope="col">{NAMES[upcard]}</th>' for upcard in UPCARDS)
    rows = [f"<tr><td></td>{heads}</tr>"]
    for strip in strips(report.lines, kind):
        entries = [code(strip.cells.get(upcard)) for upcard in UPCARDS]
        cells = "".join(f'<td class="{entry[0]}">{entry}</td>' for entry in entries)
        rows.append(f'<tr><th scope="row">{strip.label}</th>{cells}</tr>')
    return f"<table><caption>{TITLES[kind]}</caption>\n{chr(10).join(rows)}\n</table>"


def _departures(report: Report) -> list[str]:
    if not report.departures:
        return []
    rows = "\n".join(
        f"<tr><td>{cards(one.values)}</td><td>{NAMES[one.upcard]}</td><td>{one.action}</td>"
        f"<td>{one.chart}</td><td>{one.gain:.6f}</td></tr>"
        for one in report.departures
    )
    heads = "<th>cards</th><th>upcard</th><th>do</th><th>not</th><th>gain</th>"
    caption = "Hands that do otherwise, by their cards"
    return [f"<table><caption>{caption}</caption><tr>{heads}</tr>\n{rows}\n</table>"]
