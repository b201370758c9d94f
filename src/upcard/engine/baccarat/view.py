"""The view of a baccarat table, where every card is dealt face up. 58 Pa. Code ch. 631a."""

from upcard.cards.card import names_of
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.core.view import View, WagersView, wager_views
from upcard.games.baccarat import point_count


class BaccaratView(View, frozen=True):
    """A table as anyone standing at it sees it; a total is None while no card is dealt."""

    table: str
    phase: str
    round: int
    boxes: tuple[WagersView, ...]
    player: tuple[str, ...]
    player_total: int | None
    banker: tuple[str, ...]
    banker_total: int | None


def view(state: BaccaratState, _player: str = "") -> BaccaratView:
    """The view of a table, the same for everyone; it does not contain the rest of the shoe."""
    player, banker = state.player, state.banker
    return BaccaratView(
        state.rules.name,
        state.phase,
        state.round,
        wager_views(state),
        tuple(names_of(player)),
        point_count(player) if player else None,
        tuple(names_of(banker)),
        point_count(banker) if banker else None,
    )
