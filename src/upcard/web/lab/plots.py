"""Plots as SVG: scales, axes and marks.

Places across are percentages and heights pixels, so a plot fills the width that it gets without a
script, and its words keep their size on a phone.
"""

from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

from upcard.reports.rendering.svg import element
from upcard.text.words import with_minus

TOP: Final = 24
"""Pixels above the marks where the vertical axis has a name."""

BOTTOM: Final = 40
"""Pixels under the marks, for ticks and the name of the horizontal axis."""

LEFT: Final = 56
"""Pixels left of the marks, for the ticks of the vertical axis."""

RIGHT: Final = 26
"""Pixels right of the marks, for half of the last tick."""

MAX_TICKS: Final = 5

THOUSANDS: Final = 10_000
"""The step between ticks from which they are written in thousands: on a phone five have to fit."""


class Scale(NamedTuple):
    """The values along an axis."""

    low: float
    high: float
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """The place of a value: 0 at the low end of the axis, 1 at its high end."""
        if self.logarithmic:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """The values that are written: at most `MAX_TICKS` round ones, or powers of ten."""
        if self.logarithmic:
            first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
            if first > last:
                return [self.low, self.high]
            apart = ceil((last - first + 1) / MAX_TICKS)
            return [10.0**power for power in range(last, first - 1, -apart)][::-1]
        step = self._step()
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def words(self, value: float) -> str:
        """A tick as it is written: ``1e-5``, ``0.01``, ``2,000``, ``200k``, ``−1.5``."""
        if self.logarithmic:
            return f"{value:.0e}".replace("e-0", "e-") if value < 0.01 else f"{value:,.10g}"
        if value and self._step() >= THOUSANDS:
            return with_minus(f"{value / 1_000:,.0f}k")
        decimals = max(0, -floor(log10(self._step()) + 1e-9))
        return with_minus(f"{value + 0.0:,.{decimals}f}")

    def _step(self) -> float:
        least = (self.high - self.low) / MAX_TICKS
        power: float = 10.0 ** floor(log10(least))
        return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999)


def scale_of(*values: float) -> Scale:
    """The linear scale that these values fill, with a little room at its ends."""
    low, high = min(values), max(values)
    room = (high - low) * 0.04 or abs(high) or 1.0
    return Scale(low - room, high + room)


class Area(NamedTuple):
    """Where marks are drawn: its height in pixels, and its part of the plot's width."""

    height: int
    across: Scale
    up: Scale | None = None
    part: int = 1

    def x(self, value: float) -> str:
        """The place across of a value, as a percentage."""
        return f"{100 * self.across.share(value):.3f}%"

    def y(self, value: float) -> float:
        """The place of a value in pixels from the top; the area has a vertical scale."""
        assert self.up is not None
        return self.height * (1 - self.up.share(value))

    def bar(self, value: float, since: float, y: float, high: float, words: str, **how: str) -> str:
        """A horizontal bar between two values; `words` say them to who points at it."""
        low, far = sorted((self.across.share(since), self.across.share(value)))
        shape = {"x": f"{100 * low:.3f}%", "width": f"{100 * (far - low):.3f}%"}
        return element("rect", _title(words), y=y, height=high, **shape, **how)

    def dot(self, value: float, y: float, words: str, **how: str) -> str:
        """A dot, and what it says to who points at it."""
        return element("circle", _title(words), cx=self.x(value), cy=y, r=5.0, **how)

    def upright(self, value: float, **how: str) -> str:
        """A line from top to bottom at a value."""
        return element("line", x1=self.x(value), x2=self.x(value), y1=0, y2=self.height, **how)

    def level(self, value: float, **how: str) -> str:
        """A line from side to side at a value."""
        return element("line", x1=0, x2="100%", y1=self.y(value), y2=self.y(value), **how)

    def label(self, words: str, value: float, y: float) -> str:
        """Words beside a place, on the side where there is room."""
        left = self.across.share(value) < 0.6
        side = {"text_anchor": "start", "dx": "8"} if left else {"text_anchor": "end", "dx": "-8"}
        return element("text", escape(words), x=self.x(value), y=y, **side)

    def shape(self, name: str, places: list[tuple[float, float]], **how: str) -> str:
        """A ``polyline`` or ``polygon`` through places; its lines keep their width."""
        points = " ".join(
            f"{100 * self.across.share(x):.3f},{self.y(value):.2f}" for x, value in places
        )
        lines = element(name, points=points, vector_effect="non-scaling-stroke", **how)
        stretched = {"viewBox": f"0 0 100 {self.height}", "preserveAspectRatio": "none"}
        return element("svg", lines, width="100%", height=self.height, **stretched)

    def drawn(self, *marks: str, name: str, up: str = "") -> str:
        """The area with its marks, and its axes with their names."""
        written = []
        for value in self.across.ticks():
            written.append(self.upright(value, class_="uc-grid"))
            place = {"x": self.x(value), "y": self.height + 16, "text_anchor": "middle"}
            written.append(element("text", self.across.words(value), **place))
        for value in self.up.ticks() if self.up else ():
            written.append(self.level(value, class_="uc-grid"))
            place = {"x": 0, "dx": "-6", "y": self.y(value) + 4, "text_anchor": "end"}
            written.append(element("text", self.up.words(value) if self.up else "", **place))
        middle = {"x": "50%", "y": self.height + 34, "text_anchor": "middle"}
        written.append(element("text", escape(name), **middle))
        if up:
            written.append(element("text", escape(up), x=0, y=-10, text_anchor="start"))
        inside = element("svg", *written, *marks, width="100%", height=self.height)
        around = f"{TOP if up else 4}px {RIGHT}px {BOTTOM}px {LEFT if self.up else 6}px"
        return element("div", inside, style=f"flex: {self.part} 1 0; margin: {around}")


def plot(words: str, *areas: str) -> str:
    """A plot of areas beside each other; `words` describe it to screen readers."""
    return element("div", *areas, class_="uc-plot", role="img", aria_label=words)


def _title(words: str) -> str:
    return element("title", escape(words))
