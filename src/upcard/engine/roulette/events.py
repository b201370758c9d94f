"""The events of roulette tables. 58 Pa. Code § 617b.3."""

from upcard.engine.core.events import Event
from upcard.games.roulette import LuckyNumber


class LuckyNumbersAnnounced(Event, frozen=True, tag="LuckyNumbersAnnounced"):
    """The Lucky Numbers are illuminated, each with its increased payout (d)."""

    numbers: tuple[LuckyNumber, ...]


class BallRested(Event, frozen=True, tag="BallRested"):
    """The ball came to rest in a compartment (e)."""

    pocket: int
