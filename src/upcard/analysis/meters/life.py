"""The distribution of a progressive meter's amount over time, and the figures that follow.

A meter grows by the same part of each wager. Wagers win parts of it with fixed probabilities, and
then it starts again or goes on from what is left, at least from its reseed. In the long run its
amount crosses each level x upwards, by growing, as often as downwards, by awards:

    growth · f(x) = Σ chance · P(x < amount < x / (1 - part))

with the density f; an award of the whole meter crosses from every amount above x. Solved from the
top down this gives the probability of each amount. Amounts are taken as continuous, winners as
alone in their round.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.exact.meters import MeterLevel
from upcard.progressives.award import WHOLE
from upcard.progressives.contribution import MILLION
from upcard.progressives.meter import MeterRules

POINTS: Final = 16_384
MEANS: Final = 36
"""The top of a meter without a limit, in mean growths: the rest has a probability below 1e-15."""

LARGEST: Final = 1e200
"""Where the sums of the recursion are scaled down."""

KEPT: Final = 64
"""The most lives that are kept: papers ask for each repeatedly."""


@dataclass(frozen=True, slots=True, eq=False)
class MeterLife:
    """The long run of one meter; amounts in units.

    `amounts` (ascending, shape (points,)) start at the reseed and end at the limit; `above` is the
    probability that a wager finds the meter at that amount or more. `jackpot` is the probability
    that a wager wins the whole meter, `taken` the mean part of the meter that a wager wins, and
    `restored` the mean units a wager that reserve or house add to fill the meter up to its reseed
    after awards of a part. `growth` is what a wager adds below the limit, in units.
    """

    amounts: NDArray[np.float64]
    above: NDArray[np.float64]
    jackpot: Fraction
    taken: Fraction
    restored: float
    growth: float

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
        step = float(self.amounts[1] - self.amounts[0])
        before = self.chance_above(amount - step)
        return step / (self.growth * log(before / often)) if often else 0.0

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


def overflow(meter: MeterRules, shares: Mapping[int, Fraction], wager: int) -> Fraction:
    """The part of each wager of `wager` units that a limit keeps off the meter: for the reserve.

    0 without a limit, and for a meter that nobody wins whole.
    """
    if not meter.limit or not meter.increment or WHOLE not in shares:
        return Fraction(0)
    at_limit = float(life(meter, shares, wager).above[-1])
    return Fraction(meter.increment, MILLION) * Fraction(at_limit)


def life(meter: MeterRules, shares: Mapping[int, Fraction], wager: int) -> MeterLife:
    """The life of a meter fed by wagers of `wager` units.

    `shares` has the probability of each share of the meter by its percentage, that of 100 among
    them.
    """
    return _life(meter, tuple(sorted(shares.items())), wager)


@lru_cache(KEPT)
def _life(meter: MeterRules, by_percent: tuple[tuple[int, Fraction], ...], wager: int) -> MeterLife:
    """`life`, found once for each meter, chances and wager."""
    shares = dict(by_percent)
    growth = float(Fraction(meter.increment * wager, MILLION))
    taken = sum((percent * chance for percent, chance in shares.items()), Fraction(0)) / WHOLE
    top = meter.limit or meter.reseed + MEANS * growth / float(taken)
    amounts = np.linspace(meter.reseed, top, POINTS)
    rates = {percent: float(chance) / growth for percent, chance in shares.items() if chance}
    chances = _chance_above(amounts, rates)
    restored = sum(
        float(chance) * _mean_shortfall(amounts, chances, 1 - percent / WHOLE)
        for percent, chance in shares.items()
        if percent < WHOLE
    )
    return MeterLife(amounts, chances, shares[WHOLE], taken, restored, growth)


def _mean_shortfall(amounts: NDArray[np.float64], above: NDArray[np.float64], left: float) -> float:
    """The mean of what the part `left` of the amount lacks to the lowest amount."""
    lowest = float(amounts[0])
    inside = amounts < lowest / left
    points = np.append(amounts[inside], lowest / left)
    below = 1 - np.append(above[inside], np.interp(points[-1], amounts, above, right=0.0))
    return left * float(np.trapezoid(below, points))


def _chance_above(amounts: NDArray[np.float64], rates: Mapping[int, float]) -> NDArray[np.float64]:
    """The probability of each amount or more; `rates` are awards per unit of growth."""
    step = float(amounts[1] - amounts[0])
    grown = exp(sum(rates.values()) * step)
    density = np.zeros(len(amounts))
    density[-1] = 1.0
    partial = [(rate, 1 - percent / WHOLE) for percent, rate in rates.items() if percent < WHOLE]
    places = [
        (rate, (amounts / left - amounts[0]) / step) for rate, left in partial
    ]  # where an award crosses down from, as indices
    last, inflow = len(amounts) - 1, 0.0
    for index in range(last - 1, -1, -1):
        before, inflow = inflow, 0.0
        for rate, crossing in places:
            place = max(float(crossing[index]), index + 1.0)
            low = int(place)
            if low < last:
                part = place - low
                inflow += rate * ((1 - part) * density[low] + part * density[low + 1])
            elif place == last:
                inflow += rate * density[last]
        density[index] = grown * density[index + 1] - step / 2 * (inflow + grown * before)
        if density[index] > LARGEST:
            density[index:] /= LARGEST
            inflow /= LARGEST
    whole: NDArray[np.float64] = density / density[0]
    return whole
