"""Places positions and their areas on the felt of a table with seats, in a drawing's units.

The dealer stands at the top. Position 1 is the farthest to the dealer's left, at the right here.
"""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from upcard.layout.areas import LayoutArea

CENTER: Final = (600.0, 40.0)
TABLE: Final = 570.0
"""The radius of the table."""

POSITION: Final = 470.0
"""The radius of the arc on which the areas of the game's own wager lie."""

INNER: Final = 300.0
"""The smallest radius at which areas of side wagers may lie."""

FIRST: Final = 0.105
"""The angle from the end of the arc to the first position, as a fraction of half a turn."""

PITCHES: Final = (44.0, 38.0, 32.0, 27.0, 23.0, 19.0)
"""Distances between the centers of side areas: the first at which all of them fit is used."""

MAIN: Final = 34.0
AREA_GAP: Final = 5.0
POSITION_GAP: Final = 26.0
"""The gaps between the main areas of a position, and to those of the next position."""


class PositionPlace(NamedTuple):
    """A position: the center of its main area, and its rotation towards the player in degrees."""

    x: float
    y: float
    degrees: float


class AreaCircle(NamedTuple):
    """The circle of an area, relative to the center of its position; `main` has a thicker line."""

    area: LayoutArea
    x: float
    y: float
    radius: float
    main: bool


def place(positions: int, number: int) -> PositionPlace:
    """The place of position `number` of `positions`, on the arc around the dealer."""
    part = 0.5 if positions == 1 else FIRST + (1 - 2 * FIRST) * (number - 1) / (positions - 1)
    angle = pi * part
    x, y = CENTER[0] + POSITION * cos(angle), CENTER[1] + POSITION * sin(angle)
    return PositionPlace(x, y, 180 * part - 90)


def circles(positions: int, areas: Sequence[LayoutArea]) -> Iterator[AreaCircle]:
    """The circles of one of `positions` positions: main areas in a row, the others behind it."""
    width = POSITION * pi * (1 - 2 * FIRST) / max(positions - 1, 5)
    main = [area for area in areas if area.main]
    side = [area for area in areas if not area.main]
    if not main:
        main, side = side[:3], side[3:]
    yield from _main(main, width)
    yield from _side(side, width)


def innermost(positions: int, areas: Sequence[LayoutArea]) -> float:
    """How near to the dealer the areas lie: the radius that none of them crosses."""
    drawn = circles(positions, areas)
    return min(hypot(each.x, POSITION + each.y) - each.radius for each in drawn)


def _main(areas: Sequence[LayoutArea], width: float) -> Iterator[AreaCircle]:
    room = width - POSITION_GAP - AREA_GAP * (len(areas) - 1)
    radius = min(MAIN, room / (2 * len(areas)))
    for number, area in enumerate(areas):
        x = (number - (len(areas) - 1) / 2) * (2 * radius + AREA_GAP)
        yield AreaCircle(area, x, 8, radius, True)


def _side(areas: Sequence[LayoutArea], width: float) -> Iterator[AreaCircle]:
    fitting = (
        pitch for pitch in PITCHES if sum(map(len, _rows(areas, width, pitch))) == len(areas)
    )
    pitch = next(fitting, PITCHES[-1])
    rows = list(_rows(areas, width, pitch))
    assert sum(map(len, rows)) == len(areas), "more wagers than any game has"
    for line, row in enumerate(rows):
        for number, area in enumerate(row):
            x = (number - (len(row) - 1) / 2) * pitch
            yield AreaCircle(area, x, -MAIN - 4 - pitch * (line + 0.5), pitch / 2 - 2.5, False)


def _rows(areas: Sequence[LayoutArea], width: float, pitch: float) -> Iterator[list[LayoutArea]]:
    """Split the areas into rows towards the dealer, each as long as its arc has room for."""
    left, radius = list(areas), POSITION - MAIN - 4 - pitch
    while left and radius >= INNER:
        room = max(1, int(width * radius / POSITION / pitch))
        yield left[:room]
        left, radius = left[room:], radius - pitch
