"""The felt of baccarat: the two hands, and the areas of every position."""

from upcard.engine.baccarat.view import BaccaratView
from upcard.engine.core.view import WagersView
from upcard.games.table_rules import TableRules
from upcard.money.amount import parse_dollars
from upcard.web.felt.now import Bet, Now
from upcard.web.felt.region import Region
from upcard.web.felt.seat import SeatNow
from upcard.web.felt.table_top import cloth, place_for_cards, seats

HandShown = tuple[str, tuple[str, ...], int | None]
"""A hand's name, its cards and its point count."""


class BaccaratFelt:
    """Draws the Player's Hand and the Banker's Hand, and positions with wagers on them."""

    def __init__(self, rules: TableRules, bet: Bet) -> None:
        with cloth(rules, "tf-baccarat"):
            self._player = Region[HandShown](_draw_hand, "tf-dealer tf-left")
            self._banker = Region[HandShown](_draw_hand, "tf-dealer tf-right")
            self._seats = seats(rules, bet)

    def show(self, now: Now) -> None:
        """Updates the felt to the table's current state."""
        table = now.seen.table
        assert isinstance(table, BaccaratView)
        self._player.show(("Player's Hand", table.player, table.player_total))
        self._banker.show(("Banker's Hand", table.banker, table.banker_total))
        boxes = {box.position: box for box in table.boxes}
        for position, seat in enumerate(self._seats, 1):
            seat.show(wagers_only(now, position, boxes.get(position)))


def wagers_only(now: Now, position: int, box: WagersView | None) -> SeatNow:
    """A position that has wagers but no cards."""
    if box is None:
        return SeatNow(piles=now.piles(position, {}))
    placed = {name: parse_dollars(dollars) for name, dollars in box.wagers.items()}
    own = box.player == now.who.name
    return SeatNow(player=box.player, own=own, piles=now.piles(position, placed))


def _draw_hand(now: HandShown) -> None:
    place_for_cards(*now)
