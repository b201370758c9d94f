"""Rounds of a player who counts: wager and play depend on the count before the round.

The cards of a round are counted after it; burned cards are never seen. Offsets of the counting
record are relative to `fields.COUNTING`.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.fields import (
    AGAIN,
    BETS,
    BURN,
    CARDS,
    COUNTING,
    INSURANCE,
    INSURES,
    LATER,
    NET,
    OPENING,
    PLACED,
    ROUNDS,
    SEATS,
    SHOE,
    SPLIT_OUT,
    SQUARES,
    START,
    TAKES_EVEN_MONEY,
    VALUES_OF,
)
from upcard.compiled.simulation.rounds import play_round

TEN: Final = VALUES - 1

COUNTED: Final = MemoryMap("record of a count", "how one player counts cards")
TAGS: Final = COUNTED.field("TAGS", "points", "The tag of a card.", DECK_SIZE)
FIRST_COUNT: Final = COUNTED.field("FIRST_COUNT", "points", "The running count of a new shoe.")
UNIT: Final = COUNTED.field("UNIT", "points", "The tag that is one whole point.")
PER_DECK: Final = COUNTED.field(
    "PER_DECK", "flag", "1 if the running count is divided by the decks left (a true count)."
)
LOWEST: Final = COUNTED.field("LOWEST", "points", "The lowest count that has a row.")
HIGHEST: Final = COUNTED.field("HIGHEST", "number", "The index of the last row.")
ROWS: Final = COUNTED.field("ROWS", "offset in ints", "A row for each count.")
ROUNDS_BY_COUNT: Final = COUNTED.field(
    "ROUNDS_BY_COUNT", "offset in ints", "The number of rounds played by each row."
)
RUNNING: Final = COUNTED.field("RUNNING", "points", "The running count.")
SEEN: Final = COUNTED.field(
    "SEEN", "offset in SHOE", "The cards before this place are in the count."
)
DECK: Final = COUNTED.field("DECK", "cards", "The cards of a deck.")
SHOE_TENS: Final = COUNTED.field("SHOE_TENS", "cards", "The cards of a full shoe that count ten.")
NOTES: Final = COUNTED.field("NOTES", "offset in ints", "A note for each round.")
INSURANCE_TAGS: Final = COUNTED.field(
    "INSURANCE_TAGS", "points", "The tag of a card in the count that decides Insurance.", DECK_SIZE
)
SIZE: Final = COUNTED.end

PARAMETERS: Final = (OPENING, AGAIN, SPLIT_OUT, LATER, INSURES, TAKES_EVEN_MONEY)
BET: Final = len(PARAMETERS)
WIDTH: Final = BET + 1
"""Integers of a row: the strategy's parameters, then the wager."""

NOTED: Final = MemoryMap("note of a counted round", "a round of a player who counts cards")
NOTED_ROW: Final = NOTED.field("NOTED_ROW", "number", "The row of the count before the round.")
NOTED_NET: Final = NOTED.field("NOTED_NET", "money", "What the Blackjack wagers won.")
NOTED_SQUARES: Final = NOTED.field(
    "NOTED_SQUARES", "money squared", "The sum of the squares of what each seat won."
)
NOTED_UNSEEN: Final = NOTED.field(
    "NOTED_UNSEEN", "cards", "The cards that nobody has seen with an ace up; 0 with another card."
)
NOTED_TENS: Final = NOTED.field("NOTED_TENS", "cards", "Those of them that count ten.")
NOTED_POINTS: Final = NOTED.field(
    "NOTED_POINTS", "points", "The tags of the cards seen, in the count that decides Insurance."
)
NOTED_BLACKJACK: Final = NOTED.field(
    "NOTED_BLACKJACK", "flag", "1 if the dealer has a Blackjack with an ace up."
)
NOTED_START: Final = NOTED.field(
    "NOTED_START", "offset in SHOE", "The place of the round's first card."
)
NOTE_SIZE: Final = NOTED.end


def play_counted_round(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Play a round like `rounds.play_round`, with the wager and the tables of the count."""
    row = take_row(ints, count_cards(cards, ints, next_card))
    bet = ints[row + BET]
    ints[ints[BETS] + ints[ROUNDS]] = bet
    net, insurance, wagered, squares = ints[NET], ints[INSURANCE], ints[PLACED], ints[SQUARES]
    next_card = play_round(cards, ints, next_card)
    note_counted(cards, ints, row, ints[NET] - net, ints[SQUARES] - squares)
    ints[NET] = net + bet * (ints[NET] - net)
    ints[INSURANCE] = insurance + bet * (ints[INSURANCE] - insurance)
    ints[PLACED] = wagered + bet * (ints[PLACED] - wagered)
    ints[SQUARES] = squares + bet * bet * (ints[SQUARES] - squares)
    ints[ints[COUNTING] + SEEN] = ints[START]
    return next_card


def count_cards(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """The count before a round that begins at a place, rounded down to whole points."""
    base = ints[COUNTING]
    if next_card == ints[BURN]:
        ints[base + RUNNING] = ints[base + FIRST_COUNT]
        ints[base + SEEN] = next_card
    for place in range(ints[base + SEEN], next_card):
        ints[base + RUNNING] += ints[base + TAGS + cards[SHOE + place]]
    running = ints[base + RUNNING]
    unit = ints[base + UNIT]
    left = ints[CARDS] - next_card
    deck = ints[base + DECK]
    return running * deck // (unit * left) if ints[base + PER_DECK] == 1 else running // unit


def take_row(ints: IntegerCells, count: int) -> int:
    """Select the row of a count and return its offset."""
    base = ints[COUNTING]
    number = min(max(count - ints[base + LOWEST], 0), ints[base + HIGHEST])
    ints[ints[base + ROUNDS_BY_COUNT] + number] += 1
    row = ints[base + ROWS] + WIDTH * number
    for place in range(BET):
        ints[PARAMETERS[place]] = ints[row + place]
    return row


def note_counted(cards: IntegerCells, ints: IntegerCells, row: int, net: int, squares: int) -> int:
    """Note a round as played with a wager of one unit."""
    base = ints[COUNTING]
    note = ints[base + NOTES] + NOTE_SIZE * (ints[ROUNDS] - 1)
    ints[note + NOTED_ROW] = (row - ints[base + ROWS]) // WIDTH
    ints[note + NOTED_NET], ints[note + NOTED_SQUARES] = net, squares
    ints[note + NOTED_START] = ints[START]
    ints[note + NOTED_UNSEEN] = ints[note + NOTED_BLACKJACK] = 0
    hole = ints[START] + 2 * ints[SEATS] + 1
    if cards[VALUES_OF + ints[START] + ints[SEATS]] == 0:
        points = tens = 0
        for place in range(ints[BURN], hole):
            points += ints[base + INSURANCE_TAGS + cards[SHOE + place]]
            tens += 1 if cards[VALUES_OF + place] == TEN else 0
        ints[note + NOTED_POINTS] = points
        ints[note + NOTED_UNSEEN] = ints[CARDS] - hole + ints[BURN]
        ints[note + NOTED_TENS] = ints[base + SHOE_TENS] - tens
        ints[note + NOTED_BLACKJACK] = 1 if cards[VALUES_OF + hole] == TEN else 0
    return note
