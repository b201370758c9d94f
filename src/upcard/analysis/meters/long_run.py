"""The long-run return of a wager, with its meters and additional payouts."""

from fractions import Fraction
from typing import Final

import msgspec

from upcard.analysis.meters.life import chances_of, overflow
from upcard.exact.mystery import mystery_return
from upcard.exact.par import ZERO, ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import MeterShare

PARTS_PER_MILLION: Final = 1_000_000

WHOLE: Final = 100
"""The percentage of a hit, after which a meter is reseeded."""


class LongRun(msgspec.Struct, frozen=True):
    """The long-run return per unit wagered, split by source.

    `seed` comes from what the house or the reserve puts on a meter after each hit, `increment` from
    what the wagers put there, `mystery` from the wager's mystery meter, if every wager that
    feeds it is of the record's size. Everything put on a meter is won eventually, so the sum does
    not depend on the meter's current amount. `overflow` is what limits keep off the meters, if
    every wager is of the record's size: it goes to the reserve, which pays for seeds, and is in no
    other part. Not counted: what the house adds for several winners of one round, and what restores
    a seed after prizes.
    """

    fixed: Fraction
    seed: Fraction
    increment: Fraction
    mystery: Fraction = ZERO
    overflow: Fraction = ZERO

    @property
    def total(self) -> Fraction:
        """The sum of all parts that are returned."""
        return self.fixed + self.seed + self.increment + self.mystery


def long_run(record: ParRecord, offered: OfferedWager | None) -> LongRun:
    """The long-run return of a record; without meters, the fixed return."""
    mystery = mystery_beside(record, offered)
    if offered is None or not offered.meters:
        return LongRun(record.fixed_return, ZERO, ZERO, mystery)
    reseeds = {meter.name.partition("/")[2]: meter.reseed for meter in offered.meters}
    seeds = (
        share.probability * reseeds.get(share.meter, 0)
        for share in record.shares
        if share.percent == WHOLE
    )
    rate = Fraction(sum(meter.increment for meter in offered.meters), PARTS_PER_MILLION)
    above = above_limits(record, offered, record.wager_units)
    return LongRun(
        record.fixed_return,
        sum(seeds, ZERO) / record.wager_units,
        rate - _prizes(record, offered) - above,
        mystery,
        above,
    )


def above_limits(record: ParRecord, offered: OfferedWager, wager: int) -> Fraction:
    """What limits keep off the meters of each unit of a wager, if all are of `wager` units."""
    parts = (
        overflow(meter, chances_of(record.shares, meter.name.partition("/")[2]), wager)
        for meter in offered.meters
    )
    return sum(parts, ZERO)


def mystery_beside(record: ParRecord, offered: OfferedWager | None) -> Fraction:
    """What a wager's mystery meter returns per unit of it; 0 without one."""
    if offered is None or offered.mystery is None or not record.wager_units:
        return ZERO
    return mystery_return(offered.mystery, record.wager_units)


def _prizes(record: ParRecord, offered: OfferedWager) -> Fraction:
    """The house's prizes that the meter pays, which the fixed return includes already."""
    awards = dict(zip(offered.wager.outcomes, offered.awards, strict=True))
    paid = (
        row.probability * pay.prize
        for row in record.outcomes
        for pay in awards.get(row.outcome, ())
        if isinstance(pay, MeterShare)
    )
    return sum(paid, ZERO) / record.wager_units


def paid_by_meters(record: ParRecord, offered: OfferedWager | None) -> Fraction:
    """What meters pay per unit in the long run, with prizes of the paytable and a mystery."""
    if offered is None or not offered.has_meter:
        return ZERO
    run = long_run(record, offered)
    return run.seed + run.increment + run.mystery + _prizes(record, offered)


def bonus_return(record: ParRecord) -> Fraction:
    """What additional payouts open to every wager of the table add to the return."""
    return sum((bonus.won.returns for bonus in record.bonuses if not bonus.each), ZERO)


def long_run_edge(record: ParRecord, offered: OfferedWager | None) -> Fraction:
    """The long-run house edge per unit, with meters, a mystery and bonuses.

    A mystery meter is counted in the edge of the wager that has it. Its own record has no
    stake, so it only costs.
    """
    stake = 0 if record.note else 1
    return stake - long_run(record, offered).total - bonus_return(record)
