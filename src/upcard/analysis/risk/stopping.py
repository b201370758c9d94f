"""The result of a player who stops at a loss, round by round."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, gcd, lcm, sqrt
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.rules.violation import BadInput

MAX_ROUNDS: Final = 20_000
MAX_WORK: Final = 20_000_000_000
"""The most products of a result so far and a result of one round that are added up."""

FARTHEST: Final = 12.0
"""Standard deviations above the mean beyond which results are counted as one."""


class StoppingResult(msgspec.Struct, frozen=True):
    """The result after at most some rounds, of a player who stops at a loss of `limit` units.

    `results` are in units wagered, ascending, with their `chances`. `stopped` is the probability of
    having stopped, `rounds` the mean number of rounds played.
    """

    limit: Fraction
    results: NDArray[np.float64]
    chances: NDArray[np.float64]
    stopped: float
    rounds: float

    @property
    def mean(self) -> float:
        """The expected result."""
        return float(self.results @ self.chances)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result."""
        return sqrt(float(self.results**2 @ self.chances) - self.mean**2)

    @property
    def ahead(self) -> float:
        """The probability that the player's result is above zero."""
        return float(self.chances[self.results > 0].sum())

    def quantile(self, share: float) -> float:
        """The smallest result that is not exceeded with a probability of `share`."""
        return float(self.results[int(np.searchsorted(np.cumsum(self.chances), share))])

    def form(self, shares: Iterable[float]) -> dict[str, Any]:
        """The figures for JSON, with the quantiles of some shares."""
        return {
            "units": float(self.limit),
            "stopped": self.stopped,
            "rounds": self.rounds,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "ahead": self.ahead,
            "quantiles": {f"{share:g}": self.quantile(share) for share in shares},
        }


def stopping(law: Mapping[Fraction, Fraction], rounds: int, limit: Fraction) -> StoppingResult:
    """The result after `rounds` independent rounds of one law, stopped once `limit` units are lost.

    A last round may lose more than is left to the limit. Raises `BadInput` where this takes too
    long to count.
    """
    if limit <= 0:
        raise BadInput(f"A loss to stop at is more than nothing, not {float(limit):g} units.")
    if rounds > MAX_ROUNDS:
        raise BadInput(f"Stopping at a loss is counted for at most {MAX_ROUNDS:,} rounds.")
    step = _step(law)
    moves = [(int(net / step), float(chance)) for net, chance in sorted(law.items())]
    total = sum(chance for _, chance in moves)
    moves = [(points, chance / total) for points, chance in moves]
    least, most = moves[0][0], moves[-1][0]
    floor = -ceil(limit / step)  # the highest result at which the player stops
    top = min(rounds * max(most, 0), _highest(moves, rounds))
    lowest = floor + min(least, 0)
    size = top - lowest + 1
    if size * len(moves) * rounds > MAX_WORK:
        raise BadInput(
            f"Stopping at a loss would take too long to count over {rounds:,} rounds with these "
            "wagers: ask for fewer rounds, or for wagers with smaller awards."
        )
    running, has_stopped = np.zeros(size), np.zeros(size)
    running[-lowest] = 1.0
    stop, played = floor - lowest + 1, 0.0
    for _ in range(rounds):
        played += running.sum()
        running = _after_a_round(running, moves, size)
        has_stopped[:stop] += running[:stop]
        running[:stop] = 0.0
    results = np.asarray((np.arange(size) + lowest) * float(step), np.float64)
    stopped = float(has_stopped.sum())
    return StoppingResult(limit, results, running + has_stopped, stopped, float(played))


def _after_a_round(
    running: NDArray[np.float64], moves: list[tuple[int, float]], size: int
) -> NDArray[np.float64]:
    """The results after one more round; those above the highest are counted there."""
    after = np.zeros(size)
    for points, chance in moves:
        if points >= 0:
            after[points:] += chance * running[: max(size - points, 0)]
            if points:
                after[-1] += chance * running[max(size - points, 0) :].sum()
        else:
            after[:points] += chance * running[-points:]
    return after


def _highest(moves: list[tuple[int, float]], rounds: int) -> int:
    """A result that is hardly ever exceeded, in points."""
    mean = sum(points * chance for points, chance in moves)
    square = sum(points**2 * chance for points, chance in moves)
    spread = sqrt(max(square - mean**2, 0.0) * rounds)
    return ceil(max(mean * rounds, 0.0) + FARTHEST * spread) + 2 * max(moves[-1][0], 1)


def _step(law: Mapping[Fraction, Fraction]) -> Fraction:
    """The largest amount of which all results of a round are multiples."""
    common = lcm(*(net.denominator for net in law))
    return Fraction(gcd(*(int(net * common) for net in law)) or 1, common)
