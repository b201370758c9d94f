"""The events of a meter. Money events carry everything that the ledger needs."""

from typing import TypeAlias

import msgspec

from upcard.progressives.meter import MeterRules


class MeterEvent(msgspec.Struct, frozen=True):
    """An event of a meter; `meter` is its key. Amounts are in units."""

    meter: str


class MeterOpened(MeterEvent, frozen=True, tag="MeterOpened"):
    """A meter starts at `amount`, which the house pays into it."""

    rules: MeterRules
    amount: int
    commitment: str


class TableJoined(MeterEvent, frozen=True, tag="TableJoined"):
    """A table begins to feed the meter."""

    table: str


class TableLeft(MeterEvent, frozen=True, tag="TableLeft"):
    """A table no longer feeds the meter."""

    table: str


class Contributed(MeterEvent, frozen=True, tag="Contributed"):
    """The contributions of a round: `wagers` wagers of `wagered` units in all.

    `overflow` is the part of `to_reserve` that exceeded the meter's limit. The carries are
    millionths of a unit, after the contributions.
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
    """A hand wins `amount`, of which the house pays `from_house` and the meter the rest."""

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
    """A contribution brought the meter above its secret value; `secret` reveals that value.

    `commitment` is that of the revealed value, `next_commitment` that of the value now in force.
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
    """The secret value can no longer be opened; a floorperson, `by`, replaced it by a new one."""

    by: str
    commitment: str
    next_commitment: str


class Reseeded(MeterEvent, frozen=True, tag="Reseeded"):
    """The meter starts again after a hit that paid `paid` units in all to `winners` winners."""

    table: str
    round: int
    paid: int
    winners: int
    from_reserve: int
    from_house: int


class SeedRestored(MeterEvent, frozen=True, tag="SeedRestored"):
    """The meter is filled up after prizes brought it below its starting amount, without a hit."""

    table: str
    round: int
    from_reserve: int
    from_house: int


class RoundClosed(MeterEvent, frozen=True, tag="RoundClosed"):
    """A round that fed the meter is over."""

    table: str
    round: int


class ParametersSubmitted(MeterEvent, frozen=True, tag="ParametersSubmitted"):
    """New parameters are pending until no round is open at any table that feeds the meter."""

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
