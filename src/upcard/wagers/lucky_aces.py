"""Lucky Aces: an ace among the player's and the dealer's two cards. 58 Pa. Code § 633c.8."""

from upcard.cards.card import ACE, DIAMONDS
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "one-ace",
    "one-ace-of-diamonds",
    "two-aces",
    "two-aces-same-suit",
    "three-aces",
    "three-aces-same-suit",
    "four-aces",
)


@kernel
def ace_bit(card: int) -> int:
    """A bit for the suit of an ace; 0 for any other card."""
    return 1 << (card & 3) if card >> 2 == ACE else 0


@kernel
def classify(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES of the aces in the four cards (§ 633c.8(d), (e))."""
    aces = 0
    aces += 1 if first >> 2 == ACE else 0
    aces += 1 if second >> 2 == ACE else 0
    aces += 1 if upcard >> 2 == ACE else 0
    aces += 1 if hole >> 2 == ACE else 0
    suits = ace_bit(first) | ace_bit(second) | ace_bit(upcard) | ace_bit(hole)
    one_suit = suits in (1, 2, 4, 8)
    if aces == 4:
        return 7
    if aces == 3:
        return 6 if one_suit else 5
    if aces == 2:
        return 4 if one_suit else 3
    if aces == 1:
        return 2 if suits == 1 << DIAMONDS else 1
    return 0


WAGER = WagerRule("lucky-aces", OUTCOMES, classify)
