"""Draws the felt of a table with seats: the areas of each position and the dealer's side."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

from upcard.games.table_rules import TableRules
from upcard.layout.areas import LayoutArea
from upcard.layout.inscriptions import Inscription, arches
from upcard.layout.rows_in_circle import SetRows
from upcard.layout.seats import CENTER, POSITION, TABLE, AreaCircle, circles, innermost, place
from upcard.reports.felt.devices import DrawnDevice, devices_of
from upcard.reports.rendering.svg import document, element, scale_bar, text

WIDTH: Final = 1200
HEIGHT: Final = 640
INSURANCE: Final = 268.0
FELT: Final = "#0b5d3b"
RAIL: Final = "#4a3426"
LINE: Final = "#f2e9c9"
BOX: Final = "#0a4d32"

ACROSS_MM: Final = 2_100
"""The width of the felt, at which the drawing is to scale: the text names none."""

UNIT_MM: Final = ACROSS_MM / (2 * TABLE)
"""Millimeters of a unit of the drawing."""

FIRST_ARCH: Final = 24
NEXT_ARCH: Final = 17
INSURANCE_SIZE: Final = 18
"""Font sizes of the inscriptions."""

INNER_ARCH: Final = 186.0
ARCHES: Final = 34.0
"""The radius of the first of two arcs of inscriptions, and the distance between them."""

OUTER: Final = 294.0
OUTER_SIZES: Final = (14, 13, 12, 11, 10, 9, 8)
"""The radius of an inscription beyond the band for Insurance, and its font sizes: the first at
which it fits its arc is used."""

CAPITAL: Final = 0.68
SPACED: Final = 1.5
"""The width of a capital, in font sizes, and the space behind it, in the drawing's units."""

ARC: Final = 0.06
"""The angle from the dealer's edge to an end of an arc, as a fraction of half a turn."""

NO_ODDS: Final[Mapping[str, SetRows]] = MappingProxyType({})

THREE_ARCHES: Final = 162.0
"""The radius of the first of three, within the band for Insurance."""


def felt(
    table: TableRules,
    areas: Sequence[LayoutArea],
    inscriptions: Sequence[Inscription],
    house: Sequence[str],
    devices: Sequence[DrawnDevice] | None = None,
    odds: Mapping[str, SetRows] = NO_ODDS,
    wagering_devices: int = 0,
) -> str:
    """The drawing as SVG, to scale; the lines of `house` stand for the holder's name or logo.

    `odds` are those that are inscribed in areas, by the name of the area; each position has so many
    `wagering_devices` of progressive systems.
    """
    x, y = CENTER
    rail = element("path", d=_half(TABLE + 18), fill=RAIL)
    cloth = element("path", d=_half(TABLE), fill=FELT, stroke=LINE, stroke_width=2)
    arched = arches(inscriptions)
    bands = [_band(arch.text) for arch in arched if arch.insurance]
    shapes = [*_arches([arch.text for arch in arched if not arch.insurance]), *bands]
    for outer in (inscription for inscription in inscriptions if inscription.outer):
        size = outer_size(outer.text, table.positions, areas)
        shapes += [_arch(outer.text, OUTER, size, "outer")] if size else []
    positions = (
        _position(table.positions, number, areas, odds, wagering_devices)
        for number in range(1, table.positions + 1)
    )
    names = [
        text(line, x, y + 106 + 20 * number, 16, fill=LINE, font_style="italic")
        for number, line in enumerate(house)
    ]
    dealers_side = _dealer(table, devices_of(table) if devices is None else devices)
    drawing = (*dealers_side, *names, *shapes, *positions, *scale_bar(24.0, HEIGHT - 22.0, UNIT_MM))
    return document(WIDTH, HEIGHT, rail, cloth, *drawing)


def _half(radius: float) -> str:
    """The outline of half a disc below the dealer's edge."""
    x, y = CENTER
    return f"M {x - radius} {y} A {radius} {radius} 0 0 0 {x + radius} {y} Z"


# The dealer's side


def _dealer(table: TableRules, devices: Sequence[DrawnDevice]) -> Iterator[str]:
    """The devices of the dealer's side, in a row at each side of the chip tray."""
    yield _box(500, 48, 200, 34, "chip tray")
    for device in devices:
        yield _box(device.x, 48, device.width, 34, device.name)
    if table.has_blackjack_wager:
        for left in (566, 606):
            yield element("rect", x=left, y=92, width=28, height=20, rx=3, fill="none", stroke=LINE)
        yield text("dealer's cards", 642, 106, 12, fill=LINE, text_anchor="start")


def _box(x: float, y: float, width: float, height: float, words: str) -> str:
    shape = element(
        "rect", x=x, y=y, width=width, height=height, rx=5, fill=BOX, stroke=LINE, stroke_width=1
    )
    return shape + text(words, x + width / 2, y + height / 2 + 5, 14, fill=LINE)


# Inscriptions


def _arches(lines: Sequence[str]) -> Iterator[str]:
    """Lines of text on arcs around the dealer, to be read by the players."""
    first = INNER_ARCH if len(lines) < 3 else THREE_ARCHES
    for number, line in enumerate(lines):
        size = FIRST_ARCH if number == 0 else NEXT_ARCH
        yield _arch(line, first + ARCHES * number, size, f"arch-{number}")


def arch_sizes(inscriptions: Sequence[Inscription]) -> list[int]:
    """The font sizes of arched inscriptions, in the drawing's units."""
    plain = sum(not arch.insurance for arch in inscriptions)
    sizes = [FIRST_ARCH, *[NEXT_ARCH] * (plain - 1)][:plain]
    return sizes + [INSURANCE_SIZE] * (len(inscriptions) - plain)


def outer_size(line: str, positions: int, areas: Sequence[LayoutArea]) -> int:
    """The font size of a line beyond the band for Insurance; 0 where there is no room for it."""
    length = pi * (1 - 2 * ARC) * OUTER
    for size in OUTER_SIZES:
        fits = len(line) * (CAPITAL * size + SPACED) <= length
        if fits and OUTER + size < innermost(positions, areas):
            return size
    return 0


def _band(line: str) -> str:
    """The insurance line: the band on which the Insurance wager is placed (§ 633a.8(b))."""
    rings = "".join(
        element("path", d=_arc(radius), fill="none", stroke=LINE, stroke_width=1.5)
        for radius in (INSURANCE - 18, INSURANCE + 10)
    )
    return rings + _arch(line, INSURANCE, INSURANCE_SIZE, "insurance")


def _arch(line: str, radius: float, size: int, name: str) -> str:
    path = element("path", id=name, d=_arc(radius), fill="none")
    run = element(
        "textPath", line.upper(), href=f"#{name}", startOffset="50%", text_anchor="middle"
    )
    return path + element("text", run, font_size=size, fill=LINE, letter_spacing=SPACED)


def _arc(radius: float) -> str:
    x, y = CENTER
    across, down = radius * cos(pi * ARC), radius * sin(pi * ARC)
    start, end = f"{x - across:.2f} {y + down:.2f}", f"{x + across:.2f} {y + down:.2f}"
    return f"M {start} A {radius} {radius} 0 0 0 {end}"


# Positions


def _position(
    positions: int,
    number: int,
    areas: Sequence[LayoutArea],
    odds: Mapping[str, SetRows],
    wagering_devices: int,
) -> str:
    """One position, turned so that its player reads it."""
    x, y, degrees = place(positions, number)
    turn = f"translate({x:.2f} {y:.2f}) rotate({degrees:.2f})"
    shapes = [*circles(positions, areas)]
    label = text(str(number), 0, 72, 22, fill=LINE, font_weight="bold")
    inside = [_area(circle, odds.get(circle.area.name)) for circle in shapes]
    if number < positions and has_dividers(positions, shapes):
        inside.append(_divider(positions))
    return element(
        "g", *inside, label, *map(_wagering_device, range(wagering_devices)), transform=turn
    )


def has_dividers(positions: int, shapes: Sequence[AreaCircle]) -> bool:
    """Whether lines divide positions: where several main areas of each lie side by side."""
    return positions > 1 and sum(circle.main for circle in shapes) > 1


def _divider(positions: int) -> str:
    """The line between a position and the next one, where their main areas lie side by side."""
    half = (place(positions, 2).degrees - place(positions, 1).degrees) / 2
    line = f"M 0 {-POSITION * 0.08:.2f} V 78"
    turn = f"rotate({half:.2f} 0 {-POSITION:.2f})"
    return element(
        "path", d=line, stroke=LINE, stroke_width=1, stroke_dasharray="3 5", transform=turn
    )


def _wagering_device(number: int) -> str:
    """The device of a progressive system on which a position's wager is placed."""
    x = 22 + 44 * number
    frame = element("rect", x=x, y=56, width=41, height=19, rx=3, fill=BOX, stroke=LINE)
    return frame + text("device", x + 20.5, 69.5, 13, fill=LINE)


def _area(circle: AreaCircle, odds: SetRows | None) -> str:
    """The circle of an area with its letter, and below it the odds that are inscribed in it."""
    area, x, y, radius, main = circle
    stroke = 2.5 if main else 1.5
    ring = element("circle", cx=x, cy=y, r=radius, fill=BOX, stroke=LINE, stroke_width=stroke)
    size, down = 0.9, 0.3
    if odds is not None:
        size, down = (0.7, 0.1) if len(odds.lines) == 1 else (0.6, -0.42)
    letter = text(area.key, x, y + radius * down, radius * size, fill=LINE)
    odds_lines = (
        []
        if odds is None
        else [
            text(line.words, x, y + line.down + 0.35 * odds.size, odds.size, fill=LINE)
            for line in odds.lines
        ]
    )
    return ring + letter + "".join(odds_lines)
