"""A table's record of 32 bytes: unpacked into fields before a step, packed after it."""

from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.environments.fields import (
    BEGIN,
    BET_NUMBER,
    CODES_WORD,
    COUNT,
    COUNT_OFFSET,
    DECISION,
    DECLINED,
    INSURED,
    IS_OVER,
    LEFT,
    LEFT_AT,
    NEXT,
    PAIR,
    RECORD_WORDS,
    RECORDS_AT,
    ROOM_OF_SHOE,
    ROW,
    SHOE_AT,
    SIZE,
    SPLIT_VALUE,
    TABLE_SHOES,
    UPCARD,
    VALUES_LEFT,
    WAITING,
)
from upcard.compiled.simulation.fields import BLOCK, HANDS, IN_SHOE, IS_WHOLE, READY, START

PLACE_BITS: Final = 13
PLACE: Final = (1 << PLACE_BITS) - 1
MAX_CARDS_OF_A_SHOE: Final = PLACE - 256
FOUR: Final = 15
FIVE: Final = 31
EIGHT: Final = 255


def unpack(ints: IntegerCells, table: int) -> int:
    """Load a table's record; returns the offset of the record."""
    offset = ints[RECORDS_AT] + RECORD_WORDS * table
    places, state = ints[offset + 1], ints[offset + 2]
    ints[BLOCK] = ints[offset]
    ints[NEXT] = places & PLACE
    ints[READY] = places >> 13 & PLACE
    ints[START] = places >> 26 & PLACE
    ints[IN_SHOE] = places >> 39 & PLACE
    ints[COUNT] = (places >> 52) - COUNT_OFFSET
    ints[DECISION] = state & 7
    ints[UPCARD] = state >> 3 & FOUR
    ints[PAIR] = state >> 7 & FOUR
    ints[WAITING] = state >> 11 & FOUR
    ints[HANDS] = state >> 15 & FOUR
    ints[SIZE] = state >> 19 & FIVE
    ints[BET_NUMBER] = state >> 24 & EIGHT
    ints[INSURED] = state >> 32 & 1
    ints[DECLINED] = state >> 33 & 1
    ints[IS_WHOLE] = state >> 34 & 1
    ints[IS_OVER] = state >> 35 & 1
    ints[SPLIT_VALUE] = state >> 36 & FOUR
    ints[BEGIN] = state >> 40 & EIGHT
    ints[ROW] = state >> 48
    ints[CODES_WORD] = ints[offset + 3]
    ints[SHOE_AT] = ints[TABLE_SHOES] + table * ints[ROOM_OF_SHOE]
    ints[LEFT_AT] = ints[LEFT] + VALUES_LEFT * table
    return offset


def pack(ints: IntegerCells, offset: int) -> int:
    """Write the fields back to the record at an offset."""
    ints[offset] = ints[BLOCK]
    places = ints[NEXT] | ints[READY] << 13 | ints[START] << 26 | ints[IN_SHOE] << 39
    ints[offset + 1] = places | (ints[COUNT] + COUNT_OFFSET) << 52
    state = ints[DECISION] | ints[UPCARD] << 3 | ints[PAIR] << 7 | ints[WAITING] << 11
    state |= ints[HANDS] << 15 | ints[SIZE] << 19 | ints[BET_NUMBER] << 24
    state |= ints[INSURED] << 32 | ints[DECLINED] << 33 | ints[IS_WHOLE] << 34
    state |= ints[IS_OVER] << 35 | ints[SPLIT_VALUE] << 36 | ints[BEGIN] << 40 | ints[ROW] << 48
    ints[offset + 2] = state
    ints[offset + 3] = ints[CODES_WORD]
    return offset
