"""The style of a paper's page: its font, the style sheet, and how it is printed."""

from base64 import b64encode
from functools import cache
from importlib import resources
from typing import Final

from upcard.reports.rendering.fit import Fit, Size
from upcard.reports.rendering.paper import PaperHead
from upcard.reports.rendering.screen import Screen

FACES: Final = {"regular": 400, "bold": 700}
"""The weights of the faces of a page, by the names of their files: see `tools/paper_font.py`."""

PANELS: Final[dict[Size, str]] = {"a4": "187mm", "letter": "193mm"}
"""How high a panel of a rack card is: the shorter side of the paper within its margins."""

PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:")
"""The characters that stand for themselves in a text of a style sheet."""


def style(head: PaperHead, fit: Fit, size: Size | None = None, screen: Screen | None = None) -> str:
    """The style sheet of a page that is printed with this fit, and with its head on each page.

    `screen` is how a sign fills a screen.
    """
    sign_screen = screen or Screen()
    sized = ""
    if size:
        sized = (
            f"@page {{ size: {size} }} @page card {{ size: {size} landscape }}\n"
            f".card {{ --panel: {PANELS[size]} }}\n"
        )
    return (
        f"{_faces()}{_sheet()}:root {{ --scale: {fit.scale}; --drawn: {fit.drawn};"
        f" --size: {fit.size or 9:g}pt;"
        f" --columns: {sign_screen.columns}; --lines: {sign_screen.lines}; }}\n"
        f"@page {{ @top-left {{ content: {_text(f'{head.table}  {head.game}')} }}"
        f" @top-right {{ content: {_text(head.rules)} }}"
        f" @bottom-left {{ content: {_text(foot(head))} }}"
        f" @bottom-right {{ content: {_page_number(head)} }} }}\n{sized}"
    )


def _page_number(head: PaperHead) -> str:
    """The words of the page's number as the content of a box in a style sheet."""
    before, _, rest = head.page.partition("{page}")
    pages, _, behind = rest.partition("{pages}")
    words = (_text(before), "counter(page)", _text(pages), "counter(pages)", _text(behind))
    return " ".join(words)


def foot(head: PaperHead) -> str:
    """The lines of a page's foot: how the paper is filed, if it is, and what made it."""
    return "\n".join(filter(None, (head.filed, head.made_by)))


def _text(words: str) -> str:
    """Words as a text of a style sheet, whatever characters they have."""
    return (
        '"'
        + "".join(letter if letter in PLAIN else f"\\{ord(letter):x} " for letter in words)
        + '"'
    )


@cache
def _faces() -> str:
    """The font of the PDFs: with it lines break where theirs do."""
    faces = []
    for face, weight in FACES.items():
        file = resources.files("upcard.reports") / "fonts" / f"{face}.woff"
        content = b64encode(file.read_bytes()).decode()
        faces.append(
            f'@font-face {{ font-family: "Libertinus Serif"; font-weight: {weight}; '
            f"src: url(data:font/woff;base64,{content}); }}\n"
        )
    return "".join(faces)


@cache
def _sheet() -> str:
    return (resources.files("upcard.reports") / "paper.css").read_text(encoding="utf-8")
