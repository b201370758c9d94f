"""Three Card Poker: the player's two cards and the upcard. 58 Pa. Code § 633a.13(k)."""

from upcard.cards.card import ACE, KING, QUEEN
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "flush", "straight", "three-of-a-kind", "straight-flush")


@kernel
def is_straight(one: int, two: int, three: int) -> int:
    """1 for three consecutive ranks; the ace is low or high, and never in the middle."""
    low = min(one, two, three)
    top = max(one, two, three)
    middle = one + two + three - low - top
    if top - low == 2 and middle - low == 1:
        return 1
    return 1 if low == ACE and middle == QUEEN and top == KING else 0


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the three-card hand (§ 633a.6(e)(9)).

    Three suited cards of one rank are three of a kind.
    """
    one = first >> 2
    two = second >> 2
    three = upcard >> 2
    suited = first & 3 == second & 3 and second & 3 == upcard & 3
    if one == two and two == three:
        return 3
    if is_straight(one, two, three) == 1:
        return 4 if suited else 2
    return 1 if suited else 0


WAGER = WagerRule("three-card-poker", OUTCOMES, classify)
