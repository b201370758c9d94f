"""What a table tells a meter: the facts from which the meter's events follow."""

from typing import TypeAlias

import msgspec

from upcard.progressives.meter import MeterRules


class Opened(msgspec.Struct, frozen=True, tag="Opened"):
    """A meter starts, at its seed unless an `amount` (units) is given.

    `commitment` names the secret value of a mystery meter.
    """

    rules: MeterRules
    commitment: str = ""
    amount: int | None = None


class Joined(msgspec.Struct, frozen=True, tag="Joined"):
    """A table with these rules is to feed the meter: said whenever a table starts."""

    table: str
    rules: MeterRules


class Left(msgspec.Struct, frozen=True, tag="Left"):
    """A table feeds the meter no more."""

    table: str


class Submitted(msgspec.Struct, frozen=True, tag="Submitted"):
    """New parameters for the meter, by a new Rules Submission."""

    rules: MeterRules


class Contribution(msgspec.Struct, frozen=True):
    """A wager that feeds the meter, in units."""

    position: int
    player: str
    amount: int


class Voided(msgspec.Struct, frozen=True, tag="Voided"):
    """The secret value is lost; `commitment` names the one that the floor, `by`, had drawn."""

    by: str
    commitment: str


class RoundLocked(msgspec.Struct, frozen=True, tag="Locked"):
    """No more progressive wagers in this round; contributions in order from the dealer's left."""

    table: str
    round: int
    contributions: tuple[Contribution, ...]


class MeterClaim(msgspec.Struct, frozen=True):
    """A hand that won a percentage of the meter.

    Where the percentage is 0, `prize` (units) is a prize that the house set and pays from it.
    """

    position: int
    hand: int
    player: str
    outcome: str
    wagered: int
    percent: int
    prize: int = 0


class Won(msgspec.Struct, frozen=True, tag="Won"):
    """All that was won of this meter in a round; claims in order from the dealer's left."""

    table: str
    round: int
    claims: tuple[MeterClaim, ...]


class Closed(msgspec.Struct, frozen=True, tag="Closed"):
    """All wagers of a round are decided."""

    table: str
    round: int


Fact: TypeAlias = Opened | Joined | Left | Submitted | Voided | RoundLocked | Won | Closed
