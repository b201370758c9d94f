"""Forecasts of a wager's value by players who know less than every card that is left."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.linear_counts import LinearCount, forecast
from upcard.analysis.remaining.forecasters import Forecast
from upcard.analysis.remaining.forms import DealForm, ways_of
from upcard.analysis.remaining.shoes import cards_left
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats

MAX_GROUPED: Final = 3
"""The most cards for which values are averaged over groups."""


def forecast_by_count(
    count: LinearCount, effects: Sequence[float], expected: float, decks: int
) -> Forecast:
    """The forecast of a count: the expected win off the top, and its line in the cards seen."""
    size = DECK_SIZE * decks
    tags = (size - 1) * np.array(forecast(count, effects))
    full = decks * tags.sum()

    def forecast_shoes(left: Floats) -> Floats:
        forecasts: Floats = expected + (full - left @ tags) / cards_left(left)
        return forecasts

    return forecast_shoes


def forecast_by_groups(pays: Floats, groups: NDArray[np.int64], decks: int) -> Forecast:
    """The exact value to a player who knows the cards left of each group, but not which they are.

    `pays` is by the types of the cards that decide; `groups` has the group of each type. Within a
    group every card of the full shoe is as likely as another to be left.
    """
    of_types = [
        np.arange(DECK_SIZE).reshape([-1 if place == axis else 1 for place in range(pays.ndim)])
        for axis in range(pays.ndim)
    ]
    weights = np.ones_like(pays)
    for axis, types in enumerate(of_types):
        weights = weights * (
            decks - sum((types == other).astype(float) for other in of_types[:axis])
        )
    number = int(groups.max()) + 1
    key = np.zeros(pays.shape, np.int64)
    for types in of_types:
        key = number * key + groups[types]
    paid = np.bincount(key.ravel(), (weights * pays).ravel(), number**pays.ndim)
    dealt = np.bincount(key.ravel(), weights.ravel(), number**pays.ndim)
    means = np.divide(paid, dealt, out=np.zeros_like(paid), where=dealt > 0)
    form = DealForm(means[key])

    def forecast_shoes(left: Floats) -> Floats:
        return form(left) / ways_of(cards_left(left), form.cards)

    return forecast_shoes
