"""What happens at baccarat alone. 58 Pa. Code § 631b.7, ch. 631a."""

from typing import Final

from upcard.engine.core.events import Event

PLAYERS_HAND: Final = -4
BANKERS_HAND: Final = -5
"""Destinations of cards: both hands lie before the dealer, no position has any."""


class PointCountsAnnounced(Event, frozen=True, tag="PointCountsAnnounced"):
    """The initial cards lie on the table; the dealer announces what they count (§ 631b.7(c))."""

    player: int
    banker: int
