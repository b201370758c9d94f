"""Jackpot Party: the dealer's and the player's two cards as one hand. 58 Pa. Code § 633c.2."""

from upcard.cards.card import ACE, DIAMONDS, JACK, is_red
from upcard.cards.totals import is_blackjack
from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "dealer-ace-up",
    "dealer-blackjack",
    "pair",
    "all-cards-same-color",
    "two-pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "royal-flush-other-suit",
    "royal-flush-diamonds",
)
(
    ACE_UP,
    DEALER_BLACKJACK,
    PAIR,
    ONE_COLOR,
    TWO_PAIR,
    FLUSH,
    STRAIGHT,
    THREE_OF_A_KIND,
    ROYAL_FLUSH,
    BEST_ROYAL_FLUSH,
) = range(1, len(OUTCOMES))
"""The rows after a loss, as indices into OUTCOMES; the best royal flush is of one certain suit."""

EQUAL_CARDS = 0
EQUAL_RANKS = 2
"""The bits that a comparison of two cards leaves out: none, or the suit."""


@kernel
def is_ace_king_queen_jack(first: int, second: int, ten: int) -> int:
    """1 when the player's two cards and the dealer's ten-value card are king, queen and jack.

    The dealer also holds the ace. An ace and a ten-value card form no other straight of four cards.
    """
    one = first >> 2
    other = second >> 2
    last = ten >> 2
    if one < JACK or other < JACK or last < JACK:
        return 0
    return 1 if one != other and last not in (one, other) else 0


@kernel
def is_one_suit(first: int, second: int, upcard: int, hole: int) -> int:
    """1 when all four cards are of one suit."""
    suit = first & 3
    return 1 if second & 3 == suit and upcard & 3 == suit and hole & 3 == suit else 0


@kernel
def is_one_color(first: int, second: int, upcard: int, hole: int) -> int:
    """1 when all four cards are of one color."""
    reds = is_red(first) + is_red(second) + is_red(upcard) + is_red(hole)
    return 1 if reds in (0, 4) else 0


@kernel
def is_paired(first: int, second: int, ace: int, ten: int, shift: int) -> int:
    """1 when two of the four cards are equal without their lowest `shift` bits."""
    one = first >> shift
    other = second >> shift
    high = ace >> shift
    low = ten >> shift
    if one == other:
        return 1
    return 1 if one in (high, low) or other in (high, low) else 0


@kernel
def with_blackjack(first: int, second: int, ace: int, ten: int, shift: int) -> int:
    """The highest row of the player's cards and a dealer's Blackjack (§§ 633c.2(a), 633c.6(a)).

    An index into OUTCOMES, where `ROYAL_FLUSH` is one in any suit. Pairs are compared
    without the lowest `shift` bits: `EQUAL_CARDS` or `EQUAL_RANKS`.
    """
    suited = is_one_suit(first, second, ace, ten)
    if is_ace_king_queen_jack(first, second, ten) == 1:
        return ROYAL_FLUSH if suited == 1 else STRAIGHT
    rank = first >> 2
    if rank == second >> 2 and rank in (ace >> 2, ten >> 2):
        return THREE_OF_A_KIND
    if suited == 1:
        return FLUSH
    low = min(first, second)
    top = max(first, second)
    if low >> shift == ace >> shift and top >> shift == ten >> shift:
        return TWO_PAIR
    if is_one_color(first, second, ace, ten) == 1:
        return ONE_COLOR
    return PAIR if is_paired(first, second, ace, ten, shift) == 1 else DEALER_BLACKJACK


@kernel
def four_cards(first: int, second: int, upcard: int, hole: int, shift: int) -> int:
    """The row of `with_blackjack`; without a dealer's Blackjack `ACE_UP`, or 0 for a loss."""
    if is_blackjack(upcard, hole) == 0:
        return ACE_UP if upcard >> 2 == ACE else 0
    return with_blackjack(first, second, min(upcard, hole), max(upcard, hole), shift)


@kernel
def classify(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into OUTCOMES of the four cards (§ 633c.2(a)); the dealer holds a royal flush's ace."""
    row = four_cards(first, second, upcard, hole, EQUAL_RANKS)
    return BEST_ROYAL_FLUSH if row == ROYAL_FLUSH and first & 3 == DIAMONDS else row


WAGER = WagerRule("jackpot-party", OUTCOMES, classify)
