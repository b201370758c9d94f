"""What a player would win who knew the exact odds of every remaining shoe.

It bounds what any count can win. Remaining shoes are sampled and each is priced exactly (in
floats), so that only the choice of shoes is random.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition
from upcard.exact import baccarat, dealer
from upcard.exact import enumerate as first_cards
from upcard.exact.listed_deals import has_pair, is_listed, listed_deals
from upcard.exact.removal import is_of_baccarat
from upcard.wagers.kit import WagerRule

SHOES: Final = 1_000
SHOES_OF_HANDS: Final = 200
SHOES_OF_BACCARAT: Final = 20
"""The most remaining shoes that are priced: for wagers of up to three cards, for wagers of more
cards and of the dealer's hand, which take hundredths of a second each, and at baccarat."""

Weights: TypeAlias = NDArray[np.float64]
"""The number of deals that end in each outcome."""


class PerfectCounter(msgspec.Struct, frozen=True):
    """The results of a player who wagers where the exact expected win is above 0.

    In units of the wager, per 100 rounds; `share_of_rounds` is the part of the rounds in which the
    wager is placed. Estimated from `shoes` shoes. `bankroll`, in wagers, has a risk of ruin of 5 %;
    None without a win.
    """

    win_per_100: float
    standard_error: float
    share_of_rounds: float
    shoes: int
    bankroll: float | None = None


def perfect_counter(
    priced: WagerRule,
    decks: int,
    backs: Sequence[Fraction],
    *,
    step: int,
    penetration: float,
    shoes: int,
    seed: int,
) -> PerfectCounter:
    """Prices at most `shoes` remaining shoes, at the rounds that come every `step` cards in turn.

    `backs` is what each outcome returns per unit. The burned card is not seen: it is as any card
    that is left.
    """
    shoes = min(shoes, _most(priced))
    size = DECK_SIZE * decks
    seen = range(0, floor(penetration * size), step)
    drawn = np.random.default_rng(seed)
    offered, placed, won = np.zeros(shoes), np.zeros(shoes), np.zeros(shoes)
    full = np.full(DECK_SIZE, decks)
    ways_left, returned = ways_of(priced), np.array([float(back) for back in backs])
    for place in range(shoes):
        gone = drawn.multivariate_hypergeometric(full, seen[place % len(seen)])
        left = tuple((full - gone).tolist())
        offered[place] = _offered(priced, left)
        if not offered[place]:
            continue
        ways = ways_left(left)
        worth = float(ways @ returned / ways.sum()) - 1
        placed[place] = offered[place] * (worth > 0)
        won[place] = offered[place] * max(worth, 0.0)
    mean = won.sum() / offered.sum()
    spread = ((won - mean * offered) ** 2).sum() / max(1, shoes - 1)
    return PerfectCounter(
        win_per_100=float(100 * mean),
        standard_error=float(100 * (spread * shoes) ** 0.5 / offered.sum()),
        share_of_rounds=float(placed.sum() / offered.sum()),
        shoes=shoes,
    )


def _most(priced: WagerRule) -> int:
    if is_listed(priced):
        return SHOES
    return SHOES_OF_BACCARAT if is_of_baccarat(priced) else SHOES_OF_HANDS


def _offered(priced: WagerRule, left: Composition) -> float:
    """The probability that the next round offers the wager: that of its upcards (Insurance)."""
    if priced.offered_when is None:
        return 1.0
    upcards = sum(left[card] for card in range(DECK_SIZE) if priced.offered_when(card) == 1)
    return upcards / sum(left)


def ways_of(priced: WagerRule) -> Callable[[Composition], Weights]:
    """A function of a remaining shoe: how many of its deals end in each outcome, as floats.

    Up to a factor, which is the same for all outcomes.
    """
    if is_listed(priced):
        return _of_listed(priced)
    return lambda left: np.array(_counted(priced, left), np.float64)


def _of_listed(priced: WagerRule) -> Callable[[Composition], Weights]:
    """Deals of up to three cards, each classified once: a shoe changes how often it is dealt."""
    deals, values = zip(*listed_deals(priced), strict=True)
    cards, outcomes = np.array(deals), np.array(values)
    before = [
        (cards[:, :place] == cards[:, place : place + 1]).sum(axis=1)
        for place in range(cards.shape[1])
    ]
    alike = cards[:, 0] == cards[:, 1] if has_pair(priced) else np.zeros(len(cards))
    once = np.where(alike, 0.5, 1.0)

    def ways_left(left: Composition) -> Weights:
        of_type, ways = np.array(left), once.copy()
        for place, earlier in enumerate(before):
            ways *= of_type[cards[:, place]] - earlier
        found: Weights = np.bincount(outcomes, ways, len(priced.outcomes)).astype(np.float64)
        return found

    return ways_left


def _counted(priced: WagerRule, left: Composition) -> list[int]:
    if first_cards.is_dealt(priced):
        return [*first_cards.counts(priced, 0, left).values()]
    count = baccarat.counts if is_of_baccarat(priced) else dealer.counts
    return [*count(priced, 0, left).values()]
