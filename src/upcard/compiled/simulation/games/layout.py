"""The memory of baccarat, the wheel and hybrid tables: what their kernels have beside the others'.

What these kernels have in common with those of Blackjack (the random words, the shoe, batches)
stands where `simulation.layout` says; what is theirs stands where Blackjack has the codes of its
hands. A wager has its number in the plan; behind 1 and its rounds a batch has a number for each of
them. Units are those of `simulation.layout`.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.layout import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation import codes, layout
from upcard.games.roulette import POCKETS

FIRST: Final = codes.IN_BATCH + 1
"""Where the wagers begin among the numbers of a batch."""

# Which key is which: at baccarat both Point Counts (the player's times ten) and the initial cards
# of either hand; at hybrid tables without a hole card the player's cards, and what the dealer's two
# cards make.

FINISHED: Final = 0
PLAYERS_PAIR: Final = 1
BANKERS_PAIR: Final = 2
WITH_BLACKJACK: Final = 0
WITH_ROYAL_MATCH: Final = 1
KEYS_OF_A_ROUND: Final = 3

PAIRS: Final = DECK_SIZE * DECK_SIZE
"""The keys of two cards: the first, times the cards of a deck, and the second."""

MOST_LOOKED_UP: Final = 8

GAMES: Final = MemoryMap(
    "ints of games", "what baccarat, the wheel and hybrid tables share", first=layout.CODES
)
MOST_RESULTS: Final = GAMES.field("MOST_RESULTS", "results", "The most that a wager has.")
PAYS: Final = GAMES.field(
    "PAYS", "offset in ints", "What results win, by the wager's number (times the most) and result."
)
COUNTS: Final = GAMES.field("COUNTS", "offset in ints", "How often each of these came.")
WON: Final = GAMES.field(
    "WON", "offset in ints", "Where the numbers of a batch add up while it is dealt."
)
END: Final = GAMES.field("END", "offset in SHOE", "Where the cards of a round end.")
LOOKED_UP: Final = GAMES.field("LOOKED_UP", "wagers", "How many have their results in tables.")
KEYS: Final = GAMES.field("KEYS", "key", "Those of a round.", KEYS_OF_A_ROUND)
KEY_OF: Final = GAMES.field(
    "KEY_OF", "index", "For each wager that is looked up which key it goes by.", MOST_LOOKED_UP
)
TABLE_OF: Final = GAMES.field(
    "TABLE_OF", "offset in cards", "For each of these wagers the result by the key.", MOST_LOOKED_UP
)

# The wheel.

LUCKY_KINDS: Final = 10
"""The key of a spin is where the ball rests, times these, and how lucky that number is."""

WHEEL: Final = MemoryMap(
    "ints of the wheel", "Lightning Roulette", first=GAMES.end, end=layout.WORDS
)
WAGERS: Final = WHEEL.field("WAGERS", "wagers", "How many there are.")
SPUN: Final = WHEEL.field("SPUN", "offset in ints", "How often each key of a spin came.")
SPUN_PAYS: Final = WHEEL.field(
    "SPUN_PAYS", "offset in ints", "What wagers win, by the key (times the wagers) and the wager."
)
COUNT_WEIGHTS: Final = WHEEL.field(
    "COUNT_WEIGHTS", "offset in ints", "The weights of how many Lucky Numbers fall."
)
COUNT_SUM: Final = WHEEL.field("COUNT_SUM", "weight", "What those add up to.")
PAYOUT_WEIGHTS: Final = WHEEL.field(
    "PAYOUT_WEIGHTS", "offset in ints", "The weights of a Lucky Number's payouts."
)
PAYOUT_SUM: Final = WHEEL.field("PAYOUT_SUM", "weight", "What those add up to.")
LUCKY_COUNT: Final = WHEEL.field("LUCKY_COUNT", "numbers", "The Lucky Numbers of the last spin.")
POCKET: Final = WHEEL.field("POCKET", "number", "Where the ball rests.")
NUMBERS: Final = WHEEL.field(
    "NUMBERS", "number", "Those of the wheel, the lucky ones first.", len(POCKETS)
)
LUCKY: Final = WHEEL.field(
    "LUCKY", "payout", "By number 0, or 1 to 9 for a Lucky Number's payout.", len(POCKETS)
)

# Hybrid tables.

HYBRID: Final = MemoryMap("ints of hybrids", "hybrid tables", first=GAMES.end, end=layout.WORDS)
TERMINALS: Final = HYBRID.field("TERMINALS", "terminals", "How many there are.")
SEAT_OF: Final = HYBRID.field(
    "SEAT_OF", "offset in ints", "At which of the positions in play each terminal is."
)
PLAYER_OF: Final = HYBRID.field("PLAYER_OF", "offset in ints", "The record of its player.")
HANDS_OF: Final = HYBRID.field("HANDS_OF", "offset in ints", "How many hands it has.")
FIRST_HANDS: Final = HYBRID.field(
    "FIRST_HANDS", "offset in ints", "Records of hands, as many for each terminal as may be."
)
HOLE_CARD: Final = HYBRID.field("HOLE_CARD", "flag", "Whether the dealer has a hole card.")
BUZZES: Final = HYBRID.field("BUZZES", "flag", "Whether a wager on finished hands is offered.")
BUZZER_TABLE: Final = HYBRID.field("BUZZER_TABLE", "offset in cards", "Its results.")
HOLDS: Final = HYBRID.field(
    "HOLDS", "flag", "Whether a wager may wait for the dealer's second card."
)
HELD: Final = HYBRID.field(
    "HELD", "offset in cards", "Whether one does: by two cards (times 52) and the upcard."
)
SHARED: Final = HYBRID.field(
    "SHARED", "number", "The wager whose top row several winners share, or -1."
)
TOP_ROW: Final = HYBRID.field(
    "TOP_ROW", "result", "Of one winner of that row; that of two follows it."
)
WINNERS: Final = HYBRID.field("WINNERS", "winners", "Of the top row in a round.")
PAIR: Final = HYBRID.field(
    "PAIR", "value", "Of a player's first card, and of every hand once that pair is split."
)
DEALER: Final = HYBRID.field(
    "DEALER", "dealer's state", "Of the hand; without a hole card of that against the terminal."
)
PAYOFF: Final = HYBRID.field(
    "PAYOFF", "offset in cards", "The result of a hand by its code (times TOTALS), dealer's total."
)

HAND: Final = MemoryMap("a hybrid hand", "a record: one hand of a terminal")
ROW: Final = HAND.field("ROW", "row", "Of its cards.")
KIND: Final = HAND.field("KIND", "kind", "What it is (`hybrid_hands.py`).")
STATE: Final = HAND.field("STATE", "state", "Whether it is done (`hybrid_hands.py`).")
CODE: Final = HAND.field("CODE", "code", "What it is worth, once it is done.")
HAND_SIZE: Final = HAND.end

HYBRID_PLAYER: Final = MemoryMap("a hybrid player", "a record: what one player does")
NEXT: Final = HYBRID_PLAYER.field("NEXT", "offset in ints", "To which row a row and a value lead.")
TOTAL: Final = HYBRID_PLAYER.field("TOTAL", "offset in cards", "The total of each row.")
DECISIONS: Final = HYBRID_PLAYER.field(
    "DECISIONS", "offset in cards", "What a row does against an upcard, for each moment.", 4
)
INSURES: Final = HYBRID_PLAYER.field("INSURES", "flag", "Whether the player insures.")
EVEN_MONEY_TAKEN: Final = HYBRID_PLAYER.field(
    "EVEN_MONEY_TAKEN", "flag", "Whether the player takes even money."
)
TWO_CARDS: Final = HYBRID_PLAYER.field(
    "TWO_CARDS", "row", "Of the first (times 10) and the second card.", VALUES * VALUES
)
PLAYER_SIZE: Final = HYBRID_PLAYER.end

BLACKJACK: Final = 0
INSURANCE: Final = 1
INSURED: Final = FIRST + 2
SIDE: Final = 2
"""These wagers, the number of a batch for Insurance wagers placed, and the first side wager."""

NATURAL: Final = 64
EVEN_MONEY: Final = 65
GIVEN_UP: Final = 66
CODES: Final = 67
"""The code of a finished hand: its total, `codes.DOUBLED` more where it was doubled, or one of
these: a Blackjack, one that took even money, a surrender."""

EVEN_MONEY_RESULT: Final = codes.EVEN_MONEY_RESULT
RETURNED_RESULT: Final = EVEN_MONEY_RESULT + 1
"""The result of a hand: twice an outcome of `games.blackjack`, one more where doubled, or one of
these: even money, all of its wagers returned on a dealer Blackjack."""
