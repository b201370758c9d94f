"""Royal Match 21: the player's initial two cards are suited. 58 Pa. Code § 633a.13(f)."""

from upcard.cards.card import QUEEN, suited_match
from upcard.wagers.kit import Bonus, Hold, Moment, WagerRule, kernel

OUTCOMES = ("lose", "suited-match", "royal-match")


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of a player's initial two cards (§ 633a.1)."""
    return suited_match(first, second)


@kernel
def held(first: int, second: int, upcard: int) -> int:
    """1 for a Royal Match against a king or queen: it waits for the hole card (§ 633a.7(g)(4))."""
    return 1 if classify(first, second) == 2 and upcard >> 2 >= QUEEN else 0


@kernel
def crown_treasure(first: int, second: int, dealer_royal_match: int) -> int:
    """1 when both player and dealer have a Royal Match (§ 633a.1)."""
    return 1 if dealer_royal_match == 1 and classify(first, second) == 2 else 0


WAGER = WagerRule(
    "royal-match-21",
    OUTCOMES,
    classify,
    hold=Hold(held, Moment.HOLE_CARD, Moment.HOLE_CARD),
    bonus=Bonus("crown-treasure", "crown_treasure", crown_treasure, "royal-match"),
)
