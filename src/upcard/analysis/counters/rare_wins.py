"""Upper bounds of a player's win where hardly any of the drawn shoes favors them.

Of few such shoes a standard error says little; of none it is 0, though the next shoe may be one.
So the part of the rounds is bounded by the number of shoes without one (the rule of three), and
what is won by the moments of the wager's value v, whose mean m is below 0: for every v and
every p > 1,

    max(v, 0) <= (p - 1)^(p - 1) / p^p |v - m|^p / |m|^(p - 1),

and the mean of the right side is known well from shoes that favor nobody. Of a player who wins
what they forecast, in the mean, v may be the forecast. Each of the two bounds holds with a
probability of 95 %. As the least of several p counts, each of these may fail with a probability of
5 % divided by their number (Bonferroni).
"""

from collections.abc import Mapping
from math import exp
from statistics import NormalDist
from typing import Final

import numpy as np

from upcard.compiled.arrays import Floats

MIN_SHOES: Final = 30
"""The least number of shoes with a placed wager that gives a meaningful standard error."""

ORDERS: Final = (2, 4, 8)
"""The moments whose mean over shoes is known well; the least bound counts."""

UNLIKELY: Final = 0.05
"""The probability with which a bound fails."""

DEVIATIONS: Final = NormalDist().inv_cdf(1 - UNLIKELY / len(ORDERS))
"""Standard errors that the mean of each moment may lie higher, so that all of the bounds hold."""


def most_shoes(winning_shoes: int) -> float:
    """The mean number of shoes with which so few, or fewer, are as unlikely as one in twenty.

    It is 3.0 where none was found: the rule of three.
    """
    low, high = 0.0, 10.0 + 3 * winning_shoes
    for _ in range(60):
        middle = (low + high) / 2
        term = chance = exp(-middle)
        for number in range(1, winning_shoes + 1):
            term *= middle / number
            chance += term
        low, high = (middle, high) if chance > UNLIKELY else (low, middle)
    return high


class RareWins:
    """Sums the moments of what a wager is worth to players, by penetration.

    `expected` is its mean, at which deviations are taken; `players` are numbered.
    """

    def __init__(self, expected: float, players: int, penetrations: int) -> None:
        self._expected = expected
        self._size = (players, len(ORDERS), penetrations)
        self._shoes: dict[int, int] = {}
        self._totals: dict[int, Floats] = {}
        self._squares: dict[int, Floats] = {}

    def add(
        self, stratum: int, dealt: Floats, offered: Floats, worths: Mapping[int, Floats]
    ) -> None:
        """Add shoes: `dealt` is by penetration and round, the others are by shoe and round.

        `worths` has the values, or forecasts, of some players by number.
        """
        self._shoes[stratum] = self._shoes.get(stratum, 0) + len(offered)
        totals = self._totals.setdefault(stratum, np.zeros(self._size))
        squares = self._squares.setdefault(stratum, np.zeros(self._size))
        if self._expected >= 0:
            return
        for player, worth in worths.items():
            power = ((worth - self._expected) / self._expected) ** 2
            for order in range(len(ORDERS)):
                of_shoes = (offered * power) @ dealt.T
                totals[player, order] += of_shoes.sum(axis=0)
                squares[player, order] += (of_shoes**2).sum(axis=0)
                power = power**2

    def most_won(self, player: int, depth: int) -> float | None:
        """What a player wins at most from a shoe; None where the wager is favorable off the top."""
        if self._expected >= 0:
            return None
        bounds = []
        for number, order in enumerate(ORDERS):
            mean = variance = 0.0
            for stratum, shoes in self._shoes.items():
                of_shoe = self._totals[stratum][player, number, depth] / shoes
                square = self._squares[stratum][player, number, depth] / shoes
                mean += of_shoe
                variance += max(square - of_shoe**2, 0.0) / max(shoes - 1, 1)
            scale = -self._expected * (order - 1) ** (order - 1) / order**order
            bounds.append(scale * (mean + DEVIATIONS * variance**0.5))
        return float(min(bounds))
