"""Match the Dealer, up card: a player's card matches its rank. WSGC Match the Dealer Blackjack."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "unsuited-match",
    "suited-match",
    "two-unsuited-matches",
    "suited-and-unsuited-matches",
    "two-suited-matches",
)


@kernel
def matches(first: int, second: int, card: int) -> int:
    """Index into OUTCOMES of the player's original two cards against one of the dealer's.

    Each card that matches the rank is paid; a suited match is the same in rank and suit (Table 2).
    """
    suited = (1 if first == card else 0) + (1 if second == card else 0)
    if first >> 2 == card >> 2 and second >> 2 == card >> 2:
        return 3 + suited
    if first >> 2 == card >> 2 or second >> 2 == card >> 2:
        return 1 + suited
    return 0


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES against the up card."""
    return matches(first, second, upcard)


COMPOSED = {
    "two-unsuited-matches": ("unsuited-match", "unsuited-match"),
    "suited-and-unsuited-matches": ("suited-match", "unsuited-match"),
    "two-suited-matches": ("suited-match", "suited-match"),
}
"""The outcomes for which both of the player's cards are paid, each with its two rows."""

WAGER = WagerRule("match-the-dealer", OUTCOMES, classify, composed=COMPOSED)
