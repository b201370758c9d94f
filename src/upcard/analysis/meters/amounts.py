"""The distribution of what a progressive meter shows, from how it grows and what is won of it.

A meter grows by the same part of each wager, up to its limit. Wagers win it whole, a percentage
of it or a prize, with fixed probabilities. After 100 % it starts again at its reseed; what a
percentage leaves stays, also below the reseed; a prize leaves at least a floor. Between two awards
it grows for a time with an exponential distribution, and in the long run a wager finds it as an
award does. With N(x) for the probability that an award finds x or more, and M(x) for the
probability that it leaves x or more,

    N'(x) = rate · (M(x) - N(x)),    M(x) = Σ share of awards · N(what the award brings to x)

which is solved for the integral of N at some amounts, with that of M linear between each two.
Amounts are taken as continuous, winners as alone in their round.
"""

from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

POINTS: Final = 16_384
"""The amounts at which a meter that is only won whole is known: by a formula."""

FIRST_POINTS: Final = 400
"""Equal steps that tell where the meter mostly is."""

SOLVED_POINTS: Final = 1_200
"""The amounts at which the distribution is solved."""

EQUAL: Final = 0.2
"""The part of them that lies in equal steps."""

FINER: Final = 8
"""The parts of each step between two of them in which the probability falls as in the whole."""

MIN_PROBABILITY: Final = 1e-18
"""The least probability that has a logarithm."""

MIN_DISTANCE: Final = 1e-6
"""The least distance of two amounts, as a part of the whole range."""

MEANS: Final = 36
"""The top of a meter without a limit, in mean growths: the rest has a probability below 1e-15."""

NEGLIGIBLE: Final = 1e-13
"""A probability of more that needs no amounts."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How a meter grows and is won: rates of a wager, amounts in units.

    `step` is what a wager adds, `whole` the probability that it wins 100 %. `parts` are the
    probabilities of percentages, each with the part that is left; `prizes` are those of prizes,
    each with its amount, after which the meter shows at least `floor`. `limit` is 0 for none.
    """

    step: float
    reseed: float
    limit: float
    floor: float
    whole: float
    parts: tuple[tuple[float, float], ...] = ()
    prizes: tuple[tuple[float, float], ...] = ()

    @property
    def awards(self) -> float:
        """The awards of a wager."""
        return self.whole + sum(chance for chance, _ in (*self.parts, *self.prizes))

    @property
    def lowest(self) -> float:
        """What the meter never shows less than."""
        if self.parts:
            return 0.0
        return min(self.reseed, self.floor) if self.prizes else self.reseed

    @property
    def most(self) -> float:
        """What the meter never shows more than; without a limit, hardly ever."""
        if not self.limit:
            return self.reseed + MEANS * self.step / self.taken
        return max(self.limit, self.reseed)

    @property
    def taken(self) -> float:
        """The mean part of the meter that a wager wins, without prizes."""
        return self.whole + sum(chance * (1 - left) for chance, left in self.parts)


def distribution(meter: Growth) -> tuple[Floats, Floats]:
    """Amounts in ascending order, up to the limit, and the probability that a wager finds more."""
    if not (meter.parts or meter.prizes) or meter.lowest == meter.most:
        amounts = np.linspace(meter.reseed, meter.most, POINTS)
        return amounts, np.exp(-meter.whole / meter.step * (amounts - meter.reseed))
    first = _with_places(meter, np.linspace(meter.lowest, meter.most, FIRST_POINTS))
    above = _solve(meter, first)
    if not meter.limit:
        last = min(int(np.searchsorted(-above, -NEGLIGIBLE)) + 1, len(first))
        first, above = first[:last], above[:last]
    amounts = _with_places(meter, _placed(first, above))
    return _finer(amounts, _solve(meter, amounts))


def _finer(amounts: Floats, above: Floats) -> tuple[Floats, Floats]:
    """More amounts between these, with the logarithm of the probability linear between them."""
    order = np.arange(len(amounts), dtype=float)
    finer = np.linspace(0, order[-1], (len(amounts) - 1) * FINER + 1)
    logs = np.interp(finer, order, np.log(np.maximum(above, MIN_PROBABILITY)))
    return np.interp(finer, order, amounts), np.exp(logs)


def _placed(first: Floats, above: Floats) -> Floats:
    """Amounts from the first to the last, more of them where the meter is more often."""
    steps = np.diff(first)
    often = np.cbrt(-np.diff(above) * steps**2)
    shares = EQUAL * steps / steps.sum() + (1 - EQUAL) * often / often.sum()
    until = np.append(0.0, np.cumsum(shares))
    return np.interp(np.linspace(0, until[-1], SOLVED_POINTS), until, first)


def _with_places(meter: Growth, amounts: Floats) -> Floats:
    """These amounts, and those at which the density changes at once."""
    places = {meter.reseed, meter.floor}
    for _, left in meter.parts:
        places |= {left * meter.reseed, left**2 * meter.reseed, left * meter.limit}
    places |= {meter.limit - prize for _, prize in meter.prizes}
    inside = np.array(sorted(place for place in places if amounts[0] < place < amounts[-1]))
    following = np.searchsorted(inside, amounts[1:-1])
    nearest = np.append(inside, inf)[following] - amounts[1:-1]
    nearest = np.minimum(nearest, amounts[1:-1] - np.append(-inf, inside)[following])
    apart = amounts[1:-1][nearest > MIN_DISTANCE * (amounts[-1] - amounts[0])]
    return np.sort(np.concatenate((amounts[:1], apart, inside, amounts[-1:])))


def _solve(meter: Growth, amounts: Floats) -> Floats:
    """The probability that a wager finds each of these amounts or more."""
    rate, sought = meter.awards / meter.step, _Interpolated(amounts)
    known, rows = _left_by_awards(meter, sought)
    steps = rate * np.diff(amounts)
    kept = np.exp(-steps)  # of no award while it grows so much
    at_end = 1 + np.expm1(-steps) / steps
    at_start = 1 - kept - at_end
    equations = -(at_start[:, None] * rows[:-1] + at_end[:, None] * rows[1:])
    order = np.arange(len(steps))
    equations[order, order] -= kept
    equations[order, order + 1] += 1
    right = (1 - kept) / rate + at_start * known[:-1] + at_end * known[1:]
    right -= equations[:, 0] * amounts[0]
    integral = np.append(amounts[0], np.linalg.solve(equations[:, 1:], right))
    above = 1 + rate * (known + rows @ integral - integral)
    ordered: Floats = np.minimum.accumulate(np.clip(above, 0.0, 1.0))
    return ordered


def _left_by_awards(meter: Growth, sought: "_Interpolated") -> tuple[Floats, Floats]:
    """The integral of M up to each amount: what is known of it, and factors of the integral of N.

    Below the lowest amount both integrals are the amount.
    """
    amounts, awards = sought.amounts, meter.awards
    known = np.minimum(amounts, meter.reseed) * meter.whole / awards
    rows = np.zeros((len(amounts), len(amounts)))
    for chance, left in meter.parts:
        rows += chance / awards * left * sought.rows(amounts / left)
    for chance, prize in meter.prizes:
        known += np.minimum(amounts, meter.floor) * chance / awards
        brought = np.maximum(amounts, meter.floor) + prize
        start = sought.rows(np.array([meter.floor + prize]))
        rows += chance / awards * (sought.rows(brought) - start)
    return known, rows


class _Interpolated:
    """A function between amounts at which it is sought, and constant above the last of them."""

    def __init__(self, amounts: Floats) -> None:
        """Note where it is sought."""
        self.amounts = amounts

    def rows(self, places: Floats) -> Floats:
        """The factors of its values at the amounts, for each place: by the nearest four."""
        amounts, count = self.amounts, len(self.amounts)
        inside = np.minimum(places, amounts[-1])
        first = np.clip(np.searchsorted(amounts, inside) - 2, 0, count - 4)
        near = first[:, None] + np.arange(4)
        rows, lines = np.zeros((len(places), count)), np.arange(len(places))
        for one in range(4):
            factor = np.ones(len(places))
            for other in {0, 1, 2, 3} - {one}:
                here, there = amounts[near[:, one]], amounts[near[:, other]]
                factor *= (inside - there) / (here - there)
            rows[lines, near[:, one]] = factor
        return rows
