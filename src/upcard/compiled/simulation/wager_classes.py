"""Decides several side wagers of a block at once, by a table: what decides them has a class.

Rounds in which all wagers of a group have the same outcomes are of one class. The dealer's two
cards choose a row of the table; the seat's two cards choose a column, or in a group of wagers on
the dealer's draw the number and total of all the dealer's cards. The class says what each wager
wins. Offsets of the record are relative to `fields.TOGETHER`.
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
    TOTALS,
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

MOST_WAGERS: Final = 8
"""Each has a line in `add_up`."""

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
TABLE: Final = GROUPED.field("TABLE", "offset in cards", "The class, two bytes, by row and column.")
WIDE: Final = GROUPED.field("WIDE", "entries", "From one row to the next.")
ROWS: Final = GROUPED.field(
    "ROWS", "offset in cards", "The row, two bytes, by upcard (times 52) and hole card."
)
COLUMNS: Final = GROUPED.field(
    "COLUMNS",
    "offset in cards",
    "The column, two bytes, by the seat's first card (times 52) and second; or by the dealer's "
    "number of cards (times 32) and total.",
)
PAID: Final = GROUPED.field(
    "PAID", "offset in ints", "What each wager wins, by class (times MOST_WAGERS) and wager."
)
COUNTED: Final = GROUPED.field(
    "COUNTED",
    "offset in ints",
    "The count of each wager's outcome, an offset, by class (times WAGERS) and wager.",
)
CLASS_OF: Final = GROUPED.field("CLASS_OF", "offset in ints", "A batch's classes, turn by turn.")
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
        if ints[base + OF_DRAWS] == 1:
            classify_draws(cards, ints, base, begin, end)
        else:
            classify_openings(cards, ints, base, begin, end)
        add_up(ints, base, ints[SEATS] * (end - begin))
        if ints[base + UNMARKED] < classes:
            note_marked(ints, base, begin, end)
        if ints[MAIN_WINS] > 0:
            keep_wins(ints, base, begin, end)
        for wager in range(wagers):
            put(ints, ints[base + COLUMN + wager], batch, ints[base + SUMS + wager])
    for number in range(classes):
        for wager in range(wagers):
            ints[ints[ints[base + COUNTED] + wagers * number + wager]] += ints[seen + number]


def classify_openings(
    cards: IntegerCells, ints: IntegerCells, base: int, begin: int, end: int
) -> int:
    """Write seats' classes by the dealer's two cards and their own."""
    seats, notes, log, to = ints[SEATS], ints[ROUND_NOTES], ints[LOG], ints[base + CLASS_OF]
    table, wide = ints[base + TABLE], ints[base + WIDE]
    rows, columns = ints[base + ROWS], ints[base + COLUMNS]
    for number in range(begin, end):
        deal = log + (ints[notes + number] >> START_SHIFT)
        row = entry(cards, rows, DECK_SIZE * cards[deal + seats] + cards[deal + 2 * seats + 1])
        for seat in range(seats):
            pair = DECK_SIZE * cards[deal + seat] + cards[deal + seats + 1 + seat]
            ints[to + seat] = entry(cards, table, wide * row + entry(cards, columns, pair))
        to += seats
    return to


def classify_draws(cards: IntegerCells, ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Write seats' classes by the dealer's cards."""
    seats, notes, log, to = ints[SEATS], ints[ROUND_NOTES], ints[LOG], ints[base + CLASS_OF]
    table, wide = ints[base + TABLE], ints[base + WIDE]
    rows, columns = ints[base + ROWS], ints[base + COLUMNS]
    for number in range(begin, end):
        note = ints[notes + number]
        deal = log + (note >> START_SHIFT)
        row = entry(cards, rows, DECK_SIZE * cards[deal + seats] + cards[deal + 2 * seats + 1])
        drawn = TOTALS * (note >> CARDS_SHIFT & BYTE) + (note & BYTE)
        of = entry(cards, table, wide * row + entry(cards, columns, drawn))
        for seat in range(seats):
            ints[to + seat] = of
        to += seats
    return to


def entry(cards: IntegerCells, first: int, number: int) -> int:
    """An entry, of two bytes, of what begins at `first`."""
    place = first + ENTRY * number
    read: int = cards[place] + HIGH * cards[place + 1]
    return read


def add_up(ints: IntegerCells, base: int, turns: int) -> int:
    """Count classes, and sum what each wager wins; all `MOST_WAGERS` sums stay in registers."""
    classes, paid, seen = ints[base + CLASS_OF], ints[base + PAID], ints[base + SEEN]
    a, b, c, d, e, f, g, h = 0, 0, 0, 0, 0, 0, 0, 0
    for turn in range(turns):
        of = ints[classes + turn]
        ints[seen + of] += 1
        wins = paid + MOST_WAGERS * of
        a += ints[wins]
        b += ints[wins + 1]
        c += ints[wins + 2]
        d += ints[wins + 3]
        e += ints[wins + 4]
        f += ints[wins + 5]
        g += ints[wins + 6]
        h += ints[wins + 7]
    sums = base + SUMS
    ints[sums], ints[sums + 1], ints[sums + 2], ints[sums + 3] = a, b, c, d
    ints[sums + 4], ints[sums + 5], ints[sums + 6], ints[sums + 7] = e, f, g, h
    return turns


def note_marked(ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Note the turns of marked classes."""
    seats, unmarked, classes = ints[SEATS], ints[base + UNMARKED], ints[base + CLASS_OF]
    for turn in range(seats * (end - begin)):
        of = ints[classes + turn]
        if of >= unmarked:
            number, seat = begin + turn // seats, turn % seats
            word = (number << NUMBER_OF_ROUND | seat << SEAT_SHIFT) << CLASS_BITS | of
            ints[ints[NOTED] + ints[OUTCOMES_NOTED]] = word
            ints[OUTCOMES_NOTED] += 1
    return end


def keep_wins(ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Write what each wager wins in each turn."""
    seats, classes = ints[SEATS], ints[base + CLASS_OF]
    room = ints[INSURED_WINS] - ints[MAIN_WINS]
    for wager in range(ints[base + WAGERS]):
        first = ints[MAIN_WINS] + room * ints[base + KEPT + wager] + seats * begin
        paid = ints[base + PAID] + wager
        for turn in range(seats * (end - begin)):
            ints[first + turn] = ints[paid + MOST_WAGERS * ints[classes + turn]]
    return end
