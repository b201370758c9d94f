"""Hit and Run: the dealer has Blackjack or five cards or more. 58 Pa. Code § 633a.13(l)."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "blackjack",
    "five-cards",
    "six-cards",
    "seven-cards",
    "eight-or-more-cards",
)


@kernel
def classify(dealer_cards: int, dealer_blackjack: int) -> int:
    """Index into OUTCOMES of the dealer's hand, a busting card counted (§ 633a.7(o)(2)(i))."""
    if dealer_blackjack == 1:
        return 1
    return min(dealer_cards, 8) - 3 if dealer_cards >= 5 else 0


WAGER = WagerRule("hit-and-run", OUTCOMES, classify)
