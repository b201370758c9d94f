"""Shares of progressive meters: what they add to a return, and the meter that breaks even.

A share is part of what a meter shows when it is won. Whoever else wins at the same moment is
left out: a share is counted as if it were paid alone.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from upcard.money.odds import Award, MeterShare
from upcard.rules.meter_text import parse_seed
from upcard.rules.schema import Paytable

MeterAmounts = Mapping[str, int]
"""Units by the name of a meter; the name is empty where there is one meter."""


class Share(msgspec.Struct, frozen=True):
    """One level of a meter, and the probability that a wager wins it."""

    meter: str
    percent: int
    probability: Fraction

    @property
    def label(self) -> str:
        """The level as a record names it: ``10%``, ``mega 100%``."""
        return f"{self.meter} {self.percent}%".strip()

    @property
    def expected(self) -> Fraction:
        """The part of the meter that a wager wins on average."""
        return self.probability * self.percent / 100


def shares_of(rows: Iterable[tuple[Award, Fraction]]) -> tuple[Share, ...]:
    """The levels of all meters among these awards and their probabilities, in their order."""
    found: dict[tuple[str, int], Fraction] = {}
    for award, probability in rows:
        for pay in award:
            if isinstance(pay, MeterShare):
                level = (pay.meter, pay.percent)
                found[level] = found.get(level, Fraction(0)) + probability
    return tuple(Share(meter, percent, chance) for (meter, percent), chance in found.items())


def seeds_of(paytable: Paytable, wager_units: int) -> dict[str, int]:
    """The printed seeds of a paytable's meters; those that print none are left out."""
    return {
        name: parse_seed(meter.seed, wager_units)
        for name, meter in paytable.data.meters.items()
        if meter.seed
    }


def returned(shares: Iterable[Share], amounts: MeterAmounts, wager_units: int) -> Fraction:
    """What the meters add to the return of a unit wagered; an unknown meter adds nothing."""
    parts = [share.expected * amounts.get(share.meter, 0) for share in shares]
    return sum(parts, Fraction(0)) / wager_units


def break_even(
    shares: tuple[Share, ...], amounts: MeterAmounts, house_edge: Fraction, wager_units: int
) -> dict[str, Fraction]:
    """For each meter the units at which the house keeps nothing, the others being as they are.

    A meter is left out that no winner takes a part of, and one without which nothing is kept.
    """
    found = {}
    for name in dict.fromkeys(share.meter for share in shares):
        own = sum((share.expected for share in shares if share.meter == name), Fraction(0))
        others = [share for share in shares if share.meter != name]
        kept = house_edge - returned(others, amounts, wager_units)
        if own > 0 and kept > 0:
            found[name] = kept * wager_units / own
    return found
