"""The figures of a PAR sheet that are not odds: deviations and intervals of the return."""

from collections.abc import Iterator
from fractions import Fraction
from math import hypot, sqrt
from statistics import NormalDist
from typing import Final

from upcard.exact.meters import meter_return
from upcard.exact.par import ZERO, ParRecord
from upcard.money.odds import FixedAmount

CONFIDENCES: Final = (0.90, 0.95, 0.99)
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The numbers of rounds for which a PAR sheet gives intervals."""


def edge_at_seeds(record: ParRecord) -> Fraction:
    """The house edge while the meters show the record's amounts, which are their seeds."""
    return record.house_edge - meter_return(record.shares, record.meters, record.wager_units)


def deviation_with_meters(record: ParRecord) -> float | None:
    """The standard deviation with the meters at the record's amounts; None where one is unknown."""
    if any(share.meter not in record.meters for share in record.shares):
        return None
    if any(units is None for units in record.prizes.values()):
        return None
    worth = list(zip(record.worth(), record.outcomes, strict=True))
    mean = sum((row.probability * back for back, row in worth), ZERO)
    return sqrt(sum((row.probability * back**2 for back, row in worth), ZERO) - mean**2)


def deviation_with_bonuses(record: ParRecord, wager: int) -> float | None:
    """The standard deviation of a `wager` in units with its own additional payouts, per unit.

    None where the joint law is not known: it is where each payout is won with one outcome alone.
    A payout in dollars is less of a larger wager.
    """
    bonuses = [bonus for bonus in record.bonuses if not bonus.each]
    back = {row.outcome: row.back for row in record.outcomes}
    if record.shares or not bonuses or any(bonus.within not in back for bonus in bonuses):
        return None
    mean = record.fixed_return
    square = record.variance + mean**2
    for bonus in bonuses:
        paid, chance = bonus.won.back, bonus.won.probability
        if any(isinstance(pay, FixedAmount) for pay in bonus.won.award):
            paid *= Fraction(record.wager_units, wager)
        mean += chance * paid
        square += chance * paid * (2 * back[bonus.within] + paid)
    return sqrt(square - mean**2)


def quantile(confidence: float) -> float:
    """Standard deviations to either side that hold `confidence` of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def intervals(
    mean: float, deviation: float, mean_error: float = 0.0
) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """For each of `ROUNDS` the ranges of the mean return, one for each of `CONFIDENCES`.

    A simulated mean has a standard error, which widens them.
    """
    for rounds in ROUNDS:
        error = hypot(deviation / sqrt(rounds), mean_error)
        margins = [quantile(confidence) * error for confidence in CONFIDENCES]
        yield rounds, [(mean - margin, mean + margin) for margin in margins]
