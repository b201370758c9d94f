"""Top 3: three of a kind or a straight flush with the upcard. 58 Pa. Code § 633c.7."""

from upcard.wagers.kit import WagerRule, kernel
from upcard.wagers.three_card_poker import is_straight

OUTCOMES = ("lose", "three-of-a-kind", "straight-flush", "three-of-a-kind-suited")


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the player's two cards and the upcard (§ 633c.7(a), (e)).

    The ace is low or high in a straight flush, as in Three Card Poker (§ 633a.6(e)(9)).
    """
    one = first >> 2
    two = second >> 2
    three = upcard >> 2
    suited = first & 3 == second & 3 and second & 3 == upcard & 3
    if one == two and two == three:
        return 3 if suited else 1
    return 2 if suited and is_straight(one, two, three) == 1 else 0


WAGER = WagerRule("top-3", OUTCOMES, classify)
