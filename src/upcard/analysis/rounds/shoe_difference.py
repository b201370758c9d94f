"""The effect of dealing rounds from shoes down to the cover card, from dealt rounds."""

from collections.abc import Collection
from math import sqrt

import msgspec

from upcard.simulation.run import Result


class ShoeFigures(msgspec.Struct, frozen=True):
    """What some wagers win in a round of a real shoe, in dollars, with standard errors.

    `deviation` is the square root of the variance per round over many rounds, which includes how
    the rounds of one shoe depend on each other.
    """

    mean: float
    mean_error: float
    deviation: float
    deviation_error: float


def shoe_figures(result: Result, wagers: Collection[str]) -> ShoeFigures | None:
    """The figures of these wagers of one seat, without bonuses; None for a single batch.

    The error of the mean is at most what is given: those of several wagers are added up.
    """
    if result.covariance is None or result.batches < 2:
        return None
    numbered_shares = [
        (number, share)
        for number, share in enumerate(result.shares)
        if share.wager in wagers and not share.bonus
    ]
    variance = sum(
        result.covariance[row][column] * share.stake * other.stake
        for row, share in numbered_shares
        for column, other in numbered_shares
    )
    mean = error = 0.0
    for number, share in numbered_shares:
        estimate = result.wagers[number]
        mean += estimate.mean * share.stake
        error += (estimate.standard_error or 0.0) * share.stake
    deviation = sqrt(max(variance, 0.0))
    return ShoeFigures(mean, error, deviation, deviation / sqrt(2 * (result.batches - 1)))
