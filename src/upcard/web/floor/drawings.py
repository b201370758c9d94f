"""Small drawings of takings: a line of the win over time, and the place of a win in its band."""

from typing import Final

from nicegui import ui

from upcard.money.amount import format_dollars
from upcard.reports.rendering.svg import element
from upcard.service.history.takings import Takings
from upcard.web.money import dollars

WIDTH: Final = 120
HEIGHT: Final = 34
EDGE: Final = 3
"""Free pixels around a line."""


def win_line(wins: tuple[int, ...]) -> None:
    """Show the win over time as a line, above and below a dashed line where nothing is won."""
    top, bottom = max(0, *wins), min(0, *wins)
    units_high = (top - bottom) or 1

    def height(units: int) -> float:
        return EDGE + (HEIGHT - 2 * EDGE) * (top - units) / units_high

    step = (WIDTH - 2 * EDGE) / (len(wins) - 1)
    places = [(EDGE + step * number, height(units)) for number, units in enumerate(wins)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    x, y = places[-1]
    lowest, highest, last = (
        dollars(format_dollars(units)) for units in (min(wins), max(wins), wins[-1])
    )
    drawing = element(
        "svg",
        element("line", x1=0, x2=WIDTH, y1=height(0), y2=height(0), class_="uc-nothing"),
        element("polyline", points=points),
        element("circle", cx=x, cy=y, r=2.5),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="uc-line",
        role="img",
        aria_label=f"Win over time: between {lowest} and {highest}, now {last}",
    )
    ui.html(drawing, sanitize=False)


def band(takings: Takings) -> None:
    """Show the place of the win in its band, whose middle is the expected win."""
    if takings.low is None or takings.high is None or takings.levelled is None:
        return
    win = takings.levelled
    span = (takings.high - takings.low) or 1.0
    place = min(1.0, max(0.0, 0.5 + (win - (takings.low + takings.high) / 2) / (2 * span)))
    inside = "inside" if takings.low <= win <= takings.high else "outside"
    with (
        ui.element("div")
        .classes("uc-band")
        .props(f'role="img" aria-label="The win lies {inside} its band"')
    ):
        ui.element("div").classes("uc-band-range")
        ui.element("div").classes(f"uc-band-mark uc-{inside}").style(f"left: {100 * place:.1f}%")
