"""Blazing 7's: sevens among the player's initial two cards and a third. 58 Pa. Code § 633c.9."""

from upcard.cards.card import DIAMONDS, SEVEN, is_red
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "one-7",
    "two-7s",
    "three-7s",
    "three-7s-same-color",
    "three-7s-clubs-spades-hearts",
    "three-7s-diamonds",
    "three-7s-same-suit",
)


@kernel
def sevens(first: int, second: int, third: int) -> int:
    """Index into OUTCOMES, 0 to 4: sevens and their color, without their suits (§ 633c.9(d)).

    The third card counts only with two sevens ((3), (4)); -1 stands for no third card.
    """
    pair = 0
    pair += 1 if first >> 2 == SEVEN else 0
    pair += 1 if second >> 2 == SEVEN else 0
    if pair < 2 or third >> 2 != SEVEN:
        return pair
    color = is_red(first)
    return 4 if is_red(second) == color and is_red(third) == color else 3


@kernel
def one_suit(first: int, second: int, third: int) -> int:
    """1 for three sevens of the same suit."""
    return 1 if first == second and second == third and first >> 2 == SEVEN else 0


@kernel
def two_sevens(first: int, second: int) -> int:
    """1 for two sevens: one more card is dealt even against a Blackjack (§ 633c.9(d)(4))."""
    return 1 if first >> 2 == SEVEN and second >> 2 == SEVEN else 0


@kernel
def classify_a(first: int, second: int, drawn: int) -> int:
    """Index into OUTCOMES by Paytable A, with the player's first drawn card (§ 633c.9(d), (f))."""
    return 7 if one_suit(first, second, drawn) == 1 else sevens(first, second, drawn)


@kernel
def classify_b(first: int, second: int, drawn: int) -> int:
    """Index into OUTCOMES by Paytable B, which pays diamonds apart from the other suits."""
    if one_suit(first, second, drawn) == 1:
        return 6 if drawn & 3 == DIAMONDS else 5
    return sevens(first, second, drawn)


@kernel
def classify_a_upcard(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES by Paytable A, with the dealer's upcard (§ 633c.9(h))."""
    return classify_a(first, second, upcard)


@kernel
def classify_b_upcard(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES by Paytable B, with the dealer's upcard (§ 633c.9(h))."""
    return classify_b(first, second, upcard)


FORMS = {
    "A": WagerRule("blazing-7s", OUTCOMES, classify_a, extra_card=two_sevens),
    "B": WagerRule("blazing-7s", OUTCOMES, classify_b, extra_card=two_sevens),
    "A-upcard": WagerRule("blazing-7s", OUTCOMES, classify_a_upcard),
    "B-upcard": WagerRule("blazing-7s", OUTCOMES, classify_b_upcard),
}
