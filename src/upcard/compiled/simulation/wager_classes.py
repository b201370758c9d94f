"""Decides several side wagers of a block at once, by a table: what decides them has a class.

Rounds in which all wagers of a group have the same outcomes are of one class. A seat's class is
looked up by its two cards, the upcard and what the dealer's two cards make; or, in a group of
wagers on the dealer's draw, by what these two make and the total and number of his cards. The class
says what each wager wins. Offsets of the record are relative to `fields.TOGETHER`.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.blocks import put
from upcard.compiled.simulation.codes import (
    BYTE,
    CARDS_SHIFT,
    CLASS_BITS,
    NUMBER_OF_ROUND,
    SEAT_SHIFT,
    START_SHIFT,
)
from upcard.compiled.simulation.fields import (
    BATCHES_DEALT,
    ENDS,
    INSURED_WINS,
    LOG,
    MAIN_WINS,
    NOTED,
    OUTCOMES_NOTED,
    ROUND_NOTES,
    SEATS,
    TOGETHER,
)

MOST_WAGERS: Final = 16
MOST_CARDS: Final = 32
"""The dealer has fewer cards: each counts one at least, and none follows a total of 21."""

ENTRY: Final = 2
"""Bytes of an entry of the table: a class."""

HIGH: Final = 1 << 8

GROUPED: Final = MemoryMap("a group", "a record: side wagers that are decided together")
WAGERS: Final = GROUPED.field("WAGERS", "wagers", "Their number.")
CLASSES: Final = GROUPED.field("CLASSES", "classes", "The number of classes.")
UNMARKED: Final = GROUPED.field(
    "UNMARKED", "class", "From this one on an outcome wins a share of a meter."
)
OF_DRAWS: Final = GROUPED.field("OF_DRAWS", "flag", "1 for wagers on the dealer's draw.")
TABLE: Final = GROUPED.field("TABLE", "offset in cards", "The class, two bytes, by its index.")
MADE: Final = GROUPED.field(
    "MADE", "offset in cards", "What the dealer's cards make, by upcard (times 52) and hole card."
)
BY_MADE: Final = GROUPED.field("BY_MADE", "entries", "The distance between entries by that,")
BY_FIRST: Final = GROUPED.field(
    "BY_FIRST", "entries", "the same by the seat's first card, or the dealer's number of cards,"
)
BY_SECOND: Final = GROUPED.field(
    "BY_SECOND", "entries", "by its second card, or the dealer's total,"
)
BY_UPCARD: Final = GROUPED.field("BY_UPCARD", "entries", "by the upcard.")
PAID: Final = GROUPED.field(
    "PAID", "offset in ints", "What each wager wins, by class (times WAGERS) and wager."
)
COUNTED: Final = GROUPED.field(
    "COUNTED", "offset in ints", "The count of each wager's outcome, an offset, by the same."
)
SEEN: Final = GROUPED.field("SEEN", "offset in ints", "How often each class was dealt.")
COLUMN: Final = GROUPED.field("COLUMN", "number", "Each wager's column.", MOST_WAGERS)
KEPT: Final = GROUPED.field("KEPT", "number", "Each wager's number in the plan.", MOST_WAGERS)
SUMS: Final = GROUPED.field("SUMS", "money", "What each wins in a batch.", MOST_WAGERS)
SIZE: Final = GROUPED.end


def decide_together(cards: IntegerCells, ints: IntegerCells) -> None:
    """Sum each batch's win of each wager, count their outcomes, and note those marked."""
    base = ints[TOGETHER]
    wagers, classes, seen = ints[base + WAGERS], ints[base + CLASSES], ints[base + SEEN]
    for number in range(classes):
        ints[seen + number] = 0
    ints[OUTCOMES_NOTED] = end = 0
    for batch in range(ints[BATCHES_DEALT]):
        begin, end = end, ints[ints[ENDS] + batch]
        for wager in range(wagers):
            ints[base + SUMS + wager] = 0
        if ints[base + OF_DRAWS] == 1:
            add_draws(cards, ints, base, begin, end)
        else:
            add_openings(cards, ints, base, begin, end)
        for wager in range(wagers):
            put(ints, ints[base + COLUMN + wager], batch, ints[base + SUMS + wager])
    for number in range(classes):
        for wager in range(wagers):
            ints[ints[ints[base + COUNTED] + wagers * number + wager]] += ints[seen + number]


def add_openings(cards: IntegerCells, ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Add up rounds by the seats' two cards, the upcard, and what the dealer's two make."""
    seats, notes, log = ints[SEATS], ints[ROUND_NOTES], ints[LOG]
    table, made = ints[base + TABLE], ints[base + MADE]
    by_made, by_upcard = ints[base + BY_MADE], ints[base + BY_UPCARD]
    by_first, by_second = ints[base + BY_FIRST], ints[base + BY_SECOND]
    for number in range(begin, end):
        deal = log + (ints[notes + number] >> START_SHIFT)
        upcard = cards[deal + seats] + 0
        dealt = by_upcard * upcard
        dealt += by_made * cards[made + DECK_SIZE * upcard + cards[deal + 2 * seats + 1]]
        for seat in range(seats):
            first, second = cards[deal + seat] + 0, cards[deal + seats + 1 + seat] + 0
            place = table + ENTRY * (dealt + by_first * first + by_second * second)
            add_class(ints, base, number, seat, cards[place] + HIGH * cards[place + 1])
    return end


def add_draws(cards: IntegerCells, ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Add up rounds by the dealer's cards."""
    seats, notes, log = ints[SEATS], ints[ROUND_NOTES], ints[LOG]
    table, made, by_made = ints[base + TABLE], ints[base + MADE], ints[base + BY_MADE]
    by_cards, by_total = ints[base + BY_FIRST], ints[base + BY_SECOND]
    for number in range(begin, end):
        note = ints[notes + number]
        deal = log + (note >> START_SHIFT)
        dealt = (
            by_made * cards[made + DECK_SIZE * cards[deal + seats] + cards[deal + 2 * seats + 1]]
        )
        dealt += by_cards * (note >> CARDS_SHIFT & BYTE) + by_total * (note & BYTE)
        place = table + ENTRY * dealt
        for seat in range(seats):
            add_class(ints, base, number, seat, cards[place] + HIGH * cards[place + 1])
    return end


def add_class(ints: IntegerCells, base: int, number: int, seat: int, of: int) -> int:
    """Add up what a seat of a class wins."""
    wagers = ints[base + WAGERS]
    paid = ints[base + PAID] + wagers * of
    ints[ints[base + SEEN] + of] += 1
    for wager in range(wagers):
        ints[base + SUMS + wager] += ints[paid + wager]
    if ints[MAIN_WINS] > 0:
        room = ints[INSURED_WINS] - ints[MAIN_WINS]
        for wager in range(wagers):
            first = ints[MAIN_WINS] + room * ints[base + KEPT + wager]
            ints[first + number * ints[SEATS] + seat] = ints[paid + wager]
    if of >= ints[base + UNMARKED]:
        word = (number << NUMBER_OF_ROUND | seat << SEAT_SHIFT) << CLASS_BITS | of
        ints[ints[NOTED] + ints[OUTCOMES_NOTED]] = word
        ints[OUTCOMES_NOTED] += 1
    return of
