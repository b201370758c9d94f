"""A progressive meter's parameters and what it holds. § 605a.7 (outside the seeds)."""

from enum import StrEnum
from typing import Final

import msgspec

from upcard.money.amount import whole_cents
from upcard.rules.citation import full

KEPT_HITS: Final = 25
"""How many of its last hits a meter remembers."""

LINKED: Final = full("605a.8")
"""Linked progressive table games of one facility (outside the seeds)."""


class Sharing(StrEnum):
    """How several winners in one round share a meter.

    A percentage below 100% is each winner's own, except under `EQUALLY_EACH_LEVEL`, where the
    winners of one percentage share it, and `IN_ORDER`, where each takes it of what the one before
    has left. `docs/interpretations.md` says which wager has which.
    """

    EQUALLY = "equally"
    EQUALLY_EACH_LEVEL = "equally-for-the-same-amount"
    IN_PROPORTION = "in-proportion-to-wagers"
    IN_ORDER = "in-order"


class Together(StrEnum):
    """What the winners of one round at one table are paid (§§ 633a.13, 633c.9(e)(3)).

    `IN_FULL`: each has what the paytable prints, 100% or 10% of what the meter showed when the
    wagers were locked (`MeterState.shown_to`), and the house pays what the meter lacks.
    `WITHIN_METER`: all of them together have at most what the meter holds. Under
    `Sharing.IN_ORDER` neither applies.
    """

    IN_FULL = "in-full"
    WITHIN_METER = "within-meter"


class MeterRules(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of one meter, in force until a new submission; amounts in units.

    `name` is ``jackpot-party/mega``, or the wager alone where it has one meter. `link` is the
    name that linked tables share, else the table's own. `paytable` is what every linked table
    has to offer, under `link_section`. Rates are parts per million of a wager. A `limit` of 0 is
    none. `machine_paid` awards are credited by the system, others are paid by an attendant.
    `awards_together` is what the winners of one round are paid. `linked_wager` is the wager in
    units that all linked tables take, 0 where the text does not ask for one.

    A mystery meter has a `maximum`: its secret value lies between `reseed` and that. Its award is
    paid by jackpot slip unless `from_inventory` (§ 633c.14(c)(6)).
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
    link_section: str = LINKED
    machine_paid: bool = False
    maximum: int = 0
    from_inventory: bool = False
    awards_together: Together = Together.IN_FULL
    linked_wager: int = 0

    @property
    def key(self) -> str:
        """The meter's name wherever meters of several tables meet."""
        return f"{self.link}/{self.name}"

    @property
    def stream(self) -> str:
        """The meter's name in a journal."""
        return f"meter/{self.key}"

    def is_meant_by(self, short: str) -> bool:
        """Whether a paytable's short name means it: ``mega``, or nothing where it is alone."""
        return self.name == (f"{self.wager}/{short}" if short else self.wager)

    @property
    def terms(self) -> "MeterRules":
        """The parameters without their citation, which differs from game to game."""
        return msgspec.structs.replace(self, section="")


class OpenRound(msgspec.Struct, frozen=True):
    """A round whose wagers are locked; `locked` is what the meter held then, in units.

    `overtaken` once another table has won some of the meter: claims of this round come after it
    (§ 605a.8).
    """

    round: int
    locked: int
    overtaken: bool = False


class MeterHit(msgspec.Struct, frozen=True):
    """A time when 100% of the meter was won: units paid in all, to so many winners."""

    table: str
    round: int
    paid: int
    winners: int


class MeterState(msgspec.Struct, frozen=True, kw_only=True):
    """What a meter holds and remembers; amounts in units.

    `carry` and `secondary_carry` are millionths of a unit that the rates have not yet made
    whole. `overflow` counts what the limit has sent to the reserve. `hits` counts the times when
    100% was won, however many shared it; `wins` the awards. `house_paid` is the part of all awards
    that the house added because the meter did not hold it. `open_rounds` is by table, `pending`
    what waits until there is none. `commitment` names a mystery meter's secret value, which is
    not here.
    """

    rules: MeterRules
    amount: int
    commitment: str = ""
    reserve: int = 0
    carry: int = 0
    secondary_carry: int = 0
    overflow: int = 0
    machine_paid: int = 0
    attendant_paid: int = 0
    hits: int = 0
    wins: int = 0
    last_hits: tuple[MeterHit, ...] = ()
    tables: tuple[str, ...] = ()
    open_rounds: dict[str, OpenRound] = {}
    pending: MeterRules | None = None
    house_paid: int = 0

    @property
    def display(self) -> int:
        """What players see: units in whole cents, rounded down."""
        return whole_cents(self.amount)

    @property
    def starts_with(self) -> int:
        """What the meter last started with, in units: its seed, after a hit its reseed."""
        return self.rules.reseed if self.hits else self.rules.seed

    def shown_to(self, table: str) -> int:
        """What the winners of a table's open round go by, in units.

        What the meter held when the wagers were locked; where another table has won of it since,
        what it holds now (§ 605a.8).
        """
        opened = self.open_rounds[table]
        return self.amount if opened.overtaken else opened.locked

    @property
    def cumulative_paid(self) -> int:
        """All awards of the meter, in units, what the house added included (§ 605a.7)."""
        return self.machine_paid + self.attendant_paid
