"""Where things stand in the two areas that the simulation's kernels share.

`cards` is an area of bytes: the shoe, tables of small numbers, the log of the cards that a block
deals. `ints` is an area of 64-bit integers: parameters, what changes while a block is dealt,
sums. A value is 0 (ace) to 9 (any ten-value card); a row is ten times the number of a hand's
state.

The cards of a round lie in the order of § 633a.7(f): a card for each seat, the upcard, another
for each seat, the hole card. The third and the fourth cards of the seats follow, where a game has
such. What order a table deals them in does not matter: each is as likely as another.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE

MOST_SEATS: Final = 7
MOST_DECKS: Final = 100

# The bytes.

SHOE: Final = 0
ROOM: Final = 2 * MOST_DECKS * DECK_SIZE + 64
"""A shoe, and as many cards again where its discards are dealt a second time."""

VALUES_OF: Final = ROOM
"""The value of each card that is ready to be dealt."""

SPARE: Final = 2 * ROOM
DEALER_START: Final = 3 * ROOM
"""The dealer's state by upcard (times 10) and hole card."""

DEALER_NEXT: Final = DEALER_START + 112
STRIDE: Final = 16
"""The dealer's state by state (times 16) and one more card."""

DEALER_TOTAL: Final = DEALER_NEXT + 64 * STRIDE
RESULTS: Final = DEALER_TOTAL + 64
CODES_KEPT: Final = 72
TOTALS: Final = 32
"""The result of a hand by its code (times 32) and the dealer's total."""

LIVE: Final = RESULTS + CODES_KEPT * TOTALS
"""By the code of a hand: 1 where it waits for the dealer's total."""

NATURALS: Final = LIVE + CODES_KEPT
"""The code of a Blackjack, by whether cards were switched (times 2) and it has one color."""

EXTRA: Final = NATURALS + 8
"""By the first card (times 52) and the second: 1 where a dealer Blackjack gives one more."""

TABLES: Final = EXTRA + DECK_SIZE * DECK_SIZE
"""From here on the tables of the strategy, then the log."""

DEALER_BLACKJACK: Final = 31
"""Stands for the dealer's total with a Blackjack."""

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

# The result of a hand: twice an outcome of `games.blackjack`, one more where doubled, or one of
# these, all of them Blackjacks: even money before the peek, 1 to 1 after the dealer's hand, paid
# for one color, tied and paid.

EVEN_MONEY_RESULT: Final = 14
LEVEL_RESULT: Final = 15
COLORED_RESULT: Final = 16
TIED_RESULT: Final = 17
RESULTS_KEPT: Final = 18

# The integers: first the parameters.

SEED_LOW: Final = 0
SEED_HIGH: Final = 1
BLOCK: Final = 2
LIMIT: Final = 3
"""Rounds at most."""

SEATS: Final = 4
CARDS: Final = 5
"""Of a full shoe."""

COVER: Final = 6
"""A new shoe is due after the round that deals more cards than these."""

AHEAD: Final = 7
"""How many cards are shuffled before the first round of a shoe."""

BURN: Final = 8
REMOVE: Final = 9
"""Cards removed before the first round of a shoe, and before each round."""

EACH: Final = 10
"""Rounds of a batch in which each round has a new shoe; 0 where a batch is a shoe."""

BATCHES: Final = 11
MOST_HANDS: Final = 12
RESPLIT_ACES: Final = 13
ONE_CARD: Final = 14
"""How many hands a pair may become; whether split aces may be split again, draw no more."""

INSURES: Final = 15
TAKES_EVEN_MONEY: Final = 16
ALWAYS_DRAWS: Final = 17
GIVES_EXTRA: Final = 18
RECORDS: Final = 19
"""Whether a side wager looks at the dealer's drawn cards, may ask for one more card, is there."""

KEEPS_NATURALS: Final = 20
KEEPS_SURRENDERS: Final = 21
"""1 where such hands lie until it is known whether the dealer has a Blackjack, 2 where they lie
until the dealer's hand is played."""

STANDS_FROM: Final = 22
HAS_BLACKJACK: Final = 23
"""The first of the dealer's states in which he draws no more, and the one with a Blackjack."""

NEXT_ROWS: Final = 24
"""Where in the integers it stands to which row a row and a value lead."""

TOTAL_OF: Final = 25
OPENING: Final = 26
AGAIN: Final = 27
SPLIT_OUT: Final = 28
LATER: Final = 29
"""Where in the bytes the total of a row stands, and its decisions against an upcard: with the
first two cards, with the two of a split hand that may be split again and that may not, with more
cards."""

LOG: Final = 30
HANDS_LOG: Final = 31
LOG_ROOM: Final = 32
"""Where in the bytes the dealt cards stand and a byte for each hand; with more cards in the log
no batch begins."""

ROUND_NOTES: Final = 33
SEAT_NOTES: Final = 34
ENDS: Final = 35
"""Where in the integers a word stands for each round, one for each seat in it, and for each batch
the number of rounds at its end."""

MAGIC_CARDS: Final = 36
LUCKY_SEATS: Final = 37
"""Where in the integers the bonuses of each round stand, where any are drawn."""

NETS: Final = 38
COLUMNS: Final = 39
MOMENTS: Final = 40
"""Where in the integers the columns stand, numbers for each batch; how many they are; where the
sums of their products go."""

WAGER_PAYS: Final = 41
WAGER_COUNTS: Final = 42
WAGER_NETS: Final = 43
WAGER_OUTCOMES: Final = 44
NOTED: Final = 45
"""Where a side wager's pays stand, where its counts and its column go; its number of outcomes; a
word for each that is noted. Behind the pays there is a 1 for each outcome that is to be noted."""

DEALT: Final = 46
AREAS: Final = 47
SPARES: Final = 48
KEPT_FIRST: Final = 49
"""Cards of the deal; hands of a seat; whether it has two cards face down, and whether optional
wagers look at those when they are played."""

WORTH: Final = 50
OTHER: Final = 51
"""Where in the integers the worth of two first cards stands, by the upcard (times 100), the first
(times 10) and the second; and of what may be played in their place (`VariationTable`)."""

LIT: Final = 52
LARGE_CARDS: Final = 53
RED_SIDE: Final = 54
SHUFFLES: Final = 55
"""Whether the range of the hole card is shown, two large cards have codes of their own; the side of
a double shoe that red cards stand for, and how many of its shuffles are a batch."""

COUNTING: Final = 56
"""Where in the integers a player's counting stands, in the order of `counting`."""

# What changes while a block is dealt, zero at first.

CHANGING: Final = 64
COUNTER: Final = 64
"""Groups of random words that the block has used."""

BASE: Final = 65
IN_SHOE: Final = 66
READY: Final = 67
IS_WHOLE: Final = 68
"""Where in the bytes the side that is dealt from begins; the end of its cards, and of those that
are shuffled; 1 where it holds every card of its decks once."""

LOGGED: Final = 69
FLUSHED: Final = 70
"""Cards in the log, and how many cards of the shoe need not go there any more."""

START: Final = 71
ROUNDS: Final = 72
BATCHES_DEALT: Final = 73
"""Where the round starts in the shoe; the rounds and batches of the block so far."""

PLAYED: Final = 74
HANDS: Final = 75
HANDS_LOGGED: Final = 76
"""Initial hands and hands done in this round, hands of the rounds before."""

DRAWN: Final = 77
KEPT: Final = 78
SET_ASIDE: Final = 79
"""How far behind the round's start a seat's drawn card is (0: none); how many cards it kept; seats
whose two unplayed cards lie in the discard rack."""

NET: Final = 80
INSURANCE: Final = 81
PLACED: Final = 82
SQUARES: Final = 83
"""What the batch's Blackjack wagers won, its Insurance wagers, and how many of those there were;
the sum of the squares of what each seat won with its Blackjack wagers in a round."""

COUNTS: Final = 84
INSURANCE_COUNTS: Final = COUNTS + RESULTS_KEPT
"""Results of Blackjack wagers; lost and won Insurance wagers."""

SIDES: Final = INSURANCE_COUNTS + 2
SIDE_WIDTH: Final = 4
"""Of each side of a double shoe: the next place, `IN_SHOE`, `READY`, `IS_WHOLE`."""

CHANGED: Final = SIDES + 2 * SIDE_WIDTH

# What has its place, too.

PAYS: Final = CHANGED
INSURANCE_PAYS: Final = PAYS + RESULTS_KEPT
UNKNOWN_OUTCOMES: Final = INSURANCE_PAYS + 2
OUTCOMES_NOTED: Final = UNKNOWN_OUTCOMES + 1
"""How often a classifier gave what is no index of an outcome; how many outcomes are noted."""

REDRAWN: Final = OUTCOMES_NOTED + 1
FIRST_HAND: Final = REDRAWN + 4
"""The number of each seat's first hand in the round, then of the hands."""

START_ROWS: Final = FIRST_HAND + MOST_SEATS + 1
ONE_CARD_ROWS: Final = START_ROWS + 100
"""The row of the first card (times 10) and the second, and of a split hand's."""

FIRST_OF: Final = ONE_CARD_ROWS + 100
SECOND_OF: Final = FIRST_OF + 2 * MOST_SEATS
ASIDE: Final = SECOND_OF + 2 * MOST_SEATS
"""How far behind the round's start the two cards of each initial hand are, and the two that each
seat does not play."""

SECOND_HAND: Final = ASIDE + 2 * MOST_SEATS
SWITCHED: Final = SECOND_HAND + MOST_SEATS
"""The number of each seat's second initial hand in the round; 1 for each seat that switched."""

LIT_TABLES: Final = SWITCHED + MOST_SEATS
"""Where the decisions stand (`OPENING` to `LATER`) for each range of the hole card."""

CODES: Final = LIT_TABLES + 12
WORDS: Final = 2048
TABLES_OF_INTS: Final = WORDS + ROOM + 64

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
dealer's number of cards, his total."""

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
