"""Players who choose their rounds by a forecast of what a wager wins in the remaining shoe."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from upcard.analysis.remaining.exact_counts import ExactSums
from upcard.compiled.arrays import Floats

Forecast: TypeAlias = Callable[[Floats], Floats]
"""The expected win that a player believes in, for remaining shoes (cards by type, last axis)."""


@dataclass(frozen=True, slots=True, eq=False)
class Forecaster:
    """A player who wagers where a round's `forecast` is above 0; None forecasts the exact value.

    One without a name is not shown. `exact` are their `ExactSums` by round, where these are known.
    A `calibrated` player wins what they forecast, on average. What chance gave the drawn shoes of a
    player who `corrects` tells what it gave the others.
    """

    name: str | None
    forecast: Forecast | None
    exact: Floats | None = None
    calibrated: bool = False
    corrects: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether all sums are known, what is won among them."""
        return self.exact is not None and not np.isnan(self.exact).any()

    def exact_sums(self, rounds: int) -> ExactSums | None:
        """The exact sums over the first rounds of a shoe; None where they are not known."""
        if self.exact is None:
            return None
        return ExactSums(*self.exact[:rounds].sum(axis=0).tolist())
