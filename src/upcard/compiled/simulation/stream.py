"""Counter-based random words: Philox4x32-10 of Salmon, Moraes, Dror and Shaw (SC 2011).

The key is the seed; the counter is the number of the block and of the group within it. So no two
blocks of a seed share a word, regardless of where and in what order they are dealt.
"""

from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.fields import BLOCK, COUNTER, SEED_HIGH, SEED_LOW

WORD: Final = 32
MASK: Final = (1 << WORD) - 1
FIRST_FACTOR: Final = 0xD2511F53
SECOND_FACTOR: Final = 0xCD9E8D57
FIRST_STEP: Final = 0x9E3779B9
SECOND_STEP: Final = 0xBB67AE85
ROUNDS: Final = 10


def draw_words(ints: IntegerCells, target: int, groups: int) -> int:
    """Write the next groups of four 32-bit words, first words of all groups first."""
    block, counter = ints[BLOCK], ints[COUNTER]
    low, high = ints[SEED_LOW], ints[SEED_HIGH]
    for group in range(groups):
        one, two = (counter + group) & MASK, (counter + group) >> WORD & MASK
        three, four = block & MASK, block >> WORD & MASK
        first_key, second_key = low, high
        for _ in range(ROUNDS):
            first, second = one * FIRST_FACTOR, three * SECOND_FACTOR
            one = (second >> WORD & MASK) ^ two ^ first_key
            two = second & MASK
            three = (first >> WORD & MASK) ^ four ^ second_key
            four = first & MASK
            first_key = (first_key + FIRST_STEP) & MASK
            second_key = (second_key + SECOND_STEP) & MASK
        ints[target + group] = one
        ints[target + groups + group] = two
        ints[target + 2 * groups + group] = three
        ints[target + 3 * groups + group] = four
    ints[COUNTER] = counter + groups
    return groups
