"""Mean values of the actions over the hands of a row: all hands of one total.

A row is decided as one, by its two-card hands that are not pairs; by the pair, if there are no
others; by all hands of the row, if the shoe can deal none of two cards.
"""

from collections.abc import Iterable

from upcard.exact.strategy.cards import TotalRow, hands
from upcard.exact.strategy.column import HandAction, UpcardColumn


def row_worth(column: UpcardColumn, row: TotalRow) -> dict[HandAction, float]:
    """For each action except a split, the probability-weighted sum of its value over a row."""
    return weighted_without_split(
        (weight, column.worth(place)) for place, weight in row_weights(column, row)
    )


def weighted_without_split(
    weighed: Iterable[tuple[float, dict[HandAction, float]]],
) -> dict[HandAction, float]:
    """The weighted sum of the values of each action except a split."""
    worth = weighted_worth(weighed)
    return {action: mean for action, mean in worth.items() if action != "split"}


def weighted_worth(
    weighed: Iterable[tuple[float, dict[HandAction, float]]],
) -> dict[HandAction, float]:
    """The weighted sum of the values of each action; `weighed` has pairs of weight and values."""
    means: dict[HandAction, float] = {}
    for weight, worth in weighed:
        for action, mean in worth.items():
            means[action] = means.get(action, 0.0) + weight * mean
    return means


def row_weights(column: UpcardColumn, row: TotalRow) -> list[tuple[int, float]]:
    """The hands that represent a row, each with its probability; empty if the shoe deals none."""
    of_two_cards = _possible(column, row.two_cards)
    unlike = [(place, chance) for place, chance in of_two_cards if not hands()[place].pair]
    return unlike or of_two_cards or _possible(column, range(row.first, row.end))


def _possible(column: UpcardColumn, places: Iterable[int]) -> list[tuple[int, float]]:
    return [(place, chance) for place in places if (chance := column.chance(place))]
