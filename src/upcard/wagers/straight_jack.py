"""Straight Jack: the player's cards form a straight as they are dealt. 58 Pa. Code § 633a.13(m).

The state of the straight is packed into 13 bits: its lowest and highest place in bits 0 to 3 and
4 to 7 (an ace has place 0 below a two, 13 above a king), the suit of its ace in bits 8 and 9, the
number of cards seen (2 stands for more) in bits 10 and 11, and 1 in bit 12 once a card has broken
it.
"""

from upcard.cards.card import ACE, KING, SPADES
from upcard.wagers.kit import CardFold, Hold, Moment, WagerRule, kernel

OUTCOMES = (
    "lose",
    "two-card-straight",
    "three-card-straight",
    "four-card-straight",
    "five-card-straight",
    "six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts",
    "six-card-straight-with-an-ace-of-spades",
)


@kernel
def step(state: int, card: int) -> int:
    """The state after one more of the player's cards (§ 633a.7(o)(3)(i)).

    A card that does not extend the straight at either end breaks it for good.
    """
    rank = card >> 2
    ace = (card & 3) << 8 if rank == ACE else 0
    seen = (state >> 10) & 3
    if seen == 0:
        return rank | rank << 4 | ace | 1 << 10
    low = state & 15
    top = (state >> 4) & 15
    suit = state & 0x300
    if state >> 12 == 1:
        return state
    if seen == 1 and top == ACE and rank == KING:
        # An ace that was dealt first now ranks above the king.
        return KING | (KING + 1) << 4 | suit | 2 << 10
    if rank == top + 1 or (rank == ACE and top == KING):
        return low | (top + 1) << 4 | suit | ace | 2 << 10
    if rank == low - 1:
        return (low - 1) | top << 4 | suit | ace | 2 << 10
    return low | top << 4 | suit | 2 << 10 | 1 << 12


@kernel
def classify(folded: int) -> int:
    """Index into OUTCOMES of the straight (§ 633a.13(m)(1)).

    Ace to 6 is the only straight of six cards that does not bust.
    """
    length = ((folded >> 4) & 15) - (folded & 15) + 1
    if length < 6:
        return length - 1
    return 6 if (folded >> 8) & 3 == SPADES else 5


@kernel
def held(first: int, second: int, upcard: int) -> int:  # noqa: ARG001 - a hold's three cards
    """1 for a two-card straight, which waits for the dealer's last card (§ 633a.7(o)(3))."""
    return 1 if classify(step(step(0, first), second)) > 0 else 0


WAGER = WagerRule(
    "straight-jack",
    OUTCOMES,
    classify,
    hold=Hold(held, Moment.LAST_DEALER_CARD, Moment.LAST_DEALER_CARD),
    fold=CardFold("player", step),
)
