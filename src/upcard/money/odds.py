"""The awards of a paytable row, in exact integers: odds, meter shares, dollars."""

from fractions import Fraction
from typing import TypeAlias

import msgspec

from upcard.money.amount import printed_dollars, whole_cents


class PaidOdds(msgspec.Struct, frozen=True, tag="odds"):
    """Odds of `win` to (or for) `stake`: ``25 to 1`` pays 25 and returns the stake.

    `for_one` is true for "N for 1", which pays N in all.
    """

    win: int
    stake: int = 1
    for_one: bool = False

    @property
    def ratio(self) -> Fraction:
        """The printed ratio."""
        return Fraction(self.win, self.stake)

    def winnings(self, wager_units: int) -> int:
        """Units won on a wager without its stake, rounded down to whole cents."""
        return whole_cents(wager_units * self.win // self.stake)

    def __str__(self) -> str:
        win, stake = self.win, self.stake
        if stake == 10 and not self.for_one:  # "2.5 to 1"
            return f"{win // 10}.{win % 10} to 1"
        return f"{win:,} {'for' if self.for_one else 'to'} {stake}"


class MeterShare(msgspec.Struct, frozen=True, tag="meter"):
    """A percentage of what a progressive meter shows; `meter` is empty where there is one meter.

    Where the percentage is 0, the award is `prize` units, set by the house and paid from the meter.
    """

    percent: int
    meter: str = ""
    prize: int = 0

    def __str__(self) -> str:
        part = f"{self.percent}%" if self.percent else str(FixedAmount(self.prize))
        return f"{part} of {self.meter or 'meter'}"


class FixedAmount(msgspec.Struct, frozen=True, tag="dollars"):
    """A fixed amount for any wager."""

    units: int

    def __str__(self) -> str:
        return printed_dollars(self.units, short=True)


class HouseSet(msgspec.Struct, frozen=True, tag="house-set"):
    """A prize that the house sets and displays, printed as "$"."""

    def __str__(self) -> str:
        return "$"


class NotOffered(msgspec.Struct, frozen=True, tag="not-offered"):
    """A row that this paytable does not pay, printed as "N/A"."""

    def __str__(self) -> str:
        return "N/A"


Pay: TypeAlias = PaidOdds | MeterShare | FixedAmount | HouseSet | NotOffered
Award: TypeAlias = tuple[Pay, ...]
"""The pays of one row: usually one; "100% of meter and 200 to 1" is two."""


def describe(award: Award) -> str:
    """The award as a paytable prints it."""
    return " and ".join(str(pay) for pay in award)


def winnings(award: Award, wager_units: int) -> int:
    """Units won by the odds and dollars of an award, without the stake and shares of meters."""
    won = 0
    for pay in award:
        if isinstance(pay, PaidOdds):
            won += pay.winnings(wager_units)
        elif isinstance(pay, FixedAmount):
            won += pay.units
    return won


def won_per_unit(award: Award, wager_units: int) -> Fraction:
    """Like `winnings`, but for each unit of the wager, and exact: not rounded down to cents."""
    odds = sum((pay.ratio for pay in award if isinstance(pay, PaidOdds)), Fraction(0))
    dollars = sum(pay.units for pay in award if isinstance(pay, FixedAmount))
    return odds + Fraction(dollars, wager_units)


def keeps_stake(award: Award, *, returned: bool, beside_meter: bool) -> bool:
    """Whether the stake is returned with an award; "N for 1" pays N in all.

    `returned` is true where the wager returns its stake with odds "N to 1", `beside_meter` where it
    returns its stake with a share of a meter.
    """
    if returned and any(isinstance(pay, PaidOdds) and not pay.for_one for pay in award):
        return True
    return beside_meter and any(isinstance(pay, MeterShare) for pay in award)


def add_odds(parts: tuple[PaidOdds, ...]) -> PaidOdds:
    """The odds of several rows that are paid at once, such as one for each matching card.

    An "N for 1" row and an "N to 1" row cannot be added: only one of them includes the stake.
    """
    assert parts
    assert len({part.for_one for part in parts}) == 1, "to 1 and for 1 do not add"
    total = sum((part.ratio for part in parts), Fraction(0))
    return PaidOdds(total.numerator, total.denominator, parts[0].for_one)
