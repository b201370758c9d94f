"""Renders a paper as PDF with typst and the fonts that it includes."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from functools import cache, lru_cache
from importlib import resources
from math import ceil
from threading import get_ident
from typing import Any, Final

import msgspec
import typst

from upcard.reports.rendering.fit import (
    DRAWN,
    MAX_UNBROKEN_FACTS,
    MAX_UNBROKEN_FIGURES,
    MAX_UNBROKEN_ROWS,
    NOT_FITTED,
    Fit,
    Size,
)
from upcard.reports.rendering.ordering import Measured, ordered, pieces_of
from upcard.reports.rendering.paper import Drawing, Paper

SIZES: Final = {"a4": "a4", "letter": "us-letter"}
"""The sizes of paper by their names in typst."""

UNBROKEN: Final = msgspec.json.encode(
    {"facts": MAX_UNBROKEN_FACTS, "rows": MAX_UNBROKEN_ROWS, "figures": MAX_UNBROKEN_FIGURES}
).decode()
"""What no page breaks, for the template."""

PICTURE: Final = 50
"""Points of a picture in an inch of paper."""

LAST: Final = 0.7
FULL: Final = 0.76
"""How far down the last page of a paper, and each page before it, should be filled."""

PAGE: Final = 0.06
"""What a page more costs, in pages that are left blank for it."""

WORTH: Final = 0.05
"""What another fit has to save to be worth setting the sheet once more, in pages left blank."""

TOP: Final = 0.085
BOTTOM: Final = 0.93
"""Where the text of a page begins and ends, as parts of its height."""

ABOVE: Final = 0.02
"""The room above a part, which is left out where it begins a page."""

MOVED: Final = 0.005
"""What moving charts alone costs, in pages that are left blank for it."""

SHRINKS: Final = 2
"""The power of its scale by which a smaller sheet becomes shorter: lines and the room between."""

PAPERS_SET: Final = 16
"""The most papers that are kept as they are set: a sheet is tried by ten fits, then printed."""

FITS: Final = {
    Fit("0.97"): 0.01,
    Fit(drawn="1"): 0.015,
    Fit("0.94"): 0.02,
    Fit("1.06"): 0.025,
    Fit("0.91"): 0.03,
    Fit("1.06", drawn="1"): 0.035,
    Fit("0.88"): 0.04,
    Fit("1.12"): 0.05,
    Fit("1.12", drawn="1"): 0.06,
}
"""Scales with the widths of charts, and what each costs, in pages that are left blank for it: small
type is hard to read, and large type takes more pages."""


def pdf(paper: Paper, size: Size, as_of: date, fit: Fit | None = None) -> bytes:
    """The PDF of a paper, tagged and titled as PDF/UA-1 asks, as it was `fitted`.

    It is reproducible byte for byte, as its date is that of the rules.
    """
    document = _set(_inputs(paper, size, fit or fitted(paper, size))).compile(
        format="pdf", pdf_standards=["ua-1"], timestamp=datetime.combine(as_of, time(), UTC)
    )
    assert isinstance(document, bytes)
    return document


def picture(paper: Paper, size: Size) -> bytes:
    """The first page of a paper as a small PNG, for a page that shows what papers there are."""
    inputs = _inputs(paper, size, fitted(paper, size))
    pages = _set(inputs).compile(format="png", ppi=PICTURE)
    first = pages[0] if isinstance(pages, list) else pages
    assert isinstance(first, bytes)
    return first


def fitted(paper: Paper, size: Size) -> Fit:
    """How a paper fits its pages; signs and rack cards find the size of their type themselves."""
    if paper.form == "sheet":
        best = _best(paper, size)
        return msgspec.structs.replace(best, begins=_begins(paper, size, best))
    fits = msgspec.convert(_query("<fit>", _inputs(paper, size, NOT_FITTED)), list[Fit])
    return fits[0] if fits else NOT_FITTED


def _best(paper: Paper, size: Size) -> Fit:
    """The fit by which the pages of a sheet are filled best, no more of them than without it.

    Fits that may need fewer pages are tried first. One is not tried if its own cost and that of the
    fewest pages that may hold the sheet by it leave hardly anything to be saved, or if these are
    more than without it.
    """
    places = _places(paper, size, NOT_FITTED)
    fills = _filled(places)
    pages, best, least = len(fills), NOT_FITTED, PAGE * len(fills) + _blank(fills)
    content = sum(end - TOP for end in fills) / (BOTTOM - TOP)
    has_drawing = any(isinstance(block, Drawing) for part in paper.parts for block in part.blocks)
    fits = [fit for fit in FITS if has_drawing or fit.drawn == DRAWN]
    fewest = {fit: _fewest(content, float(fit.scale)) for fit in fits}
    costs = FITS
    if any(part.floats for part in paper.parts):
        moved = _moved(paper, places, NOT_FITTED)
        fits, costs = [moved, *fits], {moved: MOVED, **FITS}
        fewest[moved] = _fewest(content, 1)
    for each in sorted(fits, key=lambda fit: (fewest[fit], costs[fit])):
        cost = costs[each]
        if fewest[each] > pages or cost + PAGE * fewest[each] + WORTH >= least:
            continue
        fit = each if each.order else _moved(paper, places, each)
        fills = filled(paper, size, fit)
        total = cost + PAGE * len(fills) + _blank(fills)
        if len(fills) <= pages and total < least:
            best, least = fit, total
    return best


def _fewest(content: float, scale: float) -> int:
    """The fewest pages on which this many pages of text may fit by scaling."""
    return max(ceil(content * min(scale, scale**SHRINKS)), 1)


def _blank(ends: list[float]) -> float:
    """What the pages of a paper lack to be filled as far as they should, in pages."""
    *before, last = ends
    lacking = [max(FULL - end, 0.0) for end in before]
    return sum(lacking) + (max(LAST - last, 0.0) if before else 0.0)


def _moved(paper: Paper, places: Sequence["_Place"], fit: Fit) -> Fit:
    """A fit with the order of a sheet's parts that fills the pages best, where any may move.

    `places` are those of the sheet as it is not fitted; by a smaller scale all is shorter.
    """
    if not any(part.floats for part in paper.parts):
        return fit
    heights, scale = _heights(places), float(fit.scale)
    measured = []
    for part in paper.parts:
        own, heights = heights[: len(part.blocks)], heights[len(part.blocks) :]
        scaled = [
            height * scale * float(fit.drawn) / float(DRAWN)
            if isinstance(block, Drawing)
            else height * scale**SHRINKS
            for block, height in zip(part.blocks, own, strict=True)
        ]
        measured.append(Measured(pieces_of(part, scaled), part.floats))
    order = ordered(measured)
    return msgspec.structs.replace(fit, order=() if order == tuple(range(len(order))) else order)


def _heights(places: Sequence["_Place"]) -> list[float]:
    """How high each block of a sheet is with what stands above it, in pages of text."""
    heights, page, above, height = [], 1, TOP, 0.0
    for place in places:
        begins = place.page > page
        height += place.down - (TOP - ABOVE if begins else above)
        page, above = place.page, place.down
        if place.ends:
            heights.append(height / (BOTTOM - TOP))
            height = 0.0
    return heights


def _inputs(paper: Paper, size: Size, fit: Fit) -> dict[str, str]:
    """The inputs of the template."""
    encoded, set_by = msgspec.json.encode(paper).decode(), {"scale": fit.scale, "drawn": fit.drawn}
    if fit.order:
        set_by["order"] = msgspec.json.encode(fit.order).decode()
    if fit.columns:
        set_by["fit"] = msgspec.json.encode(fit).decode()
    return {"paper": encoded, "size": SIZES[size], "unbroken": UNBROKEN, **set_by}


def filled(paper: Paper, size: Size, fit: Fit) -> list[float]:
    """How far down each page of a paper is filled by a fit, as a part of its height."""
    return _filled(_places(paper, size, fit))


def _filled(places: Sequence["_Place"]) -> list[float]:
    """How far down each page is filled by what stands in these places."""
    fills: dict[int, float] = {}
    for place in places:
        fills[place.page] = max(fills.get(place.page, 0.0), place.down)
    return [fills[page] for page in sorted(fills)]


def block_ends(paper: Paper, size: Size, fit: Fit) -> list[tuple[int, float]]:
    """Where each block of a sheet ends, in their order: its page, and how far down it."""
    return [(place.page, place.down) for place in _places(paper, size, fit) if place.ends]


def repeated_headings(paper: Paper, size: Size, fit: Fit) -> list[tuple[int, str]]:
    """The headings that stand above the rest of a table that a page breaks, with their pages."""
    return [
        (found["page"], found["words"]) for found in _query("<again>", _inputs(paper, size, fit))
    ]


def _begins(paper: Paper, size: Size, fit: Fit) -> tuple[tuple[int, int], ...]:
    """The blocks that begin a page after the first, as a fit has them."""
    begun = _query("<begins>", _inputs(paper, size, fit))
    return tuple((found["part"], found["block"]) for found in begun)


class _Place(msgspec.Struct, frozen=True):
    """Where a block of a sheet `ends`, or a row of a table that may break: page and part of it."""

    page: int
    down: float
    ends: bool


def _places(paper: Paper, size: Size, fit: Fit) -> list[_Place]:
    return msgspec.convert(_query("<down>", _inputs(paper, size, fit)), list[_Place])


def _query(label: str, inputs: dict[str, str]) -> Any:
    """What the template tells under a label."""
    return msgspec.json.decode(_set(inputs).query(label, field="value"))


def _set(inputs: dict[str, str]) -> typst.Compiler:
    """A paper as typst sets it: once, whatever a thread then asks of it or prints."""
    return _compiler(get_ident(), tuple(inputs.items()))


@lru_cache(maxsize=PAPERS_SET)
def _compiler(_thread: int, inputs: tuple[tuple[str, str], ...]) -> typst.Compiler:
    """A compiler serves one thread at a time."""
    with resources.as_file(resources.files("upcard.reports") / "paper.typ") as template:
        return typst.Compiler(
            str(template), font_paths=_fonts(), ignore_system_fonts=True, sys_inputs=dict(inputs)
        )


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)
