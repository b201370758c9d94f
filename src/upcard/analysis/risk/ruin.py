"""The chance that a bankroll is lost, with wins over many rounds as a Brownian motion."""

from math import erfc, exp, inf, log, sqrt
from typing import Final

_ASYMPTOTIC: Final = 30.0
"""Standard deviations beyond which a tail is approximated by its first term."""


def ruin(bankroll: float, mean: float, deviation: float) -> float:
    """The probability of ever losing a bankroll, given mean and standard deviation per round."""
    return exp(-2 * mean * bankroll / deviation**2) if mean > 0 else 1.0


def bankroll_for(risk: float, mean: float, deviation: float) -> float:
    """The bankroll that is ever lost with probability `risk`; infinite if none is enough."""
    return -log(risk) * deviation**2 / (2 * mean) if mean > 0 else inf


def ruin_within(bankroll: float, mean: float, deviation: float, rounds: float) -> float:
    """The probability of losing a bankroll within `rounds` rounds (a first passage time)."""
    spread = deviation * sqrt(rounds)
    left, right = (bankroll + mean * rounds) / spread, (bankroll - mean * rounds) / spread
    if right > _ASYMPTOTIC:
        reflected = exp(-(left**2) / 2) / (right * 2.5066282746310002)
    else:
        reflected = exp((right**2 - left**2) / 2) * upper_tail(right)
    return min(1.0, upper_tail(left) + reflected)


def upper_tail(deviations: float) -> float:
    """The probability that a normal variable is `deviations` standard deviations above its mean."""
    return erfc(deviations / sqrt(2)) / 2
