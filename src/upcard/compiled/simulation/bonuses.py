"""Draws the bonuses of the table game system for each round. 58 Pa. Code § 633a.1."""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.fields import (
    COUNTER,
    LUCKY_SEATS,
    MAGIC_CARDS,
    REDRAWN,
    ROUNDS,
    SEATS,
)
from upcard.compiled.simulation.stream import MASK, WORD, draw_words

BONUSES: Final = 1 << 48
"""The first random words for bonuses, far beyond those that shuffle the block's shoes."""


def draw_bonuses(_cards: IntegerCells, ints: IntegerCells) -> None:
    """Draw a Magic Card and a lucky seat for each round of a dealt block."""
    ints[COUNTER] = BONUSES
    for number in range(ints[ROUNDS]):
        ints[ints[MAGIC_CARDS] + number] = uniform_below(ints, DECK_SIZE)
        ints[ints[LUCKY_SEATS] + number] = uniform_below(ints, ints[SEATS])


def uniform_below(ints: IntegerCells, limit: int) -> int:
    """A uniform number below `limit`; a word that would bias it is drawn again."""
    draw_words(ints, REDRAWN, 1)
    while ints[REDRAWN] * limit & MASK < (1 << WORD) % limit:
        draw_words(ints, REDRAWN, 1)
    return ints[REDRAWN] * limit >> WORD
