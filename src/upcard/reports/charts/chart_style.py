"""What the charts have in common: colors, width, and scales in powers of ten."""

from typing import Final

from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

FELT: Final = "#0b5d3b"
GOLD: Final = "#b8860b"
RED: Final = "#a63d2f"
GREY: Final = "#8a8a8a"
COLORS: Final = (FELT, "#1b6ca8", RED, GOLD, "#6d4c7d", "#36454f", "#d16ba5", "#4c956c")

WIDTH: Final = 7.0
"""Inches: the width of the text of a page."""

NARROW_SCALE: Final = 1_000
"""The ratio of a scale's ends below which it has ticks between the powers of ten."""


def set_plain_powers(axis: Axis) -> None:
    """Powers of ten in figures: ``0.01``, ``1,000``; halves and fifths where there are few."""
    low, high = axis.get_view_interval()
    subs = (1.0, 2.0, 5.0) if high / low < NARROW_SCALE else (1.0,)
    axis.set_major_locator(LogLocator(subs=subs, numticks=6))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _decimal(value)))


def _decimal(value: float) -> str:
    """A number of a scale in decimals, without an exponent."""
    return f"{value:,.12f}".rstrip("0").rstrip(".")
