"""How a sign fills a screen: its columns, and how many lines of its type the screen is high.

A style sheet cannot ask how high a text is, so it is estimated here, as `paper.css` sets a sign on
a wide screen. All heights are in lines of one em.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from upcard.reports.rendering.paper import PaperBlock, PaperPart, PaperTable, Words

LINES_OF_LARGEST_TYPE: Final = 36
"""The lines of a screen with the largest type: larger breaks long names."""

MAX_LINES: Final = 120
"""The lines of a screen with the smallest type."""

COLUMNS: Final = (2, 3)

ACROSS: Final = 16 / 9 / 0.45
"""Characters across a screen for each of its lines; a character is about 0.45 em wide."""

GAP: Final = 8
"""Characters of the space beside a column."""

AROUND: Final = 11.6
"""Head, title, subtitle and a foot of two lines."""

HEADING: Final = 2.9
ROW: Final = 1.77
LINE: Final = 1.45
BETWEEN: Final = 0.65
"""A heading and a row with the space around them, another line of text, the space of a block."""


class Screen(msgspec.Struct, frozen=True):
    """The columns of a sign, and the lines that the screen is high."""

    columns: int = 2
    lines: int = LINES_OF_LARGEST_TYPE


def screen(parts: Sequence[PaperPart]) -> Screen:
    """How the parts of a sign, in this order, fill a screen of 16 to 9 with the largest type."""
    screens = (Screen(columns, _lines(parts, columns)) for columns in COLUMNS)
    return min(screens, key=lambda filled: filled.lines)


def _lines(parts: Sequence[PaperPart], columns: int) -> int:
    """The fewest lines of a screen on which the parts have room in columns."""
    for lines in range(LINES_OF_LARGEST_TYPE, MAX_LINES):
        across = int(ACROSS * lines) // columns - GAP
        tall = [_tall(part, across) for part in parts]
        if _columns_needed(tall, lines - AROUND) <= columns:
            return lines
    return MAX_LINES


def _columns_needed(tall: Sequence[float], height: float) -> int:
    """The columns of a height that whole parts take in their order; too many if one is higher."""
    columns, filled = 1, 0.0
    for block_height in tall:
        if filled + block_height > height and filled:
            columns, filled = columns + 1, 0.0
        filled += block_height
    return columns if max(tall, default=0.0) <= height else max(COLUMNS) + 1


def _tall(part: PaperPart, across: int) -> float:
    heading = HEADING + LINE * (_broken(part.heading + part.section, across) - 1)
    return heading + sum(_block(block, across) for block in part.blocks)


def _block(block: PaperBlock, across: int) -> float:
    match block:
        case Words():
            return BETWEEN + LINE * _broken(block.text, across)
        case PaperTable():
            heading = [column.heading for column in block.columns]
            others = zip(*(row[1:] for row in (heading, *block.rows)), strict=True)
            room = across - sum(max(map(len, cells)) + 2 for cells in others)
            rows = (row[0] for row in (heading, *block.rows))
            return BETWEEN + sum(ROW + LINE * (_broken(name, room) - 1) for name in rows)
        case _:
            return 0.0


def _broken(text: str, across: int) -> int:
    """The lines of a text, wrapped at a width in characters."""
    return max(1, -(-len(text) // max(across, 1)))
