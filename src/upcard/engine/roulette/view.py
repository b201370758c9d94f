"""The view of a roulette table: the layout and the wheel. 58 Pa. Code § 617b.3."""

from upcard.engine.core.view import View, WagersView, wager_views
from upcard.engine.roulette.state import RouletteState


class RouletteView(View, frozen=True):
    """A table as anyone standing at it sees it.

    `lucky` are the illuminated numbers with what they pay to 1, `pocket` is None until the ball
    has come to rest.
    """

    table: str
    phase: str
    round: int
    boxes: tuple[WagersView, ...]
    lucky: dict[int, int]
    pocket: int | None


def view(state: RouletteState, _player: str = "") -> RouletteView:
    """The view of a table, the same for everyone."""
    return RouletteView(
        state.rules.name,
        state.phase,
        state.round,
        wager_views(state),
        {lucky.number: lucky.payout for lucky in state.lucky},
        None if state.pocket < 0 else state.pocket,
    )
