"""A bound on the error of many rounds' results where not every split is counted.

`exact.strategy.laws` does not count what three hands or more of a split win together: it has only
their exact probability p, mean and mean square. Let G be the distribution function of the sum of
rounds without such hands. Replacing one round's true law of these hands by ours changes the sum's
distribution function by the mean of G under both laws, where a parabola cancels. What is left is at
most the largest distance of G from a parabola, relative to x², times both mean squares. Rounds are
replaced one after another, so the differences add up; and a further round only smooths G.
"""

from math import ceil, exp, log1p, sqrt
from typing import Final

import numpy as np

from upcard.compiled.arrays import Floats

ROUNDING: Final = 1e-12
"""What is added for the rounding of doubles."""


def most_resplits(often: float, rounds: int) -> tuple[int, float]:
    """A number of rounds with three hands or more, and the probability that there are more."""
    mean = often * rounds
    most = min(rounds, ceil(mean + 8 * sqrt(mean) + 8))
    remainder, chance = 1.0, exp(rounds * log1p(-often)) if often < 1 else 0.0
    for more in range(most + 1):
        remainder -= chance
        chance *= (rounds - more) / (more + 1) * often / (1 - often)
    return most, max(remainder, 0.0)


def error_bound(
    fewer: Floats, stride: int, reach: int, *, often: float, square: float, rounds: int
) -> float:
    """The most by which a probability of a result being below any amount may be wrong.

    `fewer` has the probabilities of the sum of `rounds - most_resplits(…)` rounds without such
    hands, on a lattice on which `stride` points are one unit of the Blackjack wager; it is empty
    where there is no such round. `often` is the probability of such hands, which win at most
    `reach` units, with the mean square `square`.
    """
    at_all = 1.0 - exp(rounds * log1p(-often)) if often < 1 else 1.0
    if not len(fewer) or not often:
        return at_all
    _, remainder = most_resplits(often, rounds)
    step = 2 * square * _bend(np.cumsum(fewer), stride, reach) + 4 * ROUNDING
    return min(at_all, often * rounds * step + remainder)


def _bend(below: Floats, stride: int, reach: int) -> float:
    """The most by which a distribution function differs from a parabola, relative to x².

    x is up to `reach` units from any point at which the parabola meets it. Parabolas are fitted
    by least squares: a fixed linear map of the function, so that smoothing makes no distance
    larger.
    """
    steps = np.array([step for step in range(-reach, reach + 1) if step])
    inside = (below > ROUNDING) & (below < 1 - ROUNDING)
    inner = below[inside]
    margin = 2 * reach * stride
    padded = np.concatenate([np.zeros(margin), inner, np.full(margin, 1.0)])
    places = np.arange(reach * stride, len(padded) - reach * stride)
    fitting = np.linalg.pinv(np.vstack([1 / steps, np.ones(len(steps))]).T)
    slope, curve = np.zeros(len(places)), np.zeros(len(places))
    for step, (first, second) in zip(steps.tolist(), fitting.T.tolist(), strict=True):
        rise = (padded[places + step * stride] - padded[places]) / step**2
        slope += first * rise
        curve += second * rise
    worst = 0.0
    for step in steps.tolist():
        rise = (padded[places + step * stride] - padded[places]) / step**2
        worst = max(worst, float(np.abs(rise - slope / step - curve).max()))
    return worst
