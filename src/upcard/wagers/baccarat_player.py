"""The wager on the Player's Hand. 58 Pa. Code § 631a.8, outside the source texts."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "tie", "win")


@kernel
def classify(player_total: int, dealer_total: int) -> int:
    """Index into OUTCOMES of the point counts of the Player's and the Banker's Hand.

    A tie returns the stake.
    """
    if player_total == dealer_total:
        return 1
    return 2 if player_total > dealer_total else 0


WAGER = WagerRule("baccarat-player", OUTCOMES, classify, pushes=("tie",))
