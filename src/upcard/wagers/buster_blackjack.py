"""Buster Blackjack: the dealer busts, paid by the number of cards. 58 Pa. Code § 633c.13."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "three-cards",
    "four-cards",
    "five-cards",
    "six-cards",
    "seven-cards",
    "eight-or-more-cards",
)

BONUS_OUTCOMES = ("lose", "seven-cards", "eight-or-more-cards")


@kernel
def classify(dealer_total: int, dealer_cards: int) -> int:
    """Index into OUTCOMES of the dealer's last total and number of cards (§ 633c.13(g), (h))."""
    return min(dealer_cards, 8) - 2 if dealer_total > 21 else 0


@kernel
def cash_bonus(player_blackjack: int, dealer_total: int, dealer_cards: int) -> int:
    """Index into BONUS_OUTCOMES: a Blackjack against a bust of seven or more (§ 633c.13(i))."""
    if player_blackjack == 0 or dealer_total <= 21 or dealer_cards < 7:
        return 0
    return 1 if dealer_cards == 7 else 2


FORMS = {
    "": WagerRule("buster-blackjack", OUTCOMES, classify),
    "bonus": WagerRule("buster-blackjack", BONUS_OUTCOMES, cash_bonus),
}
