"""The meters of a wager in the long run: each one's life, break-even amount, and money a year."""

from collections.abc import Iterator
from fractions import Fraction
from math import exp, sqrt
from sys import float_info

import msgspec
import numpy as np

from upcard.analysis.envy import envy_at
from upcard.analysis.meters.life import MeterLife, chances_of, life, prizes_of
from upcard.analysis.meters.long_run import bonus_return, mystery_beside
from upcard.analysis.meters.together import at_table, winners
from upcard.exact.meters import meter_return
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import PARTS_PER_MILLION, WHOLE_METER, MeterRules


class MeterFlow(msgspec.Struct, frozen=True):
    """What one meter takes and pays in a year, in units; `hits` are the jackpots of a year.

    `added` goes from wagers to the meter, `reserved` to the reserve, with what is above the limit.
    `seeds` go from reserve or house to the meter after each hit; `restored` is what they add for
    prizes that the meter lacks, and to fill it up after prizes. `shown` is the mean amount of the
    meter, and of a jackpot.
    """

    wagered: Fraction
    added: Fraction
    reserved: Fraction
    hits: Fraction
    seeds: Fraction
    restored: Fraction
    shown: Fraction

    @property
    def paid(self) -> Fraction:
        """What players receive from the meter in the long run: all that is put on it."""
        return self.added + self.seeds + self.restored

    @property
    def house(self) -> Fraction:
        """What the house adds to the reserve for the seeds; below 0 where the reserve grows."""
        return self.seeds + self.restored - self.reserved

    @property
    def without_jackpot(self) -> float:
        """The probability of a year without a jackpot: never 0, at least the smallest float."""
        return max(exp(-float(self.hits)), float_info.min)

    def reserve_needed(self, chance: float, reseed: int) -> Fraction:
        """What the reserve has to hold to pay a year's seeds, in units, with a probability."""
        needed = self.most_hits(chance) * reseed + self.restored - self.reserved
        return max(needed, Fraction(0))

    def most_hits(self, chance: float) -> int:
        """The jackpots that a year has at most with a probability; their number is Poisson's."""
        mean = float(self.hits)
        numbers = np.arange(1, int(mean + 12 * sqrt(mean)) + 30)
        logs = np.cumsum(np.log(mean / numbers))
        return int(np.searchsorted(np.cumsum(np.exp(np.append(0.0, logs) - mean)), chance))


def flow(meter: MeterRules, lived: MeterLife, wager: int, wagers: int) -> MeterFlow:
    """The flow of a meter with this life that `wagers` of a year feed, each of `wager` units."""
    wagered = Fraction(wager * wagers)
    increment = Fraction(meter.increment, PARTS_PER_MILLION)
    hits = wagers * lived.jackpot
    overflow = (
        wagered * increment * Fraction(float(lived.above[-1])) if meter.limit else Fraction(0)
    )
    return MeterFlow(
        wagered=wagered,
        added=wagered * increment - overflow,
        reserved=wagered * Fraction(meter.secondary_increment, PARTS_PER_MILLION) + overflow,
        hits=hits,
        seeds=hits * meter.reseed,
        restored=Fraction(wagers * lived.restored),
        shown=Fraction(lived.mean),
    )


class LivedMeter(msgspec.Struct, frozen=True):
    """A meter with its life; `even` is the amount, in units, at which the wager has no edge.

    The other meters of the wager are at their means then. At `even` at the least that the meter
    shows, also below 0, players have an edge whatever the meter shows. `envy` is what each unit of
    the wager returns by envy bonuses for the hands of other players, which `even` counts, as it
    does a mystery.
    `winners` are the wagers that win the whole meter together, and share it.
    """

    rules: MeterRules
    life: MeterLife
    even: Fraction
    envy: Fraction
    winners: int = 1

    @property
    def name(self) -> str:
        """The meter's name among those of its wager; empty for a wager's only meter."""
        return self.rules.name.partition("/")[2]

    @property
    def is_never_even(self) -> bool:
        """Whether the amount without an edge is above the meter's limit, so that it never is."""
        return bool(self.rules.limit) and self.even > self.rules.limit

    @property
    def always_favors(self) -> bool:
        """Whether players have an edge whatever the meter shows."""
        return self.even <= float(self.life.amounts[0])


def lived_meters(
    record: ParRecord, offered: OfferedWager, players: int, sharing: float = 1.0
) -> Iterator[LivedMeter]:
    """The meters of a wager that grow and that somebody can win whole, each with its life.

    `players` have the wager in each round of the table, each of them at one position. `sharing`
    of them share a whole meter in the mean: its life has as many times fewer jackpots. `even` is
    that of one who shares with nobody.
    """
    record = at_table(record, offered, players)
    lives: dict[str, tuple[MeterRules, MeterLife]] = {}
    for meter in offered.meters:
        name = meter.name.partition("/")[2]
        shares = chances_of(record.shares, name)
        if WHOLE_METER in shares and meter.increment:
            shares[WHOLE_METER] /= Fraction(sharing)
            prizes = prizes_of(record, offered, meter)
            lives[name] = (meter, life(meter, shares, record.wager_units, prizes))
    means = {name: round(lived.mean) for name, (_, lived) in lives.items()}
    envy = envy_at(record, players)
    beside = bonus_return(record) + mystery_beside(record, offered)
    edge = 1 - record.fixed_return - beside - envy
    for name, (meter, lived) in lives.items():
        other_shares = [share for share in record.shares if share.meter != name]
        gap = edge - meter_return(other_shares, means, record.wager_units)
        own = sum((share.expected for share in record.shares if share.meter == name), Fraction(0))
        even = gap * record.wager_units / own
        yield LivedMeter(meter, lived, even, envy, winners(offered, players))
