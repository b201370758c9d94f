"""A progressive meter's parameters and state. § 605a.7 (outside the source texts)."""

from enum import StrEnum
from typing import Final

import msgspec

from upcard.money.amount import whole_cents
from upcard.rules.citation import full_citation

KEPT_HITS: Final = 25
"""The number of last hits that a meter's state keeps."""

PARTS_PER_MILLION: Final = 1_000_000
"""The unit of a meter's rates."""

WHOLE_METER: Final = 100
"""The percentage of a meter that brings it back to its seed."""

LINKED: Final = full_citation("605a.8")
"""The section on linked progressive table games of one facility (outside the source texts)."""


class Sharing(StrEnum):
    """How several winners in one round share a meter.

    Each winner of a percentage below 100% receives that percentage, except under
    `EQUALLY_EACH_LEVEL`, where the winners of one percentage share it, and under `IN_ORDER`, where
    each winner's percentage is of what the winner before left. `docs/interpretations.md` lists the
    wagers of each kind.
    """

    EQUALLY = "equally"
    EQUALLY_EACH_LEVEL = "equally-for-the-same-amount"
    IN_PROPORTION = "in-proportion-to-wagers"
    IN_ORDER = "in-order"


class JointAwards(StrEnum):
    """What the winners of one round at one table are paid together (§§ 633a.13, 633c.9(e)(3)).

    `IN_FULL`: each winner receives the printed percentage, such as 100% or 10%, of what the meter
    showed when the wagers were locked (`MeterState.shown_to`); the house pays what the meter lacks.
    `WITHIN_METER`: all winners together receive at most what the meter holds. Neither applies under
    `Sharing.IN_ORDER`.
    """

    IN_FULL = "in-full"
    WITHIN_METER = "within-meter"


class MeterRules(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of one meter, in force until a new submission.

    Amounts are in units, rates in parts per million of a wager.

    - `name`: ``jackpot-party/mega``, or the wager alone where it has one meter.
    - `link`: the name that linked tables share, else the table's own.
    - `paytable`: the one that every linked table has to offer, under `link_section`.
    - `linked_wager`: the wager that all linked tables have to take, 0 where the text requires none.
    - `limit`: 0 for no limit.
    - `machine_paid`: awards are credited by the system; others are paid by an attendant.
    - `awards_together`: how the winners of one round are paid.

    A mystery meter has a `maximum`: its secret value lies between `reseed` and `maximum`. Its award
    is paid by jackpot slip unless `from_inventory` (§ 633c.14(c)(6)).
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
    awards_together: JointAwards = JointAwards.IN_FULL
    linked_wager: int = 0

    @property
    def key(self) -> str:
        """The meter's name among the meters of all tables."""
        return f"{self.link}/{self.name}"

    @property
    def stream(self) -> str:
        """The name of the meter's stream in a journal."""
        return f"meter/{self.key}"

    def is_meant_by(self, short: str) -> bool:
        """Whether a paytable's short name is this meter's: ``mega``, or "" for the only meter."""
        return self.name == (f"{self.wager}/{short}" if short else self.wager)

    @property
    def terms(self) -> "MeterRules":
        """The parameters without their citation, which differs between games."""
        return msgspec.structs.replace(self, section="")


class OpenRound(msgspec.Struct, frozen=True):
    """A round whose wagers are locked; `locked` is what the meter held then, in units.

    `overtaken` is true once another table has won part of the meter: claims of this round are then
    paid from what that table left (§ 605a.8).
    """

    round: int
    locked: int
    overtaken: bool = False


class MeterHit(msgspec.Struct, frozen=True):
    """A win of 100% of the meter: `paid` units in all, to `winners` winners."""

    table: str
    round: int
    paid: int
    winners: int


class MeterState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a meter; amounts in units.

    `carry` and `secondary_carry` are fractions of a unit, in millionths. `overflow` is the total
    that exceeded the limit and went to the reserve. `hits` counts the wins of 100%, each once
    however many winners shared it; `wins` counts the awards. `house_paid` is the part of all awards
    that the house paid because the meter did not hold it. `open_rounds` is by table; `pending`
    parameters take effect when no round is open. `commitment` identifies a mystery meter's secret
    value, which is not part of the state.
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
        """The amount that players see: units, rounded down to whole cents."""
        return whole_cents(self.amount)

    @property
    def starts_with(self) -> int:
        """The units at which the meter last started: the seed, or the reseed after a hit."""
        return self.rules.reseed if self.hits else self.rules.seed

    def shown_to(self, table: str) -> int:
        """The amount, in units, of which the winners of a table's open round win a percentage.

        It is what the meter held when the wagers were locked or, where another table has won part
        of it since, what the meter holds now (§ 605a.8).
        """
        shown_at_start = self.open_rounds[table]
        return self.amount if shown_at_start.overtaken else shown_at_start.locked

    @property
    def cumulative_paid(self) -> int:
        """All awards of the meter, in units, including the part paid by the house (§ 605a.7)."""
        return self.machine_paid + self.attendant_paid
