"""Draws the wheel of Lightning Roulette, with a ball that comes to rest. § 617b.3(a), (d)."""

from functools import cache
from math import cos, pi, sin
from typing import Final

from fastapi import Response
from nicegui import app, ui

from upcard.games.roulette import colour_of
from upcard.layout.wheel import COLORS, ORDER
from upcard.reports.rendering.svg import element, text
from upcard.web.felt.region import Region

SIZE: Final = 200
RIM: Final = 92.0
EACH: Final = 2 * pi / len(ORDER)
TURNS: Final = 4


@cache
def drawing() -> str:
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
    path = f"M100 100L{_at(start)}A{RIM} {RIM} 0 0 1 {_at(end)}Z"
    slice_ = element("path", d=path, fill=COLORS[colour_of(pocket)], stroke="#f2e9c9")
    turn = f"rotate({360 * place / len(ORDER):.2f} 100 100)"
    return slice_ + text(str(pocket), 100, 19, 10, fill="#ffffff", transform=turn)


def _at(angle: float) -> str:
    """A point on the rim, clockwise from the top."""
    return f"{100 + RIM * sin(angle):.2f} {100 - RIM * cos(angle):.2f}"


@app.get("/wheel.svg", include_in_schema=False)
def wheel() -> Response:
    """Serves the wheel's drawing, cached for a day."""
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(drawing(), media_type="image/svg+xml", headers=headers)


class WheelShown:
    """The wheel on the felt, with its ball and the number in which it rests."""

    def __init__(self) -> None:
        with ui.element("div").classes("tf-wheel"):
            ui.element("img").props('src="/wheel.svg" alt="Single-zero wheel"')
            self._ball = ui.element("div").classes("tf-ball")
        self._rests = Region[int | None](_draw_rests, "tf-rests")

    def show(self, pocket: int | None) -> None:
        """Puts the ball into a compartment, or hides it where there is none."""
        self._rests.show(pocket)
        if pocket is None:
            self._ball.classes(remove="tf-resting")
            return
        turn = 360 * TURNS + 360 * ORDER.index(pocket) / len(ORDER)
        if "tf-resting" not in self._ball.classes:
            self._ball.style(f"--turn: {turn:.1f}deg").classes(add="tf-resting")


def _draw_rests(pocket: int | None) -> None:
    if pocket is not None:
        ui.label(f"{pocket} {colour_of(pocket)}").classes(f"tf-pocket tf-{colour_of(pocket)}")
