"""Buzzer Beater: a good hand that does not beat the dealer's. 58 Pa. Code § 633c.5(m), (u), (v)."""

from upcard.wagers.kit import Wager, kernel

OUTCOMES = (
    "lose",
    "21-against-21-or-blackjack",
    "19-against-19",
    "20-against-20",
    "blackjack-against-blackjack",
    "19-against-20",
    "19-against-21-or-blackjack",
    "20-against-21-or-blackjack",
)
"""The table prints no odds for the second: it returns the stake."""


@kernel
def classify(
    player_total: int, player_blackjack: int, dealer_total: int, dealer_blackjack: int
) -> int:
    """Index into OUTCOMES of the two finished hands (§ 633c.5(u)).

    A player's Blackjack beats a 21 of more cards, so that the wager loses.
    """
    if not 19 <= player_total <= dealer_total <= 21:
        return 0
    if player_blackjack == 1:
        return 4 if dealer_blackjack == 1 else 0
    if player_total == 21:
        return 1
    if player_total == 20:
        return 3 if dealer_total == 20 else 7
    if dealer_total == 19:
        return 2
    return 5 if dealer_total == 20 else 6


WAGER = Wager("buzzer-beater", OUTCOMES, classify, pushes=("21-against-21-or-blackjack",))
