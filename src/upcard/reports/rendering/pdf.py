"""Renders a paper as PDF with typst and the fonts that it includes."""

from datetime import UTC, date, datetime, time
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

import msgspec
import typst

from upcard.reports.rendering.fit import WHOLE, Fit
from upcard.reports.rendering.paper import Paper

Size: TypeAlias = Literal["a4", "letter"]

SIZES: Final = {"a4": "a4", "letter": "us-letter"}
"""The sizes of paper by their names in typst."""

PICTURE: Final = 50
"""Points of a picture in an inch of paper."""

HALF: Final = 0.5
FULL: Final = 0.75
"""How far down the last page of a paper, and each page before it, should be filled."""

COSTS: Final = {
    WHOLE: 0.0,
    "0.97": 0.01,
    "0.94": 0.02,
    "0.91": 0.03,
    "0.88": 0.04,
    "1.03": 0.05,
    "0.85": 0.06,
    "1.06": 0.07,
    "0.82": 0.08,
}
"""The scales and what each costs, in pages that are left blank for it: small type is hard to read,
and large type takes more pages."""


def pdf(paper: Paper, size: Size, as_of: date, scale: str = "") -> bytes:
    """The PDF of a paper, tagged and titled as PDF/UA-1 asks, at the scale that was `fitted`.

    It is reproducible byte for byte, as its date is that of the rules.
    """
    document = typst.compile(
        _template(),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["ua-1"],
        sys_inputs=_inputs(paper, size, scale or fitted(paper, size).scale),
        timestamp=datetime.combine(as_of, time(), UTC),
    )
    assert isinstance(document, bytes)
    return document


def picture(paper: Paper, size: Size) -> bytes:
    """The first page of a paper as a small PNG, for a page that shows what papers there are."""
    pages = typst.compile(
        _template(),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        format="png",
        ppi=PICTURE,
        sys_inputs=_inputs(paper, size, fitted(paper, size).scale),
    )
    first = pages[0] if isinstance(pages, list) else pages
    assert isinstance(first, bytes)
    return first


def fitted(paper: Paper, size: Size) -> Fit:
    """How a paper fits its pages; signs and rack cards find the size of their type themselves."""
    if paper.form == "sheet":
        return Fit(_scale(paper, size))
    found = msgspec.convert(_queried("<fit>", _inputs(paper, size, WHOLE)), list[Fit])
    return found[0] if found else Fit()


def _scale(paper: Paper, size: Size) -> str:
    """The scale at which the pages are filled best, no more of them than at ``1``."""
    pages, best, least = 0, WHOLE, float("inf")
    for scale, cost in COSTS.items():
        if cost >= least:
            break
        ends = filled(paper, size, scale)
        pages = pages or len(ends)
        if len(ends) <= pages and cost + _blank(ends) < least:
            best, least = scale, cost + _blank(ends)
    return best


def _blank(ends: list[float]) -> float:
    """What the pages of a paper lack to be filled as far as they should, in pages."""
    *before, last = ends
    lacking = [max(FULL - end, 0.0) for end in before]
    return sum(lacking) + (max(HALF - last, 0.0) if before else 0.0)


def _inputs(paper: Paper, size: Size, scale: str) -> dict[str, str]:
    """The inputs of the template."""
    encoded = msgspec.json.encode(paper).decode()
    return {"paper": encoded, "size": SIZES[size], "scale": scale}


def filled(paper: Paper, size: Size, scale: str) -> list[float]:
    """How far down each page of a paper is filled at a scale, as a part of its height."""
    ends: dict[int, float] = {}
    for block in _queried("<down>", _inputs(paper, size, scale)):
        ends[block["page"]] = max(ends.get(block["page"], 0.0), block["down"])
    return list(ends.values())


def _queried(label: str, inputs: dict[str, str]) -> Any:
    """What the template tells under a label."""
    found = typst.query(
        _template(),
        label,
        field="value",
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs=inputs,
    )
    return msgspec.json.decode(found)


@cache
def _template() -> bytes:
    return (resources.files("upcard.reports") / "paper.typ").read_bytes()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)
