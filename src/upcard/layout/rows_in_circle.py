"""Sets rows of words in the circle of an area, in the largest letters for which it has room."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

SIZES: Final = tuple(size / 4 for size in range(28, 12, -1))
"""Font sizes in the drawing's units, from 7 to 3.25: to scale the smallest are 6 mm."""

LETTER: Final = 0.5
"""The width of a letter, in font sizes: somewhat more than the mean of the drawing's fonts."""

LEADING: Final = 1.15
"""The distance of two lines, in font sizes."""

TOP: Final = -0.36
BOTTOM: Final = 0.92
"""Where lines may begin and end, in radii below the center: the area's letter stands above."""

EDGE: Final = 1.0
"""The units that words keep from the circle."""


class SetLine(NamedTuple):
    """A line of words, and how far its middle is below the center of the circle."""

    words: str
    down: float


class SetRows(NamedTuple):
    """Rows that fit, each begun on a line of its own, with their font size."""

    size: float
    lines: tuple[SetLine, ...]


def rows_in_circle(rows: Sequence[str], radius: float) -> SetRows | None:
    """The rows in the largest of `SIZES`; None where not even the smallest has room."""
    for size in SIZES:
        most = int((BOTTOM - TOP) * radius / (LEADING * size))
        for count in range(len(rows), most + 1):
            lines = _lines(rows, radius, size, count)
            if lines is not None:
                return SetRows(size, lines)
    return None


def _lines(
    rows: Sequence[str], radius: float, size: float, count: int
) -> tuple[SetLine, ...] | None:
    """The rows on `count` lines around the middle of their room; None where they need more."""
    middle, step = (TOP + BOTTOM) / 2 * radius, LEADING * size
    places = [middle + step * (number - (count - 1) / 2) for number in range(count)]
    letters = [_letters(radius, size, down) for down in places]
    found: list[SetLine] = []
    for row in rows:
        line = ""
        for word in row.split(" "):
            longer = f"{line} {word}" if line else word
            if len(found) < count and len(longer) <= letters[len(found)]:
                line = longer
                continue
            if not line or len(found) + 1 >= count or len(word) > letters[len(found) + 1]:
                return None
            found.append(SetLine(line, places[len(found)]))
            line = word
        if len(found) >= count:
            return None
        found.append(SetLine(line, places[len(found)]))
    return tuple(found) if len(found) == count else None


def _letters(radius: float, size: float, down: float) -> int:
    """The letters of a line in the circle, whose upper and lower edges are inside it."""
    farthest = abs(down) + size / 2
    if farthest >= radius:
        return 0
    return int((2 * sqrt(radius**2 - farthest**2) - 2 * EDGE) / (LETTER * size))
