"""Where things stand on the board that the kernels of the exact analyzer read and write.

Ints are in `data`, doubles in `out`. Values are 0 (ace) to 9 (ten-value cards).
"""

from typing import Final

VALUES: Final = 10
MOST_HANDS: Final = 3072
"""Hands of two or more cards that are not over 21."""

# `data`: what is asked

FIRST: Final = 0
END: Final = 1
"""The hands that are asked for, as a range of their places in order."""
CHOOSE: Final = 2
"""1 where hands stand or draw as is best, 0 where they do as `HITS` says."""
SQUARED: Final = 3
"""1 for the square of what a hand wins."""
ALL_LOST: Final = 4
"""1 where a dealer Blackjack takes every wager, 0 where hands count only without one."""
UPCARD: Final = 5
HOLE: Final = 6
"""The value that makes a Blackjack with the upcard, -1 for none."""
SOFT_17: Final = 7
"""1 where the dealer hits a soft 17."""
TREE: Final = 8
"""Where the upcard's tree begins: numbers of nodes and of leaves, the nodes, the leaves."""
PAIR: Final = 9
"""The value of the pair that is split."""
ONE_CARD: Final = 10
"""1 where each split hand takes one card and stands."""
CROSS: Final = 11
"""1 for the products of two split hands too."""
GONE: Final = 12
"""Up to how many further cards of the pair's value may be gone, less than `MOST_GONE`."""
HOLES: Final = 13
"""A bit for each value that the hole card may have; hands count only with such a one."""
ANY_HOLE: Final = (1 << VALUES) - 1
BEATS_22: Final = 14
"""The least total that wins against a dealer's 22, which returns other wagers; 0 where all win."""
RETURNED: Final = 15
"""With `ALL_LOST`: 1 where a dealer Blackjack takes no more than the original wager of hands that
are not over 21."""
SHOE: Final = 16
"""How many cards of each value there are, without the upcard."""
LEFT: Final = 32
"""How many of each are left."""
CARDS: Final = LEFT + VALUES
"""How many are left in all."""
STARTS: Final = 48
"""The hands of two cards with one of the pair's, by the value of the second."""

# `data`: what stays

HAND: Final = 2 * VALUES + 1
"""Ints of a hand: its cards of each value, the hand after each drawn value (-1 over 21), total."""
HANDS: Final = 64
HITS: Final = HANDS + HAND * MOST_HANDS
"""1 for each hand that draws, once it has two cards and is not doubled; -1 where nobody asks."""
DOUBLES: Final = HITS + MOST_HANDS
"""1 for each hand of two cards that is doubled after a split."""

NODE: Final = 3
"""Ints of a tree's node: its parent, the value and the number of its cards."""
LEAF: Final = VALUES + 4
"""Ints of a leaf: its node, orders, total less 17, cards in all and of each value."""

# `data`: what a split works with

WAYS: Final = DOUBLES + MOST_HANDS
"""In how many orders each hand comes about; behind it those with a second card of the pair's."""
EVENT: Final = 5
"""Ints of an event: its cards as a code, total, wager, and the two numbers of orders."""
EVENTS: Final = WAYS + 2 * MOST_HANDS
MOST_EVENTS: Final = MOST_HANDS + 256
BUCKETS: Final = 1 << 16
KEYS: Final = EVENTS + EVENT * MOST_EVENTS
"""A table by hash: a code of cards plus one, 0 where the bucket is empty."""
SLOTS: Final = KEYS + BUCKETS
"""The slot of each bucket's code."""
CODES: Final = SLOTS + BUCKETS
"""The code of each slot."""
MOST_SLOTS: Final = 1 << 15
TREES: Final = CODES + MOST_SLOTS

# `out`: the dealer

RAN_OUT: Final = 0
"""Counts the hands after which the dealer may find no card to draw."""
BLACKJACK: Final = 1
"""The probability of a dealer Blackjack."""
TOTALS: Final = 2
"""Those of 17 to 22; 22 counts as over 21 where it is nothing special."""
OPEN: Final = 8
"""That of a hole card that `HOLES` has."""
CHANCE: Final = 9
"""Of the cards that a split has dealt, in one order."""
MOST: Final = 16
"""Less than so many cards of one value are in a dealer's hand, and less than so many in all."""
FACTORS: Final = 16
"""For each value, in how many orders 0 to 15 of its cards left can come."""
INVERSE: Final = FACTORS + MOST * VALUES
"""One over the number of orders of 0 to 15 of the cards left."""
NODES: Final = INVERSE + MOST
MOST_NODES: Final = 2048

# `out`: hands

STAND: Final = NODES + MOST_NODES
HIT: Final = STAND + MOST_HANDS
DRAWN: Final = HIT + MOST_HANDS
"""With one card more, then standing."""

# `out`: splits

OUTCOMES: Final = 8
"""The dealer's 17 to 21, a 22 that is something special, over 21, Blackjack."""
PUSHING: Final = 5
BUST: Final = 6
KINDS: Final = 7
"""What a split asks for: see `splits.py`."""
SIZE: Final = 64
"""Less than so many cards of one value, and in all, are in two hands and the dealer's."""
MOMENTS: Final = DRAWN + MOST_HANDS
"""For each kind and number of further cards gone, its mean: what `splits.py` hands back."""
MOST_GONE: Final = 32
GROUPS: Final = MOMENTS + KINDS * MOST_GONE
"""The dealer's hands by total, number of cards drawn, and those of the pair's value."""
GATHERED: Final = GROUPS + BUST * MOST * MOST
"""For each kind, by number of cards in all and of the pair's value."""
FUNCTIONS: Final = GATHERED + KINDS * SIZE * SIZE
"""For each slot and kind, what counts with each outcome of the dealer."""
END_OF_OUT: Final = FUNCTIONS + MOST_SLOTS * 4 * OUTCOMES
