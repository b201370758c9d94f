"""The layout of a hybrid table, and a player's own terminal below it. § 633c.5(b), (c)."""

from nicegui import ui

from upcard.engine.hybrid.view import LayoutView, PositionView, TerminalView
from upcard.games.table_rules import TableRules
from upcard.money.amount import parse_dollars
from upcard.web.felt.now import Bet, Now
from upcard.web.felt.region import Region
from upcard.web.felt.seat import HandNow, SeatNow, draw_hand
from upcard.web.felt.table_top import cloth, place_for_cards, seats

CardsShown = tuple[tuple[str, ...], int | None]


class HybridFelt:
    """Draws the dealer's and the community box, positions shared by players, and the terminal."""

    def __init__(self, rules: TableRules, bet: Bet) -> None:
        with cloth(rules, "tf-hybrid"):
            self._dealer = Region[CardsShown](_draw_dealer, "tf-dealer tf-left")
            self._community = Region[CardsShown](_draw_community, "tf-dealer tf-right")
            self._seats = seats(rules, bet)
        self._terminal = Region[TerminalView | None](_draw_terminal)

    def show(self, now: Now) -> None:
        """Updates the felt to the table's current state."""
        seen = now.seen.table
        terminal = seen if isinstance(seen, TerminalView) else None
        layout = terminal.layout if terminal is not None else seen
        assert isinstance(layout, LayoutView)
        self._dealer.show((layout.dealer, layout.dealer_total))
        self._community.show((layout.community, None))
        for position, seat in enumerate(self._seats, 1):
            shown = layout.positions[position - 1] if position <= len(layout.positions) else None
            seat.show(_seat(now, position, shown, terminal))
        self._terminal.show(terminal)


def _seat(
    now: Now, position: int, shown: PositionView | None, terminal: TerminalView | None
) -> SeatNow:
    own = terminal is not None and terminal.position == position
    placed = {}
    if own and terminal is not None:
        placed = {name: parse_dollars(dollars) for name, dollars in terminal.wagers.items()}
    players = shown.players if shown is not None else 0
    cards = shown.cards if shown is not None else ()
    return SeatNow(
        player={0: "", 1: "1 player"}.get(players, f"{players} players"),
        on_turn=own and now.asked is not None,
        beside=cards,
        note="yours" if own else "",
        piles=now.piles(position, placed),
    )


def _draw_dealer(now: CardsShown) -> None:
    place_for_cards("Dealer", *now)


def _draw_community(now: CardsShown) -> None:
    place_for_cards("Community", *now)


def _draw_terminal(terminal: TerminalView | None) -> None:
    """Draws the player's own hands, and the dealer's cards that count against them."""
    if terminal is None or not terminal.hands or not terminal.hands[0].cards:
        return
    with ui.element("section").classes("tf-terminal").props('aria-label="Your terminal"'):
        ui.label("Your terminal").classes("tf-caption")
        for number, hand in enumerate(terminal.hands, 1):
            draw_hand(HandNow(hand, terminal.asked == number))
        if terminal.dealer:
            with ui.element("div").classes("tf-hand"):
                place_for_cards("against", terminal.dealer, None)
        if terminal.insurance:
            ui.label(f"insured ${terminal.insurance}").classes("tf-note")
