"""The bonuses that the table game system draws for each round. 58 Pa. Code § 633a.1."""

from typing import Any

from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation.layout import (
    LUCKY_SEATS,
    MAGIC_CARDS,
    REDRAWN,
    ROUNDS,
    SEATS,
)
from upcard.compiled.simulation.stream import MASK, WORD, draw_words


def draw_bonuses(_cards: Any, ints: Any) -> None:
    """A Magic Card and a lucky seat for each round of a block that was dealt."""
    for number in range(ints[ROUNDS]):
        ints[ints[MAGIC_CARDS] + number] = below(ints, DECK_SIZE)
        ints[ints[LUCKY_SEATS] + number] = below(ints, ints[SEATS])


def below(ints: Any, limit: int) -> int:
    """A uniform number, by a word that is drawn again where it would not be."""
    draw_words(ints, REDRAWN, 1)
    while ints[REDRAWN] * limit & MASK < (1 << WORD) % limit:
        draw_words(ints, REDRAWN, 1)
    number: int = ints[REDRAWN] * limit >> WORD
    return number
