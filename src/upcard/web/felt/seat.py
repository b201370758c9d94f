"""Draws a position on the felt: its wager areas, its cards, and the player's name."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from nicegui import ui

from upcard.engine.blackjack.view import HandView
from upcard.layout.areas import LayoutArea
from upcard.web.felt.cards import lay_all
from upcard.web.felt.chips import chip
from upcard.web.felt.region import Region
from upcard.web.felt.slip import Place

WON: Final = ("blackjack", "win", "push", "even-money")
"""The outcomes of a hand by which its player loses nothing."""


class Pile(NamedTuple):
    """The chips on an area, in units: those placed, and those on the slip."""

    placed: int = 0
    pending: int = 0


class HandNow(NamedTuple):
    """A hand; `on_turn` says that its player is asked about it."""

    view: HandView
    on_turn: bool = False


class SeatNow(NamedTuple):
    """The data of a position; `note` is a line below it, such as on an Insurance wager."""

    player: str = ""
    own: bool = False
    on_turn: bool = False
    hands: tuple[HandNow, ...] = ()
    beside: tuple[str, ...] = ()
    note: str = ""
    piles: tuple[tuple[str, Pile], ...] = ()


class Seat:
    """A position on the page; `bet` is called with the place of an area that was clicked."""

    def __init__(
        self, position: int, areas: Sequence[LayoutArea], bet: Callable[[Place], object]
    ) -> None:
        self._position = position
        self.element = (
            ui.element("section").classes("tf-seat").props(f'aria-label="Position {position}"')
        )
        with self.element:
            self._cards = Region[SeatNow](_draw_cards, "tf-hands")
            with ui.element("div").classes("tf-areas"):
                self._piles = [(area.name, _area(position, area, bet)) for area in areas]
            self._name = Region[tuple[int, str, bool, str]](_draw_name, "tf-name")

    def show(self, now: SeatNow) -> None:
        """Updates the position to its current data."""
        self._cards.show(now._replace(piles=(), note="", player="", own=False))
        self._name.show((self._position, now.player, now.own, now.note))
        piles = dict(now.piles)
        for name, region in self._piles:
            region.show(piles.get(name, Pile()))
        _mark(self.element, "tf-own", now.own)
        _mark(self.element, "tf-turn", now.on_turn)
        _mark(self.element, "tf-empty", not now.player)


def _mark(element: ui.element, name: str, wanted: bool) -> None:
    if wanted != (name in element.classes):
        element.classes(add=name) if wanted else element.classes(remove=name)


def _area(position: int, area: LayoutArea, bet: Callable[[Place], object]) -> Region[Pile]:
    """Draws an area with the region for its chips; a button if a wager may be placed there."""
    named = f'aria-label="{area.title}, position {position}" title="{area.title}"'
    if area.wager:
        drawn = ui.element("button").on("click", lambda: bet((position, area.name)))
        drawn.props(f'type=button data-focus="{position}-{area.name}" {named}')
    else:
        drawn = ui.element("div").props(f"role=img {named}")
    drawn.classes("tf-area tf-main" if area.main else "tf-area")
    with drawn:
        ui.label(area.short).classes("tf-area-name")
        return Region[Pile](_draw_pile, "tf-pile")


def _draw_pile(pile: Pile) -> None:
    if pile.placed:
        chip(pile.placed)
    if pile.pending:
        chip(pile.pending, pending=True)


def _draw_name(now: tuple[int, str, bool, str]) -> None:
    position, player, own, note = now
    ui.label(str(position)).classes("tf-number")
    if player:
        ui.label("You" if own else player).classes("tf-player")
    if note:
        ui.label(note).classes("tf-note")


def _draw_cards(now: SeatNow) -> None:
    for hand in now.hands:
        if hand.view.cards or hand.view.outcome:
            draw_hand(hand)
    if now.beside:
        with ui.element("div").classes("tf-hand tf-beside").props('title="Switch hands cards"'):
            lay_all(now.beside)


def draw_hand(hand: HandNow) -> None:
    """Draws a hand: cards, total, double down, outcome."""
    view = hand.view
    with ui.element("div").classes("tf-hand" + (" tf-turn" if hand.on_turn else "")):
        lay_all(view.cards)
        with ui.element("div").classes("tf-tags"):
            if view.total is not None and view.cards:
                ui.label(str(view.total)).classes("tf-total")
            if view.doubled != "0.00":
                ui.label(f"doubled ${view.doubled}").classes("tf-tag")
            if view.outcome:
                ui.label(view.outcome.replace("-", " ")).classes(f"tf-tag tf-{_colour(view)}")


def _colour(view: HandView) -> str:
    return "won" if view.outcome in WON else "lost"
