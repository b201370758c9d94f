"""Super Match: the first four cards at Blackjack Switch match. 58 Pa. Code § 633a.13(i)."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "pair", "three-of-a-kind", "two-pair", "four-of-a-kind")


@kernel
def equal(one: int, two: int) -> int:
    """1 for two cards of the same rank."""
    return 1 if one >> 2 == two >> 2 else 0


@kernel
def classify(first: int, second: int, third: int, fourth: int) -> int:
    """Index into OUTCOMES of the cards of a player's two hands (§§ 633a.6(e)(7), 633a.7(g)(7))."""
    pairs = equal(first, second) + equal(first, third) + equal(first, fourth)
    pairs += equal(second, third) + equal(second, fourth) + equal(third, fourth)
    if pairs == 6:
        return 4
    if pairs == 3:
        return 2
    return 3 if pairs == 2 else pairs


WAGER = WagerRule("super-match", OUTCOMES, classify)
