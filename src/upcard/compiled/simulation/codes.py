"""Numbers by which the simulation's kernels know hands, results, columns and what is noted.

A value is 0 (ace) to 9 (any ten-value card); a row is ten times the number of a hand's state.
"""

from typing import Final

# The code of a finished hand: its total, so much more where it was doubled, or one of these.

DOUBLED: Final = 32
SURRENDERED: Final = 64
EVEN_MONEY: Final = 65
NATURAL: Final = 66
COLORED: Final = 67
TIED: Final = 68
COLORED_AND_TIED: Final = 69
"""Blackjacks: ordinary, paid for one color, paid when tied, both (§ 633c.4(i), (o))."""

LARGE: Final = 70
LARGE_ACES: Final = 71
"""Two large cards of Down Under, a 20 and two aces."""

CODES_KEPT: Final = 72
"""How many codes there are."""

DEALER_BLACKJACK: Final = 31
"""Stands for the dealer's total with a Blackjack."""

TOTALS: Final = 32
"""The dealer's totals are less than this."""

# The result of a hand: twice an outcome of `games.blackjack`, one more where doubled, or one of
# these, all of them Blackjacks: even money before the peek, 1 to 1 after the dealer's hand, paid
# for one color, tied and paid.

EVEN_MONEY_RESULT: Final = 14
LEVEL_RESULT: Final = 15
COLORED_RESULT: Final = 16
TIED_RESULT: Final = 17
RESULTS_KEPT: Final = 18
"""How many results there are."""

# The first columns: 1, the batch's rounds, what its Blackjack and Insurance wagers won, how many
# Insurance wagers there were. Side wagers follow.

ONES: Final = 0
IN_BATCH: Final = 1
BLACKJACK_NET: Final = 2
INSURANCE_NET: Final = 3
INSURED: Final = 4
FIRST_WAGER: Final = 5

# What is noted: a word for each round, one for each seat, and a byte for each hand.

START_SHIFT: Final = 32
DEALER_SHIFT: Final = 16
CARDS_SHIFT: Final = 8
"""Of a round: where it starts in the log, how far behind that the dealer's drawn cards start, the
dealer's number of cards, the dealer's total."""

HANDS_SHIFT: Final = 32
NUMBER_SHIFT: Final = 24
KEPT_SHIFT: Final = 16
"""Of a seat: where its hands stand in their log, how many they are, how many cards it drew that
did not bust it, how far behind the round's start its drawn card is (0: none)."""

BYTE: Final = 255
PLACE: Final = (1 << 13) - 1
"""Of how far behind the round's start something is."""

SWITCHED_BIT: Final = 1 << 13
MOVED_FIRST: Final = 1 << 14
MOVED_SECOND: Final = 1 << 15
"""Of a seat: it switched; its hand, which was not split, is played with the third card for the
first one, with the fourth for the second."""

NUMBER_OF_ROUND: Final = 16
SEAT_SHIFT: Final = 8
"""Of a noted outcome: the round's number in the block, the seat, the outcome."""

TOTAL_BITS: Final = 31
NATURAL_BIT: Final = 32
SURRENDERED_BIT: Final = 64
"""Of a hand: its total, whether it is a Blackjack, whether it was surrendered."""
