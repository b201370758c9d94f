"""The players whose wins an exposure compares, over the same remaining shoes."""

from collections.abc import Mapping, Sequence
from math import floor
from typing import Final

import numpy as np

from upcard.analysis.counters.linear_counts import ALIKE, PERFECT, SUITS, LinearCount, finest_count
from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.perfect_counter import PerfectCounter
from upcard.analysis.counters.played_wagers import Effects
from upcard.analysis.remaining.exact_counts import ExactWins, whole_tags
from upcard.analysis.remaining.forecasters import Forecast, Forecaster
from upcard.analysis.remaining.forecasts import MAX_GROUPED, forecast_by_count, forecast_by_groups
from upcard.analysis.remaining.shoes import plan_shoes
from upcard.analysis.remaining.valuations import DealSums, PricedWager
from upcard.analysis.remaining.weighed_deals import deals_of_every_round, weighed_deals
from upcard.analysis.remaining.win_rows import PlayersAtShoes
from upcard.analysis.remaining.wins import ShoeWins
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.wagers.facts import OF_THE_DEALERS_DRAW
from upcard.wagers.kit import WagerRule

EVERY_CARD: Final = "perfect"
"""The row of a player who knows every card that is left."""

GROUPS: Final = {
    "suit-counts": np.arange(DECK_SIZE) % SUITS,
    "rank-counts": np.arange(DECK_SIZE) // SUITS,
}
"""Rows of players who know how many cards of each group are left: four counts, and thirteen."""

FINEST_NAME: Final = ""
"""The name of the finest count, which has no row."""

FIRST_CARDS: Final = 4
DEALERS_CARDS: Final = 14
"""The most cards that a whole hand is assumed to need after the other's two."""


def dealt_penetrations(rule: WagerRule, decks: int, penetrations: Sequence[float]) -> list[float]:
    """The penetrations that leave enough cards for a round."""
    ends_early = OF_THE_DEALERS_DRAW.isdisjoint(rule.facts) and rule.fold is None
    cards = FIRST_CARDS if ends_early else DEALERS_CARDS
    size = DECK_SIZE * decks
    return [share for share in penetrations if floor(share * size) <= size - cards]


def shoe_wins(
    decks: int,
    wager: PricedWager,
    effects: Effects,
    counts: Sequence[LinearCount],
    *,
    penetrations: Sequence[float],
    shoes: int,
    every_card: bool,
) -> ShoeWins | None:
    """What linear counts win; with `every_card`, also what knowing groups and all cards wins.

    None where no penetration leaves enough cards for a round. With no `shoes` to draw, exact sums
    alone are told.
    """
    if not penetrations:
        return None
    plan = plan_shoes(decks, max(penetrations), shoes, wager.affordable)
    watched = [*counts]
    if shoes and counts and not any(_is_like_perfect(count) for count in counts[1:]):
        watched.append(finest_count(effects.by_card))
    forecasts: dict[str, Forecast | None] = {
        count.name: forecast_by_count(count, effects.by_card, effects.expected, decks)
        for count in watched
    }
    if every_card:
        tensor = wager.tensor
        if tensor is not None and tensor.ndim <= MAX_GROUPED:
            forecasts |= {
                name: forecast_by_groups(tensor, groups, decks) for name, groups in GROUPS.items()
            }
        forecasts[EVERY_CARD] = None
    _, offered = wager.values(np.full((1, DECK_SIZE), float(decks)))
    exact = _sums_of_counts(watched, wager.deals, effects, decks, plan.rounds)
    players = tuple(_forecaster(name, forecast, exact) for name, forecast in forecasts.items())
    return ShoeWins(
        PlayersAtShoes(plan, penetrations, players, float(offered[0]), effects.expected),
        wager.values,
        wager.squares,
        wager.affordable,
    )


def _forecaster(name: str, forecast: Forecast | None, exact: Mapping[str, Floats]) -> Forecaster:
    """A player; the finest count, which has no name, corrects the others, else the perfect one."""
    return Forecaster(
        name=name or None,
        forecast=forecast,
        exact=exact.get(name),
        calibrated=name in (*GROUPS, EVERY_CARD),
        corrects=name == (FINEST_NAME if FINEST_NAME in exact else PERFECT),
    )


def _is_like_perfect(count: LinearCount) -> bool:
    """Whether the count places every wager as the perfect linear count does."""
    return count.correlation > ALIKE


def _sums_of_counts(
    counts: Sequence[LinearCount], deals: DealSums | None, effects: Effects, decks: int, rounds: int
) -> dict[str, Floats]:
    """The `ExactSums` of the counts with whole tags, by round, in arrays by the count's name.

    The perfect linear count has those of a count that places every wager as it does, if there is
    one. Without `deals` it is not known what is won.
    """
    of_full_shoe = deals_of_every_round(decks) if deals is None else weighed_deals(deals, decks)
    by_count: dict[str, Floats] = {}
    for count in counts:
        tags = None if count.name == PERFECT else whole_tags(count)
        if tags is not None and of_full_shoe.keep_tags_apart(tags):
            wins = ExactWins(count, tags, effects.by_card, effects.expected)
            by_count[count.name] = wins.sums_by_round(of_full_shoe, rounds)
            if _is_like_perfect(count):
                by_count[PERFECT] = by_count[count.name]
    return by_count


def perfect_of(rows: Sequence[Penetration], depth: float, shoes: int) -> PerfectCounter | None:
    """The row of the player who knows every card, at a penetration; None where there is none."""
    for row in rows:
        if row.count == EVERY_CARD and row.penetration == depth:
            return PerfectCounter(
                row.win_per_100,
                row.standard_error,
                row.share,
                shoes,
                row.bankroll,
                row.win_at_most,
            )
    return None
