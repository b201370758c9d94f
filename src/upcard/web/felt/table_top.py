"""Draws a table with seats: its cloth, its inscriptions, the positions on their arc."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from nicegui import ui

from upcard.games.table_rules import TableRules
from upcard.layout.areas import areas
from upcard.layout.inscriptions import arches, inscriptions
from upcard.reports.rendering.svg import element
from upcard.web.felt.cards import lay_all
from upcard.web.felt.now import Bet
from upcard.web.felt.seat import Seat

LINE: Final = "#f2e9c9"


@contextmanager
def cloth(rules: TableRules, classes: str = "") -> Iterator[None]:
    """Draws the cloth with its inscriptions; what is drawn inside the context lies on it."""
    with (
        ui.element("div").classes(f"tf-felt {classes}").props('role="region" aria-label="Table"'),
        ui.element("div").classes("tf-cloth"),
    ):
        lines = _lines(rules)
        if lines:
            arcs = ui.html(_arcs(lines), sanitize=False).classes("tf-arcs")
            arcs.props('aria-hidden="true"')
            for line in lines:
                ui.label(line).classes("tf-line")
        yield


def _lines(rules: TableRules) -> list[str]:
    """The inscriptions from the dealer outwards: those on arcs first, then all others."""
    found = inscriptions(rules)
    return [one.text for one in (*arches(found), *(one for one in found if not one.arched))]


def _arcs(lines: list[str]) -> str:
    """The SVG of lines of text on arcs around the dealer."""
    drawn = []
    for number, line in enumerate(lines):
        dip = 150 + (44 if len(lines) < 4 else 34) * number
        arc = element(
            "path", id=f"arc-{number}", d=f"M150 {dip - 66}Q600 {dip + 66} 1050 {dip - 66}"
        )
        run = element(
            "textPath", line.upper(), href=f"#arc-{number}", startOffset="50%", text_anchor="middle"
        )
        size = 25 if number == 0 else 16
        drawn.append(
            element("defs", arc)
            + element("text", run, font_size=size, fill=LINE, letter_spacing=3, opacity=0.75)
        )
    return element(
        "svg", *drawn, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 1200 330", width="100%"
    )


def seats(rules: TableRules, bet: Bet) -> list[Seat]:
    """Draws the positions; 1 is the farthest to the dealer's left, on the right of the screen."""
    wager_areas = areas(rules)
    found = []
    with ui.element("div").classes("tf-seats"):
        for position in range(1, rules.positions + 1):
            seat = Seat(position, wager_areas, bet)
            across = 0.5 if rules.positions == 1 else (position - 1) / (rules.positions - 1)
            spread = min(42.0, 14.0 * (rules.positions - 1) / 2)
            x = 50 + spread * (1 - 2 * across)
            y = 72 - 30 * ((x - 50) / 42) ** 2
            seat.element.style(f"--x: {x:.1f}%; --y: {y:.1f}%")
            found.append(seat)
    return found


def place_for_cards(name: str, cards: tuple[str, ...], total: int | None) -> None:
    """Draws cards that belong to no player, with their name and total."""
    ui.label(name).classes("tf-caption")
    if cards:
        lay_all(cards)
        if total is not None:
            ui.label(str(total)).classes("tf-total").props(f'aria-label="total {total}"')
    else:
        ui.element("div").classes("tf-empty-card")
