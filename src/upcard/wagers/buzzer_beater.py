"""Buzzer Beater: a good hand that does not beat the dealer's. 58 Pa. Code § 633c.5(m), (u), (v)."""

from msgspec.structs import replace

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "equal-hands-below-19",
    "21-against-21-or-blackjack",
    "19-against-19",
    "20-against-20",
    "blackjack-against-blackjack",
    "19-against-20",
    "19-against-21-or-blackjack",
    "20-against-21-or-blackjack",
)
UNPROVIDED = ("equal-hands-below-19", "21-against-21-or-blackjack")
"""Outcomes that the text leaves open.

Neither (1) nor (2) of § 633c.5(u) mentions the first; (v)(3) has no odds for the second.
"""


@kernel
def classify(
    player_total: int, player_blackjack: int, dealer_total: int, dealer_blackjack: int
) -> int:
    """Index into OUTCOMES of the two finished hands (§ 633c.5(u)).

    A player's Blackjack beats a dealer's 21 of three or more cards, so that the wager loses (2)(i).
    A player's hand over 21 loses the wager, whatever the dealer has (2)(ii).
    """
    if not player_total <= dealer_total <= 21:
        return 0
    if player_total < 19:
        return 1 if player_total == dealer_total else 0
    if player_blackjack == 1:
        return 5 if dealer_blackjack == 1 else 0
    if player_total == 21:
        return 2
    if player_total == 20:
        return 4 if dealer_total == 20 else 8
    if dealer_total == 19:
        return 3
    return 6 if dealer_total == 20 else 7


@kernel
def classify_collected(
    player_total: int, player_blackjack: int, dealer_total: int, dealer_blackjack: int
) -> int:
    """Index into OUTCOMES where the outcomes in `UNPROVIDED` lose."""
    outcome = classify(player_total, player_blackjack, dealer_total, dealer_blackjack)
    return 0 if outcome <= 2 else outcome


RETURNED = WagerRule("buzzer-beater", OUTCOMES, classify, pushes=UNPROVIDED, surrender=False)
"""No surrender is offered where hands are shared (§ 633c.5(p)(2))."""

FORMS = {
    "": RETURNED,
    "unprovided-collected": replace(RETURNED, classify=classify_collected, closed=UNPROVIDED),
}
"""One form for each reading of § 633c.5(u)."""
