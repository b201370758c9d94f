"""TriLux Deluxe: a three-card poker hand with the upcard. 58 Pa. Code § 633c.11."""

from upcard.cards.card import is_ten_or_ace
from upcard.wagers.kit import Hold, Moment, WagerRule, kernel
from upcard.wagers.three_card_poker import classify as poker_hand

OUTCOMES = ("lose", "flush", "straight", "three-of-a-kind", "straight-flush")


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES of the three-card hand (§ 633c.11(h), (j)).

    The hands and their ranking are those of Three Card Poker.
    """
    return poker_hand(first, second, upcard)


@kernel
def held(first: int, second: int, upcard: int) -> int:
    """1 for a win that waits for the peek: winnings may be capped after it (§ 633c.11(e), (f))."""
    return 1 if is_ten_or_ace(upcard) == 1 and classify(first, second, upcard) > 0 else 0


WAGER = WagerRule(
    "trilux-deluxe",
    OUTCOMES,
    classify,
    hold=Hold(held, Moment.PEEK, Moment.PEEK),
    press="beside",
)
