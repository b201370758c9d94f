"""Bad Beat: the player's 20 loses to the dealer's 21. 58 Pa. Code § 633a.13(j)."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "player-has-a-20",
    "blackjack",
    "21-with-three-cards",
    "21-with-four-cards",
    "21-with-five-cards",
    "21-with-six-cards",
    "21-with-seven-or-more-cards",
)
ANY_20 = ("player-has-a-20",)
"""The optional row: the player's 20 wins whatever the dealer has."""


@kernel
def outcome_of_hands(player_total: int, dealer_total: int, dealer_cards: int) -> int:
    """Index into OUTCOMES of the two finished hands (§ 633a.7(o)(1)); a soft 20 is a 20.

    A 21 in two cards is a Blackjack. A surrendered hand counts like any other.
    """
    if player_total != 20 or dealer_total != 21:
        return 0
    return min(dealer_cards, 7)


@kernel
def outcome_of_any_20(player_total: int, dealer_total: int, dealer_cards: int) -> int:
    """Index into OUTCOMES where a 20 wins whatever the dealer has (§ 633a.7(o)(1)(i))."""
    if player_total != 20:
        return 0
    return max(outcome_of_hands(player_total, dealer_total, dealer_cards), 1)


@kernel
def classify(player_total: int, dealer_total: int, dealer_cards: int, surrendered: int) -> int:
    """Index into OUTCOMES; the cards of a surrendered hand are gone (§ 633a.9(a))."""
    return 0 if surrendered == 1 else outcome_of_hands(player_total, dealer_total, dealer_cards)


@kernel
def classify_any_20(
    player_total: int, dealer_total: int, dealer_cards: int, surrendered: int
) -> int:
    """Index into OUTCOMES where every 20 wins, unless the hand was surrendered."""
    return 0 if surrendered == 1 else outcome_of_any_20(player_total, dealer_total, dealer_cards)


@kernel
def magic_card_bonus(first: int, second: int, magic_card: int) -> int:
    """1 when one of the player's first two cards matches the Magic Card (§ 633a.1)."""
    return 1 if magic_card in (first, second) else 0


@kernel
def lucky_player_bonus(lucky_seat: int) -> int:
    """1 for the player in the position that was selected (§ 633a.1)."""
    return lucky_seat


FORMS = {
    "": WagerRule("bad-beat", OUTCOMES, classify, closed=ANY_20),
    "any-20": WagerRule("bad-beat", OUTCOMES, classify_any_20),
    "surrendered-in": WagerRule("bad-beat", OUTCOMES, outcome_of_hands, closed=ANY_20),
    "any-20-surrendered-in": WagerRule("bad-beat", OUTCOMES, outcome_of_any_20),
    "bonus-magic-card": WagerRule("bad-beat", ("lose", "magic-card-bonus"), magic_card_bonus),
    "bonus-lucky-player": WagerRule("bad-beat", ("lose", "lucky-player-bonus"), lucky_player_bonus),
}
"""The forms: with or without the optional row, and by the reading of what a surrendered hand wins.

Each additional payout (bonus) is a form of its own.
"""
