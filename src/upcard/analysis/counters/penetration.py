"""The win of a count from shoes dealt to a given depth, with an error estimated from batches."""

from math import ceil, floor, log10
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.rare_wins import MIN_SHOES, most_shoes

PENETRATIONS: Final = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9)

OFFERED, PLACED, FORECAST, WON = range(4)
"""The sums over rounds: wagers offered, wagers placed, their forecast by the count, what they won.
"""


class Penetration(msgspec.Struct, frozen=True):
    """The results of a count from shoes dealt to a given depth, in units of the wager.

    `share` is the part of all rounds of the game in which it places the wager, also of those in
    which the wager is not offered, as Insurance without an ace up. Per 100 rounds it wins
    `win_per_100`, with its `standard_error`, 0 where that is exact; `forecast_per_100` is the
    count's own forecast of that. `bankroll` is the number of wagers with which the risk of ruin
    is 5 %; None where it is not computed, and where nothing is won.

    Where hardly any of the shoes favors the count, the standard error says little. Then it wins at
    most `win_at_most` and is placed in at most `share_at_most` of the rounds, each with a
    probability of 95 %; both are None elsewhere, and what is known exactly has no bound.
    """

    count: str
    penetration: float
    share: float
    win_per_100: float
    standard_error: float
    forecast_per_100: float
    bankroll: float | None = None
    share_at_most: float | None = None
    win_at_most: float | None = None

    @property
    def error_in_words(self) -> str:
        """The standard error, that what is won is exact, or what is won at most."""
        return error_in_words(self.standard_error, self.win_at_most)


def error_in_words(error: float, at_most: float | None) -> str:
    """A standard error, ``exact`` where there is none, or a bound where one is known."""
    if at_most is not None:
        return f"at most {bound_in_words(at_most)}"
    return f"{error:.4f}" if error else "exact"


def bound_in_words(number: float) -> str:
    """A bound in words, rounded up to two digits that count, to four decimal places at least."""
    places = max(4, 1 - floor(log10(number))) if number > 0 else 4
    return f"{ceil(number * 10**places) / 10**places:.{places}f}"


def summarize_penetration(
    count: str, penetration: float, batches: NDArray[np.float64], shoes: int, most: float
) -> Penetration:
    """The results of a count; `batches` has the four sums of each batch of shoes, in units.

    They are dealt from `shoes` shoes in all, and a wager wins at most `most`.
    """
    offered, placed, forecasts, won = batches.T
    dealt = offered > 0  # a batch of few shoes may not offer the wager at all
    wins = 100 * won[dealt] / offered[dealt]
    few = int(placed.sum())  # as many shoes at most
    share_at_most = most_shoes(few) / shoes if few < MIN_SHOES else None
    return Penetration(
        count=count,
        penetration=penetration,
        share=float(placed.sum() / offered.sum()),
        win_per_100=float(100 * won.sum() / offered.sum()),
        standard_error=float(wins.std(ddof=1) / len(wins) ** 0.5),
        forecast_per_100=float(100 * forecasts.sum() / offered.sum()),
        share_at_most=share_at_most,
        win_at_most=None if share_at_most is None else 100 * share_at_most * most,
    )
