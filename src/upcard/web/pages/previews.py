"""Small drawings of tables as a visitor sees them now: dealer, seats, the last number."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from upcard.cards.card import SUIT_SYMBOLS
from upcard.engine.core.view import HIDDEN
from upcard.reports.rendering.svg import element, text
from upcard.service.stage.scene_views import CardsView, SceneView

WIDTH: Final = 280
HEIGHT: Final = 104
CARD: Final = (17, 23)
"""The width and height of a card."""

GAP: Final = 26
"""Between two hands that are not a position's, each with its name and total below it."""

POCKETS: Final = {"red": "#b3121d", "black": "#16201b", "green": "#0b8a55"}


def preview(scene: SceneView, positions: int) -> str:
    """The drawing of a scene, as SVG without words: the words stand beside it."""
    middle = WIDTH / 2
    felt = element(
        "path",
        d=f"M0 8Q0 0 8 0H{WIDTH - 8}Q{WIDTH} 0 {WIDTH} 8C{WIDTH} 72 {middle + 70} {HEIGHT} "
        f"{middle} {HEIGHT}S0 72 0 8z",
        class_="uc-preview-felt",
    )
    parts = _pocket(scene) if scene.pocket is not None else _middle(scene)
    return element(
        "svg",
        felt,
        *parts,
        *_seats(scene, positions),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="uc-preview",
        aria_hidden="true",
    )


def _middle(scene: SceneView) -> Iterator[str]:
    """The hands that belong to no position, side by side."""
    hands = [hand for hand in scene.cards.values() if not hand.seat and hand.cards]
    wide = sum(CARD[0] * len(hand.cards) for hand in hands) + GAP * (len(hands) - 1)
    x = (WIDTH - wide) / 2
    for hand in hands:
        yield from _hand(hand, x, named=len(hands) > 1)
        x += CARD[0] * len(hand.cards) + GAP


def _hand(hand: CardsView, x: float, *, named: bool) -> Iterator[str]:
    for place, card in enumerate(hand.cards):
        left = x + CARD[0] * place
        kind = "uc-preview-card uc-preview-back" if card == HIDDEN else "uc-preview-card"
        yield element("rect", x=left, y=8, width=CARD[0] - 1, height=CARD[1], rx=2.5, class_=kind)
        if card != HIDDEN:
            rank = "10" if card[0] == "T" else card[0]
            red = "uc-red" if card[1] in "hd" else ""
            middle = left + (CARD[0] - 1) / 2
            size = 8.5 if len(rank) == 1 else 7
            yield text(f"{rank}{SUIT_SYMBOLS[card[1]]}", middle, 23, size, class_=red)
    name = hand.name.split("'")[0] if named else ""
    if words := f"{name} {hand.total}".strip():
        yield text(words, x + CARD[0] * len(hand.cards) / 2, 43, 9, class_="uc-said")


def _pocket(scene: SceneView) -> Iterator[str]:
    """The pocket in which the ball rests."""
    yield element("circle", cx=WIDTH / 2, cy=22, r=15, fill=POCKETS[scene.color])
    yield text(str(scene.pocket), WIDTH / 2, 27, 14, class_="uc-pocket")


def _seats(scene: SceneView, positions: int) -> Iterator[str]:
    """A mark for each position, the first at the dealer's left hand; filled where one plays."""
    taken = {seat.position for seat in scene.seats if seat.player}
    totals = {hand.seat: hand.total for hand in scene.cards.values() if hand.hand == 1}
    for position in range(1, positions + 1):
        angle = pi * (0.13 + 0.74 * (position - 0.5) / positions)
        x, y = WIDTH / 2 + 118 * cos(angle), 16 + 72 * sin(angle)
        kind = "uc-seat uc-taken" if position in taken else "uc-seat"
        yield element("circle", cx=x, cy=y, r=8, class_=kind)
        if position in taken and totals.get(position):
            yield text(totals[position], x, y + 3, 8)
