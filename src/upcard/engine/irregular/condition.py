"""The condition of a table: what went wrong and is not put right yet, and what time has brought.

58 Pa. Code §§ 633a.3(d), 633a.4, 633a.14.
"""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.events import Target


class Shuffler(StrEnum):
    """How the automated card shuffling device is (§ 633a.14(m))."""

    WORKING = "working"
    OUT_OF_ORDER = "out-of-order"
    COVERED = "covered"


class Faults(msgspec.Struct, frozen=True):
    """What went wrong (§ 633a.14).

    `exposed` is a card that was drawn in error and lies face up beside the shoe, -1 for none.
    `missed` are the hands that the dealer passed over and whose players choose what follows.
    `determinant` is the determinant card that became the first card dealt, -1 for none;
    `wrong_side` whether the rest of the round comes from the other side of the double shoe.
    """

    exposed: int = -1
    missed: tuple[Target, ...] = ()
    determinant: int = -1
    wrong_side: bool = False
    reader_failed: bool = False
    shuffler: Shuffler = Shuffler.WORKING

    @property
    def stray(self) -> int:
        """The card on the table that belongs to the other side of the double shoe, or -1."""
        return self.determinant if self.wrong_side else -1

    def after_round(self) -> "Faults":
        """What is left of it when the table is cleared: the equipment stays as it is."""
        if self is NO_FAULTS:
            return self
        after = replace(self, missed=(), determinant=-1, wrong_side=False)
        return NO_FAULTS if after == NO_FAULTS else after


NO_FAULTS: Final = Faults()
"""Nothing is wrong: at almost every moment of almost every table."""


class Upkeep(msgspec.Struct, frozen=True):
    """What a table needs by the clock and when its cards are new.

    `now` is the last time that was told, in seconds of a clock that the house keeps, -1 before
    the first; `gaming_day` the day of that time. `decks_since` is when the decks were opened,
    `reader_inspected` the gaming day on which the card reader was inspected last. `new_game` holds
    from new or spread cards until they are in the shoe, `idle` where nobody had played.
    """

    now: int = -1
    gaming_day: str = ""
    decks_since: int = -1
    reader_inspected: str = ""
    new_game: bool = False
    idle: bool = False

    def dealt_again(self) -> "Upkeep":
        """The cards are in the shoe: the game that begins has begun."""
        return replace(self, new_game=False, idle=False) if self.new_game else self
