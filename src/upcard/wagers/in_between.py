"""In Between: the upcard ranks between the player's two cards, or equals both. § 633a.13(e)."""

from upcard.cards.card import ACE
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "all-others",
    "three-card-spread",
    "two-card-spread",
    "one-card-spread",
    "triple-match",
)


@kernel
def rank_ace_high(card: int) -> int:
    """Rank of a card with the ace high: 1 (two) to 12 (king), 13 (ace)."""
    rank = card >> 2
    return rank if rank != ACE else 13


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the upcard against the player's two cards (§ 633a.7(g)(3))."""
    low = min(rank_ace_high(first), rank_ace_high(second))
    top = max(rank_ace_high(first), rank_ace_high(second))
    middle = rank_ace_high(upcard)
    if low == top:
        return 5 if middle == low else 0
    if not low < middle < top:
        return 0
    spread = top - low - 1
    return 5 - spread if spread < 4 else 1


WAGER = WagerRule("in-between", OUTCOMES, classify)
