"""Perfect Pairs: the player's initial two cards are a pair. 58 Pa. Code § 633c.1."""

from upcard.cards.card import is_red
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "mixed-pair", "colored-pair", "perfect-pair")


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of a player's initial two cards (§ 633c.1(f))."""
    if first >> 2 != second >> 2:
        return 0
    if first == second:
        return 3
    return 2 if is_red(first) == is_red(second) else 1


WAGER = WagerRule("perfect-pairs", OUTCOMES, classify)
