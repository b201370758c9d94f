"""Reports of tables and the floor to a meter; its events follow from them.

They are not the facts of a round that a classifier asks for (`wagers.facts`).
"""

from typing import TypeAlias

import msgspec

from upcard.progressives.meter import MeterRules


class MeterStarted(msgspec.Struct, frozen=True, tag="Opened"):
    """A meter starts, at its seed unless an `amount` (units) is given.

    `commitment` is that of a mystery meter's secret value.
    """

    rules: MeterRules
    commitment: str = ""
    amount: int | None = None


class TableAdded(msgspec.Struct, frozen=True, tag="Joined"):
    """A table with these rules feeds the meter from now on; reported whenever a table starts."""

    table: str
    rules: MeterRules


class TableRemoved(msgspec.Struct, frozen=True, tag="Left"):
    """A table no longer feeds the meter."""

    table: str


class ParametersFiled(msgspec.Struct, frozen=True, tag="Submitted"):
    """A new Rules Submission has new parameters for the meter."""

    rules: MeterRules


class Contribution(msgspec.Struct, frozen=True):
    """A wager that feeds the meter, in units."""

    position: int
    player: str
    amount: int


class SecretLost(msgspec.Struct, frozen=True, tag="Voided"):
    """The secret value is lost; a floorperson, `by`, had a new one drawn, named by `commitment`."""

    by: str
    commitment: str


class RoundLocked(msgspec.Struct, frozen=True, tag="Locked"):  # its tag is a wire name
    """The progressive wagers of a round are locked; contributions from the dealer's left."""

    table: str
    round: int
    contributions: tuple[Contribution, ...]


class MeterClaim(msgspec.Struct, frozen=True):
    """A hand that won a percentage of the meter.

    Where the percentage is 0, `prize` (units) is a prize that the house set, paid from the meter.
    """

    position: int
    hand: int
    player: str
    outcome: str
    wagered: int
    percent: int
    prize: int


class RoundClaims(msgspec.Struct, frozen=True, tag="Won"):
    """All claims on the meter in a round, from the dealer's left."""

    table: str
    round: int
    claims: tuple[MeterClaim, ...]


class RoundDecided(msgspec.Struct, frozen=True, tag="Closed"):
    """All wagers of a round are decided."""

    table: str
    round: int


Fact: TypeAlias = (
    MeterStarted
    | TableAdded
    | TableRemoved
    | ParametersFiled
    | SecretLost
    | RoundLocked
    | RoundClaims
    | RoundDecided
)
