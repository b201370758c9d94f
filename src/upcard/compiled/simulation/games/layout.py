"""Where things stand in the two areas for baccarat, the wheel and hybrid tables.

What these kernels have in common with those of Blackjack (the random words, the shoe, batches)
stands where `layout` says; what is theirs stands where Blackjack has the codes of its hands. A
wager has its number in the plan; behind 1 and its rounds a batch has a number for each of them.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation import layout

OWN: Final = layout.CODES

FIRST: Final = layout.IN_BATCH + 1
"""Where the wagers begin among the numbers of a batch."""

# Every game: the wagers.

MOST_RESULTS: Final = OWN
PAYS: Final = OWN + 1
COUNTS: Final = OWN + 2
"""The most results that a wager has; where in the integers stands what each result of a wager
wins and how often it came: by the wager's number, times the most, and the result."""

WON: Final = OWN + 3
"""Where in the integers the numbers of a batch add up while it is dealt."""

END: Final = OWN + 4
"""Where in the shoe the cards of a round end."""

LOOKED_UP: Final = OWN + 5
KEYS: Final = OWN + 8
KEY_OF: Final = OWN + 12
TABLE_OF: Final = OWN + 20
"""How many wagers are looked up in tables of bytes; the keys of a round; for each of these wagers
which key it goes by, and where its table stands: the result by the key."""

PAIRS: Final = DECK_SIZE * DECK_SIZE
"""The keys of two cards: the first, times the cards of a deck, and the second."""

# Baccarat: which key is which.

FINISHED: Final = 0
PLAYERS_PAIR: Final = 1
BANKERS_PAIR: Final = 2
"""Both Point Counts, the player's times ten; the initial cards of either hand."""

# Hybrid tables without a hole card: the player's cards, and what the dealer's two cards make.

WITH_BLACKJACK: Final = 0
WITH_ROYAL_MATCH: Final = 1

# The wheel.

WAGERS: Final = OWN + 30
SPUN: Final = OWN + 31
SPUN_PAYS: Final = OWN + 32
"""How many wagers there are; where in the integers it is counted how often each key of a spin
came, and where stands what each wager wins then: by the key, times the wagers, and the wager."""

COUNT_WEIGHTS: Final = OWN + 33
COUNT_SUM: Final = OWN + 34
PAYOUT_WEIGHTS: Final = OWN + 35
PAYOUT_SUM: Final = OWN + 36
"""Where in the integers the weights of how many Lucky Numbers fall, and of their payouts, stand;
what they add up to."""

LUCKY_COUNT: Final = OWN + 37
POCKET: Final = OWN + 38
NUMBERS: Final = OWN + 40
LUCKY: Final = OWN + 80
"""Of the last spin: how many Lucky Numbers there are, where the ball rests, the numbers of the
wheel with the lucky ones first, and by number 0, or 1 to 9 for a Lucky Number's payout."""

LUCKY_KINDS: Final = 10
"""The key of a spin is where the ball rests, times these, and how lucky that number is."""

# Hybrid tables.

TERMINALS: Final = OWN + 30
SEAT_OF: Final = OWN + 31
PLAYER_OF: Final = OWN + 32
HANDS_OF: Final = OWN + 33
"""How many terminals there are; where in the integers it stands at which of the positions in play
each is, what its player does (a record), and how many hands he has."""

FIRST_HANDS: Final = OWN + 34
HAND_SIZE: Final = 4
ROW: Final = 0
KIND: Final = 1
STATE: Final = 2
CODE: Final = 3
"""Where in the integers the hands stand: records, for each terminal as many as there may be."""

HOLE_CARD: Final = OWN + 35
BUZZES: Final = OWN + 36
BUZZER_TABLE: Final = OWN + 37
HOLDS: Final = OWN + 38
HELD: Final = OWN + 39
"""1 where the dealer has a hole card; 1 where a wager on the finished hands is offered, and where
in the bytes its results stand; 1 where a wager may wait for the dealer's second card, and where in
the bytes it stands whether one does: by a player's two cards, times the cards of a deck, and the
upcard."""

SHARED: Final = OWN + 40
TOP_ROW: Final = OWN + 41
WINNERS: Final = OWN + 42
"""The wager, or -1, of which several winners of the top row share what is paid; the result for
one winner (that for two follows it); how many there are in a round."""

PAIR: Final = OWN + 43
"""The value of a player's first card, which is that of every hand once he has split it."""

DEALER: Final = OWN + 44
"""The state of the dealer's hand, without a hole card of that against the terminal."""

NEXT: Final = 0
TOTAL: Final = 1
DECISIONS: Final = 2
INSURES: Final = 6
EVEN_MONEY_TAKEN: Final = 7
TWO_CARDS: Final = 8
PLAYER_SIZE: Final = 108
"""The record of a player: where the rows stand that follow one, the totals, the decisions of each
moment; whether he insures or takes even money; the row of each two cards."""

BLACKJACK: Final = 0
INSURANCE: Final = 1
INSURED: Final = FIRST + 2
SIDE: Final = 2
"""These wagers, the number of a batch for Insurance wagers placed, and the first side wager."""

PAYOFF: Final = OWN + 45
"""Where in the bytes the result of a hand stands, by its code (times `layout.TOTALS`) and the
dealer's total."""

NATURAL: Final = 64
EVEN_MONEY: Final = 65
GIVEN_UP: Final = 66
CODES: Final = 67
"""The code of a finished hand: its total, `layout.DOUBLED` more where it was doubled, or one of
these: a Blackjack, one that took even money, a surrender."""

EVEN_MONEY_RESULT: Final = layout.EVEN_MONEY_RESULT
RETURNED_RESULT: Final = EVEN_MONEY_RESULT + 1
"""The result of a hand: twice an outcome of `games.blackjack`, one more where doubled, or one of
these: even money, all of its wagers returned on a dealer Blackjack."""
