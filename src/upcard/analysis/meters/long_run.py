"""The long-run return of a wager, with its meters and additional payouts."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from upcard.analysis.meters.life import chances_of, overflow, prizes_of, restored_for_prizes
from upcard.exact.mystery import mystery_return
from upcard.exact.par import ZERO, ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import PARTS_PER_MILLION, WHOLE_METER, MeterRules


class LongRun(msgspec.Struct, frozen=True):
    """The long-run return per unit wagered, split by source.

    `seed` comes from what the house or the reserve puts on a meter after each hit, `increment` from
    what the wagers put there, `mystery` from the wager's mystery meter, if every wager that
    feeds it is of the record's size. Everything put on a meter is won eventually, so the sum does
    not depend on the meter's current amount; nothing is won of a meter whose shares these decks
    cannot deal, and `increment` leaves it out. `restored` is what reserve or house add for prizes
    that a meter pays: what it lacks for them, and what fills it up after them. `overflow` is what
    limits keep off the meters, if every wager is of the record's size: it goes to the reserve,
    which pays for seeds, and is in no other part. Not counted: what the house adds for several
    winners of one round.
    """

    fixed: Fraction
    seed: Fraction
    increment: Fraction
    mystery: Fraction = ZERO
    overflow: Fraction = ZERO
    restored: Fraction = ZERO

    @property
    def total(self) -> Fraction:
        """The sum of all parts that are returned."""
        return self.fixed + self.seed + self.increment + self.mystery + self.restored


def long_run(record: ParRecord, offered: OfferedWager | None) -> LongRun:
    """The long-run return of a record; without meters, the fixed return."""
    mystery = mystery_beside(record, offered)
    if offered is None or not offered.meters:
        return LongRun(record.fixed_return, ZERO, ZERO, mystery)
    reseeds = {meter.name.partition("/")[2]: meter.reseed for meter in offered.meters}
    seeds = (
        share.probability * reseeds.get(share.meter, 0)
        for share in record.shares
        if share.percent == WHOLE_METER
    )
    wager = record.wager_units
    return LongRun(
        record.fixed_return,
        sum(seeds, ZERO) / wager,
        _increments(record, offered, wager),
        mystery,
        _above_limits(record, offered, wager),
        _restored(record, offered, wager),
    )


def added_to_meters(record: ParRecord, offered: OfferedWager, wager: int) -> Fraction:
    """What shares of meters return besides seeds, per unit of a wager, if all are of `wager`."""
    return _increments(record, offered, wager) + _restored(record, offered, wager)


def _increments(record: ParRecord, offered: OfferedWager, wager: int) -> Fraction:
    """What wagers put on meters for their shares: on those of which a share can be won."""
    rate = sum(meter.increment for meter, shares in _with_shares(record, offered) if shares)
    returned = Fraction(rate, PARTS_PER_MILLION) - _above_limits(record, offered, wager)
    return returned - _prizes(record, offered) / wager


def _above_limits(record: ParRecord, offered: OfferedWager, wager: int) -> Fraction:
    """What limits keep off the meters of each unit of a wager, if all are of `wager` units."""
    parts = (
        overflow(meter, shares, wager, prizes_of(record, offered, meter))
        for meter, shares in _with_shares(record, offered)
    )
    return sum(parts, ZERO)


def _with_shares(
    record: ParRecord, offered: OfferedWager
) -> Iterator[tuple[MeterRules, dict[int, Fraction]]]:
    """The wager's meters with the probability of each share by its percentage."""
    for meter in offered.meters:
        yield meter, chances_of(record.shares, meter.name.partition("/")[2])


def _restored(record: ParRecord, offered: OfferedWager, wager: int) -> Fraction:
    """What reserve or house add for prizes that meters pay, per unit of the wager."""
    total = ZERO
    for meter, shares in _with_shares(record, offered):
        prizes = prizes_of(record, offered, meter)
        if prizes and WHOLE_METER in shares:
            total += restored_for_prizes(meter, shares, wager, prizes) / wager
    return total


def mystery_beside(record: ParRecord, offered: OfferedWager | None) -> Fraction:
    """What a wager's mystery meter returns per unit of it; 0 without one."""
    if offered is None or offered.mystery is None or not record.wager_units:
        return ZERO
    return mystery_return(offered.mystery, record.wager_units)


def _prizes(record: ParRecord, offered: OfferedWager) -> Fraction:
    """The mean units of the house's prizes that meters pay; the fixed return includes them."""
    paid = (
        units * chance
        for meter in offered.meters
        for units, chance in prizes_of(record, offered, meter).items()
    )
    return sum(paid, ZERO)


def paid_by_meters(record: ParRecord, offered: OfferedWager | None) -> Fraction:
    """What meters pay per unit in the long run, with prizes of the paytable and a mystery."""
    if offered is None or not offered.has_meter:
        return ZERO
    run = long_run(record, offered)
    return run.total - run.fixed + _prizes(record, offered) / record.wager_units


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
