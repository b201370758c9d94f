"""The board that the kernels of the exact analyzer read and write: what stands where.

Ints are in `data`, doubles in `out`. Values are 0 (ace) to 9 (ten-value cards).
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from upcard.compiled.memory import MemoryMap

VALUES: Final = 10
MOST_HANDS: Final = 3072
"""Hands of two or more cards that are not over 21."""

ANY_HOLE: Final = (1 << VALUES) - 1
"""The hole card may have any value."""

MOST: Final = 16
"""Upper bounds used as array sizes: cards of one value in a dealer's hand, and cards in all."""

# Records.

HAND: Final = 2 * VALUES + 1
"""Ints of a hand: its cards of each value, the hand after each drawn value (-1 over 21), total."""

NODE: Final = 3
"""Ints of a tree's node: its parent, the value and the number of its cards."""

LEAF: Final = VALUES + 4
"""Ints of a leaf: its node, orders, total less 17, cards in all and of each value."""

BoardRow: TypeAlias = Sequence[int]

DealerTree: TypeAlias = tuple[Sequence[BoardRow], Sequence[BoardRow]]
"""The dealer's hands behind one upcard as a tree: its nodes (`NODE`) and its leaves (`LEAF`)."""

EVENT: Final = 5
"""Ints of an event: its cards as a code, total, wager, and the two numbers of orders."""

MOST_EVENTS: Final = MOST_HANDS + 256
BUCKETS: Final = 1 << 16
MOST_SLOTS: Final = 1 << 15
MOST_NODES: Final = 2048
MOST_GONE: Final = 32

DATA: Final = MemoryMap("data of the board", "64-bit integers of the exact analyzer")

# `data`: what is asked.

FIRST: Final = DATA.field("FIRST", "hand", "The first of the hands that are asked for.")
END: Final = DATA.field("END", "hand", "Behind the last of them.")
CHOOSE: Final = DATA.field(
    "CHOOSE", "flag", "1 where hands stand or draw as is best, 0 where they do as `HITS` says."
)
SQUARED: Final = DATA.field("SQUARED", "flag", "1 for the square of what a hand wins.")
ALL_LOST: Final = DATA.field(
    "ALL_LOST",
    "flag",
    "1 where a dealer Blackjack takes every wager, 0 where hands count only without one.",
)
UPCARD: Final = DATA.field("UPCARD", "value", "Of the dealer's first card.")
HOLE: Final = DATA.field(
    "HOLE", "value", "The one that makes a Blackjack with the upcard, -1 for none."
)
SOFT_17: Final = DATA.field("SOFT_17", "flag", "1 where the dealer hits a soft 17.")
TREE: Final = DATA.field(
    "TREE",
    "offset in data",
    "The upcard's tree: numbers of nodes and of leaves, the nodes, the leaves.",
)
PAIR: Final = DATA.field("PAIR", "value", "Of the pair that is split.")
ONE_CARD: Final = DATA.field(
    "ONE_CARD", "flag", "1 where each split hand takes one card and stands."
)
CROSS: Final = DATA.field("CROSS", "flag", "1 for the products of two split hands too.")
GONE: Final = DATA.field(
    "GONE",
    "cards",
    "Up to how many further cards of the pair's value may be gone, less than `MOST_GONE`.",
)
HOLES: Final = DATA.field(
    "HOLES",
    "bits",
    "One for each value that the hole card may have; hands count only with such a one.",
)
BEATS_22: Final = DATA.field(
    "BEATS_22",
    "total",
    "The least that wins against a dealer's 22, which returns other wagers; 0 where all win.",
)
RETURNED: Final = DATA.field(
    "RETURNED",
    "flag",
    "With `ALL_LOST`: 1 where a dealer Blackjack takes no more than the original wager of "
    "hands that are not over 21.",
)
SHOE: Final = DATA.field("SHOE", "cards", "Of each value, without the upcard.", VALUES)
LEFT: Final = DATA.field("LEFT", "cards", "Of each value that are left.", VALUES)
CARDS: Final = DATA.field("CARDS", "cards", "Left in all.")
STARTS: Final = DATA.field(
    "STARTS", "hand", "Of two cards with one of the pair's, by the value of the second.", VALUES
)

# `data`: what stays.

HANDS: Final = DATA.field("HANDS", "record", "Each hand (`HAND`).", HAND * MOST_HANDS)
HITS: Final = DATA.field(
    "HITS",
    "flag",
    "1 for each hand that draws, once it has two cards and is not doubled; -1 where nobody asks.",
    MOST_HANDS,
)
DOUBLES: Final = DATA.field(
    "DOUBLES", "flag", "1 for each hand of two cards that is doubled after a split.", MOST_HANDS
)

# `data`: what a split works with.

WAYS: Final = DATA.field(
    "WAYS",
    "orders",
    "In how many each hand comes about, without and with a second card of the pair's value.",
    2 * MOST_HANDS,
)
EVENTS: Final = DATA.field("EVENTS", "record", "Each event (`EVENT`).", EVENT * MOST_EVENTS)
KEYS: Final = DATA.field(
    "KEYS",
    "code",
    "A table by hash: a code of cards plus one, 0 where the bucket is empty.",
    BUCKETS,
)
SLOTS: Final = DATA.field("SLOTS", "slot", "That of each bucket's code.", BUCKETS)
CODES: Final = DATA.field("CODES", "code", "That of each slot.", MOST_SLOTS)
TREES: Final = DATA.end
"""From here on the upcards' trees."""

# What the dealer comes to.

OUTCOMES: Final = 8
"""The dealer's 17 to 21, a 22 that is something special, over 21, Blackjack."""

PUSHING: Final = 5
BUST: Final = 6
KINDS: Final = 7
"""What a split asks for: see `splits.py`."""

SIZE: Final = 64
"""Upper bounds used as array sizes: cards of one value in two hands and the dealer's, in all."""

OUT: Final = MemoryMap("out of the board", "doubles of the exact analyzer")

RAN_OUT: Final = OUT.field(
    "RAN_OUT", "hands", "After how many the dealer may find no card to draw."
)
BLACKJACK: Final = OUT.field("BLACKJACK", "probability", "Of a dealer Blackjack.")
TOTALS: Final = OUT.field(
    "TOTALS", "probability", "Of 17 to 22; 22 counts as over 21 where it is nothing special.", 6
)
OPEN: Final = OUT.field("OPEN", "probability", "Of a hole card that `HOLES` has.")
CHANCE: Final = OUT.field(
    "CHANCE", "probability", "Of the cards that a split has dealt, in one order."
)
FACTORS: Final = OUT.field(
    "FACTORS",
    "orders",
    "For each value, in how many 0 to 15 of its cards left can come.",
    MOST * VALUES,
)
INVERSE: Final = OUT.field(
    "INVERSE", "1/orders", "One over the number of orders of 0 to 15 of the cards left.", MOST
)
NODES: Final = OUT.field(
    "NODES", "orders", "The weight of each node of the upcard's tree.", MOST_NODES
)
STAND: Final = OUT.field("STAND", "wagers", "What each hand wins that stands.", MOST_HANDS)
HIT: Final = OUT.field("HIT", "wagers", "What each hand wins that draws, and plays on.", MOST_HANDS)
DRAWN: Final = OUT.field(
    "DRAWN", "wagers", "What each hand wins with one card more, then standing.", MOST_HANDS
)
MOMENTS: Final = OUT.field(
    "MOMENTS",
    "wagers",
    "For each kind and number of further cards gone, its mean: what `splits.py` hands back.",
    KINDS * MOST_GONE,
)
GROUPS: Final = OUT.field(
    "GROUPS",
    "probability",
    "The dealer's hands by total, number of cards drawn, and those of the pair's value.",
    BUST * MOST * MOST,
)
GATHERED: Final = OUT.field(
    "GATHERED",
    "wagers",
    "For each kind, by number of cards in all and of the pair's value.",
    KINDS * SIZE * SIZE,
)
FUNCTIONS: Final = OUT.field(
    "FUNCTIONS",
    "half wagers",
    "For each slot and kind, what counts with each outcome of the dealer.",
    MOST_SLOTS * 4 * OUTCOMES,
)
END_OF_OUT: Final = OUT.end
