"""In Between: the upcard falls between, or equals, the player's cards. § 633a.13(e)."""

from upcard.wagers.kit import Wager, kernel

OUTCOMES = (
    "lose",
    "all-others",
    "three-card-spread",
    "two-card-spread",
    "one-card-spread",
    "triple-match",
)


@kernel
def high(card: int) -> int:
    """Rank 1 (two) to 13 (ace): aces rank high here."""
    rank = card >> 2
    return rank if rank > 0 else 13


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the upcard's place among the player's cards (§ 633a.7(g)(3))."""
    low = min(high(first), high(second))
    top = max(high(first), high(second))
    middle = high(upcard)
    if low == top:
        return 5 if middle == low else 0
    if not low < middle < top:
        return 0
    spread = top - low - 1
    return 5 - spread if spread < 4 else 1


WAGER = Wager("in-between", OUTCOMES, classify)
