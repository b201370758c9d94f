"""Decides several side wagers of a block at once, by a table of classes.

A *turn* is a seat in a round. Turns in which all wagers of a group have the same outcomes are of
one class; a group has at most some thousands of classes. A table has the class of every turn: the
dealer's two cards choose its row; the seat's two cards choose its column, or in a group of wagers
on the dealer's draw the number and total of all the dealer's cards.

For each batch, `classify_openings` or `classify_draws` looks up the class of each turn. Then the
classes say all else: what each wager wins (`add_up`, `keep_wins`), how often each outcome came, and
which turns have to be noted because an outcome wins a share of a meter (`note_marked`). Those
classes come last: the *marked* ones, from `UNMARKED` on.

Offsets of the record are relative to `fields.TOGETHER`.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.blocks import set_batch_value
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

MAX_WAGERS: Final = 8
"""The most wagers of a group: each has a variable in `add_up`."""

MAX_CARDS: Final = 32
"""The dealer has fewer cards: each counts one at least, and none follows a total of 21."""

ENTRY: Final = 2
"""Bytes of an entry of the table: a class."""

HIGH: Final = 1 << 8
"""The weight of an entry's second byte."""

GROUPED: Final = MemoryMap("record of a group", "side wagers that are decided together")
WAGERS: Final = GROUPED.field("WAGERS", "wagers", "The number of side wagers.")
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
    "PAID", "offset in ints", "What each wager wins, by class (times MAX_WAGERS) and wager."
)
COUNTED: Final = GROUPED.field(
    "COUNTED",
    "offset in ints",
    "The count of each wager's outcome, an offset, by class (times WAGERS) and wager.",
)
CLASS_OF: Final = GROUPED.field("CLASS_OF", "offset in ints", "A batch's classes, turn by turn.")
SEEN: Final = GROUPED.field("SEEN", "offset in ints", "How often each class was dealt.")
COLUMN: Final = GROUPED.field("COLUMN", "number", "Each wager's column.", MAX_WAGERS)
KEPT: Final = GROUPED.field("KEPT", "number", "Each wager's number in the plan.", MAX_WAGERS)
SUMS: Final = GROUPED.field("SUMS", "money", "What each wins in a batch.", MAX_WAGERS)
SIZE: Final = GROUPED.end


def decide_together(cards: IntegerCells, ints: IntegerCells) -> None:
    """Sum each batch's win of each wager, count their outcomes, and note those marked."""
    base = ints[TOGETHER]
    wagers, classes = ints[base + WAGERS], ints[base + CLASSES]
    for of_class in range(classes):
        ints[ints[base + SEEN] + of_class] = 0
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
            set_batch_value(ints, ints[base + COLUMN + wager], batch, ints[base + SUMS + wager])
    count_outcomes(ints, base)


def classify_openings(
    cards: IntegerCells, ints: IntegerCells, base: int, begin: int, end: int
) -> int:
    """Write the class of each turn by the dealer's two cards and the seat's."""
    seats, notes, log, classes = ints[SEATS], ints[ROUND_NOTES], ints[LOG], ints[base + CLASS_OF]
    table, wide = ints[base + TABLE], ints[base + WIDE]
    rows, columns = ints[base + ROWS], ints[base + COLUMNS]
    for number in range(begin, end):
        deal = log + (ints[notes + number] >> START_SHIFT)
        row = dealers_row(cards, rows, deal, seats)
        for seat in range(seats):
            pair = DECK_SIZE * cards[deal + seat] + cards[deal + seats + 1 + seat]
            ints[classes + seat] = entry(cards, table, wide * row + entry(cards, columns, pair))
        classes += seats
    return classes


def classify_draws(cards: IntegerCells, ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Write the class of each turn by the dealer's cards: the same for all seats."""
    seats, notes, log, classes = ints[SEATS], ints[ROUND_NOTES], ints[LOG], ints[base + CLASS_OF]
    table, wide = ints[base + TABLE], ints[base + WIDE]
    rows, columns = ints[base + ROWS], ints[base + COLUMNS]
    for number in range(begin, end):
        note = ints[notes + number]
        deal = log + (note >> START_SHIFT)
        row = dealers_row(cards, rows, deal, seats)
        number_and_total = TOTALS * (note >> CARDS_SHIFT & BYTE) + (note & BYTE)
        of_round = entry(cards, table, wide * row + entry(cards, columns, number_and_total))
        for seat in range(seats):
            ints[classes + seat] = of_round
        classes += seats
    return classes


def dealers_row(cards: IntegerCells, rows: int, deal: int, seats: int) -> int:
    """The row of the dealer's two cards, in the cards of a round from the offset `deal` on."""
    upcard, hole = cards[deal + seats], cards[deal + 2 * seats + 1]
    row: int = entry(cards, rows, DECK_SIZE * upcard + hole)
    return row


def entry(cards: IntegerCells, first: int, number: int) -> int:
    """The entry of a number in the entries of two bytes that begin at `first`."""
    place = first + ENTRY * number
    of_number: int = cards[place] + HIGH * cards[place + 1]
    return of_number


def add_up(ints: IntegerCells, base: int, turns: int) -> int:
    """Count classes, and sum what each wager wins.

    a to h are the sums of up to eight wagers, which stay in registers.
    """
    classes, paid, seen = ints[base + CLASS_OF], ints[base + PAID], ints[base + SEEN]
    a, b, c, d, e, f, g, h = 0, 0, 0, 0, 0, 0, 0, 0
    for turn in range(turns):
        of_turn = ints[classes + turn]
        ints[seen + of_turn] += 1
        wins = paid + MAX_WAGERS * of_turn
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
    """Note the turns of marked classes: a word with the round, the seat and the class."""
    seats, unmarked, classes = ints[SEATS], ints[base + UNMARKED], ints[base + CLASS_OF]
    for turn in range(seats * (end - begin)):
        of_turn = ints[classes + turn]
        if of_turn >= unmarked:
            number, seat = begin + turn // seats, turn % seats
            word = (number << NUMBER_OF_ROUND | seat << SEAT_SHIFT) << CLASS_BITS | of_turn
            ints[ints[NOTED] + ints[OUTCOMES_NOTED]] = word
            ints[OUTCOMES_NOTED] += 1
    return end


def keep_wins(ints: IntegerCells, base: int, begin: int, end: int) -> int:
    """Write what each wager wins in each turn, in the rows of its number in the plan."""
    seats, classes = ints[SEATS], ints[base + CLASS_OF]
    room = ints[INSURED_WINS] - ints[MAIN_WINS]
    for wager in range(ints[base + WAGERS]):
        first = ints[MAIN_WINS] + room * ints[base + KEPT + wager] + seats * begin
        paid = ints[base + PAID] + wager
        for turn in range(seats * (end - begin)):
            ints[first + turn] = ints[paid + MAX_WAGERS * ints[classes + turn]]
    return end


def count_outcomes(ints: IntegerCells, base: int) -> int:
    """Add how often each class was dealt to the counts of its wagers' outcomes."""
    wagers, classes = ints[base + WAGERS], ints[base + CLASSES]
    for of_class in range(classes):
        dealt = ints[ints[base + SEEN] + of_class]
        for wager in range(wagers):
            ints[ints[ints[base + COUNTED] + wagers * of_class + wager]] += dealt
    return classes
