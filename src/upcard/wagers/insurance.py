"""Insurance: the upcard is an ace and the hole card a ten-value card. 58 Pa. Code § 633a.8."""

from upcard.cards.card import ACE, TEN
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = ("lose", "win")


@kernel
def classify(hole: int) -> int:
    """Index into OUTCOMES of the hole card (§ 633a.8(a))."""
    return 1 if hole >> 2 >= TEN else 0


@kernel
def offered(upcard: int) -> int:
    """1 when the first card dealt to the dealer is an ace (§ 633a.8(a))."""
    return 1 if upcard >> 2 == ACE else 0


WAGER = WagerRule(
    "insurance",
    OUTCOMES,
    classify,
    offered_when=offered,
    offered_where="the dealer shows an ace",
)
