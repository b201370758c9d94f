"""A progressive meter's parameters and what it holds. § 605a.7 (outside the seeds)."""

from enum import StrEnum

import msgspec


class Sharing(StrEnum):
    """How several winners of 100% of a meter in one round share it."""

    EQUALLY = "equally"
    IN_PROPORTION = "in-proportion-to-wagers"
    IN_ORDER = "in-order"


class MeterRules(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of one meter, in force until a new submission; amounts in units.

    `name` is ``jackpot-party/mega``, or the wager alone where it has one meter. `link` is the
    name that linked tables share, else the table's own (§ 605a.8). `paytable` is what every
    linked table has to offer. Rates are parts per million of a wager. A `limit` of 0 is none.
    A mystery meter has a `maximum`: its secret value lies between `reseed` and that.
    """

    name: str
    link: str
    wager: str
    paytable: str
    section: str
    seed: int
    reseed: int
    increment: int
    secondary_increment: int = 0
    limit: int = 0
    sharing: Sharing = Sharing.EQUALLY
    maximum: int = 0

    @property
    def stream(self) -> str:
        """The meter's name in a journal and wherever meters of several tables meet."""
        return f"meter/{self.link}/{self.name}"
