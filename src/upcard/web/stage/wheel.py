"""Draws the wheel of Lightning Roulette. § 617b.3(a)."""

from functools import cache
from math import cos, pi, sin
from typing import Final

from fastapi import Response
from nicegui import app

from upcard.games.roulette import color_of
from upcard.layout.wheel import COLORS, ORDER
from upcard.reports.rendering.svg import element, text

SIZE: Final = 200
RIM: Final = 92.0
EACH: Final = 2 * pi / len(ORDER)


@cache
def wheel_svg() -> str:
    """The SVG of the wheel, with zero at the top."""
    rail = element("circle", cx=100, cy=100, r=99, fill="#4a3426", stroke="#c79a3b")
    inner = element("circle", cx=100, cy=100, r=58, fill="#2d2018", stroke="#c79a3b")
    hub = element("circle", cx=100, cy=100, r=12, fill="#c79a3b")
    pockets = (_pocket(place, pocket) for place, pocket in enumerate(ORDER))
    return element(
        "svg",
        rail,
        *pockets,
        inner,
        hub,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
        width=SIZE,
        height=SIZE,
    )


def _pocket(place: int, pocket: int) -> str:
    start, end = (place - 0.5) * EACH, (place + 0.5) * EACH
    path = f"M100 100L{_rim_point(start)}A{RIM} {RIM} 0 0 1 {_rim_point(end)}Z"
    slice_ = element("path", d=path, fill=COLORS[color_of(pocket)], stroke="#f2e9c9")
    turn = f"rotate({360 * place / len(ORDER):.2f} 100 100)"
    return slice_ + text(str(pocket), 100, 19, 10, fill="#ffffff", transform=turn)


def _rim_point(angle: float) -> str:
    """A point on the rim, clockwise from the top."""
    return f"{100 + RIM * sin(angle):.2f} {100 - RIM * cos(angle):.2f}"


@app.get("/wheel.svg", include_in_schema=False)
def wheel() -> Response:
    """Serve the wheel's drawing, cached for a day."""
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(wheel_svg(), media_type="image/svg+xml", headers=headers)
