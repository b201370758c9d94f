"""The players whose wins an exposure compares, over the same remaining shoes."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

import numpy as np

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.perfect_counter import PerfectCounter
from upcard.analysis.exposure.linear_counts import SUITS, LinearCount
from upcard.analysis.exposure.played_wagers import Effects
from upcard.analysis.remaining.forecasts import MOST_GROUPED, grouped, linear
from upcard.analysis.remaining.shoes import plan_shoes
from upcard.analysis.remaining.valuing import Valuing
from upcard.analysis.remaining.wins import Forecast, ShoeWins
from upcard.cards.card import DECK_SIZE
from upcard.wagers.facts import OF_THE_DEALERS_DRAW
from upcard.wagers.kit import WagerRule

EVERY_CARD: Final = "perfect"
"""The row of a player who knows every card that is left."""

GROUPS: Final = {
    "suit-counts": np.arange(DECK_SIZE) % SUITS,
    "rank-counts": np.arange(DECK_SIZE) // SUITS,
}
"""Rows of players who know how many cards of each group are left: four counts, and thirteen."""

FIRST_CARDS: Final = 4
DEALERS_CARDS: Final = 14
"""The most cards that a whole hand is assumed to need after the other's two."""


def dealt_penetrations(priced: WagerRule, decks: int, penetrations: Sequence[float]) -> list[float]:
    """The penetrations that leave enough cards for a round."""
    ends_early = OF_THE_DEALERS_DRAW.isdisjoint(priced.facts) and priced.fold is None
    needed = FIRST_CARDS if ends_early else DEALERS_CARDS
    size = DECK_SIZE * decks
    return [share for share in penetrations if floor(share * size) <= size - needed]


def shoe_wins(  # noqa: PLR0913 - what is valued, who plays, and how far
    decks: int,
    valuing: Valuing,
    backs: Sequence[Fraction],
    made: Effects,
    counts: Sequence[LinearCount],
    *,
    penetrations: Sequence[float],
    shoes: int,
    every_card: bool,
) -> ShoeWins | None:
    """What linear counts win; with `every_card`, also what knowing groups and all cards wins.

    None where no penetration leaves enough cards for a round.
    """
    if not penetrations:
        return None
    plan = plan_shoes(decks, max(penetrations), shoes, valuing.affordable)
    pays = np.array([float(back - 1) for back in backs])
    forecasts: dict[str, Forecast | None] = {
        count.name: linear(count, made.by_card, made.expected, decks) for count in counts
    }
    if every_card:
        if valuing.tensor is not None and valuing.tensor(pays).ndim <= MOST_GROUPED:
            tensor = valuing.tensor(pays)
            forecasts |= {name: grouped(tensor, of, decks) for name, of in GROUPS.items()}
        forecasts[EVERY_CARD] = None
    return ShoeWins(
        plan,
        penetrations,
        forecasts,
        valuing.make(pays),
        lambda: valuing.make(pays**2),
        valuing.affordable,
    )


def perfect_of(rows: Sequence[Penetration], depth: float, shoes: int) -> PerfectCounter | None:
    """The row of the player who knows every card, at a penetration; None where there is none."""
    for row in rows:
        if row.count == EVERY_CARD and row.penetration == depth:
            return PerfectCounter(
                row.win_per_100, row.standard_error, row.share, shoes, row.bankroll
            )
    return None
