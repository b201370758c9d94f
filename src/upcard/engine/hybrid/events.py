"""What happens at a hybrid table alone. 58 Pa. Code § 633c.5."""

from typing import Final

from upcard.engine.core.events import Event

COMMUNITY: Final = -6
"""The destination of cards that lie in the community box (b)(4)."""


class InsuranceWaived(Event, frozen=True, tag="InsuranceWaived"):
    """A player has no Insurance wager."""

    player: str


class CountdownEnded(Event, frozen=True, tag="CountdownEnded"):
    """The countdown clock ran out; what it decided for players follows (p)(2), (z)."""
