"""The memory of environments: fields that follow the simulation's integers, and a table's record.

A table is a record of four 64-bit words (32 bytes) and its own shoe. A step loads the record into
fields, as the simulation's kernels use them, and packs it again.
"""

from typing import Final

from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation import fields as simulation

# What a table waits for.

BET: Final = 0
INSURING: Final = 1
SURRENDERING: Final = 2
PLAYING: Final = 3
DECIDED: Final = 4
OVER: Final = 5
PAID: Final = 6
"""Within a step alone: the hands are played, and the dealer's hand and the payoff are due."""

DECISIONS: Final = ("bet", "insurance", "surrender", "play", "decided", "over")
"""The decisions of a table: a bet; Insurance; surrender before the peek; a hand; a round that was
decided when it was dealt, which only ends; none, since the episode is over."""

# The actions: those of `compiled.hand_codes`, then these, then one for each bet.

INSURE: Final = 5
EVEN_MONEY: Final = 6
DECLINE: Final = 7
FIRST_BET: Final = 8

MAX_HANDS_KEPT: Final = 7
"""The most hands of a pair whose codes fit a record."""

CODE_BITS: Final = 8
RECORD_WORDS: Final = 4
SHOE_SLACK: Final = 64
"""Bytes of a table beyond its shoe: cards of a round, which no reshuffle takes, waiting cards."""

WAITING_CARDS: Final = 16
"""The last bytes of a table's shoe: the first card of the hand, and of the hands that wait."""

SHUFFLED_AT_ONCE: Final = 16
WORDS_OF_A_CARD: Final = 8
"""Groups of random words that a place of the shoe may use, so that no two places share one."""

COUNT_OFFSET: Final = 1024
"""Added to a running count, which is then positive."""

SHOWN_CARDS: Final = 23
"""The places of an observation of cards: the upcard, then those of the hand."""

VALUES_LEFT: Final = 10
MASK_LIMIT: Final = 32
"""The most words of a mask."""

ENV: Final = MemoryMap(
    "environments", "64-bit integers of the environments' kernels", first=simulation.INTS.end
)

NUMBER: Final = ENV.field("NUMBER", "tables", "The number of tables.")
MASKED: Final = ENV.field("MASKED", "flag", "1 if only tables of a mask are reset.")
AUTORESET: Final = ENV.field(
    "AUTORESET", "flag", "1 if a step of a table whose episode is over resets it."
)
RAISES: Final = ENV.field("RAISES", "flag", "1 if no table is stepped when an action is illegal.")
WHOLE_SHOES: Final = ENV.field("WHOLE_SHOES", "flag", "1 if an episode lasts as long as a shoe.")
BETTING: Final = ENV.field("BETTING", "flag", "1 if the bet is a decision.")
FRESH: Final = ENV.field("FRESH", "flag", "1 if each round has a new shoe.")
SHOWS_CARDS: Final = ENV.field("SHOWS_CARDS", "flag", "1 if the cards of the hand are observed.")
SHOWS_LEFT: Final = ENV.field("SHOWS_LEFT", "flag", "1 if the cards left are observed by value.")
SURRENDERS: Final = ENV.field("SURRENDERS", "flag", "1 if a hand may be surrendered.")
OFFERS_EVEN_MONEY: Final = ENV.field("OFFERS_EVEN_MONEY", "flag", "1 if even money is offered.")
NATURAL_ROW: Final = ENV.field("NATURAL_ROW", "row", "The row of a Blackjack.")
ROOM_OF_SHOE: Final = ENV.field("ROOM_OF_SHOE", "bytes", "From a table's shoe to the next one's.")
MASK_WORDS: Final = ENV.field("MASK_WORDS", "words", "Words of a table's mask, 8 actions each.")
ACTIONS_KNOWN: Final = ENV.field("ACTIONS_KNOWN", "actions", "The number of actions.")
ILLEGAL_ACTIONS: Final = ENV.field("ILLEGAL_ACTIONS", "actions", "Illegal actions of a step.")
FINISHED: Final = ENV.field("FINISHED", "rounds", "The rounds that a step finished.")

TABLE_SHOES: Final = ENV.field("TABLE_SHOES", "offset in cards", "The shoe of each table.")
SHOWN: Final = ENV.field("SHOWN", "offset in cards", "The cards observed, 0 for none.")
ENDED: Final = ENV.field("ENDED", "offset in cards", "By table: 1 if its episode is over.")
ILLEGAL: Final = ENV.field("ILLEGAL", "offset in cards", "By table: 1 if its action was illegal.")
RESETTING: Final = ENV.field("RESETTING", "offset in cards", "By table: 1 to reset it.")
RECORDS_AT: Final = ENV.field("RECORDS_AT", "offset in ints", "The record of each table.")
ACTIONS_AT: Final = ENV.field("ACTIONS_AT", "offset in ints", "The action of each table.")
OBSERVED: Final = ENV.field("OBSERVED", "offset in ints", "Eight small numbers for each table.")
COUNTED: Final = ENV.field(
    "COUNTED", "offset in ints", "Two 16-bit numbers: the running count, and the cards in the shoe."
)
LEFT: Final = ENV.field("LEFT", "offset in ints", "The cards unseen of each value, by table.")
MASKS: Final = ENV.field("MASKS", "offset in ints", "The masks: a byte for each action.")
WON: Final = ENV.field("WON", "offset in ints", "What each table's step won, in money.")
WAGERED: Final = ENV.field("WAGERED", "offset in ints", "The bet of the round, as its number.")
BET_PAYS: Final = ENV.field("BET_PAYS", "offset in ints", "What each result wins, by bet.")
BET_INSURANCE: Final = ENV.field(
    "BET_INSURANCE", "offset in ints", "What Insurance wins when lost, and when won, by bet."
)
BET_DRAWS: Final = ENV.field(
    "BET_DRAWS", "offset in ints", "By bet: 1 if a side wager depends on the dealer's draws."
)
ROUND_TABLES: Final = ENV.field("ROUND_TABLES", "offset in ints", "The table of each round noted.")
ROUND_BETS: Final = ENV.field("ROUND_BETS", "offset in ints", "The bet of each round noted.")

# An observation is eight bytes, from the lowest: the decision, the hand's total, its softness, its
# pair, the upcard, the number of its cards, its number after a split, the number of hands.

TOTAL_SHIFT: Final = 8
SOFT_SHIFT: Final = 16
PAIR_SHIFT: Final = 24
UPCARD_SHIFT: Final = 32
SIZE_SHIFT: Final = 40
HAND_SHIFT: Final = 48
HANDS_SHIFT: Final = 56

MAY_DOUBLE: Final = ENV.field(
    "MAY_DOUBLE", "flag", "By total, and 32 later for split hands: 1 if two cards may double.", 64
)
EXPANDED: Final = ENV.field("EXPANDED", "word", "Eight bits as eight bytes.", 256)
BET_MASKS: Final = ENV.field(
    "BET_MASKS", "word", "The mask of a table that waits for a bet.", MASK_LIMIT
)
ROW_WORDS: Final = ENV.field(
    "ROW_WORDS", "offset in ints", "By row: its total and softness as they are observed."
)
TAGS_OF: Final = ENV.field("TAGS_OF", "count", "The tag of each value (Hi-Lo).", VALUES_LEFT)
FULL_LEFT: Final = ENV.field("FULL_LEFT", "cards", "Cards of each value, full shoe.", VALUES_LEFT)

# The table being stepped.

SHOE_AT: Final = ENV.field("SHOE_AT", "offset in cards", "The table's shoe.")
LEFT_AT: Final = ENV.field("LEFT_AT", "offset in ints", "The table's unseen cards, by value.")
NEXT: Final = ENV.field("NEXT", "offset in its shoe", "The next card.")
COUNT: Final = ENV.field("COUNT", "count", "The running count.")
DECISION: Final = ENV.field("DECISION", "decision", "What the table waits for.")
UPCARD: Final = ENV.field("UPCARD", "value", "The upcard.")
PAIR: Final = ENV.field("PAIR", "value", "One more than the value of a pair; 0 for none.")
SPLIT_VALUE: Final = ENV.field("SPLIT_VALUE", "value", "The value of the first card of each hand.")
WAITING: Final = ENV.field("WAITING", "hands", "Hands of one card that wait.")
SIZE: Final = ENV.field("SIZE", "cards", "The cards of the hand.")
ROW: Final = ENV.field("ROW", "row", "The state of the hand.")
BEGIN: Final = ENV.field("BEGIN", "cards", "The offset of its drawn cards from the round's start.")
BET_NUMBER: Final = ENV.field("BET_NUMBER", "number", "The number of its bet.")
INSURED: Final = ENV.field("INSURED", "flag", "1 if it is insured.")
DECLINED: Final = ENV.field("DECLINED", "flag", "1 if surrender was declined before the peek.")
IS_OVER: Final = ENV.field("IS_OVER", "flag", "1 if its episode is over.")
CODES_WORD: Final = ENV.field("CODES_WORD", "word", "The codes of its finished hands.")
ROUND_WON: Final = ENV.field("ROUND_WON", "money", "What the step won.")
