"""The problem that a rule of a Rules Submission finds."""

from typing import Literal, TypeAlias

import msgspec

Path: TypeAlias = tuple[str, ...]
"""The path of a key in the file: ``("table", "decks")``."""

Severity: TypeAlias = Literal["error", "warning", "note"]


class Problem(msgspec.Struct, frozen=True):
    """What one rule finds: the field, the message, and the values that would be allowed.

    `section` is the provision that applies in this case, where it is not the rule's own.
    """

    path: Path
    message: str
    allowed: tuple[str | int, ...] = ()
    section: str = ""
