"""The felt of Blackjack and its variations."""

from nicegui import ui

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.blackjack.view import BoxView, HandView, TableView
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.layout.areas import PRESS
from upcard.money.amount import parse_dollars
from upcard.web.felt.cards import lay
from upcard.web.felt.now import Bet, Now, asked_at
from upcard.web.felt.region import Region
from upcard.web.felt.seat import HandNow, SeatNow
from upcard.web.felt.table_top import cloth, place_for_cards, seats

DealerNow = tuple[tuple[str, ...], int | None, str | None, str]
"""The dealer's cards, their total, a card that was exposed in error, the card reader's light."""


class BlackjackFelt:
    """Draws the dealer's hand, and positions with hands."""

    def __init__(self, rules: TableRules, bet: Bet) -> None:
        with cloth(rules):
            self._dealer = Region[DealerNow](_draw_dealer, "tf-dealer")
            self._seats = seats(rules, bet)

    def show(self, now: Now) -> None:
        """Updates the felt to the table's current state."""
        table = now.seen.table
        assert isinstance(table, TableView)
        self._dealer.show((table.dealer, table.dealer_total, table.exposed, table.light))
        boxes = {box.position: box for box in table.boxes}
        asked = asked_at(now.state)
        for position, seat in enumerate(self._seats, 1):
            seat.show(_seat(now, position, boxes.get(position), asked))


def _seat(now: Now, position: int, box: BoxView | None, asked: tuple[int, int]) -> SeatNow:
    if box is None:
        return SeatNow(piles=now.piles(position, {}))
    on_turn = asked[0] == position
    hands = tuple(
        HandNow(hand, on_turn and asked[1] == number) for number, hand in enumerate(box.hands, 1)
    )
    areas = now.state.rules.blackjack_areas
    placed = {name: parse_dollars(dollars) for name, dollars in box.wagers.items()}
    placed |= _pressed(now.state, position)
    return SeatNow(
        player=box.player,
        own=box.player == now.who.name,
        on_turn=on_turn,
        hands=hands,
        beside=box.switch_cards,
        note=f"insured ${box.insurance}" if box.insurance else "",
        piles=now.piles(position, {"blackjack": _at_stake(box.hands) // areas, **placed}),
    )


def _pressed(state: AnyTable, position: int) -> dict[str, int]:
    """The winnings that were pressed beside a Blackjack wager, by the name of their area."""
    assert isinstance(state, BlackjackState)
    box = state.box(position)
    capped = sum(hand.capped for hand in box.hands)
    return {box.winnings_of + PRESS: capped} if capped else {}


def _at_stake(hands: tuple[HandView, ...]) -> int:
    return sum(parse_dollars(hand.wager) + parse_dollars(hand.doubled) for hand in hands)


def _draw_dealer(now: DealerNow) -> None:
    cards, total, exposed, light = now
    place_for_cards("Dealer", cards, total)
    if light:
        ui.label(f"light: {light}").classes("tf-light")
    if exposed is not None:
        lay(exposed).classes("tf-exposed").tooltip("Drawn in error: the next card, § 633a.14(c).")
