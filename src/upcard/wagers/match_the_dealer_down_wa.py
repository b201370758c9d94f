"""Match the Dealer, down card: a player's card of its rank. WSGC Match the Dealer Blackjack."""

from upcard.wagers.kit import WagerRule, kernel
from upcard.wagers.match_the_dealer_wa import COMPOSED, OUTCOMES, matches


@kernel
def classify(first: int, second: int, hole: int) -> int:
    """Index into OUTCOMES against the dealer's down card (Table 2)."""
    return matches(first, second, hole)


WAGER = WagerRule("match-the-dealer-down", OUTCOMES, classify, composed=COMPOSED)
