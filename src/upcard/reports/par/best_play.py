"""The chart of the best play by total, drawn for a paper, and what it says in words."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from upcard.exact.strategy.chart import ChartLine, Kind, chart
from upcard.exact.strategy.game_solution import CardChoice, GameSolution
from upcard.exact.strategy.rules import NAMES, UPCARDS
from upcard.reports.rendering.paper import (
    Drawing,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.rendering.svg import INK, document, element, text
from upcard.reports.strategy.drawing import COLORS
from upcard.reports.strategy.words import TITLES, Strip, code, legend, strips
from upcard.text.words import listed, with_minus

CELL: Final = 27
ROW: Final = 21
LABEL: Final = 58
GAP: Final = 26
TYPE: Final = 13
"""The sizes of a chart in units: a cell, the room of a label, between two tables, and the type."""

SIDE: Final = LABEL + CELL * len(UPCARDS)


def best_play(solved: GameSolution) -> Iterator[PaperPart]:
    """The chart of the only hand, or of each light, and what its letters mean."""
    for light, solution in solved.parts:
        lines = chart(solution)
        letters = "; ".join(f"{letter} {words}" for letter, words in legend(lines).items())
        drawing = Drawing(_drawing(lines), _in_words(lines))
        told = Words(f"By the hand and the dealer's upcard: {letters}.")
        heading = f"Best play by total, {light} light" if light else "Best play by total"
        yield PaperPart(heading, (drawing, told), floats=True)


def switching(choice: CardChoice) -> PaperPart:
    """The table by which a player switches or keeps what is dealt."""
    table = choice.table()
    columns = (left("Hand"), *right(*(NAMES[upcard] for upcard in UPCARDS)))
    rows = tuple((name, *map(with_minus, entries)) for name, entries in table.rows)
    return PaperPart(table.title, (Words(table.rule), PaperTable(columns, rows)))


def _drawing(lines: tuple[ChartLine, ...]) -> str:
    """Hard totals on the left, soft totals and pairs on the right."""
    hard, low = _table(lines, "hard", 0, 0)
    soft, middle = _table(lines, "soft", SIDE + GAP, 0)
    pairs, bottom = _table(lines, "pairs", SIDE + GAP, middle + ROW // 2)
    return document(2 * SIDE + GAP, max(low, bottom), *hard, *soft, *pairs)


def _table(lines: tuple[ChartLine, ...], kind: Kind, x: int, y: int) -> tuple[list[str], int]:
    """The lines of one kind with their corner at a point; also returns their lower end."""
    parts = [_words(TITLES[kind], x, y, font_weight="bold", text_anchor="start")]
    parts += [_words(NAMES[upcard], _middle(x, column), y) for column, upcard in enumerate(UPCARDS)]
    for strip in strips(lines, kind):
        y += ROW
        parts.append(_words(strip.label, x, y, text_anchor="start"))
        for column, entry in enumerate(_entries(strip)):
            place = {"x": x + LABEL + CELL * column, "y": y, "width": CELL, "height": ROW}
            fill = COLORS.get(entry[0], "white")
            parts.append(element("rect", **place, fill=fill, stroke="white"))
            parts.append(_words(entry, _middle(x, column), y))
    return parts, y + ROW


def _middle(x: int, column: int) -> float:
    return x + LABEL + CELL * (column + 0.5)


def _words(words: str, x: float, y: int, **attributes: object) -> str:
    return text(words, x, y + 0.72 * ROW, TYPE, fill=INK, **attributes)


def _entries(strip: Strip) -> Sequence[str]:
    return [code(strip.cells.get(upcard)) for upcard in UPCARDS]


def _in_words(lines: tuple[ChartLine, ...]) -> str:
    """The chart for readers who do not see it, a sentence for each line of it."""
    return " ".join(
        f"{TITLES[kind]} {strip.label}: {_runs(_entries(strip))}."
        for kind in TITLES
        for strip in strips(lines, kind)
    )


def _runs(entries: Sequence[str]) -> str:
    """The entries of a line, by the runs of upcards that have the same one."""
    runs = [
        (entry, [NAMES[upcard] for _, upcard in run])
        for entry, run in groupby(zip(entries, UPCARDS, strict=True), key=lambda pair: pair[0])
    ]
    if len(runs) == 1:
        return f"{entries[0]} against each upcard"
    return listed([f"{entry} against {_upcards(names)}" for entry, names in runs])


def _upcards(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
