"""Majestic Match: a baccarat hand's initial two cards are suited. 58 Pa. Code § 631b.7."""

from upcard.cards.card import suited_match
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "suited-match", "royal-match")


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of the initial two cards of the hand wagered on (§ 631b.7(e)).

    Two identical cards are a Suited Match.
    """
    return suited_match(first, second)


WAGER = WagerRule("majestic-match", OUTCOMES, classify)
