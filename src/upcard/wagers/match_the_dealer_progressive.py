"""Match the Dealer progressive: cards matching the upcard. 58 Pa. Code §§ 633c.3, 685c.1."""

from upcard.cards.card import ACE_OF_SPADES
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "one-non-suited-match",
    "two-non-suited-matches",
    "one-suited-match",
    "one-non-suited-match-and-one-suited-match",
    "two-suited-match-all-others",
    "two-suited-match-aces-of-spades",
)


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the best row of the player's two cards together (§ 633c.3(a)).

    The cards of a suited match are the same in rank and suit.
    """
    rank = upcard >> 2
    matches = (1 if first >> 2 == rank else 0) + (1 if second >> 2 == rank else 0)
    suited = (1 if first == upcard else 0) + (1 if second == upcard else 0)
    if suited == 2:
        return 6 if upcard == ACE_OF_SPADES else 5
    if suited == 1:
        return 4 if matches == 2 else 3
    return matches


WAGER = WagerRule("match-the-dealer-progressive", OUTCOMES, classify)
