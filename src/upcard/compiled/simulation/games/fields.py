"""The memory of baccarat, the wheel and hybrid tables, where it differs from that of Blackjack.

What their kernels share with those of Blackjack (random words, shoe, batches) is laid out by
`simulation.fields`; their own fields take the place of Blackjack's hand codes. A wager has its
number in the plan. The numbers of a batch are 1, its rounds, then one for each wager. Units are
those of `simulation.fields`.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation import codes, fields
from upcard.games.roulette import POCKETS

FIRST: Final = codes.IN_BATCH + 1
"""The index of the first wager among the numbers of a batch."""

# Keys by which results are looked up. Baccarat: both Point Counts (the player's times ten), and the
# initial cards of either hand. Hybrid tables without a hole card: the player's cards, with whether
# the dealer's two make a Blackjack or a royal match.

FINISHED: Final = 0
PLAYERS_PAIR: Final = 1
BANKERS_PAIR: Final = 2
WITH_BLACKJACK: Final = 0
WITH_ROYAL_MATCH: Final = 1
KEYS_OF_A_ROUND: Final = 3

PAIRS: Final = DECK_SIZE * DECK_SIZE
"""The number of keys of two cards: the first times the cards of a deck, plus the second."""

MAX_LOOKED_UP: Final = 8
POINT_VALUES: Final = 10
"""The different points of a card of baccarat."""

GAMES: Final = MemoryMap(
    "ints of games", "what baccarat, the wheel and hybrid tables share", first=fields.CODES
)
MAX_RESULTS: Final = GAMES.field("MAX_RESULTS", "results", "The most results of any wager.")
PAYS: Final = GAMES.field(
    "PAYS",
    "offset in ints",
    "What results win, by the wager's number (times `MAX_RESULTS`) and the result.",
)
COUNTS: Final = GAMES.field("COUNTS", "offset in ints", "The count of each of these results.")
WON: Final = GAMES.field("WON", "offset in ints", "The numbers of the batch being dealt.")
END: Final = GAMES.field("END", "offset in SHOE", "The end of the cards of a round.")
LOOKED_UP: Final = GAMES.field(
    "LOOKED_UP", "wagers", "The number of wagers with tables of results."
)
KEYS: Final = GAMES.field("KEYS", "key", "The keys of a round.", KEYS_OF_A_ROUND)
KEY_OF: Final = GAMES.field(
    "KEY_OF", "index", "For each such wager, which key it uses.", MAX_LOOKED_UP
)
TABLE_OF: Final = GAMES.field(
    "TABLE_OF", "offset in cards", "For each such wager, its results by key.", MAX_LOOKED_UP
)

# Baccarat, where means are corrected.

BACCARAT: Final = MemoryMap("ints of baccarat", "baccarat", first=GAMES.end, end=fields.WORDS)
CORRECTS: Final = BACCARAT.field("CORRECTS", "flag", "1 if wins are corrected by luck.")
SCALE: Final = BACCARAT.field("SCALE", "bits", "Lucks are in units of the column over 2**SCALE.")
BITS_KEPT: Final = BACCARAT.field(
    "BITS_KEPT", "bits", "Corrected wins are in units of the column over 2**BITS_KEPT."
)
WINS_OF: Final = BACCARAT.field(
    "WINS_OF",
    "offset in ints",
    "For each wager, what it wins after each card of an infinite deck (`baccarat_luck.py`).",
    MAX_LOOKED_UP,
)
LUCKS: Final = BACCARAT.field(
    "LUCKS", "scaled", "For each wager, the luck of the batch so far.", MAX_LOOKED_UP
)
LEFT: Final = BACCARAT.field("LEFT", "cards", "The cards left, the burned one among them.")
POINTS_LEFT: Final = BACCARAT.field(
    "POINTS_LEFT", "cards", "The cards left, by their points.", POINT_VALUES
)
TYPES_LEFT: Final = BACCARAT.field("TYPES_LEFT", "cards", "The cards left, by type.", DECK_SIZE)

# The wheel.

LUCKY_KINDS: Final = 10
"""The key of a spin is the winning number's index times this, plus how lucky that number is."""

WHEEL: Final = MemoryMap(
    "ints of the wheel", "Lightning Roulette", first=GAMES.end, end=fields.WORDS
)
WAGERS: Final = WHEEL.field("WAGERS", "wagers", "The number of wagers.")
SPUN: Final = WHEEL.field("SPUN", "offset in ints", "The count of each key of a spin.")
SPUN_PAYS: Final = WHEEL.field(
    "SPUN_PAYS", "offset in ints", "What wagers win, by the key (times the wagers) and the wager."
)
COUNT_WEIGHTS: Final = WHEEL.field(
    "COUNT_WEIGHTS", "offset in ints", "The weights of the number of Lucky Numbers."
)
COUNT_SUM: Final = WHEEL.field("COUNT_SUM", "weight", "The sum of those weights.")
PAYOUT_WEIGHTS: Final = WHEEL.field(
    "PAYOUT_WEIGHTS", "offset in ints", "The weights of a Lucky Number's payouts."
)
PAYOUT_SUM: Final = WHEEL.field("PAYOUT_SUM", "weight", "The sum of those weights.")
LUCKY_COUNT: Final = WHEEL.field(
    "LUCKY_COUNT", "numbers", "The number of Lucky Numbers of the last spin."
)
POCKET: Final = WHEEL.field("POCKET", "number", "The winning number.")
NUMBERS: Final = WHEEL.field(
    "NUMBERS", "number", "The numbers of the wheel, the lucky ones first.", len(POCKETS)
)
LUCKY: Final = WHEEL.field(
    "LUCKY", "payout", "By number: 0, or 1 to 9 for a Lucky Number's payout.", len(POCKETS)
)

# Hybrid tables.

HYBRID: Final = MemoryMap("ints of hybrids", "hybrid tables", first=GAMES.end, end=fields.WORDS)
TERMINALS: Final = HYBRID.field("TERMINALS", "terminals", "The number of terminals.")
SEAT_OF: Final = HYBRID.field(
    "SEAT_OF", "offset in ints", "The position of each terminal among those in play."
)
PLAYER_OF: Final = HYBRID.field(
    "PLAYER_OF", "offset in ints", "The player record of each terminal."
)
HANDS_OF: Final = HYBRID.field(
    "HANDS_OF", "offset in ints", "The number of hands of each terminal."
)
FIRST_HANDS: Final = HYBRID.field(
    "FIRST_HANDS", "offset in ints", "The hand records of each terminal, `MAX_HANDS` for each."
)
HOLE_CARD: Final = HYBRID.field("HOLE_CARD", "flag", "1 if the dealer has a hole card.")
HAS_FINISHED_WAGER: Final = HYBRID.field(
    "HAS_FINISHED_WAGER", "flag", "1 if a wager on the finished hands is offered."
)
FINISHED_RESULTS: Final = HYBRID.field(
    "FINISHED_RESULTS", "offset in cards", "The results of that wager."
)
HOLDS: Final = HYBRID.field("HOLDS", "flag", "1 if a wager may wait for the dealer's second card.")
HELD: Final = HYBRID.field(
    "HELD", "offset in cards", "1 if a wager waits for it, by two cards (times 52) and the upcard."
)
SHARED: Final = HYBRID.field(
    "SHARED", "number", "The wager whose top row is shared by several winners, or -1."
)
TOP_ROW: Final = HYBRID.field(
    "TOP_ROW",
    "result",
    "The result of that row with one winner; those with more winners follow it.",
)
WINNERS: Final = HYBRID.field("WINNERS", "winners", "The winners of the top row in a round.")
PAIR: Final = HYBRID.field(
    "PAIR", "value", "The value of a player's first card, and of each split hand's first card."
)
DEALER: Final = HYBRID.field(
    "DEALER",
    "dealer's state",
    "The state of the dealer's hand; without a hole card, of the one against the terminal.",
)
PAYOFF: Final = HYBRID.field(
    "PAYOFF",
    "offset in cards",
    "The result of a hand, by its code (times TOTALS) and the dealer's total.",
)

HAND: Final = MemoryMap("record of a hybrid hand", "one hand of a terminal")
ROW: Final = HAND.field("ROW", "row", "The row of its cards.")
KIND: Final = HAND.field("KIND", "kind", "The kind of the hand (`hybrid_hands.py`).")
STATE: Final = HAND.field(
    "STATE", "state", "Whether it is open, waiting or done (`hybrid_hands.py`)."
)
CODE: Final = HAND.field("CODE", "code", "The code for the payoff, once it is done.")
FIRST_CARD: Final = HAND.field(
    "FIRST_CARD", "cards", "The offset of its first card from the start of the round."
)
SECOND_CARD: Final = HAND.field("SECOND_CARD", "cards", "The offset of its second card.")
ENDS: Final = HAND.field("ENDS", "cards", "The offset after its drawn cards; 0 without any.")
RESULT: Final = HAND.field("RESULT", "result", "The result of its wager, once it is settled.")
HAND_SIZE: Final = HAND.end

# Notes of hybrid tables: the word of a recorded hand has the offsets of its cards, whether it was
# doubled, its result; that of a terminal where the dealer's drawn cards begin and end, its hands.

FIRST_SHIFT: Final = 48
SECOND_SHIFT: Final = 32
ENDS_SHIFT: Final = 16
DOUBLED_FLAG: Final = 1 << 8
OFFSET: Final = (1 << 16) - 1
"""Mask of an offset from the start of the round."""

HYBRID_PLAYER: Final = MemoryMap("record of a hybrid player", "how one player plays")
NEXT: Final = HYBRID_PLAYER.field("NEXT", "offset in ints", "The next row, by row and drawn value.")
TOTAL: Final = HYBRID_PLAYER.field("TOTAL", "offset in cards", "The total of each row.")
DECISIONS: Final = HYBRID_PLAYER.field(
    "DECISIONS", "offset in cards", "The action of a row against an upcard, for each moment.", 4
)
INSURES: Final = HYBRID_PLAYER.field("INSURES", "flag", "1 if the player insures.")
EVEN_MONEY_TAKEN: Final = HYBRID_PLAYER.field(
    "EVEN_MONEY_TAKEN", "flag", "1 if the player takes even money."
)
TWO_CARDS: Final = HYBRID_PLAYER.field(
    "TWO_CARDS",
    "row",
    "The row of two cards, by the first value (times 10) and the second.",
    VALUES * VALUES,
)
PLAYER_SIZE: Final = HYBRID_PLAYER.end

BLACKJACK: Final = 0
INSURANCE: Final = 1
INSURED: Final = FIRST + 2
SIDE: Final = 2
"""Wagers by number (Blackjack, Insurance, the first side wager), and the index of the number of
Insurance wagers in a batch."""

NATURAL: Final = 64
EVEN_MONEY: Final = 65
GIVEN_UP: Final = 66
CODES: Final = 67
"""The code of a finished hand: its total, plus `codes.DOUBLED` if it was doubled, or one of these:
a Blackjack, a Blackjack that took even money, a surrender. CODES is their number."""

EVEN_MONEY_RESULT: Final = codes.EVEN_MONEY_RESULT
RETURNED_RESULT: Final = EVEN_MONEY_RESULT + 1
"""The result of a hand: twice an outcome of `games.blackjack`, plus one if doubled, or one of
these: even money, all of its wagers returned on a dealer Blackjack."""
