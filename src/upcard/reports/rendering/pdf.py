"""Renders a paper as PDF with typst and the fonts that it includes."""

from datetime import UTC, date, datetime, time
from functools import cache
from importlib import resources
from typing import Final, Literal, TypeAlias

import msgspec
import typst

from upcard.reports.rendering.html import WHOLE
from upcard.reports.rendering.paper import Paper

Size: TypeAlias = Literal["a4", "letter"]

SIZES: Final = {"a4": "a4", "letter": "us-letter"}
"""The sizes of paper by their names in typst."""

NEARLY_EMPTY: Final = 0.5
"""A last page that ends above this part of its height is spared by a smaller scale, or else filled
by a larger one."""

SMALLER: Final = ("0.97", "0.94", "0.91", "0.88", "0.85", "0.82")
LARGER: Final = ("1.03", "1.06", "1.09", "1.12")


def pdf(paper: Paper, size: Size, as_of: date, scale: str = "") -> bytes:
    """The PDF of a paper, tagged and titled as PDF/UA-1 asks, at a scale that was `fitted`.

    It is reproducible byte for byte, as its date is that of the rules.
    """
    document = typst.compile(
        _template(),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["ua-1"],
        sys_inputs=_inputs(paper, size, scale or fitted(paper, size)),
        timestamp=datetime.combine(as_of, time(), UTC),
    )
    assert isinstance(document, bytes)
    return document


def fitted(paper: Paper, size: Size) -> str:
    """The scale at which the last page of a paper is not nearly empty; ``1`` is the usual one."""
    if paper.form != "sheet":
        return WHOLE  # signs and rack cards fit by themselves
    inputs = _inputs(paper, size, WHOLE)
    pages, down = _end(inputs)
    if pages == 1 or down > NEARLY_EMPTY:
        return WHOLE
    for scale in SMALLER:
        if _end({**inputs, "scale": scale})[0] < pages:
            return scale
    for scale in LARGER:
        last, down = _end({**inputs, "scale": scale})
        if last == pages and down > NEARLY_EMPTY:
            return scale
    return WHOLE


def _inputs(paper: Paper, size: Size, scale: str) -> dict[str, str]:
    """The inputs of the template."""
    encoded = msgspec.json.encode(paper).decode()
    return {"paper": encoded, "size": SIZES[size], "scale": scale}


def _end(inputs: dict[str, str]) -> tuple[int, float]:
    """The last page of a paper, and the part of it above the end of the text."""
    found = typst.query(
        _template(),
        "<end>",
        field="value",
        one=True,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs=inputs,
    )
    end = msgspec.json.decode(found)
    return end["page"], end["down"]


@cache
def _template() -> bytes:
    return (resources.files("upcard.reports") / "paper.typ").read_bytes()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)
