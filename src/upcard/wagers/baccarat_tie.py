"""The wager that both baccarat hands are equal. 58 Pa. Code § 631a.8, outside the source texts."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "win")


@kernel
def classify(player_total: int, dealer_total: int) -> int:
    """Index into OUTCOMES of the point counts of the Player's and the Banker's Hand."""
    return 1 if player_total == dealer_total else 0


WAGER = WagerRule("baccarat-tie", OUTCOMES, classify)
