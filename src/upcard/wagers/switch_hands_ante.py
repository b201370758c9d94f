"""Switch Hands ante: a fee for two more cards, which nothing wins back. 58 Pa. Code § 633c.4(c)."""

from upcard.wagers.kit import LOSE, Wager, kernel

OUTCOMES = (LOSE,)


@kernel
def classify() -> int:
    """Index into OUTCOMES: it is collected."""
    return 0


WAGER = Wager("switch-hands-ante", OUTCOMES, classify)
