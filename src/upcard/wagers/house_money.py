"""House Money: the player's two cards are a straight or a pair. 58 Pa. Code § 633a.13(n)."""

from upcard.cards.card import ACE, KING, is_ten_or_ace
from upcard.wagers.kit import Hold, Moment, WagerRule, kernel

OUTCOMES = ("lose", "two-card-straight", "pair", "two-card-straight-flush", "ace-king-suited")


@kernel
def classify(first: int, second: int) -> int:
    """Index into OUTCOMES of a player's initial two cards (§§ 633a.1, 633a.6(e)(12)).

    Ace-king and ace-two are both straights; a suited pair is only a pair.
    """
    low = min(first >> 2, second >> 2)
    top = max(first >> 2, second >> 2)
    suited = first & 3 == second & 3
    if low == top:
        return 2
    if low == ACE and top == KING:
        return 4 if suited else 1
    if top - low == 1:
        return 3 if suited else 1
    return 0


@kernel
def held(first: int, second: int, upcard: int) -> int:
    """1 for a win against an ace or ten-value upcard: waits for the peek (§ 633a.7(g)(10)(i))."""
    return 1 if is_ten_or_ace(upcard) == 1 and classify(first, second) > 0 else 0


WAGER = WagerRule(
    "house-money",
    OUTCOMES,
    classify,
    hold=Hold(held, Moment.PEEK, Moment.PEEK),
    press="blackjack",
)
