"""What a wager returns in the long run, its meters and additional payouts counted."""

from fractions import Fraction
from typing import Final

import msgspec

from upcard.exact.par import ZERO, Record
from upcard.games.table_rules import OfferedWager
from upcard.money.odds import MeterShare

PARTS_PER_MILLION: Final = 1_000_000

WHOLE: Final = 100
"""The percentage of a hit, after which a meter starts again."""


class LongRun(msgspec.Struct, frozen=True):
    """What a unit wagered returns in the long run, split by where it comes from.

    `seed` is what the house or the reserve puts on a meter after each hit, `increment` what the
    wagers themselves put there. All that is put on a meter is won sometime: the sum holds whatever
    a meter shows, unless a limit stops it. What the house adds for several winners of one round,
    and what restores a seed after prizes, is not counted.
    """

    fixed: Fraction
    seed: Fraction
    increment: Fraction

    @property
    def total(self) -> Fraction:
        """All of it."""
        return self.fixed + self.seed + self.increment


def long_run(record: Record, offered: OfferedWager | None) -> LongRun:
    """The return in the long run; without meters it is the fixed one."""
    if offered is None or not offered.meters:
        return LongRun(record.fixed_return, ZERO, ZERO)
    reseeds = {meter.name.partition("/")[2]: meter.reseed for meter in offered.meters}
    seeds = (
        share.probability * reseeds.get(share.meter, 0)
        for share in record.shares
        if share.percent == WHOLE
    )
    rate = Fraction(sum(meter.increment for meter in offered.meters), PARTS_PER_MILLION)
    return LongRun(
        record.fixed_return,
        sum(seeds, ZERO) / record.wager_units,
        rate - _prizes(record, offered),
    )


def _prizes(record: Record, offered: OfferedWager) -> Fraction:
    """The house's prizes that the meter pays: they stand in the fixed return already."""
    awards = dict(zip(offered.wager.outcomes, offered.awards, strict=True))
    paid = (
        row.probability * pay.prize
        for row in record.outcomes
        for pay in awards.get(row.outcome, ())
        if isinstance(pay, MeterShare)
    )
    return sum(paid, ZERO) / record.wager_units


def bonuses(record: Record) -> Fraction:
    """What the additional payouts add that every wager of the table may win."""
    return sum((one.won.returns for one in record.bonuses if not one.each), ZERO)


def long_run_edge(record: Record, offered: OfferedWager | None) -> Fraction:
    """What the house keeps of a unit in the long run, meters and bonuses counted.

    What stands beside a wager, such as a mystery meter, has no stake of its own: it costs.
    """
    stake = 0 if record.note else 1
    return stake - long_run(record, offered).total - bonuses(record)
