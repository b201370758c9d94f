"""The memory layout shared by the kernels of the exact analyzer.

Integers are in `data`, doubles in `out`. Values are 0 (ace) to 9 (ten-value cards).
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from upcard.compiled.memory import MemoryMap

VALUES: Final = 10
MAX_HANDS: Final = 3072
"""The number of hands of two or more cards that are not over 21."""

ANY_HOLE: Final = (1 << VALUES) - 1
"""The hole card may have any value."""

MOST: Final = 16
"""Array sizes: bounds on the cards of one value, and on all cards, of a dealer's hand."""

SPAN: Final = 9
"""The results of two split hands: −4 to 4 wagers."""

HAND_SPAN: Final = 5
"""The results of one split hand: −2 to 2 wagers."""

# Records.

HAND: Final = 2 * VALUES + 1
"""Integers of a hand: cards of each value, next hand by drawn value (-1 if over 21), total."""

GROUP: Final = 2
GROUP_TOTAL: Final = 0
GROUP_PLACE: Final = 1
"""Integers of a group of leaves: total less 17, and its place in `GATHERED` beyond the hands'."""

NODE: Final = 3
NODE_PARENT: Final = 0
NODE_VALUE: Final = 1
NODE_CARDS: Final = 2
"""Integers of a tree's node: its parent, and the value and number of the cards it adds."""

LEAF: Final = 4
LEAF_NODE: Final = 0
LEAF_ORDERS: Final = 1
LEAF_TOTAL: Final = 2
LEAF_CARDS: Final = 3
"""Integers of a leaf: node, orders, total less 17, number of cards."""

BoardRow: TypeAlias = Sequence[int]

DealerTree: TypeAlias = tuple[Sequence[BoardRow], Sequence[BoardRow], Sequence[BoardRow]]
"""The dealer's hands behind one upcard as a tree: its nodes (`NODE`), its leaves (`LEAF`) and, for
each value, how many of its cards each leaf has.
"""

EVENT: Final = 5
"""Integers of an event: code of its cards, total, wager, and orders (unpaired, paired)."""

MAX_EVENTS: Final = MAX_HANDS + 256
MAX_PIPS: Final = 20
"""The most pips of what a split hand takes, an ace as one."""

BUCKETS: Final = 1 << 16
MAX_SLOTS: Final = 1 << 14
MAX_NODES: Final = 2048
MAX_GONE: Final = 32

LANES: Final = 8
"""Deals that a split weighs side by side; a processor has instructions for eight doubles."""

# The dealer's outcomes.

OUTCOMES: Final = 8
"""The dealer's 17 to 21, a 22 under rules that treat it specially, over 21, Blackjack."""

PUSHING: Final = 5
BUST: Final = 6
MAX_GROUPS: Final = BUST * MOST * MOST
KINDS: Final = 7
"""The kinds of moments that a split computes: see `splits.py`."""

SINGLE: Final = 4
"""The number of kinds for one hand; the remaining kinds are for two."""

DATA: Final = MemoryMap("data of the board", "64-bit integers of the exact analyzer")

# `data`: parameters.

FIRST: Final = DATA.field("FIRST", "hand", "The first hand to compute.")
END: Final = DATA.field("END", "hand", "The end (exclusive) of the hands to compute.")
CHOOSE: Final = DATA.field(
    "CHOOSE", "flag", "1 if hands stand or draw, whichever is better; 0 if they do as `HITS` says."
)
SQUARED: Final = DATA.field("SQUARED", "flag", "1 to compute the square of what a hand wins.")
ALL_LOST: Final = DATA.field(
    "ALL_LOST",
    "flag",
    "1 if a dealer Blackjack takes every wager, 0 if hands count only without one.",
)
UPCARD: Final = DATA.field("UPCARD", "value", "The value of the dealer's first card.")
HOLE: Final = DATA.field(
    "HOLE", "value", "The value that makes a Blackjack with the upcard, -1 for none."
)
SOFT_17: Final = DATA.field("SOFT_17", "flag", "1 if the dealer hits a soft 17.")
TREE: Final = DATA.field(
    "TREE",
    "offset in data",
    "The upcard's tree: numbers of nodes and of leaves, the nodes, the leaves, for each value the "
    "cards of each leaf.",
)
PAIR: Final = DATA.field("PAIR", "value", "The value of the cards of the split pair.")
ONE_CARD: Final = DATA.field("ONE_CARD", "flag", "1 if each split hand takes one card and stands.")
CROSS: Final = DATA.field("CROSS", "flag", "1 to compute the products of two split hands too.")
GONE: Final = DATA.field(
    "GONE",
    "cards",
    "The most further cards of the pair's value that may be gone, less than `MAX_GONE`.",
)
HOLES: Final = DATA.field(
    "HOLES",
    "bits",
    "A bit for each value that the hole card may have; other deals do not count.",
)
BEATS_22: Final = DATA.field(
    "BEATS_22",
    "total",
    "The lowest total that wins against a dealer's 22 (others push); 0 if all win.",
)
RETURNED: Final = DATA.field(
    "RETURNED",
    "flag",
    "With `ALL_LOST`: 1 if a dealer Blackjack takes no more than the original wager "
    "of hands that are not over 21.",
)
APART: Final = DATA.field(
    "APART",
    "flag",
    "1 if the law of two hands counts only those whose second cards do not pair them.",
)
SHOE: Final = DATA.field("SHOE", "cards", "The cards of each value, without the upcard.", VALUES)
LEFT: Final = DATA.field("LEFT", "cards", "The cards of each value left.", VALUES)
CARDS: Final = DATA.field("CARDS", "cards", "The number of cards left.")
STARTS: Final = DATA.field(
    "STARTS",
    "hand",
    "The two-card hands with one of the pair's cards, by the value of the other.",
    VALUES,
)

# `data`: hands and their play.

HANDS: Final = DATA.field("HANDS", "record", "Each hand (`HAND`).", HAND * MAX_HANDS)
HITS: Final = DATA.field(
    "HITS",
    "flag",
    "1 for each hand that draws, if it has two cards or more and is not doubled; -1 "
    "if the play never reaches it.",
    MAX_HANDS,
)
DOUBLES: Final = DATA.field(
    "DOUBLES", "flag", "1 for each two-card hand that is doubled after a split.", MAX_HANDS
)

# `data`: working memory of a split.

WAYS: Final = DATA.field(
    "WAYS",
    "orders",
    "Orders that lead to each hand, with an unpaired and with a paired second card.",
    2 * MAX_HANDS,
)
EVENTS: Final = DATA.field("EVENTS", "record", "The events (`EVENT`).", EVENT * MAX_EVENTS)
ORDER: Final = DATA.field("ORDER", "event", "The events by the pips of their cards.", MAX_EVENTS)
FIRST_OF: Final = DATA.field(
    "FIRST_OF",
    "place",
    "Where in `ORDER` the events of each number of pips begin, then where the last ones end.",
    MAX_PIPS + 3,
)
TERMS: Final = DATA.field(
    "TERMS",
    "code",
    "What each event adds to a law with each outcome of the dealer: see `laws.py`.",
    OUTCOMES * MAX_EVENTS,
)
GROUPED: Final = DATA.field("GROUPED", "groups", "The number of groups of the upcard's leaves.")
LEAF_GROUP: Final = DATA.field("LEAF_GROUP", "group", "The group of each leaf.", MAX_NODES)
GROUP_NUMBER: Final = DATA.field(
    "GROUP_NUMBER",
    "group",
    "A group's number by total, cards drawn, and cards of the pair's value.",
    MAX_GROUPS,
)
GROUP_ROWS: Final = DATA.field("GROUP_ROWS", "record", "Each group (`GROUP`).", GROUP * MAX_GROUPS)
KEYS: Final = DATA.field(
    "KEYS",
    "code",
    "A hash table: a code of cards plus one, 0 for an empty bucket.",
    BUCKETS,
)
SLOTS: Final = DATA.field("SLOTS", "slot", "The slot of each bucket's code.", BUCKETS)
CODES: Final = DATA.field("CODES", "code", "The code of each slot.", MAX_SLOTS)
LANE_SLOTS: Final = DATA.field("LANE_SLOTS", "slot", "The slot of each lane's deal.", LANES)
LANE_SIZES: Final = DATA.field("LANE_SIZES", "cards", "The cards of each lane's deal.", LANES)
LANE_CARDS: Final = DATA.field("LANE_CARDS", "cards", "The number of cards left.", LANES)
LANE_LEFT: Final = DATA.field(
    "LANE_LEFT", "cards", "For each lane, the cards of each value left.", VALUES * LANES
)
TREES: Final = DATA.end
"""The upcards' trees begin here."""

SIZE: Final = 64
"""Array sizes: bounds on the cards of one value, and on all cards, of two hands and the dealer's.
"""

EVENT_TOTAL: Final = 1
"""Where the total of a hand that stands is in its event; 0 where the hand gets its second card."""

EVENT_WAGER: Final = 2
"""Where the units of the hand's wager are in its event."""

EVENT_ORDERS: Final = 3
"""Where the orders that lead to an event are: unpaired second cards, then paired ones."""

OUT: Final = MemoryMap("out of the board", "doubles of the exact analyzer")

RAN_OUT: Final = OUT.field(
    "RAN_OUT", "hands", "The number of hands after which the dealer may run out of cards."
)
BLACKJACK: Final = OUT.field("BLACKJACK", "probability", "The probability of a dealer Blackjack.")
TOTALS: Final = OUT.field(
    "TOTALS",
    "probability",
    "The probabilities of 17 to 22; that of 22 is 0 unless it is treated specially.",
    6,
)
OPEN: Final = OUT.field(
    "OPEN", "probability", "The probability that the hole card is one of `HOLES`."
)
CHANCE: Final = OUT.field(
    "CHANCE", "probability", "The probability of the cards dealt to a split, in one order."
)
FACTORS: Final = OUT.field(
    "FACTORS",
    "orders",
    "For each value, the ordered ways to deal 0 to 15 of its cards left.",
    MOST * VALUES,
)
INVERSE: Final = OUT.field(
    "INVERSE",
    "1/orders",
    "One over the number of ordered deals of 0 to 15 of the cards left.",
    MOST,
)
NODES: Final = OUT.field(
    "NODES", "orders", "The weight of each node of the upcard's tree.", MAX_NODES
)
STAND: Final = OUT.field("STAND", "wagers", "What each hand wins by standing.", MAX_HANDS)
HIT: Final = OUT.field("HIT", "wagers", "What each hand wins by drawing and playing on.", MAX_HANDS)
DRAWN: Final = OUT.field(
    "DRAWN", "wagers", "What each hand wins by drawing one card and standing.", MAX_HANDS
)
MOMENTS: Final = OUT.field(
    "MOMENTS",
    "wagers",
    "The mean for each kind and number of further cards gone: the result of `splits.py`.",
    KINDS * MAX_GONE,
)
LANE_CHANCES: Final = OUT.field(
    "LANE_CHANCES", "probability", "`CHANCE` of each lane's deal.", LANES
)
LANE_FACTORS: Final = OUT.field(
    "LANE_FACTORS", "orders", "`FACTORS` of each lane.", MOST * VALUES * LANES
)
LANE_INVERSE: Final = OUT.field("LANE_INVERSE", "1/orders", "`INVERSE` of each lane.", MOST * LANES)
LANE_NODES: Final = OUT.field("LANE_NODES", "orders", "`NODES` of each lane.", MAX_NODES * LANES)
GROUPS: Final = OUT.field(
    "GROUPS", "probability", "The dealer's hands of each group, by lane.", MAX_GROUPS * LANES
)
PAID: Final = OUT.field(
    "PAID",
    "half wagers",
    "What each event pays with each outcome of the dealer.",
    OUTCOMES * MAX_EVENTS,
)
GATHERED: Final = OUT.field(
    "GATHERED",
    "wagers",
    "For each kind, a sum by number of cards and of cards of the pair's value.",
    KINDS * SIZE * SIZE,
)
FUNCTIONS: Final = OUT.field(
    "FUNCTIONS",
    "half wagers",
    "For each slot and kind, a value for each outcome of the dealer.",
    MAX_SLOTS * 4 * OUTCOMES,
)
DEALT: Final = OUT.field(
    "DEALT", "probability", "Of each outcome of the dealer, from the cards left.", OUTCOMES
)
LAW: Final = OUT.field(
    "LAW",
    "probability",
    "Of the results −4 to 4 of both hands of a split: the result of `laws.py`.",
    SPAN,
)
HAND_LAWS: Final = OUT.field(
    "HAND_LAWS",
    "probability",
    "Of one hand's results −2 to 2, for each outcome of the dealer, with an unpaired and with a "
    "paired second card.",
    2 * OUTCOMES * HAND_SPAN,
)
END_OF_OUT: Final = OUT.end
