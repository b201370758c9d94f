"""What a rule of a Rules Submission finds."""

from typing import Literal, TypeAlias

import msgspec

Path: TypeAlias = tuple[str, ...]
"""Where a key stands: ``("table", "decks")``."""

Severity: TypeAlias = Literal["error", "warning", "note"]


class Problem(msgspec.Struct, frozen=True):
    """What one rule finds: a field, what is wrong with it and what would be allowed.

    `section` is the provision in this case, where it is not the rule's own.
    """

    path: Path
    message: str
    allowed: tuple[str | int, ...] = ()
    section: str = ""
