"""States of a hand while basic strategy is computed, in compiled code: see `basic_strategy.py`.

A state is the code of the cards gone from the shoe besides the upcard, the value of the one that
belongs to the other hand after a split, the hand's pips, and whether it has an ace. Integers are in
`data`, doubles in `out`.
"""

from collections.abc import Callable
from typing import Any, Final

from upcard.cards.totals import best_total
from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.hand_codes import ROWS, VALUES, row_of
from upcard.compiled.memory import MemoryMap

STATES: Final = 10_240
"""Room for every state: 9,655 are reached at most, once all rows are asked about."""

SLOTS: Final = 20_479
"""A prime, about twice the number of states."""

MAX_ASKED: Final = 256

RECORD: Final = MemoryMap("record of a state", "one hand")
CODE: Final = RECORD.field("CODE", "code", "The cards gone from the shoe besides the upcard.")
OTHER: Final = RECORD.field(
    "OTHER", "value", "The value of the card in the other hand after a split."
)
PIPS: Final = RECORD.field("PIPS", "pips", "The point count, with every ace as 1.")
ACE: Final = RECORD.field("ACE", "flag", "1 if the hand has an ace.")
GONE: Final = RECORD.field("GONE", "cards", "The number of cards in the code.")
KNOWN: Final = RECORD.field("KNOWN", "bits", "1 if `STANDING` is known, plus 2 if `PLAYED` is.")
WIDTH: Final = RECORD.end

DATA: Final = MemoryMap("data of basic strategy", "64-bit integers of `basic_strategy.py`")
CARDS: Final = DATA.field("CARDS", "cards", "The number of cards in the shoe without the upcard.")
HOLE: Final = DATA.field(
    "HOLE", "value", "The hole card that makes a Blackjack with the upcard, -1 for none."
)
ONE_CARD: Final = DATA.field("ONE_CARD", "flag", "1 if split aces take one card each.")
LISTS: Final = DATA.field(
    "LISTS", "lists", "The number of lists of dealer's drawn cards (`compiled.hand_codes.packed`)."
)
PACKED: Final = DATA.field("PACKED", "offset in data", "Where the packed lists begin.")
UNPACKED: Final = DATA.field(
    "UNPACKED", "offset in data", "Where the lists are written card by card."
)
REACHED: Final = DATA.field("REACHED", "states", "The number of states placed so far.")
ASKED: Final = DATA.field("ASKED", "questions", "The number of questions.")
SHOE: Final = DATA.field(
    "SHOE", "cards", "The cards of each value in the shoe without the upcard.", VALUES
)
LEFT: Final = DATA.field("LEFT", "cards", "The cards of each value that a hand leaves.", VALUES)
LATER: Final = DATA.field(
    "LATER", "action", "The action of each row with three or more cards.", ROWS
)
FIRST: Final = DATA.field(
    "FIRST", "action", "The action of each row with two cards where surrender is not offered.", ROWS
)
OPENING: Final = DATA.field(
    "OPENING", "action", "The action of each row with two cards where surrender is offered.", ROWS
)
QUESTIONS: Final = DATA.field(
    "QUESTIONS",
    "question",
    "For each question a row, the number of its hands, and their two values each.",
    MAX_ASKED,
)
QUEUE: Final = DATA.field(
    "QUEUE", "offset in data", "States reached by drawing, shorter hands first.", STATES
)
STATE: Final = DATA.field(
    "STATE", "record", "The records of all states reached (`WIDTH`).", WIDTH * STATES
)
SLOT: Final = DATA.field(
    "SLOT", "offset in data", "A hash table: the state in each slot, 0 for none.", SLOTS
)
DEALERS: Final = DATA.end
"""The dealer's drawn cards begin here."""

OUT: Final = MemoryMap("out of basic strategy", "doubles of `basic_strategy.py`")

HANDS: Final = OUT.field(
    "HANDS",
    "wagers",
    "What two cards win by standing, hitting, doubling and splitting, by their values.",
    4 * VALUES * VALUES,
)
STANDING: Final = OUT.field("STANDING", "wagers", "What each state wins by standing.", STATES)
PLAYED: Final = OUT.field(
    "PLAYED", "wagers", "What each state wins when played on by the rows.", STATES
)
END: Final = OUT.end


# The shoe and the dealer


def cards_left(data: IntegerCells, code: int, value: int) -> int:
    """The number of cards of a value left."""
    return data[SHOE + value] - (code >> 5 * value & 31)


def no_blackjack(data: IntegerCells, code: int, gone: int) -> float:
    """The probability that the dealer has no Blackjack."""
    if data[HOLE] < 0:
        return 1.0
    made: float = cards_left(data, code, data[HOLE]) / (data[CARDS] - gone)
    return 1.0 - made


def chance_of(data: IntegerCells, code: int, gone: int, value: int) -> float:
    """The probability that the next card has a value, given no dealer Blackjack."""
    drawn: float = cards_left(data, code, value) / (data[CARDS] - gone)
    chance = no_blackjack(data, code + (1 << 5 * value), gone + 1)
    return drawn * chance / no_blackjack(data, code, gone)


def real_ways(data: IntegerCells, offset: int, cards: int) -> float:
    """Like `dealer_hands.hand_ways` for the cards left, in doubles, for shoes of any size."""
    ways = 1.0
    for card in range(offset, offset + cards):
        ways *= float(data[LEFT + (data[card] & 15)] - (data[card] >> 4))
    return ways


def win_of(data: IntegerCells, code: int, gone: int, total: int) -> float:
    """The expected win of standing on a total."""
    for value in range(VALUES):
        data[LEFT + value] = cards_left(data, code, value)
    lost = 0.0
    source, target = data[PACKED], data[UNPACKED]
    for _ in range(data[LISTS]):
        dealt, cards, hands = data[source], data[source + 1], data[source + 2]
        source += 3 + 2 * hands
        if dealt < total:
            target += hands * (1 + cards)
            continue
        probability = 0.0
        for _hand in range(hands):
            probability += data[target] * real_ways(data, target + 1, cards)
            target += 1 + cards
        for drawn in range(cards):
            probability /= data[CARDS] - gone - drawn
        lost += probability if dealt == total else 2.0 * probability
    return 1.0 - lost / no_blackjack(data, code, gone)


# States


def place(data: IntegerCells, code: int, other: int, pips: int, ace: int) -> int:
    """The offset of a state, which is created if it was not reached before."""
    slot = (code << 4 | other) % SLOTS
    while data[SLOT + slot] > 0:
        state = data[SLOT + slot]
        if data[state + CODE] == code and data[state + OTHER] == other:
            return state
        slot = slot + 1 if slot + 1 < SLOTS else 0
    state = STATE + WIDTH * data[REACHED]
    if data[REACHED] < STATES - 1:  # else reuse the last place; the caller checks REACHED
        data[REACHED] += 1
    data[SLOT + slot] = state
    data[state + CODE], data[state + OTHER] = code, other
    data[state + PIPS], data[state + ACE], data[state + GONE] = pips, ace, code % 31
    return state


def with_card(data: IntegerCells, state: int, value: int) -> int:
    """The state after one more card, which must not bust the hand."""
    ace = 1 if value == 0 else data[state + ACE]
    code = data[state + CODE] + (1 << 5 * value)
    return place(data, code, data[state + OTHER], data[state + PIPS] + value + 1, ace)


def row_at(data: IntegerCells, state: int) -> int:
    """The row of a state's total."""
    return row_of(data[state + PIPS], data[state + ACE])


def state_number(state: int) -> int:
    """The index of a state in the order of creation."""
    return (state - STATE) // WIDTH


def value_of_standing(data: IntegerCells, out: FloatCells, state: int) -> float:
    """The value of standing in a state."""
    target = STANDING + state_number(state)
    if data[state + KNOWN] & 1 == 0:
        data[state + KNOWN] |= 1
        total = best_total(data[state + PIPS], data[state + ACE])
        out[target] = win_of(data, data[state + CODE], data[state + GONE], total)
    return out[target]


FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = (
    *(cards_left, no_blackjack, chance_of, real_ways, win_of),
    *(place, with_card, row_at, state_number, value_of_standing),
)
