"""Majestic Match: a baccarat hand's initial two cards are suited. 58 Pa. Code § 631b.7."""

from upcard.cards.card import is_royal_match
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "suited-match", "royal-match")


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of the initial two cards of the hand wagered on (§ 631b.7(e)).

    Two identical cards are a Suited Match.
    """
    if first & 3 != second & 3:
        return 0
    return 2 if is_royal_match(first, second) == 1 else 1


WAGER = WagerRule("majestic-match", OUTCOMES, classify)
