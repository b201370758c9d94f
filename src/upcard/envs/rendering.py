"""Draws a table of Blackjack: as text, and as an image of the felt with the cards on it."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import SUIT_SYMBOLS, is_red, parse_card
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.blackjack.view import TableView
from upcard.engine.blackjack.view import view as view_of
from upcard.engine.core.view import HIDDEN
from upcard.envs.round import POSITION
from upcard.layout.areas import areas
from upcard.layout.inscriptions import inscriptions
from upcard.layout.seats import place
from upcard.money.amount import printed_amount
from upcard.reports.felt.seats import HEIGHT, WIDTH, felt
from upcard.reports.rendering.svg import element, text
from upcard.text.extras import needs_extras

CARD: Final = (46, 64)
STEP: Final = 26
"""A card's width and height, and from one to the next, in the drawing's units."""


def ansi(state: BlackjackState) -> str:
    """The dealer's cards, then each hand with its total, wager and outcome."""
    table_view = view_of(state)
    total = "" if table_view.dealer_total is None else f" ({table_view.dealer_total})"
    lines = [f"dealer: {' '.join(table_view.dealer) or '-'}{total}"]
    for box in table_view.boxes:
        for number, hand in enumerate(box.hands, 1):
            outcome = f" {hand.outcome}" if hand.outcome else ""
            cards = " ".join(hand.cards) or "-"
            lines.append(
                f"hand {number}: {cards} ({hand.total}) {printed_amount(hand.wager)}{outcome}"
            )
    return "\n".join(lines)


def layout_svg(state: BlackjackState) -> str:
    """The felt of the layout sheet as SVG, with the cards of the round."""
    table = state.rules
    cloth = felt(table, areas(table), inscriptions(table), (table.name,))
    cards = "".join(_cards(view_of(state), table.positions))
    return cloth.removesuffix("</svg>") + cards + "</svg>"


def _cards(table_view: TableView, positions: int) -> Iterator[str]:
    yield from _row(table_view.dealer, WIDTH / 2, 150)
    for box in table_view.boxes:
        seat = place(positions, POSITION)
        for number, hand in enumerate(box.hands):
            yield from _row(hand.cards, seat.x - 120 - 110 * number, seat.y - 20)


def _row(cards: tuple[str, ...], x: float, y: float) -> Iterator[str]:
    """Cards side by side, around `x`."""
    width, height = CARD
    left = x - (STEP * (len(cards) - 1) + width) / 2
    for number, card in enumerate(cards):
        card_x = left + STEP * number
        face_down = card == HIDDEN
        yield element(
            "rect",
            x=card_x,
            y=y,
            width=width,
            height=height,
            rx=5,
            fill="#7a1f2b" if face_down else "#ffffff",
            stroke="#333333",
        )
        if not face_down:
            color = "#b3202c" if is_red(parse_card(card)) else "#141414"
            yield text(card[0].replace("T", "10"), card_x + 13, y + 22, 20, fill=color)
            yield text(SUIT_SYMBOLS[card[1]], card_x + 13, y + 44, 20, fill=color)


def rgb_array(state: BlackjackState, width: int = 600) -> NDArray[np.uint8]:
    """The drawing as an image of `width` pixels; its shape is (height, width, 3).

    Raises `MissingExtra` without the extra papers, whose typesetter draws it.
    """
    with needs_extras('render_mode="rgb_array"'):
        import typst  # noqa: PLC0415 - of an extra
        from PIL import Image  # noqa: PLC0415 - comes with matplotlib, of the same extra
    page: Any = (
        f"#set page(width: {WIDTH}pt, height: {HEIGHT}pt, margin: 0pt)\n"
        f'#image(bytes(sys.inputs.at("svg")), format: "svg", width: {WIDTH}pt)'
    ).encode()
    image = typst.compile(
        page,
        format="png",
        ppi=72 * width / WIDTH,
        sys_inputs={"svg": layout_svg(state)},
        font_paths=[],
    )
    with Image.open(BytesIO(image)) as picture:
        pixels: NDArray[np.uint8] = np.asarray(picture.convert("RGB"))
    return pixels
