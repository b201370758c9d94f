"""The hands at which the worths of actions are found, in compiled code: see `actions.py`.

A state is a hand: the code of the cards that left the shoe beside the upcard, the value among
them that lies in the other hand after a split, the pips, and whether there is an ace. Ints are in
the data, doubles in the output.
"""

from collections.abc import Callable
from typing import Any, Final

from upcard.cards.totals import best_total
from upcard.compiled.layout import ROWS, VALUES, row_of
from upcard.compiled.memory import MemoryMap

STATES: Final = 1 << 14
SLOTS: Final = 32_749
"""A prime, about twice as many as states."""

MOST_ASKED: Final = 256

RECORD: Final = MemoryMap("a state", "a record: one hand")
CODE: Final = RECORD.field("CODE", "code", "Of the cards that left the shoe beside the upcard.")
OTHER: Final = RECORD.field("OTHER", "value", "Of the card in the other hand after a split.")
PIPS: Final = RECORD.field("PIPS", "pips", "Every ace counted as 1.")
ACE: Final = RECORD.field("ACE", "flag", "1 where there is an ace.")
GONE: Final = RECORD.field("GONE", "cards", "How many the code has.")
KNOWN: Final = RECORD.field("KNOWN", "bits", "1 where `STANDING` is known, 2 where `PLAYED` is.")
WIDTH: Final = RECORD.end

DATA: Final = MemoryMap("data of basic strategy", "64-bit integers of `actions.py`")
CARDS: Final = DATA.field("CARDS", "cards", "Of the shoe, without the upcard.")
HOLE: Final = DATA.field(
    "HOLE", "value", "The one that makes a Blackjack with the upcard, -1 for none."
)
ONE_CARD: Final = DATA.field("ONE_CARD", "flag", "1 where split aces take one card each.")
LISTS: Final = DATA.field(
    "LISTS", "lists", "Of the dealer's drawn cards, packed (`compiled.layout.packed`)."
)
PACKED: Final = DATA.field("PACKED", "offset in data", "Where those begin.")
UNPACKED: Final = DATA.field("UNPACKED", "offset in data", "Where they are written card by card.")
REACHED: Final = DATA.field("REACHED", "states", "How many were placed so far.")
ASKED: Final = DATA.field("ASKED", "questions", "How many there are.")
SHOE: Final = DATA.field("SHOE", "cards", "Of each value, without the upcard.", VALUES)
LEFT: Final = DATA.field("LEFT", "cards", "Of each value that are left beside a hand.", VALUES)
LATER: Final = DATA.field("LATER", "action", "Of each row with three cards or more.", ROWS)
FIRST: Final = DATA.field(
    "FIRST", "action", "Of each row with two cards where surrender is not offered.", ROWS
)
OPENING: Final = DATA.field("OPENING", "action", "Of each row with two cards where it is.", ROWS)
QUESTIONS: Final = DATA.field(
    "QUESTIONS", "question", "A row, the number of its hands, their two values each.", MOST_ASKED
)
QUEUE: Final = DATA.field(
    "QUEUE", "offset in data", "States to which one draws, shorter hands first.", STATES
)
STATE: Final = DATA.field(
    "STATE", "record", "Each state that was reached (`WIDTH`).", WIDTH * STATES
)
SLOT: Final = DATA.field(
    "SLOT", "offset in data", "A table by hash: the state of each slot, 0 for none.", SLOTS
)
DEALERS: Final = DATA.end
"""From here on the dealer's drawn cards."""

OUT: Final = MemoryMap("out of basic strategy", "doubles of `actions.py`")

HANDS: Final = OUT.field(
    "HANDS",
    "wagers",
    "What two cards win that stand, hit, double and split, by their values.",
    4 * VALUES * VALUES,
)
STANDING: Final = OUT.field("STANDING", "wagers", "What each state wins that stands.", STATES)
PLAYED: Final = OUT.field(
    "PLAYED", "wagers", "What each state wins that is played on by the rows.", STATES
)
END: Final = OUT.end


# The shoe and the dealer


def cards_left(data: Any, code: int, value: int) -> int:
    """How many cards of a value are left."""
    left: int = data[SHOE + value] - (code >> 5 * value & 31)
    return left


def no_blackjack(data: Any, code: int, gone: int) -> float:
    """The probability of no dealer Blackjack."""
    if data[HOLE] < 0:
        return 1.0
    made: float = cards_left(data, code, data[HOLE]) / (data[CARDS] - gone)
    return 1.0 - made


def chance_of(data: Any, code: int, gone: int, value: int) -> float:
    """The probability that the next card has a value."""
    drawn: float = cards_left(data, code, value) / (data[CARDS] - gone)
    after = no_blackjack(data, code + (1 << 5 * value), gone + 1)
    return drawn * after / no_blackjack(data, code, gone)


def real_ways(data: Any, at: int, cards: int) -> float:
    """`hand_ways` of what is left, as a double: no shoe is too large."""
    ways = 1.0
    for card in range(at, at + cards):
        ways *= float(data[LEFT + (data[card] & 15)] - (data[card] >> 4))
    return ways


def win_of(data: Any, code: int, gone: int, total: int) -> float:
    """The expected win of a total."""
    for value in range(VALUES):
        data[LEFT + value] = cards_left(data, code, value)
    lost = 0.0
    at, to = data[PACKED], data[UNPACKED]
    for _ in range(data[LISTS]):
        dealt, cards, hands = data[at], data[at + 1], data[at + 2]
        at += 3 + 2 * hands
        if dealt < total:
            to += hands * (1 + cards)
            continue
        found = 0.0
        for _hand in range(hands):
            found += data[to] * real_ways(data, to + 1, cards)
            to += 1 + cards
        for drawn in range(cards):
            found /= data[CARDS] - gone - drawn
        lost += found if dealt == total else 2.0 * found
    return 1.0 - lost / no_blackjack(data, code, gone)


# States


def place(data: Any, code: int, other: int, pips: int, ace: int) -> int:
    """Where a state stands; it is placed where it was not reached before."""
    slot = (code << 4 | other) % SLOTS
    while data[SLOT + slot] > 0:
        state: int = data[SLOT + slot]
        if data[state + CODE] == code and data[state + OTHER] == other:
            return state
        slot = slot + 1 if slot + 1 < SLOTS else 0
    state = STATE + WIDTH * data[REACHED]
    if data[REACHED] < STATES - 1:  # else the last place is taken again, and Python told
        data[REACHED] += 1
    data[SLOT + slot] = state
    data[state + CODE], data[state + OTHER] = code, other
    data[state + PIPS], data[state + ACE], data[state + GONE] = pips, ace, code % 31
    return state


def with_card(data: Any, state: int, value: int) -> int:
    """The state with one more card, which does not bust the hand."""
    ace = 1 if value == 0 else data[state + ACE]
    code = data[state + CODE] + (1 << 5 * value)
    return place(data, code, data[state + OTHER], data[state + PIPS] + value + 1, ace)


def row_at(data: Any, state: int) -> int:
    """The row of a state's total."""
    return row_of(data[state + PIPS], data[state + ACE])


def number(state: int) -> int:
    """How many states were placed before one."""
    return (state - STATE) // WIDTH


def standing(data: Any, out: Any, state: int) -> float:
    """What a state is worth that draws no more."""
    at = STANDING + number(state)
    if data[state + KNOWN] & 1 == 0:
        data[state + KNOWN] |= 1
        total = best_total(data[state + PIPS], data[state + ACE])
        out[at] = win_of(data, data[state + CODE], data[state + GONE], total)
    worth: float = out[at]
    return worth


FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = (
    *(cards_left, no_blackjack, chance_of, real_ways, win_of),
    *(place, with_card, row_at, number, standing),
)
