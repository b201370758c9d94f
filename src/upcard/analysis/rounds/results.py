"""The exact distribution of a player's result after many rounds, by Fourier transform.

All results of one wager lie on a lattice: -1 and the amounts above it, in steps of a common
fraction of the wager. The distribution of their sum is the power of one round's transform. Large
awards would make the lattice too long; the distribution is then that of rounds without them, still
exact, and the probability that one of them is won is given with it.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.exact.par import ParRecord

LONGEST: Final = 1 << 23
"""The most points that the lattice may have."""

LIKELY: Final = (0.0005, 0.9995)
"""The part of the results that a chart shows, as cumulative probabilities."""

NEAR: Final = 0.99
MAX_WIDENING: Final = 3
"""A chart ends at `NEAR` where all `LIKELY` results would be more than this many times as wide."""


class ResultBars(NamedTuple):
    """Bars of equal width: the lowest result of each in units wagered, and its probability.

    `points` is the number of points of the lattice in a bar.
    """

    starts: NDArray[np.float64]
    chances: NDArray[np.float64]
    points: int


class ResultDistribution(msgspec.Struct, frozen=True):
    """Probability of each result, `lowest` + i × `step` in units wagered, with no larger award won.

    `beyond` is the probability that an award above `largest` is won in these rounds.
    """

    rounds: int
    lowest: Fraction
    step: Fraction
    chances: NDArray[np.float64]
    beyond: float
    largest: Fraction

    @property
    def units(self) -> NDArray[np.float64]:
        """The results in units wagered, index by index; a result of zero is exactly 0."""
        scale = lcm(self.lowest.denominator, self.step.denominator)
        points = np.arange(len(self.chances)) * int(self.step * scale) + int(self.lowest * scale)
        return points / scale

    def quantile(self, share: float) -> float:
        """The smallest result that is not exceeded with a probability of `share` (below 1)."""
        return float(self.units[int(np.searchsorted(np.cumsum(self.chances), share))])

    @property
    def shown(self) -> tuple[float, float]:
        """The lowest and the highest result that a chart shows, in units wagered."""
        low, high = (self.quantile(share) for share in LIKELY)
        near = self.quantile(NEAR)
        return low, near if high - low > MAX_WIDENING * (near - low) else high

    def bars(self, most: int) -> ResultBars:
        """At most `most` bars of equal width for a chart of the results that are `shown`."""
        low, high = self.shown
        inside = (self.units >= low) & (self.units <= high)
        units = self.units[inside]
        points = max(1, -(-len(units) // most))
        starts = np.arange(0, len(units), points)
        return ResultBars(units[starts], np.add.reduceat(self.chances[inside], starts), points)

    @property
    def ahead(self) -> float:
        """The probability that the player's result is above zero."""
        return float(self.chances[self.units > 0].sum())


def results(record: ParRecord, rounds: int) -> ResultDistribution:
    """The distribution after `rounds` rounds of one unit each; meters pay the record's amounts."""
    return sum_of_rounds(law_of(record), rounds)


def law_of(record: ParRecord) -> dict[Fraction, Fraction]:
    """The probability of each result of one round, in units wagered."""
    nets: dict[Fraction, Fraction] = {}
    for worth, row in zip(record.worth(), record.outcomes, strict=True):
        if row.probability:
            nets[worth - 1] = nets.get(worth - 1, Fraction(0)) + row.probability
    return nets


def sum_of_rounds(nets: Mapping[Fraction, Fraction], rounds: int) -> ResultDistribution:
    """The distribution of the sum of `rounds` independent results of one law."""
    usual_nets = _without_largest(sorted(nets), rounds)
    step = _step(usual_nets)
    points = [int((net - usual_nets[0]) / step) for net in usual_nets]
    law = np.zeros(points[-1] + 1)
    for point, net in zip(points, usual_nets, strict=True):
        law[point] = float(nets[net])
    length = points[-1] * rounds + 1
    size = 1 << (length - 1).bit_length()
    law /= law.sum()
    chances = np.fft.irfft(_power(np.fft.rfft(law, size), rounds), size)[:length]
    return ResultDistribution(
        rounds=rounds,
        lowest=usual_nets[0] * rounds,
        step=step,
        chances=np.clip(chances, 0.0, None),
        beyond=1.0 - float(sum(nets[net] for net in usual_nets)) ** rounds,
        largest=usual_nets[-1],
    )


def points_of(nets: Mapping[Fraction, Fraction], rounds: int) -> int:
    """The points of the lattice on which the sum of `rounds` results lies, no result left out."""
    return int((max(nets) - min(nets)) / _step(sorted(nets)) * rounds) + 1


def _power(values: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """Each value to a power, by squares, which is faster than numpy's own power."""
    power = np.ones_like(values)
    while exponent:
        if exponent & 1:
            power = power * values
        exponent >>= 1
        values = values * values
    return power


def _without_largest(nets: list[Fraction], rounds: int) -> list[Fraction]:
    """The results of one round, without the largest, with which the lattice would be too long."""
    while len(nets) > 1 and (nets[-1] - nets[0]) / _step(nets) * rounds >= LONGEST:
        nets = nets[:-1]
    return nets


def _step(nets: list[Fraction]) -> Fraction:
    """The largest step that leads from the lowest result to all others."""
    above = [net - nets[0] for net in nets[1:]]
    if not above:
        return Fraction(1)
    common = lcm(*(net.denominator for net in above))
    return Fraction(gcd(*(int(net * common) for net in above)), common)
