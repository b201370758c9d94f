"""The memory that the simulation's kernels share: an array of bytes and one of 64-bit integers.

The bytes are the shoe, tables of small numbers, and the log of the cards that a block deals. The
integers are parameters, what changes while a block is dealt, and sums. Of a field whose unit is an
"offset in" one of them, the value says where the thing stands that it names: what has no size of
its own stands behind the fields. `codes.py` has the numbers that stand for hands and results; what
is worth money is in units of 1/10,000 dollar.

The cards of a round lie in the order of § 633a.7(f): a card for each seat, the upcard, another
for each seat, the hole card. The third and the fourth cards of the seats follow, where a game has
such. What order a table deals them in does not matter: each is as likely as another.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.layout import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.codes import CODES_KEPT, RESULTS_KEPT, TOTALS

MOST_SEATS: Final = 7
MOST_AREAS: Final = 2
"""Hands of a seat before any is split."""

MOST_DECKS: Final = 100
ROOM: Final = 2 * MOST_DECKS * DECK_SIZE + 64
"""A shoe, and as many cards again where its discards are dealt a second time."""

DEALER_STATES: Final = 64
STRIDE: Final = 16
"""At most so many states of the dealer's hand; a row of their table has a power of two."""

BYTES: Final = MemoryMap("cards", "bytes: the shoe, tables, then the strategy's tables and the log")

SHOE: Final = BYTES.field(
    "SHOE", "card", "The cards of the shoe in the order in which they are dealt.", ROOM
)
VALUES_OF: Final = BYTES.field(
    "VALUES_OF", "value", "The value of each card that is ready to be dealt.", ROOM
)
SPARE: Final = BYTES.field(
    "SPARE", "card", "Where the discards are gathered before they are shuffled.", ROOM
)
DEALER_START: Final = BYTES.field(
    "DEALER_START", "dealer's state", "By upcard (times 10) and hole card.", VALUES * VALUES
)
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
    "Of a hand, by its code (times TOTALS) and the dealer's total.",
    CODES_KEPT * TOTALS,
)
LIVE: Final = BYTES.field(
    "LIVE", "flag", "1 by the code of a hand that waits for the dealer's total.", CODES_KEPT
)
NATURALS: Final = BYTES.field(
    "NATURALS",
    "code",
    "Of a Blackjack, by whether cards were switched (times 2) and it has one color.",
    4,
)
EXTRA: Final = BYTES.field(
    "EXTRA",
    "flag",
    "By the first card (times 52) and the second: 1 where a dealer Blackjack gives one more.",
    DECK_SIZE * DECK_SIZE,
)

TABLES: Final = BYTES.end
"""From here on the tables of the strategy, then the log."""

INTS: Final = MemoryMap("ints", "64-bit integers: parameters, what changes, tables, sums")

# Parameters: of a block, of the shoe, of the rules.

SEED_LOW: Final = INTS.field("SEED_LOW", "word", "The lower 32 bits of the seed.")
SEED_HIGH: Final = INTS.field("SEED_HIGH", "word", "The upper 32 bits of the seed.")
BLOCK: Final = INTS.field("BLOCK", "number", "The number of the block.")
LIMIT: Final = INTS.field("LIMIT", "rounds", "Rounds of the block at most.")
SEATS: Final = INTS.field("SEATS", "seats", "How many seats play.")
CARDS: Final = INTS.field("CARDS", "cards", "Of a full shoe.")
COVER: Final = INTS.field(
    "COVER", "cards", "A new shoe is due after the round that deals more cards than these."
)
AHEAD: Final = INTS.field(
    "AHEAD", "cards", "How many are shuffled before the first round of a shoe."
)
BURN: Final = INTS.field("BURN", "cards", "Removed before the first round of a shoe.")
REMOVE: Final = INTS.field("REMOVE", "cards", "Removed before each round.")
EACH: Final = INTS.field(
    "EACH", "rounds", "Of a batch in which each round has a new shoe; 0 where a batch is a shoe."
)
BATCHES: Final = INTS.field("BATCHES", "batches", "Of a block.")
MOST_HANDS: Final = INTS.field("MOST_HANDS", "hands", "How many a pair may become.")
RESPLIT_ACES: Final = INTS.field("RESPLIT_ACES", "flag", "Whether split aces may be split again.")
ONE_CARD: Final = INTS.field("ONE_CARD", "flag", "Whether split aces draw no more than one card.")
INSURES: Final = INTS.field("INSURES", "flag", "Whether the players place Insurance wagers.")
TAKES_EVEN_MONEY: Final = INTS.field(
    "TAKES_EVEN_MONEY", "flag", "Whether the players take even money."
)
ALWAYS_DRAWS: Final = INTS.field(
    "ALWAYS_DRAWS", "flag", "Whether a side wager looks at the dealer's drawn cards."
)
GIVES_EXTRA: Final = INTS.field(
    "GIVES_EXTRA", "flag", "Whether a side wager may ask for one more card."
)
RECORDS: Final = INTS.field(
    "RECORDS", "flag", "Whether there is a side wager: cards and hands are noted."
)
KEEPS_NATURALS: Final = INTS.field(
    "KEEPS_NATURALS",
    "choice",
    "1 where Blackjacks lie until it is known whether the dealer has one, 2 until that hand "
    "is played.",
)
KEEPS_SURRENDERS: Final = INTS.field(
    "KEEPS_SURRENDERS", "choice", "The same for hands that were surrendered."
)
STANDS_FROM: Final = INTS.field(
    "STANDS_FROM", "dealer's state", "The first in which the dealer draws no more."
)
HAS_BLACKJACK: Final = INTS.field("HAS_BLACKJACK", "dealer's state", "The one with a Blackjack.")

# Parameters: where the strategy, the log and the wagers stand.

NEXT_ROWS: Final = INTS.field("NEXT_ROWS", "offset in ints", "To which row a row and a value lead.")
TOTAL_OF: Final = INTS.field("TOTAL_OF", "offset in cards", "The total of each row.")
OPENING: Final = INTS.field(
    "OPENING", "offset in cards", "What a row does against an upcard with its first two cards."
)
AGAIN: Final = INTS.field(
    "AGAIN",
    "offset in cards",
    "The same for the two cards of a split hand that may be split again.",
)
SPLIT_OUT: Final = INTS.field(
    "SPLIT_OUT", "offset in cards", "The same for those of a split hand that may not."
)
LATER: Final = INTS.field("LATER", "offset in cards", "The same with more cards.")
LOG: Final = INTS.field("LOG", "offset in cards", "The cards that were dealt.")
HANDS_LOG: Final = INTS.field("HANDS_LOG", "offset in cards", "A byte for each hand.")
LOG_ROOM: Final = INTS.field("LOG_ROOM", "cards", "With more cards in the log no batch begins.")
ROUND_NOTES: Final = INTS.field("ROUND_NOTES", "offset in ints", "A word for each round.")
SEAT_NOTES: Final = INTS.field(
    "SEAT_NOTES", "offset in ints", "A word for each seat of each round."
)
ENDS: Final = INTS.field(
    "ENDS", "offset in ints", "For each batch the number of rounds at its end."
)
MAGIC_CARDS: Final = INTS.field(
    "MAGIC_CARDS", "offset in ints", "The Magic Card of each round, where one is drawn."
)
LUCKY_SEATS: Final = INTS.field(
    "LUCKY_SEATS", "offset in ints", "The lucky seat of each round, where one is drawn."
)
NETS: Final = INTS.field(
    "NETS", "offset in ints", "The columns, each with a number for every batch."
)
COLUMNS: Final = INTS.field("COLUMNS", "columns", "How many they are.")
MOMENTS: Final = INTS.field("MOMENTS", "offset in ints", "The sums of the columns' products.")
WAGER_PAYS: Final = INTS.field(
    "WAGER_PAYS",
    "offset in ints",
    "What a side wager's outcomes win; behind them 1 for each that is to be noted.",
)
WAGER_COUNTS: Final = INTS.field(
    "WAGER_COUNTS", "offset in ints", "How often each of its outcomes came."
)
WAGER_NETS: Final = INTS.field("WAGER_NETS", "offset in ints", "Its column.")
WAGER_OUTCOMES: Final = INTS.field("WAGER_OUTCOMES", "outcomes", "How many it has.")
NOTED: Final = INTS.field("NOTED", "offset in ints", "A word for each outcome that is noted.")

# Parameters: of variations, and of players who count.

DEALT: Final = INTS.field("DEALT", "cards", "Of the deal.")
AREAS: Final = INTS.field("AREAS", "hands", "Of each seat, before any is split.")
SPARES: Final = INTS.field("SPARES", "flag", "Whether a seat has two cards face down.")
KEPT_FIRST: Final = INTS.field(
    "KEPT_FIRST", "flag", "Whether optional wagers look at those when they are played."
)
WORTH: Final = INTS.field(
    "WORTH",
    "offset in ints",
    "What two first cards are worth, by the upcard (times 100), the first (times 10) and the "
    "second.",
)
OTHER: Final = INTS.field(
    "OTHER", "offset in ints", "The same for what may be played in their place (`VariationTable`)."
)
LIT: Final = INTS.field("LIT", "flag", "Whether the range of the hole card is shown.")
LARGE_CARDS: Final = INTS.field(
    "LARGE_CARDS", "flag", "Whether two large cards have codes of their own."
)
RED_SIDE: Final = INTS.field(
    "RED_SIDE", "side", "Of a double shoe, the one that red cards stand for."
)
SHUFFLES: Final = INTS.field("SHUFFLES", "shuffles", "Of a double shoe, how many are a batch.")
COUNTING: Final = INTS.field("COUNTING", "offset in ints", "A player's counting (`counting.py`).")

# What changes while a block is dealt, zero at first.

COUNTER: Final = INTS.field("COUNTER", "groups", "Groups of random words that the block has used.")
CHANGING: Final = COUNTER
BASE: Final = INTS.field("BASE", "offset in SHOE", "Where the side begins that is dealt from.")
IN_SHOE: Final = INTS.field("IN_SHOE", "offset in SHOE", "The end of its cards.")
READY: Final = INTS.field("READY", "offset in SHOE", "The end of those that are shuffled.")
IS_WHOLE: Final = INTS.field("IS_WHOLE", "flag", "1 where it holds every card of its decks once.")
LOGGED: Final = INTS.field("LOGGED", "cards", "In the log.")
FLUSHED: Final = INTS.field(
    "FLUSHED", "offset in SHOE", "The cards before it need not go to the log any more."
)
START: Final = INTS.field("START", "offset in SHOE", "Where the round starts.")
ROUNDS: Final = INTS.field("ROUNDS", "rounds", "Of the block so far.")
BATCHES_DEALT: Final = INTS.field("BATCHES_DEALT", "batches", "Of the block so far.")
PLAYED: Final = INTS.field("PLAYED", "hands", "Initial hands done in this round.")
HANDS: Final = INTS.field("HANDS", "hands", "Done in this round, those of splits included.")
HANDS_LOGGED: Final = INTS.field("HANDS_LOGGED", "hands", "Of the rounds before.")
DRAWN: Final = INTS.field(
    "DRAWN", "cards", "How far behind the round's start a seat's drawn card is; 0 for none."
)
KEPT: Final = INTS.field("KEPT", "cards", "How many drawn cards the seat kept.")
SET_ASIDE: Final = INTS.field(
    "SET_ASIDE", "seats", "Those whose two unplayed cards lie in the discard rack."
)
NET: Final = INTS.field("NET", "money", "What the batch's Blackjack wagers won.")
INSURANCE: Final = INTS.field("INSURANCE", "money", "What its Insurance wagers won.")
PLACED: Final = INTS.field("PLACED", "wagers", "How many Insurance wagers the batch had.")
SQUARES: Final = INTS.field(
    "SQUARES",
    "money squared",
    "What each seat won with its Blackjack wagers in a round, squared, added up.",
)
COUNTS: Final = INTS.field(
    "COUNTS", "wagers", "How often each result of a Blackjack wager came.", RESULTS_KEPT
)
INSURANCE_COUNTS: Final = INTS.field(
    "INSURANCE_COUNTS", "wagers", "Insurance wagers lost, and won.", 2
)
SIDE_WIDTH: Final = 4
"""Of each side of a double shoe: the next place, `IN_SHOE`, `READY`, `IS_WHOLE`."""

SIDES: Final = INTS.field(
    "SIDES", "offsets in SHOE", "Where each side of a double shoe is left.", 2 * SIDE_WIDTH
)
CHANGED: Final = INTS.end

# Tables, and the hands of a round.

PAYS: Final = INTS.field(
    "PAYS", "money", "What each result of a Blackjack wager wins.", RESULTS_KEPT
)
INSURANCE_PAYS: Final = INTS.field(
    "INSURANCE_PAYS", "money", "What Insurance wins, lost and won.", 2
)
UNKNOWN_OUTCOMES: Final = INTS.field(
    "UNKNOWN_OUTCOMES", "outcomes", "How often a classifier gave what is no index of an outcome."
)
OUTCOMES_NOTED: Final = INTS.field("OUTCOMES_NOTED", "outcomes", "How many are noted.")
REDRAWN: Final = INTS.field("REDRAWN", "word", "A group of random words that are drawn again.", 4)
FIRST_HAND: Final = INTS.field(
    "FIRST_HAND",
    "number",
    "Of each seat's first hand in the round, then how many hands there are.",
    MOST_SEATS + 1,
)
START_ROWS: Final = INTS.field(
    "START_ROWS",
    "row",
    "Of two first cards, by the value of the first (times 10) and the second.",
    VALUES * VALUES,
)
ONE_CARD_ROWS: Final = INTS.field(
    "ONE_CARD_ROWS", "row", "The same for the two cards of a split hand.", VALUES * VALUES
)
FIRST_OF: Final = INTS.field(
    "FIRST_OF",
    "cards",
    "How far behind the round's start the first card of each initial hand is.",
    MOST_AREAS * MOST_SEATS,
)
SECOND_OF: Final = INTS.field(
    "SECOND_OF", "cards", "The same for its second card.", MOST_AREAS * MOST_SEATS
)
ASIDE: Final = INTS.field(
    "ASIDE", "cards", "The same for the two cards that each seat does not play.", 2 * MOST_SEATS
)
SECOND_HAND: Final = INTS.field(
    "SECOND_HAND", "number", "Of each seat's second initial hand in the round.", MOST_SEATS
)
SWITCHED: Final = INTS.field("SWITCHED", "flag", "1 for each seat that switched.", MOST_SEATS)
LIT_TABLES: Final = INTS.field(
    "LIT_TABLES",
    "offset in cards",
    "The decisions (`OPENING` to `LATER`) for each range of the hole card.",
    3 * 4,
)
MOST_CODES: Final = 1600
"""Hands of a round: two for each seat, each split a hundred times."""

CODES: Final = INTS.field("CODES", "code", "Of each hand of the round.", MOST_CODES)
WORDS: Final = INTS.field("WORDS", "word", "Random words, in groups of four.", ROOM + 64)

TABLES_OF_INTS: Final = INTS.end
"""From here on the tables of the strategy, notes and sums."""
