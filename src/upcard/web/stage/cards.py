"""Draws playing cards as SVG, with large corners for small screens, and serves them."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from fastapi import Response
from nicegui import app

from upcard.cards.card import NAMES
from upcard.reports.rendering.svg import element, text

WIDTH: Final = 100
HEIGHT: Final = 140
SERIF: Final = "Georgia, 'DejaVu Serif', serif"
SANS: Final = "system-ui, 'DejaVu Sans', sans-serif"
COLORS: Final = {"s": "#16201b", "c": "#16201b", "h": "#b3121d", "d": "#b3121d"}
GOLD: Final = "#c79a3b"

SUITS: Final = {
    "s": "M12 1C8 7 2 10 2 14.8a4.6 4.6 0 0 0 8.5 2.4C10.3 19.5 9.6 21.3 8 23h8"
    "c-1.6-1.7-2.3-3.5-2.5-5.8A4.6 4.6 0 0 0 22 14.8C22 10 16 7 12 1z",
    "h": "M12 22C5 16 2 12 2 8a5.2 5.2 0 0 1 10-2A5.2 5.2 0 0 1 22 8c0 4-3 8-10 14z",
    "d": "M12 1 20.5 12 12 23 3.5 12z",
    "c": "M12 1a4.8 4.8 0 0 0-4 7.6A4.8 4.8 0 1 0 10.6 16.3C10.4 19.2 9.6 21.3 8 23"
    "h8c-1.6-1.7-2.4-3.8-2.6-6.7A4.8 4.8 0 1 0 16 8.6 4.8 4.8 0 0 0 12 1z",
}
"""SVG paths of the suits, in a square of 24 units."""

CROWNS: Final = {
    "K": "M-20 8 -24 -12 -11 -2 0 -18 11 -2 24 -12 20 8z",
    "Q": "M-18 8 -22 -8 -8 0 0 -14 8 0 22 -8 18 8q-18 -7 -36 0z",
    "J": "M-18 8q2 -18 18 -18t18 18q-18 -8 -36 0M10 -8q10 -8 16 -2q-8 2 -12 8z",
}
"""SVG paths of the crowns of kings, queens and jacks, centered on the origin."""

_LEFT, _MIDDLE, _RIGHT = 36, 52, 68
_PIPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "A": ((_MIDDLE, 70),),
    "2": ((_MIDDLE, 34), (_MIDDLE, 106)),
    "3": ((_MIDDLE, 34), (_MIDDLE, 70), (_MIDDLE, 106)),
    **{
        rank: tuple((x, y) for x in (_LEFT, _RIGHT) for y in rows) + middle
        for rank, rows, middle in (
            ("4", (34, 106), ()),
            ("5", (34, 106), ((_MIDDLE, 70),)),
            ("6", (34, 70, 106), ()),
            ("7", (34, 70, 106), ((_MIDDLE, 52),)),
            ("8", (34, 70, 106), ((_MIDDLE, 52), (_MIDDLE, 88))),
            ("9", (30, 57, 83, 110), ((_MIDDLE, 70),)),
            ("T", (30, 57, 83, 110), ((_MIDDLE, 43), (_MIDDLE, 97))),
        )
    },
}

BACK: Final = "back"


@cache
def card_svg(card: str) -> str:
    """The SVG of a card by its name, or of the back."""
    inside = _back() if card == BACK else _face(card[0], card[1])
    edge = element("rect", x=1, y=1, width=98, height=138, rx=9, fill="#fffdf8", stroke="#8d8a80")
    return element(
        "svg",
        edge,
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def _back() -> Iterator[str]:
    yield element("rect", x=7, y=7, width=86, height=126, rx=5, fill="#7a1d2b", stroke=GOLD)
    lines = "".join(f"M{x} 7 {x + 126} 133M{x + 126} 7 {x} 133" for x in range(-116, 94, 14))
    clip = element("clipPath", element("rect", x=9, y=9, width=82, height=122, rx=4), id="edge")
    lattice = element("path", d=lines, stroke=GOLD, stroke_width=1, stroke_opacity=0.55)
    yield clip + element("g", lattice, clip_path="url(#edge)")
    yield element("circle", cx=50, cy=70, r=20, fill="#7a1d2b", stroke=GOLD, stroke_width=2)
    yield text("u", 50, 79, 28, fill=GOLD, font_family=SERIF, font_weight="bold")


def _face(rank: str, suit: str) -> Iterator[str]:
    color = COLORS[suit]
    corner = _corner(rank, suit, color)
    yield corner + _rotate_half(corner)
    if rank in CROWNS:
        yield element("rect", x=31, y=14, width=38, height=112, rx=4, fill="#f3ead2", stroke=GOLD)
        half = _court(rank, suit, color)
        yield half + _rotate_half(half)
        yield element("path", d="M31 76 69 64", stroke=GOLD, stroke_width=2)
        return
    size = 46 if rank == "A" else 17
    for x, y in _PIPS[rank]:
        pip = _suit(suit, color, x, y, size)
        yield _rotate_half(_suit(suit, color, WIDTH - x, HEIGHT - y, size)) if y > 70 else pip


def _corner(rank: str, suit: str, color: str) -> str:
    rank_text, size = ("10", 22) if rank == "T" else (rank, 27)
    narrow = {"textLength": 25, "lengthAdjust": "spacingAndGlyphs"} if rank == "T" else {}
    index = text(
        rank_text, 17, 26, size, fill=color, font_family=SANS, font_weight="bold", **narrow
    )
    return index + _suit(suit, color, 14, 41, 18)


def _court(rank: str, suit: str, color: str) -> str:
    crown = element(
        "path",
        d=CROWNS[rank],
        fill=GOLD,
        stroke=color,
        stroke_width=2,
        transform="translate(50 32) scale(.7)",
    )
    letter = text(rank, 50, 64, 28, fill=color, font_family=SERIF, font_weight="bold")
    return crown + letter + _suit(suit, color, 62, 46, 9)


def _suit(suit: str, color: str, x: float, y: float, size: float) -> str:
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:.3f})"
    return element("path", d=SUITS[suit], fill=color, transform=place)


def _rotate_half(half: str) -> str:
    return element("g", half, transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")


@app.get("/cards/{card}.svg", include_in_schema=False)
def card(card: str) -> Response:
    """Serve a card's drawing, cached for a day: it never changes while this server runs."""
    if card != BACK and card not in NAMES:
        return Response(status_code=404)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(card_svg(card), media_type="image/svg+xml", headers=headers)
