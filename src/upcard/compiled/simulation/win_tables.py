"""The record of `corrections.py`: its tables of wins, and the numbers of their rows.

Wins are in units of the wager's column, divided by 2**SCALE.
"""

from typing import Final

from upcard.compiled.hand_codes import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.codes import DOUBLED

GROUPS: Final = 42
"""Groups of hands: hard totals 0 to 31, then soft totals 12 to 21."""

FIRST_SOFT: Final = 32
LINES: Final = 28
"""What is known of the dealer's cards: an ace and each hole card, a ten-value card and each hole
card, then the upcards 2 to 9."""

KINDS: Final = 2 * DOUBLED
"""Kinds of hands that wait for the dealer: totals, then doubled totals."""

DEALER_DRAWS: Final = 32
"""A bound of the dealer's states in which a card is drawn."""

SHARE_BITS: Final = 40
"""A quotient is a product with 2**SHARE_BITS over the number of cards, rounded."""

HALF: Final = 1 << SHARE_BITS - 1
LARGEST: Final = 1 << 63 - SHARE_BITS - 1
"""Wins in scaled units are less than this, so that products fit 64 bits."""

CORRECTED: Final = MemoryMap(
    "record of corrections", "the expected wins after each card, from an infinite deck"
)
LUCKS: Final = CORRECTED.field(
    "LUCKS", "offset in ints", "The luck of each round, times its wager; 0 if it is not wanted."
)
COLUMN: Final = CORRECTED.field("COLUMN", "offset in ints", "The corrected wins, by batch.")
WON: Final = CORRECTED.field("WON", "offset in ints", "What the wager won, by batch.")
SCALE: Final = CORRECTED.field("SCALE", "bits", "Wins have this number of binary places.")
COARSE: Final = CORRECTED.field(
    "COARSE", "bits", "The low bits that are rounded off a batch's sum."
)
SUM: Final = CORRECTED.field("SUM", "scaled", "The luck of the round so far.")
LEFT: Final = CORRECTED.field("LEFT", "cards", "The number of cards not yet revealed.")
HIDDEN: Final = CORRECTED.field(
    "HIDDEN",
    "cards",
    "1 while a hole card is unknown and not the next card; all cards once discards are dealt.",
)
SPENT: Final = CORRECTED.field(
    "SPENT", "cards", "0; all cards of the shoe once discards are dealt."
)
LAST: Final = CORRECTED.field("LAST", "value", "The card revealed last.")
SEEN: Final = CORRECTED.field(
    "SEEN", "offset in LOG", "The next card to reveal: all earlier cards are known."
)
POOL: Final = CORRECTED.field("POOL", "cards", "The cards of each value not yet revealed.", VALUES)
FULL: Final = CORRECTED.field("FULL", "cards", "The cards of each value in a full shoe.", VALUES)
VALUE: Final = CORRECTED.field("VALUE", "value", "The value of each card.", 52)
LINE: Final = CORRECTED.field(
    "LINE",
    "line",
    "By upcard (times 10) and hole card: the line of the tables below.",
    VALUES * VALUES,
)
PAIR_GROUP: Final = CORRECTED.field(
    "PAIR_GROUP", "group", "The group of two cards, by value (times 10) and value.", VALUES * VALUES
)
NEXT_GROUP: Final = CORRECTED.field(
    "NEXT_GROUP",
    "group",
    "The next group, by group (times 10) and the value of one more card.",
    GROUPS * VALUES,
)
TREND: Final = CORRECTED.field(
    "TREND",
    "scaled",
    "By value: the win that its share of the cards left adds to each card dealt.",
    VALUES,
)
FIRST: Final = CORRECTED.field(
    "FIRST",
    "scaled",
    "By a seat's first card: the expected win; all tables below have wins.",
    VALUES,
)
UPCARD: Final = CORRECTED.field(
    "UPCARD", "scaled", "By a seat's first card and the upcard.", VALUES**2
)
SECOND: Final = CORRECTED.field(
    "SECOND", "scaled", "By first card, upcard, second card.", VALUES**3
)
HOLE: Final = CORRECTED.field(
    "HOLE", "scaled", "By first card, second card, upcard (ace or ten), hole card.", VALUES**4
)
DRAW: Final = CORRECTED.field(
    "DRAW", "scaled", "By group, line and drawn card.", GROUPS * LINES * VALUES
)
DOUBLE: Final = CORRECTED.field(
    "DOUBLE", "scaled", "The same for a doubled wager.", GROUPS * LINES * VALUES
)
PAIR_AGAIN: Final = CORRECTED.field(
    "PAIR_AGAIN",
    "scaled",
    "By the split pair's value, line and second card, where it may be split again.",
    VALUES * LINES * VALUES,
)
PAIR_OUT: Final = CORRECTED.field(
    "PAIR_OUT", "scaled", "The same where it may not be split again.", VALUES * LINES * VALUES
)
SHOWN: Final = CORRECTED.field(
    "SHOWN", "scaled", "By kind of hand, upcard and hole card.", KINDS * VALUES * VALUES
)
DEALERS: Final = CORRECTED.field(
    "DEALERS",
    "scaled",
    "By kind of hand, the dealer's state and drawn card.",
    KINDS * DEALER_DRAWS * VALUES,
)
SHARES: Final = CORRECTED.field("SHARES", "share", "2**SHARE_BITS over each number of cards.")
"""The last field: as long as the shoe has cards, and one more."""
