"""Upcard Luck: certain totals against an upcard from 2 to 7. 58 Pa. Code §§ 633b.15, 633c.15."""

from upcard.cards.card import ACE_OF_SPADES, JACK_OF_SPADES, SEVEN, TWO
from upcard.cards.totals import is_blackjack, two_card_total
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "18-19-or-20", "9-10-or-11", "blackjack", "ace-spades-and-jack-spades")


@kernel
def wrong_upcard(upcard: int) -> int:
    """1 when the upcard is not a 2 through 7 (§ 633c.15(f)(1))."""
    return 0 if TWO <= upcard >> 2 <= SEVEN else 1


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the player's two cards against the upcard (§ 633c.15(f), (g)).

    Two aces total 12 and lose.
    """
    if wrong_upcard(upcard) == 1:
        return 0
    if is_blackjack(first, second) == 1:
        low = min(first, second)
        high = max(first, second)
        return 4 if low == ACE_OF_SPADES and high == JACK_OF_SPADES else 3
    total = two_card_total(first, second)
    if 9 <= total <= 11:
        return 2
    return 1 if 18 <= total <= 20 else 0


WAGER = WagerRule("upcard-luck", OUTCOMES, classify, lost_first=wrong_upcard)
