"""What a progressive meter does over time, and the figures that follow.

A meter does what the engine lets it do (`progressives`): after 100 % it starts again at its reseed,
a percentage below that leaves the rest on it, also less than the reseed, and a prize of the house
that left less than the reseed is followed by what fills it up. `amounts` has the distribution.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.meters.amounts import Growth, distribution
from upcard.exact.meters import MeterLevel
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import MeterShare
from upcard.progressives.meter import PARTS_PER_MILLION, WHOLE_METER, MeterRules, Sharing

NO_PRIZES: Final[Mapping[int, Fraction]] = {}

MAX_CACHED_LIVES: Final = 64
"""The most lives that are kept: papers ask for each repeatedly."""


@dataclass(frozen=True, slots=True, eq=False)
class MeterLife:
    """The long run of one meter; amounts in units.

    `amounts` (ascending, shape (points,)) start at the least that the meter shows and end at the
    limit; `above` is the probability that a wager finds the meter at that amount or more. `jackpot`
    is the probability that a wager wins the whole meter, `taken` the mean part of the meter that a
    wager wins, and `restored` the mean units a wager that reserve or house add for prizes: what the
    meter lacks for them, and what fills it up to its reseed after them.
    """

    amounts: NDArray[np.float64]
    above: NDArray[np.float64]
    jackpot: Fraction
    taken: Fraction
    restored: float
    grown: Growth

    @property
    def mean(self) -> float:
        """The mean amount that a wager finds."""
        return float(self.amounts[0]) + self._excess(float(self.amounts[0]))

    def chance_above(self, amount: float) -> float:
        """The probability that a wager finds the meter at an amount or more."""
        if amount > self.amounts[-1]:
            return 0.0
        return float(np.interp(amount, self.amounts, self.above))

    def quantile(self, chance: float) -> float:
        """The amount that the meter is below with a probability, at most the limit."""
        return float(np.interp(chance - 1, -self.above, self.amounts))

    def wagers_to_hit(self, chance: float) -> float:
        """The wagers within which the whole meter is won with a probability."""
        return log(1 - chance) / float(np.log1p(-float(self.jackpot)))

    def spell_above(self, amount: float) -> float:
        """The mean number of wagers from when the meter reaches an amount until it is below.

        0 for an amount that it never shows, infinite for one that it is never below.
        """
        if amount <= self.amounts[0]:
            return inf
        often = self.chance_above(amount)
        return often / self._falls_below(amount) if often else 0.0

    def _falls_below(self, amount: float) -> float:
        """The probability that a wager brings the meter from an amount or more to less."""
        grown, often = self.grown, self.chance_above(amount)
        falls = sum(
            chance * (often - self.chance_above(amount / left)) for chance, left in grown.parts
        )
        if amount > grown.reseed:
            falls += grown.whole * often
        if amount > grown.floor:
            falls += sum(
                chance * (often - self.chance_above(amount + prize))
                for chance, prize in grown.prizes
            )
        return falls

    def won_above(self, even: float) -> float:
        """The mean win, in units, of a wager that is placed only from the amount `even` on.

        At `even` the wager has no edge on either side. 0 where the meter never shows so much.
        """
        often = self.chance_above(even)
        return float(self.taken) * self._excess(even) / often if often else 0.0

    def _excess(self, amount: float) -> float:
        """The mean of what the meter holds above an amount."""
        if amount >= self.amounts[-1]:
            return 0.0
        below = max(0.0, float(self.amounts[0]) - amount)
        start = max(amount, float(self.amounts[0]))
        later = self.amounts > start
        points = np.concatenate(([start], self.amounts[later]))
        chances = np.concatenate(([self.chance_above(start)], self.above[later]))
        return below + float(np.trapezoid(chances, points))


def chances_of(shares: Iterable[MeterLevel], name: str) -> dict[int, Fraction]:
    """The probability of each share of the meter `name` that can be won, by its percentage."""
    chances: dict[int, Fraction] = {}
    for share in shares:
        if share.meter == name and share.probability:
            so_far = chances.get(share.percent, Fraction(0))
            chances[share.percent] = so_far + share.probability
    return chances


def prizes_of(record: ParRecord, offered: OfferedWager, meter: MeterRules) -> dict[int, Fraction]:
    """The probability of each prize of the house that a meter pays, by its units."""
    awards = dict(zip(offered.wager.outcomes, offered.awards, strict=True))
    prizes: dict[int, Fraction] = {}
    for row in record.outcomes:
        for pay in awards.get(row.outcome, ()):
            if isinstance(pay, MeterShare) and pay.prize and meter.is_meant_by(pay.meter):
                prizes[pay.prize] = prizes.get(pay.prize, Fraction(0)) + row.probability
    return prizes


def overflow(
    meter: MeterRules,
    shares: Mapping[int, Fraction],
    wager: int,
    prizes: Mapping[int, Fraction] = NO_PRIZES,
) -> Fraction:
    """The part of each wager of `wager` units that a limit keeps off the meter: for the reserve.

    0 without a limit, and for a meter that nobody wins.
    """
    if not meter.limit or not meter.increment or not shares:
        return Fraction(0)
    at_limit = float(life(meter, shares, wager, prizes).above[-1])
    return Fraction(meter.increment, PARTS_PER_MILLION) * Fraction(at_limit)


def restored_for_prizes(
    meter: MeterRules, shares: Mapping[int, Fraction], wager: int, prizes: Mapping[int, Fraction]
) -> Fraction:
    """The mean units a wager that reserve or house add for prizes, as `MeterLife.restored`.

    A meter that does not grow shows its reseed, or what percentages left of it since.
    """
    if meter.increment:
        return Fraction(life(meter, shares, wager, prizes).restored)
    parts = {percent: chance for percent, chance in shares.items() if percent < WHOLE_METER}
    filling = shares[WHOLE_METER] + sum(prizes.values())
    taken = sum((percent * chance for percent, chance in parts.items()), Fraction(0)) / WHOLE_METER
    mean = meter.reseed * filling / (filling + taken)
    added = (chance * (meter.reseed + units - mean) for units, chance in prizes.items())
    return sum(added, Fraction(0))


def life(
    meter: MeterRules,
    shares: Mapping[int, Fraction],
    wager: int,
    prizes: Mapping[int, Fraction] = NO_PRIZES,
) -> MeterLife:
    """The life of a meter fed by wagers of `wager` units.

    `shares` has the probability of each share of the meter by its percentage, at least one;
    `prizes` that of each prize that the meter pays, by its units.
    """
    return _life(meter, tuple(sorted(shares.items())), tuple(sorted(prizes.items())), wager)


Chances = tuple[tuple[int, Fraction], ...]
"""Probabilities by percentage, or by the units of prizes."""


@lru_cache(MAX_CACHED_LIVES)
def _life(meter: MeterRules, shares: Chances, prizes: Chances, wager: int) -> MeterLife:
    """`life`, found once for each meter, chances and wager."""
    jackpot = dict(shares).get(WHOLE_METER, Fraction(0))
    taken = sum((percent * chance for percent, chance in shares), Fraction(0)) / WHOLE_METER
    grown = Growth(
        step=float(Fraction(meter.increment * wager, PARTS_PER_MILLION)),
        reseed=float(meter.reseed),
        limit=float(meter.limit),
        floor=float(meter.reseed if meter.sharing is Sharing.IN_ORDER else 0),
        whole=float(jackpot),
        parts=tuple(
            (float(chance), 1 - percent / WHOLE_METER)
            for percent, chance in shares
            if percent < WHOLE_METER and chance
        ),
        prizes=tuple((float(chance), float(units)) for units, chance in prizes if chance),
    )
    amounts, above = distribution(grown)
    for_prizes = sum(
        chance * _mean_shortfall(amounts, above, grown.floor + prize)
        for chance, prize in grown.prizes
    )
    return MeterLife(amounts, above, jackpot, taken, for_prizes, grown)


def _mean_shortfall(
    amounts: NDArray[np.float64], above: NDArray[np.float64], amount: float
) -> float:
    """The mean of what the meter lacks to an amount."""
    inside = amounts < amount
    points = np.append(amounts[inside], amount)
    below = 1 - np.append(above[inside], np.interp(amount, amounts, above, right=0.0))
    return float(np.trapezoid(below, points))
