"""Blackjack Match: Blackjacks of player and dealer, or a player's ace. 58 Pa. Code § 633c.10.

The suited rows of two Blackjacks can be read in three ways. In the text's reading all four cards
are of one suit. In the reading "card by card" the two aces are of one suit, and so are the two
ten-value cards. In the reading "row name" the third row asks only that each Blackjack be suited.
"""

from upcard.cards.card import ACE, KING
from upcard.cards.totals import is_blackjack
from upcard.wagers.kit import WagerRule, kernel

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
    """1 when the aces of two Blackjacks are of one suit, and the ten-value cards are, too."""
    ace = min(first, second) & 3 == min(upcard, hole) & 3
    ten = max(first, second) & 3 == max(upcard, hole) & 3
    return 1 if ace and ten else 0


@kernel
def outcome_of_two_blackjacks(first: int, second: int, upcard: int, hole: int, reading: int) -> int:
    """Index into OUTCOMES when player and dealer have Blackjack (§ 633c.10(a)(1)—(4)).

    `reading` is 0 for the text's, 1 for "card by card", 2 for "row name".
    """
    suited = first & 3 == second & 3
    alike = is_alike(first, second, upcard, hole) == 1
    if alike and (suited or reading == 1):
        rank = max(first, second) >> 2
        if rank != max(upcard, hole) >> 2:
            return 5
        return 7 if rank == KING else 6
    return 5 if reading == 2 and suited and upcard & 3 == hole & 3 else 4


@kernel
def row_of(first: int, second: int, upcard: int, hole: int, reading: int) -> int:
    """Index into OUTCOMES of the four cards; `reading` is that of `outcome_of_two_blackjacks`."""
    if min(first, second) >> 2 != ACE:
        return 0
    if is_blackjack(first, second) == 0:
        return 1
    if is_blackjack(upcard, hole) == 1:
        return outcome_of_two_blackjacks(first, second, upcard, hole, reading)
    return 3 if first & 3 == second & 3 else 2


@kernel
def classify(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES of the four cards (§ 633c.10(a))."""
    return row_of(first, second, upcard, hole, 0)


@kernel
def card_by_card(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES in the reading "card by card"."""
    return row_of(first, second, upcard, hole, 1)


@kernel
def outcome_by_row_name(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES in the reading "row name"."""
    return row_of(first, second, upcard, hole, 2)


FORMS = {
    "": WagerRule("blackjack-match", OUTCOMES, classify),
    "card-by-card": WagerRule("blackjack-match", OUTCOMES, card_by_card),
    "row-name": WagerRule("blackjack-match", OUTCOMES, outcome_by_row_name),
}
"""One form for each reading of § 633c.10(a)(1)—(3)."""
