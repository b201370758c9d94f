"""What happened to a meter: frozen and complete; money events carry all that the ledger needs."""

from typing import TypeAlias

import msgspec

from upcard.progressives.meter import MeterRules


class MeterEvent(msgspec.Struct, frozen=True, tag=True):
    """Anything that happened to a meter; `meter` is its key. Amounts are in units."""

    meter: str


class MeterOpened(MeterEvent, frozen=True, tag="MeterOpened"):
    """A meter starts at `amount`, which the house puts there."""

    rules: MeterRules
    amount: int
    commitment: str


class TableJoined(MeterEvent, frozen=True, tag="TableJoined"):
    """A table feeds the meter."""

    table: str


class TableLeft(MeterEvent, frozen=True, tag="TableLeft"):
    """A table feeds the meter no more."""

    table: str


class Contributed(MeterEvent, frozen=True, tag="Contributed"):
    """So many wagers, `wagered` together, made the meter grow.

    `overflow` is the part of `to_reserve` that the limit kept from the meter. The carries are
    millionths of a unit, as they stand now.
    """

    table: str
    round: int
    wagers: int
    wagered: int
    to_meter: int
    to_reserve: int
    overflow: int
    carry: int
    secondary_carry: int


class Awarded(MeterEvent, frozen=True, tag="Awarded"):
    """A hand gets `amount`, of which the house gives `from_house` and the meter the rest."""

    table: str
    round: int
    position: int
    hand: int
    player: str
    outcome: str
    wagered: int
    percent: int
    amount: int
    from_house: int


class MysteryHit(MeterEvent, frozen=True, tag="MysteryHit"):
    """A contribution brought the meter above its secret value, which is hereby told.

    `commitment` named that value, `next_commitment` names the one now in force.
    """

    table: str
    round: int
    position: int
    player: str
    wagered: int
    amount: int
    secret: int
    commitment: str
    next_commitment: str


class SecretVoided(MeterEvent, frozen=True, tag="SecretVoided"):
    """The secret value cannot be opened any more: the floor, `by`, put a new one in its place."""

    by: str
    commitment: str
    next_commitment: str


class Reseeded(MeterEvent, frozen=True, tag="Reseeded"):
    """After a hit, `paid` in all to so many winners, the meter starts again."""

    table: str
    round: int
    paid: int
    winners: int
    from_reserve: int
    from_house: int


class SeedRestored(MeterEvent, frozen=True, tag="SeedRestored"):
    """Prizes brought the meter below what it started with: it shows that again, without a hit."""

    table: str
    round: int
    from_reserve: int
    from_house: int


class RoundClosed(MeterEvent, frozen=True, tag="RoundClosed"):
    """A round is done that fed the meter."""

    table: str
    round: int


class ParametersSubmitted(MeterEvent, frozen=True, tag="ParametersSubmitted"):
    """New parameters wait until no round is open at any table that feeds the meter."""

    rules: MeterRules


class ParametersChanged(MeterEvent, frozen=True, tag="ParametersChanged"):
    """New parameters are in force."""

    old: MeterRules
    new: MeterRules


MeterEvents: TypeAlias = (
    MeterOpened
    | TableJoined
    | TableLeft
    | Contributed
    | Awarded
    | MysteryHit
    | SecretVoided
    | Reseeded
    | SeedRestored
    | RoundClosed
    | ParametersSubmitted
    | ParametersChanged
)
"""Every kind of event, for decoding."""
