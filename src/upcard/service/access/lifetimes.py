"""The lifetimes of sessions."""

from typing import Final

import msgspec

MAX_HOURS: Final = 7 * 24
"""The longest that a session may last: older records hold none that has not ended."""


class Lifetimes(msgspec.Struct, frozen=True):
    """How long sessions last, in seconds: in any case, and without being used (0: as long)."""

    longest: int = 12 * 60 * 60
    idle: int = 30 * 60
