"""The events of baccarat tables. 58 Pa. Code § 631b.7, ch. 631a."""

from typing import Final

from upcard.engine.core.events import Event

PLAYERS_HAND: Final = -4
BANKERS_HAND: Final = -5
"""Destinations of cards: both hands lie in front of the dealer, not at positions."""


class PointCountsAnnounced(Event, frozen=True, tag="PointCountsAnnounced"):
    """The dealer announced the Point Counts of the initial cards (§ 631b.7(c))."""

    player: int
    banker: int
