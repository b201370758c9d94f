"""Blackjack Match: Blackjacks of player and dealer, or a player's ace. 58 Pa. Code § 633c.10.

By the text the suited rows of two Blackjacks ask that all four cards be of one suit. Card by
card, the aces agree in suit and so do the ten-value cards; by the row's name, the third row asks
only that either Blackjack be suited in itself.
"""

from upcard.cards.totals import is_blackjack
from upcard.wagers.kit import Wager, kernel

OUTCOMES = (
    "lose",
    "player-any-ace",
    "player-blackjack",
    "player-suited-blackjack",
    "player-and-dealer-blackjacks",
    "player-and-dealer-suited-blackjacks",
    "matching-suited-blackjacks",
    "ace-king-matching-suited-blackjacks",
)


@kernel
def is_alike(first: int, second: int, upcard: int, hole: int) -> int:
    """1 when the aces of two Blackjacks agree in suit, and their ten-value cards."""
    ace = min(first, second) & 3 == min(upcard, hole) & 3
    ten = max(first, second) & 3 == max(upcard, hole) & 3
    return 1 if ace and ten else 0


@kernel
def of_two_blackjacks(first: int, second: int, upcard: int, hole: int, reading: int) -> int:
    """Index into OUTCOMES when player and dealer have Blackjack (§ 633c.10(a)(1)—(4)).

    Reading 0 is the text's, 1 card by card, 2 the third row's name.
    """
    suited = first & 3 == second & 3
    alike = is_alike(first, second, upcard, hole) == 1
    if alike and (suited or reading == 1):
        rank = max(first, second) >> 2
        if rank != max(upcard, hole) >> 2:
            return 5
        return 7 if rank == 12 else 6
    return 5 if reading == 2 and suited and upcard & 3 == hole & 3 else 4


@kernel
def row_of(first: int, second: int, upcard: int, hole: int, reading: int) -> int:
    """Index into OUTCOMES of the four cards in a reading of `of_two_blackjacks`."""
    if min(first, second) >> 2 != 0:
        return 0
    if is_blackjack(first, second) == 0:
        return 1
    if is_blackjack(upcard, hole) == 1:
        return of_two_blackjacks(first, second, upcard, hole, reading)
    return 3 if first & 3 == second & 3 else 2


@kernel
def classify(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES of the four cards (§ 633c.10(a))."""
    return row_of(first, second, upcard, hole, 0)


@kernel
def card_by_card(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where suits are compared card by card."""
    return row_of(first, second, upcard, hole, 1)


@kernel
def by_row_name(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where the name of the third row decides."""
    return row_of(first, second, upcard, hole, 2)


FORMS = {
    "": Wager("blackjack-match", OUTCOMES, classify),
    "card-by-card": Wager("blackjack-match", OUTCOMES, card_by_card),
    "row-name": Wager("blackjack-match", OUTCOMES, by_row_name),
}
"""By the reading of § 633c.10(a)(1)—(3)."""
