"""Sums of what a counting player's rounds won by class, added up over blocks.

The class of a round is known before its cards are, so the luck of its cards has the mean 0 in every
class: wins less that luck estimate a class's mean as they estimate that of all rounds. Errors come
from batches, which are independent.
"""

from math import sqrt

import msgspec

from upcard.simulation.round_products import sum_of_vectors


class ClassMean(msgspec.Struct, frozen=True):
    """The mean win of a class of rounds; None without rounds, the error also for a single batch.

    `gain` is the raw mean's variance over the corrected mean's, None for a raw mean.
    """

    rounds: int
    mean: float | None
    standard_error: float | None
    gain: float | None


class ClassSums(msgspec.Struct, frozen=True):
    """Sums over batches by class: of a batch's sums, and of the products of two of them.

    A batch's sums are its rounds, what they won, and what they won without luck, which is the same
    where nothing is corrected. Classes are the counts, then the parts of a shoe. Wins at a count
    are per unit wagered, those from a part of the shoe per smallest wager, a seat; side wagers are
    one unit throughout.
    """

    totals: tuple[tuple[float, ...], ...]
    products: tuple[tuple[float, ...], ...]

    def __add__(self, other: "ClassSums") -> "ClassSums":
        both = ((self.totals, other.totals), (self.products, other.products))
        return ClassSums(*(tuple(map(sum_of_vectors, one, two)) for one, two in both))

    def means(self, batches: int, *, corrected: bool) -> list[ClassMean]:
        """The mean of each class, from a number of batches."""
        return [
            _mean(totals, products, batches, corrected=corrected)
            for totals, products in zip(
                zip(*self.totals, strict=True), zip(*self.products, strict=True), strict=True
            )
        ]


def _mean(
    totals: tuple[float, ...], products: tuple[float, ...], batches: int, *, corrected: bool
) -> ClassMean:
    """A ratio of two sums over batches, and the error of such a ratio."""
    rounds, raw, estimating = totals
    squares, raw_rounds, won_rounds, raw_square, _, square = products
    if not rounds:
        return ClassMean(0, None, None, None)

    def error(won: float, times_rounds: float, won_square: float) -> float:
        mean = won / rounds
        spread = max(won_square - 2 * mean * times_rounds + mean**2 * squares, 0.0)
        return sqrt(spread * batches / (batches - 1)) / rounds

    mean = estimating / rounds
    if batches < 2:
        return ClassMean(int(rounds), mean, None, None)
    mean_error = error(estimating, won_rounds, square)
    raw_error = error(raw, raw_rounds, raw_square)
    gain = (raw_error / mean_error) ** 2 if corrected and mean_error else None
    return ClassMean(int(rounds), mean, mean_error, gain)
