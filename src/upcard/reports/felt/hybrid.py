"""Draws a hybrid table: boxes for cards on the layout, wagers on terminals (§ 633c.5(b), (c))."""

from collections.abc import Iterator, Sequence
from typing import Final

from upcard.games.table_rules import TableRules
from upcard.layout.areas import LayoutArea
from upcard.reports.felt.seats import BOX, FELT, LINE, RAIL
from upcard.reports.rendering.svg import document, element, scale_bar, text

WIDTH: Final = 1200
HEIGHT: Final = 690
TERMINALS: Final = 6

DEVICES: Final = {
    "discard rack": (104.0, 84.0, 130.0),
    "shuffler": (254.0, 84.0, 120.0),
    "card reader": (826.0, 84.0, 120.0),
    "dealing shoe": (962.0, 84.0, 130.0),
    "drop box": (104.0, 144.0, 110.0),
    "tip box": (982.0, 144.0, 110.0),
}
"""The devices at the dealer's side, by name: left end, upper end and width."""

ACROSS_MM: Final = 2_100
"""The width of the table, at which the drawing is to scale: the text names none."""

UNIT_MM: Final = ACROSS_MM / 1080
"""Millimeters of a unit of the drawing."""


def felt_hybrid(
    table: TableRules, areas: Sequence[LayoutArea], house: str, device_names: Sequence[str]
) -> str:
    """The drawing as SVG: the table with its boxes, below it terminals with their areas.

    `device_names` are the names of the devices at the dealer's side, of `DEVICES`.
    """
    rail = element("rect", x=60, y=20, width=1080, height=330, rx=40, fill=RAIL)
    cloth = element(
        "rect", x=76, y=36, width=1048, height=298, rx=30, fill=FELT, stroke=LINE, stroke_width=2
    )
    name = text(house, 600, 68, 17, fill=LINE, font_style="italic")
    dealer = [_box(400, 84, 190, 96, "dealer"), _box(610, 84, 190, 96, "community")]
    boxes = [
        _box(600 - 120 * table.positions + 240 * (table.positions - number), 206, 220, 100, words)
        for number in range(1, table.positions + 1)
        for words in [f"position {number}"]
    ]
    devices = [
        _box(x, y, width, 40, words, dash="none") for words, x, y, width in placed(device_names)
    ]
    bar = scale_bar(60.0, 666.0, UNIT_MM)
    return document(
        WIDTH, HEIGHT, rail, cloth, name, *dealer, *devices, *boxes, *_terminals(areas), *bar
    )


def placed(device_names: Sequence[str]) -> Iterator[tuple[str, float, float, float]]:
    """The devices with their places: name, left end, upper end, width."""
    for name, place in DEVICES.items():
        if name in device_names:
            yield name, *place


def _box(x: float, y: float, width: float, height: float, words: str, dash: str = "8 5") -> str:
    shape = element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=8,
        fill="none",
        stroke=LINE,
        stroke_width=2,
        stroke_dasharray=dash,
    )
    return shape + text(words, x + width / 2, y + height / 2 + 6, 18, fill=LINE)


def _terminals(areas: Sequence[LayoutArea]) -> Iterator[str]:
    width = 1080 / TERMINALS
    for number in range(TERMINALS):
        x = 60 + width * number
        yield element("rect", x=x + 8, y=390, width=width - 16, height=220, rx=14, fill=RAIL)
        yield element("rect", x=x + 18, y=402, width=width - 36, height=170, rx=6, fill=BOX)
        yield text("terminal", x + width / 2, 598, 16, fill=LINE)
        for place, area in enumerate(areas):
            column, row = place % 3, place // 3
            across, down = x + width / 2 + (column - 1) * 44, 440 + row * 46
            yield element(
                "circle", cx=across, cy=down, r=18, fill="none", stroke=LINE, stroke_width=1.5
            )
            yield text(area.key, across, down + 6, 16, fill=LINE)
