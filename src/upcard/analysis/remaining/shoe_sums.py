"""Sums over the rounds of shoes that are drawn, and their means, corrected by what is known.

Every shoe has some sums at each penetration: how often the wager is offered, what it wins if it is
always placed, and three for each player: how often they place it, what they forecast there, and
what they win. Shoes of one stratum are added up, with the products of their sums, so that means and
their covariances are known.

Some of the means are known exactly beforehand. By how much the drawn shoes miss these tells by how
much they probably miss the others, which are corrected for it: the known ones are control variates,
and the weights of the correction are those of a linear regression.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from upcard.compiled.arrays import Floats

ROUNDING: Final = 1e-10
"""A part of a variance that is rounding."""

OFFERED, ALWAYS_WON = range(2)
OF_ALL: Final = 2
"""The sums of a shoe that belong to no player: `OFFERED` and `ALWAYS_WON`."""

PLACED, FORECAST, WON = range(3)
OF_A_PLAYER: Final = 3
"""The sums of each player: `PLACED`, `FORECAST` and `WON`."""


def place_of(player: int, sum_index: int) -> int:
    """The place of a player's sum `PLACED`, `FORECAST` or `WON` among the sums of a shoe."""
    return OF_ALL + OF_A_PLAYER * player + sum_index


@dataclass(slots=True)
class _StratumSums:
    """Totals over the shoes of one stratum, by penetration and sum.

    `products` are those of each two sums of a shoe; `nonzero` counts the shoes in which a sum is
    not 0.
    """

    shoes: int
    totals: Floats
    products: Floats
    nonzero: Floats


class ShoeSums:
    """Adds up the sums of shoes, by stratum."""

    def __init__(self) -> None:
        self._strata: dict[int, _StratumSums] = {}

    def add(self, stratum: int, sums: Floats) -> None:
        """Add the shoes of a stratum: their `sums` by penetration, sum and shoe."""
        totals, products = sums.sum(axis=2), sums @ sums.transpose(0, 2, 1)
        of_stratum = self._strata.setdefault(
            stratum,
            _StratumSums(0, *(np.zeros_like(array) for array in (totals, products, totals))),
        )
        of_stratum.shoes += sums.shape[2]
        of_stratum.totals += totals
        of_stratum.products += products
        of_stratum.nonzero += np.count_nonzero(sums, axis=2)

    @property
    def shoes(self) -> dict[int, int]:
        """The number of shoes of each stratum."""
        return {stratum: sums.shoes for stratum, sums in self._strata.items()}

    def means(self, penetration: int) -> "ShoeMeans":
        """The means at a penetration, by its number; some shoe has been added.

        Shoes of a stratum are valued before its rounds alone: the means of the strata add up.
        """
        strata = self._strata.values()
        size = next(iter(strata)).totals.shape[1]
        means, covariances, nonzero = np.zeros(size), np.zeros((size, size)), np.zeros(size)
        for stratum in strata:
            mean = stratum.totals[penetration] / stratum.shoes
            spread = stratum.products[penetration] / stratum.shoes - np.outer(mean, mean)
            means += mean
            covariances += spread / max(1, stratum.shoes - 1)
            nonzero += stratum.nonzero[penetration]
        return ShoeMeans(means, covariances, nonzero)


@dataclass(frozen=True, slots=True, eq=False)
class ShoeMeans:
    """The mean sums of a shoe, with the covariances of these means; all by the place of the sum.

    `exact_means`, by the places of their sums, correct the other means.
    """

    means: Floats
    covariances: Floats
    nonzero: Floats

    def corrected_mean(self, place: int, exact_means: Mapping[int, float]) -> float:
        """A mean, less what it owes to the chance that the means of the `exact_means` sums show."""
        places = list(exact_means)
        by_chance = self.means[places] - np.array([exact_means[count] for count in places])
        return float(self.means[place] - self._weights(place, places) @ by_chance)

    def error(self, place: int, exact_means: Mapping[int, float]) -> float:
        """The standard error of a mean that the `exact_means` sums correct."""
        places = list(exact_means)
        covariances = self.covariances[place]
        explained = self._weights(place, places) @ covariances[places]
        return float(max(0.0, covariances[place] - explained) ** 0.5)

    def _weights(self, place: int, known: list[int]) -> Floats:
        """The coefficients of the regression of a mean on the known ones."""
        among = self.covariances[np.ix_(known, known)]
        scale = np.sqrt(np.maximum(np.diagonal(among), ROUNDING))
        inverse = np.linalg.pinv(among / np.outer(scale, scale), rcond=ROUNDING, hermitian=True)
        weights: Floats = (inverse @ (self.covariances[place][known] / scale)) / scale
        return weights
