"""The condition of a table: irregularities not yet resolved, and the times of upkeep.

58 Pa. Code §§ 633a.3(d), 633a.4, 633a.14.
"""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.events import Target


class Shuffler(StrEnum):
    """The condition of the automated card shuffling device (§ 633a.14(m))."""

    WORKING = "working"
    OUT_OF_ORDER = "out-of-order"
    COVERED = "covered"


class Faults(msgspec.Struct, frozen=True, gc=False):
    """The irregularities of a table (§ 633a.14).

    `exposed` is a card that was drawn in error and lies face up beside the shoe, -1 for none.
    `missed` are the hands that the dealer passed over and whose players have still to choose.
    `determinant` is the determinant card that became the first card dealt, -1 for none;
    `wrong_side` is true where the rest of the round comes from the other side of the double shoe.
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
        """The irregularities after the table is cleared: only those of the equipment remain."""
        if self is NO_FAULTS:
            return self
        after = replace(self, missed=(), determinant=-1, wrong_side=False)
        return NO_FAULTS if after == NO_FAULTS else after


NO_FAULTS: Final = Faults()
"""No irregularity, the usual case, which hot paths compare by identity."""


class Upkeep(msgspec.Struct, frozen=True, gc=False):
    """The times and conditions of a table's upkeep.

    `now` is the last time told, in seconds of the house's clock, -1 before the first; `gaming_day`
    is the day of that time. `decks_since` is the time at which the decks were received,
    `reader_inspected` the gaming day of the card reader's last inspection. `new_game` is true from
    the receipt or spreading of cards until they are in the shoe; `idle` is true where the cards
    were spread because nobody played.
    """

    now: int = -1
    gaming_day: str = ""
    decks_since: int = -1
    reader_inspected: str = ""
    new_game: bool = False
    idle: bool = False

    def dealt_again(self) -> "Upkeep":
        """The upkeep after the cards were loaded into the shoe."""
        return replace(self, new_game=False, idle=False) if self.new_game else self


NO_UPKEEP: Final = Upkeep()
"""The upkeep of a table before anything was told or inspected."""
