"""Switch Hands ante: a fee for two more cards; it is never returned. 58 Pa. Code § 633c.4(c)."""

from upcard.wagers.kit import LOSE, WagerRule, kernel

OUTCOMES = (LOSE,)


@kernel
def classify() -> int:
    """Index into OUTCOMES: always 0, because the ante is always collected."""
    return 0


WAGER = WagerRule("switch-hands-ante", OUTCOMES, classify)
