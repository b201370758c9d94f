"""The events of hybrid tables. 58 Pa. Code § 633c.5."""

from typing import Final

from upcard.engine.core.events import Event

COMMUNITY: Final = -6
"""The destination of cards in the community box (b)(4)."""


class InsuranceWaived(Event, frozen=True, tag="InsuranceWaived"):
    """A player made no Insurance wager."""

    player: str


class CountdownEnded(Event, frozen=True, tag="CountdownEnded"):
    """The countdown clock ran out; default decisions of players follow (p)(2), (z)."""
