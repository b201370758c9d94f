"""Super 4: the dealer's and the player's two cards as one hand. 58 Pa. Code § 633c.6.

In the text's reading the cards of a pair, and of two pair, are of the same suit and rank; in the
industry's reading they are of the same rank. The certificate holder chooses the suit of the highest
row.
"""

from collections.abc import Callable

from upcard.cards.card import CLUBS, DIAMONDS, HEARTS, SPADES
from upcard.wagers import jackpot_party
from upcard.wagers.jackpot_party import (
    BEST_ROYAL_FLUSH,
    EQUAL_CARDS,
    EQUAL_RANKS,
    ROYAL_FLUSH,
    four_cards,
)
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (*jackpot_party.OUTCOMES[:-1], "royal-flush-chosen-suit")
"""Those of Jackpot Party, in its order; the best royal flush is of the suit that is chosen."""


@kernel
def row_of(first: int, second: int, upcard: int, hole: int, shift: int, chosen: int) -> int:
    """Index into OUTCOMES of the four cards; `chosen` is the suit (§ 633c.6(a)).

    Pairs are compared by rank and suit (`shift` `EQUAL_CARDS`), or by rank (`EQUAL_RANKS`).
    """
    row = four_cards(first, second, upcard, hole, shift)
    return BEST_ROYAL_FLUSH if row == ROYAL_FLUSH and first & 3 == chosen else row


@kernel
def spades(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where spades are chosen."""
    return row_of(first, second, upcard, hole, EQUAL_CARDS, SPADES)


@kernel
def hearts(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where hearts are chosen."""
    return row_of(first, second, upcard, hole, EQUAL_CARDS, HEARTS)


@kernel
def diamonds(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where diamonds are chosen."""
    return row_of(first, second, upcard, hole, EQUAL_CARDS, DIAMONDS)


@kernel
def clubs(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where clubs are chosen."""
    return row_of(first, second, upcard, hole, EQUAL_CARDS, CLUBS)


@kernel
def industry_spades(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where spades are chosen, pairs by rank."""
    return row_of(first, second, upcard, hole, EQUAL_RANKS, SPADES)


@kernel
def industry_hearts(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where hearts are chosen, pairs by rank."""
    return row_of(first, second, upcard, hole, EQUAL_RANKS, HEARTS)


@kernel
def industry_diamonds(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where diamonds are chosen, pairs by rank."""
    return row_of(first, second, upcard, hole, EQUAL_RANKS, DIAMONDS)


@kernel
def industry_clubs(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES where clubs are chosen, pairs by rank."""
    return row_of(first, second, upcard, hole, EQUAL_RANKS, CLUBS)


def _form(classify: Callable[..., int]) -> WagerRule:
    return WagerRule("super-4", OUTCOMES, classify)


FORMS = {
    "": _form(spades),
    "spades": _form(spades),
    "hearts": _form(hearts),
    "diamonds": _form(diamonds),
    "clubs": _form(clubs),
    "industry": _form(industry_spades),
    "industry-spades": _form(industry_spades),
    "industry-hearts": _form(industry_hearts),
    "industry-diamonds": _form(industry_diamonds),
    "industry-clubs": _form(industry_clubs),
}
"""One form for each reading and chosen suit; spades where no suit is named."""
