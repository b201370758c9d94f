"""Times as journals keep them, microseconds since the epoch, and how they are written (UTC)."""

import time
from datetime import UTC, datetime
from typing import Final

SECOND: Final = 1_000_000
"""The microseconds of a second."""

MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY


def system_clock() -> int:
    """The time now, in microseconds since the epoch."""
    return time.time_ns() // 1000


def utc(microseconds: int) -> datetime:
    """The date and time of a moment in microseconds since the epoch."""
    return datetime.fromtimestamp(microseconds / SECOND, UTC)


def to_the_minute(microseconds: int) -> str:
    """A moment as players and the house read it: ``2026-11-23 06:00 UTC``."""
    return f"{utc(microseconds):%Y-%m-%d %H:%M} UTC"


def to_the_second(microseconds: int) -> str:
    """A moment as lists of records show it: ``2026-11-23 06:00:12``, UTC."""
    return f"{utc(microseconds):%Y-%m-%d %H:%M:%S}"
