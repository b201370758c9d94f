"""Codes that the simulation's kernels use for hands, results, columns and notes.

A value is 0 (ace) to 9 (any ten-value card); a row is ten times the number of a hand's state.
"""

from typing import Final

# The code of a finished hand: its total, plus DOUBLED if it was doubled, or one of the others.

DOUBLED: Final = 32
SURRENDERED: Final = 64
EVEN_MONEY: Final = 65
NATURAL: Final = 66
ONE_COLOR: Final = 67
TIED: Final = 68
ONE_COLOR_AND_TIED: Final = 69
"""Blackjacks: ordinary, paid for one color, paid when tied, both (§ 633c.4(i), (o))."""

LARGE: Final = 70
LARGE_ACES: Final = 71
"""Two large cards of Down Under: a 20, and two aces."""

RETURNED: Final = 72
"""A further hand of a split whose wager a dealer Blackjack returns, by a house's own rules."""

CODES_KEPT: Final = 73
"""The number of codes."""

DEALER_BLACKJACK: Final = 31
"""Used as the dealer's total for a Blackjack."""

TOTALS: Final = 32
"""The dealer's totals are below this."""

# The result of a hand: twice an outcome of `games.blackjack`, plus one if doubled, or one of these
# results of a Blackjack: even money before the peek, 1 to 1 after the dealer's hand, paid for one
# color, tied and paid; or a further hand of a split, returned against a dealer Blackjack.

EVEN_MONEY_RESULT: Final = 14
LEVEL_RESULT: Final = 15
ONE_COLOR_RESULT: Final = 16
TIED_RESULT: Final = 17
RETURNED_RESULT: Final = 18
RESULTS_KEPT: Final = 19
"""The number of results."""

# The columns of a batch: 1, its rounds, what its Blackjack and Insurance wagers won, its number of
# Insurance wagers, then the side wagers.

ONES: Final = 0
IN_BATCH: Final = 1
BLACKJACK_NET: Final = 2
INSURANCE_NET: Final = 3
INSURED: Final = 4
FIRST_WAGER: Final = 5

# Notes: a word for each round, for each seat, and for each recorded hand; a byte for each hand.

START_SHIFT: Final = 32
DEALER_SHIFT: Final = 16
CARDS_SHIFT: Final = 8
"""A round's word: its start in the log, the offset of the dealer's drawn cards from there, the
number of the dealer's cards, the dealer's total."""

HANDS_SHIFT: Final = 32
NUMBER_SHIFT: Final = 24
KEPT_SHIFT: Final = 16
"""A seat's word: where its hands are in the hands' log, their number, the drawn cards that did not
bust it, the offset of its drawn card from the start of the round (0: none)."""

BEGIN_SHIFT: Final = 32
END_SHIFT: Final = 16
"""A hand's word: the offset of its second card from the start of the round (0: not a split hand),
the offset of its end, its result."""

BYTE: Final = 255
OFFSET: Final = (1 << 16) - 1
"""Mask of the offset of a hand's end."""

PLACE: Final = (1 << 13) - 1
"""Mask of an offset from the start of the round."""

SWITCHED_BIT: Final = 1 << 13
MOVED_FIRST: Final = 1 << 14
MOVED_SECOND: Final = 1 << 15
"""A seat's word: it switched; its unsplit hand plays the third card for the first one; the fourth
for the second."""

NUMBER_OF_ROUND: Final = 16
SEAT_SHIFT: Final = 8
"""A noted outcome: the round's number in the block, the seat, the outcome."""

CLASS_BITS: Final = 16
"""The bits of a class of outcomes; a noted class follows round and seat, which end in zeros."""

TOTAL_BITS: Final = 31
NATURAL_BIT: Final = 32
SURRENDERED_BIT: Final = 64
DOUBLED_BIT: Final = 128
"""A hand's byte: its total, whether it is a Blackjack, surrendered, or doubled."""
