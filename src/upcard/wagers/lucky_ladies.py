"""Lucky Ladies: the player's initial two cards total 20. 58 Pa. Code § 633a.13(c)."""

from upcard.cards.card import QUEEN_OF_HEARTS, is_ten_or_ace
from upcard.cards.totals import two_card_total
from upcard.wagers.kit import Hold, Moment, WagerRule, kernel

OUTCOMES = (
    "lose",
    "any-20",
    "suited-20",
    "matched-20",
    "queen-of-hearts-pair",
    "queen-of-hearts-pair-and-dealer-blackjack",
)


@kernel
def classify(first: int, second: int, dealer_blackjack: int) -> int:
    """Index into OUTCOMES of a player's initial two cards (§§ 633a.1, 633a.7(g)(1)).

    Identical cards are the same in rank and suit.
    """
    if two_card_total(first, second) != 20:
        return 0
    if first == second:
        if first == QUEEN_OF_HEARTS:
            return 5 if dealer_blackjack == 1 else 4
        return 3
    return 2 if first & 3 == second & 3 else 1


@kernel
def held(first: int, second: int, upcard: int) -> int:
    """1 for two queens of hearts against an ace or ten-value upcard (§ 633a.7(g)(1))."""
    if first != QUEEN_OF_HEARTS or second != QUEEN_OF_HEARTS:
        return 0
    return is_ten_or_ace(upcard)


WAGER = WagerRule(
    "lucky-ladies", OUTCOMES, classify, hold=Hold(held, Moment.PEEK, Moment.WITH_BLACKJACK)
)
