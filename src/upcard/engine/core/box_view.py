"""The view of positions that have wagers and no hands; everyone may see all of it."""

import msgspec

from upcard.engine.core.table_state import AnyTable
from upcard.money.amount import format_dollars


class WagersView(msgspec.Struct, frozen=True):
    """A position's wagers in dollars, and the outcomes of those that are decided."""

    position: int
    player: str
    wagers: dict[str, str]
    outcomes: dict[str, str]


def wager_views(state: AnyTable) -> tuple[WagersView, ...]:
    """The positions with a wager from the dealer's left."""
    return tuple(
        WagersView(
            position,
            box.player,
            {name: format_dollars(units) for name, units in box.wagers.items()},
            dict(box.outcomes),
        )
        for position, box in state.in_play()
    )
