"""What a count wins of shoes that are dealt so far: rounds added up, with an error from batches."""

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

PENETRATIONS: Final = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9)

OFFERED, PLACED, FORECAST, WON = range(4)
"""What is added up of rounds: the wagers that were offered, those placed, what the count made of
them, what they won."""


class Penetration(msgspec.Struct, frozen=True):
    """What a count makes of shoes that are dealt so far, in units of the wager.

    `share` is the part of the rounds in which it places the wager. Of 100 rounds it wins
    `win_per_100` with its `standard_error`; `forecast_per_100` is what it expected then.
    """

    count: str
    penetration: float
    share: float
    win_per_100: float
    standard_error: float
    forecast_per_100: float


def added_up(count: str, penetration: float, batches: NDArray[np.float64]) -> Penetration:
    """A count's wagers; `batches` has the four sums of each batch of shoes, in units."""
    offered, placed, forecasts, won = batches.T
    wins = 100 * won / offered
    return Penetration(
        count=count,
        penetration=penetration,
        share=float(placed.sum() / offered.sum()),
        win_per_100=float(100 * won.sum() / offered.sum()),
        standard_error=float(wins.std(ddof=1) / len(batches) ** 0.5),
        forecast_per_100=float(100 * forecasts.sum() / offered.sum()),
    )
