"""Shares of progressive meters: what they add to a return, and the meter that breaks even.

A share is a percentage of the meter, paid to a winner. Other winners of the same round are ignored:
a share is counted as if it were paid alone.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from upcard.money.odds import Award, MeterShare
from upcard.rules.meter_text import parse_seed
from upcard.rules.schema import Paytable

MeterAmounts = Mapping[str, int]
"""Units by name of the meter; the name is empty if the wager has one meter."""


class MeterLevel(msgspec.Struct, frozen=True):
    """One level of a meter and the probability that a wager wins it."""

    meter: str
    percent: int
    probability: Fraction

    @property
    def label(self) -> str:
        """The level as a record names it: ``10%``, ``mega 100%``."""
        return f"{self.meter} {self.percent}%".strip()

    @property
    def expected(self) -> Fraction:
        """The fraction of the meter that a wager wins on average."""
        return self.probability * self.percent / 100


def shares_of(rows: Iterable[tuple[Award, Fraction]]) -> tuple[MeterLevel, ...]:
    """The meter levels among these awards, each with its total probability."""
    expected: dict[tuple[str, int], Fraction] = {}
    for award, probability in rows:
        for pay in award:
            if isinstance(pay, MeterShare):
                level = (pay.meter, pay.percent)
                expected[level] = expected.get(level, Fraction(0)) + probability
    return tuple(
        MeterLevel(meter, percent, chance) for (meter, percent), chance in expected.items()
    )


def seeds_of(paytable: Paytable, wager_units: int) -> dict[str, int]:
    """The printed seeds of a paytable's meters, in units; meters without one are left out."""
    return {
        name: parse_seed(meter.seed, wager_units)
        for name, meter in paytable.data.meters.items()
        if meter.seed
    }


def meter_return(shares: Iterable[MeterLevel], amounts: MeterAmounts, wager_units: int) -> Fraction:
    """What the meters add to the return per unit wagered; meters without an amount add nothing."""
    parts = [share.expected * amounts.get(share.meter, 0) for share in shares]
    return sum(parts, Fraction(0)) / wager_units


def break_even(
    shares: tuple[MeterLevel, ...], amounts: MeterAmounts, house_edge: Fraction, wager_units: int
) -> dict[str, Fraction]:
    """For each meter, the units at which the house edge is zero; other meters are as in `amounts`.

    Leaves out meters of which no winner takes a share, and meters without which the edge is already
    zero or less.
    """
    amounts_needed = {}
    for name in dict.fromkeys(share.meter for share in shares):
        share_won = sum((share.expected for share in shares if share.meter == name), Fraction(0))
        others = [share for share in shares if share.meter != name]
        gap = house_edge - meter_return(others, amounts, wager_units)
        if share_won > 0 and gap > 0:
            amounts_needed[name] = gap * wager_units / share_won
    return amounts_needed
