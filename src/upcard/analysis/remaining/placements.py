"""How often counts with whole tags place a wager, and what they forecast: exact, without shoes.

Neither depends on the deals that pay, so both are known of wagers that no count has an exact win
for, because whole hands decide them.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from upcard.analysis.counters.linear_counts import PERFECT, LinearCount
from upcard.analysis.remaining.exact_counts import FORECAST, PLACED, ExactWins, whole_tags
from upcard.analysis.remaining.shoes import rounds_to
from upcard.analysis.remaining.weighed_deals import deals_of_every_round
from upcard.cards.card import DECK_SIZE


class Placement(NamedTuple):
    """The part of the rounds in which a count places a wager, and its forecast of the win.

    The forecast is per 100 rounds, in units of the wager.
    """

    share: float
    forecast_per_100: float


def placements(
    counts: Sequence[LinearCount],
    effects: Sequence[float],
    expected: float,
    decks: int,
    penetration: float,
) -> Mapping[str, Placement]:
    """The placements of the computed counts with whole tags, by name.

    `expected` is what the wager wins off the top, and `effects` are those of removing a card.
    """
    rounds = rounds_to(penetration, DECK_SIZE * decks)
    found: dict[str, Placement] = {}
    for count in counts:
        tags = whole_tags(count)
        if tags is None or count.published or count.name == PERFECT:
            continue
        wins = ExactWins(count, tags, effects, expected)
        sums = wins.sums_by_round(deals_of_every_round(decks), rounds).mean(axis=0)
        found[count.name] = Placement(float(sums[PLACED]), 100 * float(sums[FORECAST]))
    return found
