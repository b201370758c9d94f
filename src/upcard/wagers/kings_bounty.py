"""King's Bounty: the player's initial two cards total 20. 58 Pa. Code § 633a.13(h)."""

from upcard.cards.card import KING, KING_OF_SPADES, is_ten_or_ace
from upcard.cards.totals import two_card_total
from upcard.wagers.kit import Hold, Moment, WagerRule, kernel

OUTCOMES = (
    "lose",
    "any-20",
    "pair-of-kings",
    "suited-20",
    "suited-queens-jacks-or-10s-pair",
    "suited-kings-pair",
    "king-of-spades-pair",
    "king-of-spades-pair-and-dealer-blackjack",
)


@kernel
def classify(first: int, second: int, dealer_blackjack: int) -> int:
    """Index into OUTCOMES of a player's initial two cards (§§ 633a.1, 633a.7(g)(6)).

    The cards of a suited pair are the same in rank and suit.
    """
    if two_card_total(first, second) != 20:
        return 0
    if first == second:
        if first == KING_OF_SPADES:
            return 7 if dealer_blackjack == 1 else 6
        return 5 if first >> 2 == KING else 4
    if first & 3 == second & 3:
        return 3
    return 2 if first >> 2 == KING and second >> 2 == KING else 1


@kernel
def held(first: int, second: int, upcard: int) -> int:
    """1 for two kings of spades against an ace or ten-value upcard (§ 633a.7(g)(6))."""
    if first != KING_OF_SPADES or second != KING_OF_SPADES:
        return 0
    return is_ten_or_ace(upcard)


WAGER = WagerRule(
    "kings-bounty", OUTCOMES, classify, hold=Hold(held, Moment.PEEK, Moment.WITH_BLACKJACK)
)
