"""Where things stand in the two areas that the simulation's kernels share.

`cards` is an area of bytes: the shoe, tables of small numbers, and the log of the cards that a
block deals. `ints` is an area of 64-bit integers: parameters, positions, sums. A value is 0 (ace)
to 9 (any ten-value card); a row is ten times the number of a hand's state.
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
"""A dealer's state (times 16) with one more card."""

DEALER_TOTAL: Final = DEALER_NEXT + 64 * 16
RESULTS: Final = DEALER_TOTAL + 64
CODES_KEPT: Final = 67
TOTALS: Final = 32
"""By a hand's code (times 32) and the dealer's total: which of the pays it gets."""

EXTRA: Final = RESULTS + CODES_KEPT * TOTALS
"""By the first card (times 52) and the second: 1 where a dealer Blackjack gives one more."""

TABLES: Final = EXTRA + DECK_SIZE * DECK_SIZE
"""The tables of the strategy, then the log and what is noted of each hand."""

DEALER_BLACKJACK: Final = 31
"""Stands for the dealer's total with a Blackjack."""

# The code of a finished hand: its total, doubled or not, or one of these.

DOUBLED: Final = 32
NATURAL: Final = 64
SURRENDERED: Final = 65
EVEN_MONEY: Final = 66

# The integers: a head of parameters.

SEED_LOW: Final = 0
SEED_HIGH: Final = 1
BLOCK: Final = 2
SEATS: Final = 3
CARDS: Final = 4
"""The cards of a full shoe."""

COVER: Final = 5
"""A new shoe is due after the round that deals more cards than these."""

AHEAD: Final = 6
"""How many cards are shuffled before the first round of a shoe."""

BURN: Final = 7
REMOVE: Final = 8
"""Cards removed before the first round of a shoe, and before each round."""

EACH: Final = 9
"""Rounds of a batch in which each round has a new shoe; 0 where a batch is a shoe."""

BATCHES: Final = 10
LIMIT: Final = 11
"""The most batches, and the most rounds, of a block."""

MOST_HANDS: Final = 12
RESPLIT_ACES: Final = 13
ONE_CARD: Final = 14
"""The hands that a pair may become; whether split aces may be split again, and draw no more."""

INSURES: Final = 15
TAKES_EVEN_MONEY: Final = 16
ALWAYS_DRAWS: Final = 17
"""1 where a wager looks at the dealer's drawn cards."""

GIVES_EXTRA: Final = 18
RECORDS: Final = 19
"""1 where rounds are noted for side wagers."""

STANDS_FROM: Final = 20
HAS_BLACKJACK: Final = 21
"""The first of the dealer's states in which he draws no more, and the one with a Blackjack."""

NEXT_ROWS: Final = 22
"""Where in the integers stands to which row a row and a value lead."""

TOTAL_OF: Final = 23
"""Where in the bytes stands the total of a row (every tenth byte is a row's)."""

OPENING: Final = 24
AGAIN: Final = 25
SPLIT_OUT: Final = 26
LATER: Final = 27
"""Where in the bytes stands the decision of a row against an upcard: with the first two cards,
with the two of a split hand that may be split again and that may not, with more cards."""

LOG: Final = 28
HANDS_LOG: Final = 29
"""Where in the bytes stand the dealt cards, and a byte for each hand."""

ROUND_NOTES: Final = 30
SEAT_NOTES: Final = 31
"""Where in the integers stands a word for each round, and one for each seat in it."""

ENDS: Final = 32
"""Where in the integers stands how many rounds had been dealt at the end of each batch."""

NETS: Final = 33
COLUMNS: Final = 39
"""Where in the integers the columns stand, and how many: numbers for each batch."""

MOMENTS: Final = 59
"""Where in the integers the sums of the columns' products go."""

LOG_ROOM: Final = 36
"""No round begins with more cards in the log."""

KEEPS_NATURALS: Final = 34
KEEPS_SURRENDERS: Final = 35
"""1 where such hands lie until it is known whether the dealer has a Blackjack."""

# What changes while a block is dealt.

COUNTER: Final = 40
"""Groups of random words that the block has used."""

IN_SHOE: Final = 41
READY: Final = 42
"""Cards in the shoe, and how many of them are shuffled."""

LOGGED: Final = 43
FLUSHED: Final = 44
"""Cards in the log, and how many of the shoe's cards are among them or are not to be."""

IS_RESHUFFLED: Final = 45
"""1 where discards were dealt again: some cards stand in the shoe twice."""

START: Final = 46
ROUNDS: Final = 47
PLAYED: Final = 48
HANDS: Final = 49
"""Where the round starts in the shoe; rounds of the block; seats and hands done in this round."""

HANDS_LOGGED: Final = 50
NET: Final = 51
SQUARES: Final = 52
"""Of the batch, and the sum of the squares of what each seat won in a round."""

INSURANCE: Final = 53
PLACED: Final = 54
"""What the Insurance wagers of the batch won, and how many there were."""

BATCHES_DEALT: Final = 55
INSURANCE_PAYS: Final = 60
INSURANCE_COUNTS: Final = 62
"""A loss, then a win."""

MAGIC_CARDS: Final = 37
LUCKY_SEATS: Final = 38
"""Where in the integers stand the bonuses of each round, where any are drawn."""

WAGER_PAYS: Final = 56
WAGER_COUNTS: Final = 57
WAGER_NETS: Final = 58
"""Where in the integers stand a side wager's pays, and where its counts and sums go."""

# The first columns: 1, the batch's rounds, what the Blackjack wagers won in it, what the Insurance
# wagers won and how many there were. Side wagers follow.

ONES: Final = 0
IN_BATCH: Final = 1
BLACKJACK_NET: Final = 2
INSURANCE_NET: Final = 3
INSURED: Final = 4
FIRST_WAGER: Final = 5

EVEN_MONEY_RESULT: Final = 14
RESULTS_KEPT: Final = 15
"""Results are twice an outcome of `games.blackjack`, one more where doubled, or this."""

PAYS: Final = 64
COUNTS: Final = 80
FIRST_HAND: Final = 96
START_ROWS: Final = 112
ONE_CARD_ROWS: Final = 212
"""The row of the first card (times 10) and the second; the same after a split."""

REDRAWN: Final = 312
CODES: Final = 320
WORDS: Final = 2048
TABLES_OF_INTS: Final = WORDS + ROOM + 64

# What is noted: a word for each round, one for each seat, and a byte for each hand.

START_SHIFT: Final = 32
DEALER_SHIFT: Final = 16
CARDS_SHIFT: Final = 8
"""Of a round: where it starts in the log, how far behind the dealer's drawn cards start, the
dealer's number of cards, his total."""

HANDS_SHIFT: Final = 32
NUMBER_SHIFT: Final = 24
KEPT_SHIFT: Final = 16
"""Of a seat: where its hands stand in their log, how many they are, how many cards it drew that
did not bust it, how far behind the round's start the drawn card is (0: none)."""

BYTE: Final = 255
SHORT: Final = (1 << 16) - 1

TOTAL_BITS: Final = 31
NATURAL_BIT: Final = 32
"""Of a hand: its total, and whether it is a Blackjack."""
