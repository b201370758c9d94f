"""Bet the Set 21: the player's initial two cards are a pair. 58 Pa. Code § 633a.13(g)."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "pair", "suited-pair")


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of a player's initial two cards (§ 633a.1)."""
    if first == second:
        return 2
    return 1 if first >> 2 == second >> 2 else 0


WAGER = WagerRule("bet-the-set-21", OUTCOMES, classify)
