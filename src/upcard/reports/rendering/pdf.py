"""Renders a paper as PDF with typst and the fonts that it includes."""

from datetime import UTC, date, datetime, time
from functools import cache
from importlib import resources
from typing import Final, Literal, TypeAlias

import msgspec
import typst

from upcard.reports.rendering.paper import Paper

Size: TypeAlias = Literal["a4", "letter"]

SIZES: Final = {"a4": "a4", "letter": "us-letter"}
"""The sizes of paper by their names in typst."""


def pdf(paper: Paper, size: Size, as_of: date) -> bytes:
    """The PDF of a paper; reproducible byte for byte, as its date is that of the rules."""
    document = typst.compile(
        _template(),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"paper": msgspec.json.encode(paper).decode(), "size": SIZES[size]},
        timestamp=datetime.combine(as_of, time(), UTC),
    )
    assert isinstance(document, bytes)
    return document


@cache
def _template() -> bytes:
    return (resources.files("upcard.reports") / "paper.typ").read_bytes()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)
