"""Draws the felt of a table with seats: what lies before each position and before the dealer.

The dealer stands at the top. Position 1 is the farthest to the dealer's left, at the right here.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from upcard.games import baccarat
from upcard.games.table_rules import TableRules
from upcard.reports.areas import Area, Inscription
from upcard.reports.rendering.svg import document, element, text

WIDTH: Final = 1200
HEIGHT: Final = 640
CENTER: Final = (600.0, 40.0)
TABLE: Final = 570.0
"""The radius of the table."""

POSITION: Final = 470.0
"""The radius on which the game's own wager lies."""

INNER: Final = 300.0
"""The radius up to which side wagers may lie."""

INSURANCE: Final = 268.0
FIRST: Final = 0.105
"""How far the first position lies from the end of the arc, as a part of half a turn."""

PITCHES: Final = (44.0, 38.0, 32.0, 27.0, 23.0, 19.0)
"""How far the middles of two areas lie apart; the first with which all of them fit."""

MAIN: Final = 34.0
FELT: Final = "#0b5d3b"
RAIL: Final = "#4a3426"
LINE: Final = "#f2e9c9"
BOX: Final = "#0a4d32"


def felt(
    table: TableRules,
    areas: Sequence[Area],
    inscriptions: Sequence[Inscription],
    house: Sequence[str],
) -> str:
    """The drawing; the lines `house` stand where the certificate holder's name or logo does."""
    x, y = CENTER
    rail = element("path", d=_half(TABLE + 18), fill=RAIL)
    cloth = element("path", d=_half(TABLE), fill=FELT, stroke=LINE, stroke_width=2)
    arched = [one.text for one in inscriptions if one.arched]
    insurance = [line for line in arched if line.startswith("Insurance")]
    others = [line for line in arched if line not in insurance]
    drawn = [*_arches(others), *(_band(line) for line in insurance)]
    positions = (
        _position(table.positions, number, areas) for number in range(1, table.positions + 1)
    )
    names = [
        text(line, x, y + 106 + 20 * number, 16, fill=LINE, font_style="italic")
        for number, line in enumerate(house)
    ]
    return document(WIDTH, HEIGHT, rail, cloth, *_dealer(table), *names, *drawn, *positions)


def _half(radius: float) -> str:
    """The outline of half a disc below the dealer's edge."""
    x, y = CENTER
    return f"M {x - radius} {y} A {radius} {radius} 0 0 0 {x + radius} {y} Z"


# The dealer's side


def _dealer(table: TableRules) -> Iterator[str]:
    yield _box(500, 48, 200, 34, "chip tray")
    shoe = {"continuous-shuffler": "shuffler", "from-the-hand": "shuffler"}.get(
        table.dealing, "dealing shoe"
    )
    yield _box(740, 48, 110, 34, shoe)
    if table.game != baccarat.GAME:
        yield _box(860, 48, 92, 34, "card reader")
    yield _box(350, 48, 110, 34, "discard rack")
    yield _box(130, 48, 84, 30, "drop box")
    yield _box(986, 48, 84, 30, "tip box")
    for left in (566, 606):
        yield element("rect", x=left, y=92, width=28, height=20, rx=3, fill="none", stroke=LINE)


def _box(x: float, y: float, width: float, height: float, words: str) -> str:
    shape = element(
        "rect", x=x, y=y, width=width, height=height, rx=5, fill=BOX, stroke=LINE, stroke_width=1
    )
    return shape + text(words, x + width / 2, y + height / 2 + 5, 14, fill=LINE)


# Inscriptions


def _arches(lines: Sequence[str]) -> Iterator[str]:
    """Lines on arcs about the dealer, as players read them."""
    for number, line in enumerate(lines):
        yield _arch(line, 186.0 + 34 * number, 24 if number == 0 else 17, f"arch-{number}")


def _band(line: str) -> str:
    """The insurance line: a band on which the wager is placed (§ 633a.8(b))."""
    rings = "".join(
        element("path", d=_arc(radius), fill="none", stroke=LINE, stroke_width=1.5)
        for radius in (INSURANCE - 18, INSURANCE + 10)
    )
    return rings + _arch(line, INSURANCE, 18, "insurance")


def _arch(line: str, radius: float, size: int, name: str) -> str:
    path = element("path", id=name, d=_arc(radius), fill="none")
    run = element(
        "textPath", line.upper(), href=f"#{name}", startOffset="50%", text_anchor="middle"
    )
    return path + element("text", run, font_size=size, fill=LINE, letter_spacing=1.5)


def _arc(radius: float) -> str:
    x, y = CENTER
    across, down = radius * cos(pi * 0.06), radius * sin(pi * 0.06)
    start, end = f"{x - across:.2f} {y + down:.2f}", f"{x + across:.2f} {y + down:.2f}"
    return f"M {start} A {radius} {radius} 0 0 0 {end}"


# Positions


def _position(positions: int, number: int, areas: Sequence[Area]) -> str:
    """One position, turned so that its player reads it."""
    part = 0.5 if positions == 1 else FIRST + (1 - 2 * FIRST) * (number - 1) / (positions - 1)
    angle = pi * part
    x, y = CENTER[0] + POSITION * cos(angle), CENTER[1] + POSITION * sin(angle)
    width = POSITION * pi * (1 - 2 * FIRST) / max(positions - 1, 5)
    main = [area for area in areas if area.main]
    side = [area for area in areas if not area.main]
    if not main:
        main, side = side[:3], side[3:]
    turn = f"translate({x:.2f} {y:.2f}) rotate({180 * part - 90:.2f})"
    label = text(str(number), 0, 72, 22, fill=LINE, font_weight="bold")
    return element("g", *_main(main, width), *_side(side, width), label, transform=turn)


def _main(areas: Sequence[Area], width: float) -> Iterator[str]:
    radius = min(MAIN, width / (2 * len(areas)) - 3)
    for place, area in enumerate(areas):
        x = (place - (len(areas) - 1) / 2) * (2 * radius + 5)
        yield _area(area, x, 8, radius, 2.5)


def _side(areas: Sequence[Area], width: float) -> Iterator[str]:
    fitting = (
        pitch for pitch in PITCHES if sum(map(len, _rows(areas, width, pitch))) == len(areas)
    )
    pitch = next(fitting, PITCHES[-1])
    rows = list(_rows(areas, width, pitch))
    assert sum(map(len, rows)) == len(areas), "more wagers than any game has"
    for number, row in enumerate(rows):
        for place, area in enumerate(row):
            x = (place - (len(row) - 1) / 2) * pitch
            yield _area(area, x, -MAIN - 4 - pitch * (number + 0.5), pitch / 2 - 2.5, 1.5)


def _rows(areas: Sequence[Area], width: float, pitch: float) -> Iterator[list[Area]]:
    """As many areas a row as have room on its arc, row by row towards the dealer."""
    left, radius = list(areas), POSITION - MAIN - 4 - pitch
    while left and radius >= INNER:
        room = max(1, int(width * radius / POSITION / pitch))
        yield left[:room]
        left, radius = left[room:], radius - pitch


def _area(area: Area, x: float, y: float, radius: float, stroke: float) -> str:
    ring = element("circle", cx=x, cy=y, r=radius, fill=BOX, stroke=LINE, stroke_width=stroke)
    return ring + text(area.key, x, y + radius * 0.3, radius * 0.9, fill=LINE)
