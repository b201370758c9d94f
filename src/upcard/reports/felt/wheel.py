"""Draws the single-zero wheel and its layout. § 617b.3(a), (d)."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

from upcard.games.roulette import POCKETS, color_of
from upcard.layout.areas import LayoutArea
from upcard.layout.wheel import COLORS, ORDER, OUTSIDE, cell_of
from upcard.reports.felt.seats import FELT, LINE, RAIL
from upcard.reports.rendering.svg import document, element, scale_bar, text
from upcard.wagers.wheel import CHIPS, COLUMN, DOZEN, EVEN_CHANCE

WIDTH: Final = 1200
HEIGHT: Final = 510

ACROSS_MM: Final = 2_700
"""The width of the cloth, at which the drawing is to scale: the text names none."""

UNIT_MM: Final = ACROSS_MM / 1160
"""Millimeters of a unit of the drawing."""

NO_ODDS: Final[Mapping[str, str]] = MappingProxyType({})

HUB: Final = (200.0, 230.0)
RIM: Final = 160.0
CELL: Final = 56.0
LEFT: Final = 450.0
TOP: Final = 70.0

NO_WORDS: Final[Mapping[str, str]] = MappingProxyType({})


def felt_wheel(areas: Sequence[LayoutArea], house: str, odds: Mapping[str, str] = NO_WORDS) -> str:
    """The drawing as SVG: the wheel at the left, at the right the layout with a chip of each wager.

    The chips have the letters of their areas. `odds` are those that are inscribed, by the wager.
    """
    cloth = element("rect", x=20, y=10, width=1160, height=440, rx=24, fill=FELT)
    name = text(house, 786, 46, 17, fill=LINE, font_style="italic")
    bar = scale_bar(24.0, HEIGHT - 22.0, UNIT_MM)
    chips = (_chip(area) for area in areas if area.wager in CHIPS)
    shapes = (*_wheel(), *_numbers(), *_outside_areas(odds), *chips, *bar)
    return document(WIDTH, HEIGHT, cloth, name, *shapes)


def _chip(area: LayoutArea) -> str:
    across, down = CHIPS[area.wager]
    x, y = LEFT + across * CELL / 100, TOP + down * CELL / 100
    chip = element("circle", cx=x, cy=y, r=13, fill=LINE, stroke=RAIL, stroke_width=2)
    return chip + text(area.key, x, y + 5, 15, fill=RAIL, font_weight="bold")


def _wheel() -> Iterator[str]:
    x, y = HUB
    yield element("circle", cx=x, cy=y, r=RIM + 16, fill=RAIL)
    pocket_angle = 2 * pi / len(POCKETS)
    for place, pocket in enumerate(ORDER):
        start, end = (
            place * pocket_angle - pi / 2 - pocket_angle / 2,
            place * pocket_angle - pi / 2 + pocket_angle / 2,
        )
        one, two = _ring_point(RIM, start), _ring_point(RIM, end)
        path = f"M {x} {y} L {one} A {RIM} {RIM} 0 0 1 {two} Z"
        yield element("path", d=path, fill=COLORS[color_of(pocket)], stroke=LINE, stroke_width=1)
        turn = (
            f"translate({_ring_point(RIM - 14, (start + end) / 2)}) rotate({360 * place / 37:.2f})"
        )
        yield text(str(pocket), 0, 4, 13, fill=LINE, transform=turn)
    yield element("circle", cx=x, cy=y, r=RIM - 36, fill=RAIL, stroke=LINE, stroke_width=1)
    yield element("circle", cx=x, cy=y, r=26, fill=LINE)


def _ring_point(radius: float, angle: float) -> str:
    return f"{HUB[0] + radius * cos(angle):.2f} {HUB[1] + radius * sin(angle):.2f}"


def _numbers() -> Iterator[str]:
    """Zero along the short side, then twelve rows of three."""
    yield _cell(LEFT - CELL, TOP, CELL, 3 * CELL, "0", COLORS["green"])
    for pocket in POCKETS[1:]:
        column, row = cell_of(pocket)
        x, y = LEFT + column * CELL, TOP + row * CELL
        yield _cell(x, y, CELL, CELL, str(pocket), COLORS[color_of(pocket)])


def _outside_areas(odds: Mapping[str, str]) -> Iterator[str]:
    """Columns at the end of the rows, dozens and even chances below them, with their odds."""
    for row in range(3):
        x, y = LEFT + 12 * CELL, TOP + row * CELL
        yield _cell(x, y, CELL * 0.9, CELL, "", "none")
        # Below the chip that marks the wager in the first row.
        yield text("column", x + CELL * 0.45, y + 38, 12, fill=LINE)
        yield text(odds.get(COLUMN, ""), x + CELL * 0.45, y + 51, 11, fill=LINE)
    for number, words in enumerate(("1st dozen", "2nd dozen", "3rd dozen")):
        x, y = LEFT + 4 * CELL * number, TOP + 3 * CELL
        yield _cell(x, y, 4 * CELL, CELL, words, "none")
        yield text(odds.get(DOZEN, ""), x + 2 * CELL, y + 51, 12, fill=LINE)
    for number, words in enumerate(OUTSIDE):
        fill = COLORS.get(words, "none")
        x, y = LEFT + 2 * CELL * number, TOP + 4 * CELL
        yield _cell(x, y, 2 * CELL, CELL, words, fill, 17)
        yield text(odds.get(EVEN_CHANCE, ""), x + CELL, y + 51, 12, fill=LINE)


def _cell(
    x: float, y: float, width: float, height: float, words: str, fill: str, size: int = 19
) -> str:
    shape = element(
        "rect", x=x, y=y, width=width, height=height, fill=fill, stroke=LINE, stroke_width=1.5
    )
    return shape + text(words, x + width / 2, y + height / 2 + size / 3, size, fill=LINE)
