"""What a count wins from shoes dealt to a given depth, with an error estimated from batches."""

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

PENETRATIONS: Final = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9)

OFFERED, PLACED, FORECAST, WON = range(4)
"""The sums over rounds: wagers offered, wagers placed, their forecast by the count, what they won.
"""


class Penetration(msgspec.Struct, frozen=True):
    """The results of a count from shoes dealt to a given depth, in units of the wager.

    `share` is the part of the rounds in which it places the wager. Per 100 rounds it wins
    `win_per_100`, with its `standard_error`, 0 where that is exact; `forecast_per_100` is the
    count's own forecast of that. A `bankroll` of so many wagers has a risk of ruin of 5 % with it;
    None where it is not computed, and where nothing is won.
    """

    count: str
    penetration: float
    share: float
    win_per_100: float
    standard_error: float
    forecast_per_100: float
    bankroll: float | None = None

    @property
    def error_in_words(self) -> str:
        """The standard error, or that what is won is exact."""
        exact = self.share > 0 and self.standard_error == 0
        return "exact" if exact else f"{self.standard_error:.4f}"


def summarize_penetration(
    count: str, penetration: float, batches: NDArray[np.float64]
) -> Penetration:
    """The results of a count; `batches` has the four sums of each batch of shoes, in units."""
    offered, placed, forecasts, won = batches.T
    dealt = offered > 0  # a batch of few shoes may not offer the wager at all
    wins = 100 * won[dealt] / offered[dealt]
    return Penetration(
        count=count,
        penetration=penetration,
        share=float(placed.sum() / offered.sum()),
        win_per_100=float(100 * won.sum() / offered.sum()),
        standard_error=float(wins.std(ddof=1) / len(wins) ** 0.5),
        forecast_per_100=float(100 * forecasts.sum() / offered.sum()),
    )
