"""The memory shared by the simulation's kernels: an array of bytes and one of 64-bit integers.

The bytes are the shoe, tables of small numbers, and the log of the cards that a block deals. The
integers are parameters, the state of the block being dealt, and sums. A field whose unit is an
"offset in" an array holds the offset of what it names; data without a fixed size follows the
fields. `codes.py` has the codes of hands and results. Money is in units of 1/10,000 dollar.

The cards of a round lie in the order of § 633a.7(f): a card for each seat, the upcard, another card
for each seat, the hole card; then the third and fourth cards of the seats, in games that have them.
The order in which a table deals them does not matter, since all orders are equally likely.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.codes import CODES_KEPT, RESULTS_KEPT, TOTALS

MAX_SEATS: Final = 7
MAX_AREAS: Final = 2
"""Initial hands of a seat."""

MAX_DECKS: Final = 100
ROOM: Final = 2 * MAX_DECKS * DECK_SIZE + 64
"""Room for a shoe, and as many cards again for discards that are dealt a second time."""

DEALER_STATES: Final = 64
STRIDE: Final = 16
"""Bounds of the dealer's state table: states, and the length of a row (a power of two)."""

BYTES: Final = MemoryMap("cards", "bytes: the shoe, tables, then the strategy's tables and the log")

SHOE: Final = BYTES.field("SHOE", "card", "The cards of the shoe in dealing order.", ROOM)
VALUES_OF: Final = BYTES.field(
    "VALUES_OF", "value", "The value of each card ready to be dealt.", ROOM
)
SPARE: Final = BYTES.field("SPARE", "card", "Where discards are gathered for a shuffle.", ROOM)
DEALER_START: Final = BYTES.field(
    "DEALER_START", "dealer's state", "By upcard (times 10) and hole card.", VALUES * VALUES
)
BYTES.align(16)
DEALER_NEXT: Final = BYTES.field(
    "DEALER_NEXT",
    "dealer's state",
    "By state (times STRIDE) and the value of one more card.",
    DEALER_STATES * STRIDE,
)
DEALER_TOTAL: Final = BYTES.field("DEALER_TOTAL", "total", "By the dealer's state.", DEALER_STATES)
RESULTS: Final = BYTES.field(
    "RESULTS",
    "result",
    "The result of a hand, by its code (times TOTALS) and the dealer's total.",
    CODES_KEPT * TOTALS,
)
LIVE: Final = BYTES.field("LIVE", "flag", "By code: 1 if a hand waits for the dealer.", CODES_KEPT)
NATURALS: Final = BYTES.field(
    "NATURALS",
    "code",
    "The code of a Blackjack, by whether cards were switched (times 2) and whether it"
    " has one color.",
    4,
)
BYTES.align(8)
EXTRA: Final = BYTES.field(
    "EXTRA",
    "flag",
    "By the first card (times 52) and the second: 1 if an extra card is dealt against "
    "a dealer Blackjack.",
    DECK_SIZE * DECK_SIZE,
)

TABLES: Final = BYTES.end
"""The tables of the strategy begin here, then the log."""

INTS: Final = MemoryMap("ints", "64-bit integers: parameters, what changes, tables, sums")

# Parameters: of a block, of the shoe, of the rules.

SEED_LOW: Final = INTS.field("SEED_LOW", "word", "The lower 32 bits of the seed.")
SEED_HIGH: Final = INTS.field("SEED_HIGH", "word", "The upper 32 bits of the seed.")
BLOCK: Final = INTS.field("BLOCK", "number", "The number of the block.")
LIMIT: Final = INTS.field("LIMIT", "rounds", "The most rounds of the block.")
SEATS: Final = INTS.field("SEATS", "seats", "The number of seats.")
CARDS: Final = INTS.field("CARDS", "cards", "The cards of a full shoe.")
LACKS: Final = INTS.field("LACKS", "cards", "The tens that each deck lacks: 0 or 4.")
COVER: Final = INTS.field(
    "COVER", "cards", "A new shoe is due after the round in which more cards than this were dealt."
)
AHEAD: Final = INTS.field("AHEAD", "cards", "Cards shuffled before the first round of a shoe.")
BURN: Final = INTS.field("BURN", "cards", "Cards removed before the first round of a shoe.")
REMOVE: Final = INTS.field("REMOVE", "cards", "Cards removed before each round.")
EACH: Final = INTS.field(
    "EACH",
    "rounds",
    "Rounds of a batch in which each round has a new shoe; 0 if a batch is a shoe.",
)
BATCHES: Final = INTS.field("BATCHES", "batches", "The batches of a block.")
MAX_HANDS: Final = INTS.field("MAX_HANDS", "hands", "The most hands that a pair may become.")
RESPLIT_ACES: Final = INTS.field("RESPLIT_ACES", "flag", "1 if split aces may be split again.")
ONE_CARD: Final = INTS.field("ONE_CARD", "flag", "1 if split aces draw only one card each.")
INSURES: Final = INTS.field("INSURES", "flag", "1 if the players place Insurance wagers.")
TAKES_EVEN_MONEY: Final = INTS.field("TAKES_EVEN_MONEY", "flag", "1 if players take even money.")
ALWAYS_DRAWS: Final = INTS.field(
    "ALWAYS_DRAWS", "flag", "1 if a side wager is decided by the dealer's drawn cards."
)
GIVES_EXTRA: Final = INTS.field("GIVES_EXTRA", "flag", "1 if a side wager may need an extra card.")
RECORDS: Final = INTS.field("RECORDS", "flag", "1 with a side wager: cards and hands are noted.")
KEEPS_NATURALS: Final = INTS.field(
    "KEEPS_NATURALS",
    "choice",
    "When a Blackjack is removed: 0 at once, 1 when it is known whether the dealer "
    "has one, 2 after the dealer's hand.",
)
KEEPS_SURRENDERS: Final = INTS.field(
    "KEEPS_SURRENDERS", "choice", "When a surrendered hand is removed: as for `KEEPS_NATURALS`."
)
STANDS_FROM: Final = INTS.field(
    "STANDS_FROM", "dealer's state", "The first state in which the dealer draws no more."
)
NO_PEEK: Final = INTS.field(
    "NO_PEEK", "flag", "1 if a dealer Blackjack is found when all hands are played."
)
RETURNS: Final = INTS.field(
    "RETURNS", "flag", "1 if a Blackjack found then takes the original wagers only."
)
EARLY_SURRENDER: Final = INTS.field(
    "EARLY_SURRENDER", "flag", "1 if hands are surrendered before a dealer Blackjack is known."
)
HAS_BLACKJACK: Final = INTS.field(
    "HAS_BLACKJACK", "dealer's state", "The state of a dealer Blackjack."
)

# Parameters: offsets of the strategy, the log and the wagers.

NEXT_ROWS: Final = INTS.field("NEXT_ROWS", "offset in ints", "The next row, by row and value.")
TOTAL_OF: Final = INTS.field("TOTAL_OF", "offset in cards", "The total of each row.")
OPENING: Final = INTS.field(
    "OPENING", "offset in cards", "The action of a row against an upcard, with the first two cards."
)
AGAIN: Final = INTS.field(
    "AGAIN", "offset in cards", "The same for two cards of a split hand, which may be resplit."
)
SPLIT_OUT: Final = INTS.field(
    "SPLIT_OUT", "offset in cards", "The same for two cards of a split hand, without a resplit."
)
LATER: Final = INTS.field("LATER", "offset in cards", "The same for more than two cards.")
LOG: Final = INTS.field("LOG", "offset in cards", "The cards dealt.")
HANDS_LOG: Final = INTS.field("HANDS_LOG", "offset in cards", "A byte for each hand.")
HAND_NOTES: Final = INTS.field(
    "HAND_NOTES", "offset in ints", "A word for each hand; 0 where hands are not recorded."
)
LOG_ROOM: Final = INTS.field("LOG_ROOM", "cards", "No batch begins with more cards in the log.")
ROUND_NOTES: Final = INTS.field("ROUND_NOTES", "offset in ints", "A word for each round.")
SEAT_NOTES: Final = INTS.field("SEAT_NOTES", "offset in ints", "A word for each seat and round.")
ENDS: Final = INTS.field("ENDS", "offset in ints", "The rounds dealt at each batch's end.")
MAGIC_CARDS: Final = INTS.field("MAGIC_CARDS", "offset in ints", "Each round's Magic Card.")
LUCKY_SEATS: Final = INTS.field("LUCKY_SEATS", "offset in ints", "Each round's lucky seat.")
NETS: Final = INTS.field("NETS", "offset in ints", "The columns, a number per batch in each.")
COLUMNS: Final = INTS.field("COLUMNS", "columns", "The number of columns.")
MOMENTS: Final = INTS.field("MOMENTS", "offset in ints", "The sums of the columns' products.")
MAIN_WINS: Final = INTS.field("MAIN_WINS", "offset in ints", "Wins by seat and round; or 0.")
INSURED_WINS: Final = INTS.field("INSURED_WINS", "offset in ints", "Wins of Insurance.")
WAGER_WINS: Final = INTS.field("WAGER_WINS", "offset in ints", "Wins of a side wager.")
WAGER_PAYS: Final = INTS.field(
    "WAGER_PAYS", "offset in ints", "What outcomes win, then 1 for each that is noted."
)
WAGER_COUNTS: Final = INTS.field("WAGER_COUNTS", "offset in ints", "Counts of its outcomes.")
WAGER_NETS: Final = INTS.field("WAGER_NETS", "offset in ints", "The side wager's column.")
WAGER_OUTCOMES: Final = INTS.field("WAGER_OUTCOMES", "outcomes", "The side wager's outcomes.")
NOTED: Final = INTS.field("NOTED", "offset in ints", "A word for each outcome noted.")

# Parameters of variations and of players who count.

DEALT: Final = INTS.field("DEALT", "cards", "The cards of the initial deal.")
AREAS: Final = INTS.field("AREAS", "hands", "The initial hands of each seat.")
SPARES: Final = INTS.field("SPARES", "flag", "1 if a seat has two cards face down.")
KEPT_FIRST: Final = INTS.field(
    "KEPT_FIRST", "flag", "1 if optional wagers are decided by those cards when they are played."
)
WORTH: Final = INTS.field(
    "WORTH",
    "offset in ints",
    "The value of two first cards, by the upcard (times 100), the first (times 10) and the second.",
)
OTHER: Final = INTS.field(
    "OTHER", "offset in ints", "The same for cards that may be played instead."
)
LIT: Final = INTS.field("LIT", "flag", "1 if the range of the hole card is shown.")
LARGE_CARDS: Final = INTS.field("LARGE_CARDS", "flag", "1 if two large cards have own codes.")
RED_SIDE: Final = INTS.field("RED_SIDE", "side", "The side of a double shoe that red cards select.")
SHUFFLES: Final = INTS.field("SHUFFLES", "shuffles", "The shuffles of a batch of a double shoe.")
COUNTING: Final = INTS.field("COUNTING", "offset in ints", "A counting player's record.")
BETS: Final = INTS.field(
    "BETS", "offset in ints", "The wager of each round of a counting player; 0 without one."
)
CORRECTING: Final = INTS.field(
    "CORRECTING", "offset in ints", "The record that corrects the main wager; 0 without one."
)
EXPECTING: Final = INTS.field(
    "EXPECTING", "offset in ints", "The record that values the wager decided last."
)
TOGETHER: Final = INTS.field(
    "TOGETHER", "offset in ints", "The record of the side wagers that are decided next."
)
WALK: Final = INTS.field("WALK", "offset in ints", "The record of a walk; 0 without one.")

# State of the block being dealt, initially zero.

INTS.align(16)
COUNTER: Final = INTS.field("COUNTER", "groups", "Groups of random words that the block used.")
CHANGING: Final = COUNTER
BASE: Final = INTS.field("BASE", "offset in SHOE", "The first place of the side being dealt from.")
IN_SHOE: Final = INTS.field("IN_SHOE", "offset in SHOE", "The end of the cards of that side.")
READY: Final = INTS.field("READY", "offset in SHOE", "The end of its shuffled cards.")
IS_WHOLE: Final = INTS.field("IS_WHOLE", "flag", "1 if it holds every card of its decks once.")
LOGGED: Final = INTS.field("LOGGED", "cards", "The number of cards in the log.")
FLUSHED: Final = INTS.field("FLUSHED", "offset in SHOE", "Earlier cards are in the log.")
START: Final = INTS.field("START", "offset in SHOE", "The first place of the round.")
ROUNDS: Final = INTS.field("ROUNDS", "rounds", "The rounds of the block so far.")
BATCHES_DEALT: Final = INTS.field("BATCHES_DEALT", "batches", "The batches of the block so far.")
PLAYED: Final = INTS.field("PLAYED", "hands", "The initial hands finished in this round.")
HANDS: Final = INTS.field("HANDS", "hands", "The finished hands of the round, with splits.")
HANDS_LOGGED: Final = INTS.field("HANDS_LOGGED", "hands", "The hands of the rounds before.")
DRAWN: Final = INTS.field(
    "DRAWN", "cards", "The offset of a seat's drawn card from the start of the round; 0 for none."
)
KEPT: Final = INTS.field("KEPT", "cards", "A seat's drawn cards that did not bust its hand.")
SET_ASIDE: Final = INTS.field(
    "SET_ASIDE", "seats", "The seats whose two unplayed cards are in the discard rack."
)
NET: Final = INTS.field("NET", "money", "What the batch's Blackjack wagers won.")
INSURANCE: Final = INTS.field("INSURANCE", "money", "What the batch's Insurance wagers won.")
PLACED: Final = INTS.field("PLACED", "wagers", "The number of the batch's Insurance wagers.")
SQUARES: Final = INTS.field(
    "SQUARES",
    "money squared",
    "The sum of the squares of what each seat won with its Blackjack wagers in a round.",
)
COUNTS: Final = INTS.field("COUNTS", "wagers", "The count of each Blackjack result.", RESULTS_KEPT)
INSURANCE_COUNTS: Final = INTS.field(
    "INSURANCE_COUNTS", "wagers", "Insurance wagers lost and won.", 2
)
SIDE_WIDTH: Final = 4
"""Integers of each side of a double shoe: the next place, `IN_SHOE`, `READY`, `IS_WHOLE`."""

SIDES: Final = INTS.field(
    "SIDES", "offsets in SHOE", "The saved state of each side of a double shoe.", 2 * SIDE_WIDTH
)
CHANGED: Final = INTS.end

# Tables, and the hands of a round.

PAYS: Final = INTS.field("PAYS", "money", "What each Blackjack result wins.", RESULTS_KEPT)
INSURANCE_PAYS: Final = INTS.field(
    "INSURANCE_PAYS", "money", "What an Insurance wager wins when lost, and when won.", 2
)
UNKNOWN_OUTCOME: Final = INTS.field(
    "UNKNOWN_OUTCOME",
    "value",
    "A value of a classifier that is no index into its outcomes; 0 for none.",
)
OUTCOMES_NOTED: Final = INTS.field("OUTCOMES_NOTED", "outcomes", "The number of outcomes noted.")
REDRAWN: Final = INTS.field("REDRAWN", "word", "Random words that replace rejected ones.", 4)
FIRST_HAND: Final = INTS.field(
    "FIRST_HAND",
    "number",
    "The number of each seat's first hand in the round, then the number of hands.",
    MAX_SEATS + 1,
)
START_ROWS: Final = INTS.field(
    "START_ROWS",
    "row",
    "The row of two first cards, by the value of the first (times 10) and the second.",
    VALUES * VALUES,
)
ONE_CARD_ROWS: Final = INTS.field(
    "ONE_CARD_ROWS", "row", "The row of two cards of a split hand.", VALUES * VALUES
)
FIRST_OF: Final = INTS.field(
    "FIRST_OF",
    "cards",
    "The offset of each initial hand's first card from the start of the round.",
    MAX_AREAS * MAX_SEATS,
)
SECOND_OF: Final = INTS.field(
    "SECOND_OF", "cards", "The offset of its second card.", MAX_AREAS * MAX_SEATS
)
ASIDE: Final = INTS.field(
    "ASIDE", "cards", "The offset of the two cards that each seat does not play.", 2 * MAX_SEATS
)
SECOND_HAND: Final = INTS.field(
    "SECOND_HAND",
    "number",
    "The number of each seat's second initial hand in the round.",
    MAX_SEATS,
)
SWITCHED: Final = INTS.field("SWITCHED", "flag", "1 for each seat that switched.", MAX_SEATS)
LIT_TABLES: Final = INTS.field(
    "LIT_TABLES",
    "offset in cards",
    "The decisions (`OPENING` to `LATER`) for each range of the hole card.",
    3 * 4,
)
MAX_CODES: Final = 1600
"""The most hands of a round: two for each seat, each split a hundred times."""

CODES: Final = INTS.field("CODES", "code", "The code of each hand of the round.", MAX_CODES)
HAND_BEGINS: Final = INTS.field(
    "HAND_BEGINS",
    "cards",
    "The offset of each split hand's second card from the start of the round; else 0.",
    MAX_CODES,
)
HAND_ENDS: Final = INTS.field(
    "HAND_ENDS", "cards", "The offset of each hand's end from the start of the round.", MAX_CODES
)
INTS.align(128)
WORDS: Final = INTS.field("WORDS", "word", "Random words, in groups of four.", ROOM + 64)
