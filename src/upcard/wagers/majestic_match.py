"""Majestic Match: a baccarat hand's initial two cards are suited. 58 Pa. Code § 631b.7."""

from upcard.wagers.kit import WagerRule, kernel
from upcard.wagers.royal_match_21 import OUTCOMES
from upcard.wagers.royal_match_21 import classify as suited_row


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of the initial two cards of the hand wagered on (§ 631b.7(e)).

    A hand matches as a player's does at Royal Match 21 (§ 633a.1).
    """
    return suited_row(first, second)


WAGER = WagerRule("majestic-match", OUTCOMES, classify)
