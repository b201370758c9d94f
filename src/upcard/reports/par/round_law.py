"""The law of what one player wins in one round, and how far resplits may move its sums."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

import numpy as np

from upcard.analysis.risk.resplit_bound import error_bound, most_resplits
from upcard.analysis.rounds.exact_laws import ExactRound
from upcard.analysis.rounds.results import sum_of_rounds

Law: TypeAlias = Mapping[Fraction, Fraction]
"""The probability of each result of a round, in units of the first wager's initial amount."""


@dataclass(frozen=True, slots=True)
class FoundLaw:
    """The law of one round, exact but for splits of more than two hands (`together`).

    The results are in units of the first wager's amount, `wagered` units; `main` is the Blackjack
    wager's amount.
    """

    wagered: int
    method: str
    law: Law
    together: ExactRound | None = None
    main: int = 0

    @property
    def resplit(self) -> float:
        """The probability that a pair becomes three hands or more."""
        return 0.0 if self.together is None else self.together.resplit_chance


def bound_of(law: FoundLaw, rounds: int) -> float:
    """The most by which a probability after some rounds may be wrong; 0 where all is exact."""
    exact = law.together
    if exact is None or not exact.resplit_chance:
        return 0.0
    often, unit = exact.resplit_chance, Fraction(law.main, law.wagered)
    most, _ = most_resplits(often, rounds)
    square = sum(float(net / law.main) ** 2 * chance for net, chance in exact.resplit.items())
    reach = max(int(abs(net) / law.main) for net in exact.resplit)
    bound = partial(error_bound, reach=reach, often=often, square=square / often, rounds=rounds)
    if most >= rounds:
        return bound(np.zeros(0), 1)
    fewer = {
        net / law.wagered: Fraction(chance - exact.beside.get(net, 0.0))
        for net, chance in exact.law.items()
    }
    before = sum_of_rounds(
        normal({net: chance for net, chance in fewer.items() if chance > 0}), rounds - most
    )
    return bound(before.chances, int(unit / before.step))


def normal(law: Law) -> Law:
    """The law with probabilities that add up to 1 exactly."""
    total = sum(law.values(), Fraction(0))
    return {net: chance / total for net, chance in law.items()}


def with_mean(law: Law, mean: Fraction) -> Law:
    """A law from dealt rounds with the mean that is known exactly.

    Each probability changes by a factor that is linear in the result, by less than the error of
    the rounds, so that the results stay those that occur.
    """
    dealt = sum((net * chance for net, chance in law.items()), Fraction(0))
    variance = sum((net**2 * chance for net, chance in law.items()), Fraction(0)) - dealt**2
    slope = (mean - dealt) / variance
    return {net: chance * (1 + slope * (net - dealt)) for net, chance in law.items()}
