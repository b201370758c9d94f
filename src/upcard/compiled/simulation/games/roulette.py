"""Spins the single-zero wheel, with Lucky Numbers drawn before. 58 Pa. Code § 617b.3.

Every wager's win follows from the winning number and how lucky it is, so spins are counted by these
keys alone.
"""

from functools import cache
from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.native import Kernel
from upcard.compiled.simulation.fields import EACH, LIMIT, REDRAWN, ROUNDS, WORDS
from upcard.compiled.simulation.games.batches import compiled_batches
from upcard.compiled.simulation.games.fields import (
    COUNT_SUM,
    COUNT_WEIGHTS,
    FIRST,
    LUCKY,
    LUCKY_COUNT,
    LUCKY_KINDS,
    NUMBERS,
    PAYOUT_SUM,
    PAYOUT_WEIGHTS,
    POCKET,
    SPUN,
    SPUN_PAYS,
    WAGERS,
    WON,
)
from upcard.compiled.simulation.stream import MASK, WORD, draw_words
from upcard.games.roulette import MAX_LUCKY, POCKETS

KERNEL: Final = "simulation.roulette"

WHEEL: Final = len(POCKETS)
"""The number of compartments of the wheel (§ 617b.3(a))."""

OF_THE_BALL: Final = 0
OF_THE_COUNT: Final = 1
OF_THE_NUMBERS: Final = 2
OF_THE_PAYOUTS: Final = OF_THE_NUMBERS + MAX_LUCKY
GROUPS: Final = -(-(OF_THE_PAYOUTS + MAX_LUCKY) // 4)
"""Which random words of a spin decide what, and the number of groups of four words."""


@cache
def deal_kernel() -> Kernel:
    """The kernel that deals a block."""
    return compiled_batches(KERNEL, spin_batch, uniform_below, weighted_index, spin)


def spin_batch(_cards: IntegerCells, ints: IntegerCells) -> int:
    """Spin the spins of a batch."""
    last: int = min(ints[ROUNDS] + ints[EACH], ints[LIMIT])
    won, wagers = ints[WON] + FIRST, ints[WAGERS]
    while ints[ROUNDS] < last:
        key = spin(ints)
        ints[ints[SPUN] + key] += 1
        pays = ints[SPUN_PAYS] + key * wagers
        for wager in range(wagers):
            ints[won + wager] += ints[pays + wager]
        ints[ROUNDS] += 1
    return last


def spin(ints: IntegerCells) -> int:
    """Draw the Lucky Numbers and payouts, then the winning number (d), (e); returns the key."""
    draw_words(ints, WORDS, GROUPS)
    for place in range(MAX_LUCKY):
        ints[LUCKY + ints[NUMBERS + place]] = 0
    count = 1 + weighted_index(
        ints, ints[COUNT_WEIGHTS], uniform_below(ints, OF_THE_COUNT, ints[COUNT_SUM])
    )
    for place in range(count):
        chosen = place + uniform_below(ints, OF_THE_NUMBERS + place, WHEEL - place)
        number = ints[NUMBERS + chosen]
        ints[NUMBERS + chosen] = ints[NUMBERS + place]
        ints[NUMBERS + place] = number
        payout = uniform_below(ints, OF_THE_PAYOUTS + place, ints[PAYOUT_SUM])
        ints[LUCKY + number] = 1 + weighted_index(ints, ints[PAYOUT_WEIGHTS], payout)
    pocket = uniform_below(ints, OF_THE_BALL, WHEEL)
    ints[LUCKY_COUNT], ints[POCKET] = count, pocket
    key: int = pocket * LUCKY_KINDS + ints[LUCKY + pocket]
    return key


def uniform_below(ints: IntegerCells, word: int, limit: int) -> int:
    """A uniform number below `limit` from a word of the spin; a biased word is redrawn."""
    product = ints[WORDS + word] * limit
    if product & MASK < limit:  # one word in many millions
        while product & MASK < (1 << WORD) % limit:
            draw_words(ints, REDRAWN, 1)
            product = ints[REDRAWN] * limit
    number: int = product >> WORD
    return number


def weighted_index(ints: IntegerCells, weights: int, point: int) -> int:
    """The index of the weight that contains `point`, a number below the sum of the weights."""
    index = 0
    while point >= ints[weights + index]:
        point -= ints[weights + index]
        index += 1
    return index
