"""View types that several games share: hands, and positions that have wagers and no hands."""

from typing import Final

import msgspec

from upcard.engine.core.table_state import AnyTable
from upcard.money.amount import format_dollars

HIDDEN: Final = "??"
"""The name of a card that lies face down."""


class View(msgspec.Struct, frozen=True):
    """A table as somebody sees it; each game derives its own."""


class HandView(msgspec.Struct, frozen=True):
    """A hand as it lies on the table; `total` is None while a card is face down."""

    cards: tuple[str, ...]
    total: int | None
    wager: str
    doubled: str
    outcome: str


class WagersView(msgspec.Struct, frozen=True):
    """A position's wagers in dollars, and the outcomes of those that are decided.

    Everyone may see all of it.
    """

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
