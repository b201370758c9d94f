"""The few SVG elements that layouts are drawn with. Every text and attribute is escaped."""

from collections.abc import Iterator
from html import escape
from typing import Final

INK: Final = "#1c1c1c"
BAR_MM: Final = 500
"""The length of a scale bar, in millimeters."""

FONT: Final = "Libertinus Serif, Linux Libertine O, Georgia, serif"


def element(name: str, *inside: str, **attributes: object) -> str:
    """An element with others inside; `stroke_width` is written as ``stroke-width``."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text(words: str, x: float, y: float, size: float, **attributes: object) -> str:
    """A line of text, by default with its middle at `x`."""
    defaults = {"text_anchor": "middle", **attributes}
    return element("text", escape(words), x=x, y=y, font_size=size, **defaults)


def document(width: int, height: int, *inside: str) -> str:
    """A drawing of `width` by `height` units, which scales to the room that it gets."""
    return element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        font_family=FONT,
    )


def scale_bar(x: float, y: float, unit_mm: float) -> Iterator[str]:
    """Half a meter from (`x`, `y`) to the right; a unit has `unit_mm` millimeters."""
    length = BAR_MM / unit_mm
    for path in (
        f"M {x} {y} H {x + length:.2f}",
        f"M {x} {y - 6} V {y + 6}",
        f"M {x + length:.2f} {y - 6} V {y + 6}",
    ):
        yield element("path", d=path, stroke=INK, stroke_width=1.5, fill="none")
    yield text(f"{BAR_MM} mm", x + length / 2, y - 8, 15, fill=INK)


def _number(value: object) -> str:
    """A number with at most two decimals, so that its text is the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
