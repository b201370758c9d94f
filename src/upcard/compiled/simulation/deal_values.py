"""The mean win of a wager that the initial cards decide, given the cards left before a round.

The mean over all deals of two cards of a wager's matrix is kept up to date as cards are dealt: a
card removed changes it by the slope of its type, and the slopes by a row of the matrix. So every
round has the exact expectation of a wager on two cards, which replaces what the round won. It is a
martingale: what it gains during a round, times the rounds that the shoe has ahead, is luck too.

A third card decides in part: the matrix then has what depends on two cards at a time, and what is
left over has rows by the two cards, of which few are zero. Their mean over all deals is small but
takes long, so one round in `EVERY` stands for all, from a round drawn by chance: that is unbiased
too. Of a dealer Blackjack it is a probability. Offsets of the record are relative to
`fields.EXPECTING`.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE, FIRST_TEN
from upcard.compiled.cells import IntegerCells
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.codes import BYTE, CARDS_SHIFT, DEALER_SHIFT, PLACE, START_SHIFT
from upcard.compiled.simulation.fields import (
    BATCHES_DEALT,
    CARDS,
    COUNTER,
    COVER,
    ENDS,
    EXPECTING,
    LOG,
    REDRAWN,
    ROUND_NOTES,
    SEATS,
)
from upcard.compiled.simulation.stream import draw_words

BITS: Final = 16
"""Expected wins are summed in units of a wager's column over 2**BITS."""

NO_THIRD: Final = 0
UPCARD: Final = 1
HOLE: Final = 2
BLACKJACK: Final = 3
"""What decides besides the player's two cards."""

PROBABILITY_BITS: Final = 24
PAIRS: Final = DECK_SIZE * (DECK_SIZE + 1) // 2
"""The pairs of card types, whatever their order."""

ACES: Final = 4
"""The first card types."""

CHOICES: Final = 1 << 49
"""The random words by which rounds are chosen, beyond those of `bonuses`."""

VALUED: Final = MemoryMap(
    "record of deal values", "the expected win of a wager from the cards left"
)
COLUMN: Final = VALUED.field("COLUMN", "offset in ints", "The expected wins, by batch.")
SCALE: Final = VALUED.field("SCALE", "bits", "The matrix is scaled by 2**SCALE.")
ROW_SCALE: Final = VALUED.field("ROW_SCALE", "bits", "The rows are scaled by 2**ROW_SCALE.")
THIRD: Final = VALUED.field("THIRD", "choice", "What decides besides the player's two cards.")
MEAN: Final = VALUED.field(
    "MEAN", "scaled", "The probability of a dealer Blackjack that is in the matrix."
)
LAG: Final = VALUED.field("LAG", "cards", "Cards in front of the cover card that begin no round.")
PER_CARD: Final = VALUED.field(
    "PER_CARD", "rounds", "The rounds that a card in front of the cover card begins, times 2**BITS."
)
EVERY: Final = VALUED.field(
    "EVERY", "rounds", "Rows are computed for one round in this many, a power of two; 0: no rows."
)
VALUES: Final = VALUED.field("VALUES", "offset in ints", "Expected wins by round; 0: not kept.")
CHOSEN: Final = VALUED.field("CHOSEN", "rounds", "How far before the block's first is one of them.")
SEEN: Final = VALUED.field(
    "SEEN", "offset in LOG", "The cards of the log before this are removed from the pool."
)
LEFT: Final = VALUED.field("LEFT", "cards", "The number of cards left.")
SUM: Final = VALUED.field("SUM", "scaled", "The sum of the matrix over all ordered deals of two.")
STATE: Final = SUM
POOL: Final = VALUED.field("POOL", "cards", "The cards left of each type.", DECK_SIZE)
SLOPES: Final = VALUED.field(
    "SLOPES", "scaled", "For each type, the matrix summed over the cards left.", DECK_SIZE
)
WIDTH: Final = SLOPES + DECK_SIZE - STATE
"""What changes as cards are dealt: from `SUM` on."""

FULL: Final = VALUED.field("FULL", "state", "The state from `SUM` on with a full shoe.", WIDTH)
MATRIX: Final = VALUED.field(
    "MATRIX", "scaled", "The value of each ordered pair of cards.", DECK_SIZE * DECK_SIZE
)
PAIRED: Final = VALUED.field("PAIRED", "pairs", "The pairs that have a row.")
ONE: Final = VALUED.field("ONE", "card", "The first card of each such pair.", PAIRS)
OTHER: Final = VALUED.field("OTHER", "card", "The second card of each such pair.", PAIRS)
ROW: Final = VALUED.field("ROW", "offset in record", "The row of each such pair.", PAIRS)
NUMBER: Final = VALUED.field("NUMBER", "rows", "The number of different rows.")
WIDE: Final = VALUED.field("WIDE", "words", "The distance from one row to the next.")
ROWS: Final = VALUED.field(
    "ROWS",
    "scaled",
    "Each row: its sum over the cards left, then a value for each third card; or one number.",
)
"""The last field, as long as needed."""


def value_block(cards: IntegerCells, ints: IntegerCells) -> None:
    """Write for each batch what the wager wins on average, given the cards left."""
    base = ints[EXPECTING]
    end = 0
    ints[base + SEEN] = 0
    choose_rounds(ints, base)
    for batch in range(ints[BATCHES_DEALT]):
        begin, end = end, ints[ints[ENDS] + batch]
        total = luck = 0
        restore(ints, base)
        for number in range(begin, end):
            note = ints[ints[ROUND_NOTES] + number]
            start = note >> START_SHIFT
            take_cards(cards, ints, base, start)
            before = mean_of_pairs(ints, base)
            value = before + value_of_thirds(ints, base, number)
            total += value
            if ints[base + VALUES] > 0:
                ints[ints[base + VALUES] + number] = value
            ahead = max(ints[COVER] - ints[CARDS] + ints[base + LEFT] - ints[base + LAG], 0)
            drawn = (note >> CARDS_SHIFT & BYTE) - 2
            take_cards(cards, ints, base, start + (note >> DEALER_SHIFT & PLACE) + drawn)
            luck += ahead * (mean_of_pairs(ints, base) - before)
        luck = luck * ints[base + PER_CARD] + (1 << BITS >> 1) >> BITS
        ints[ints[base + COLUMN] + batch] = total - luck


def restore(ints: IntegerCells, base: int) -> int:
    """Return to the state of a full shoe."""
    for place in range(WIDTH):
        ints[base + STATE + place] = ints[base + FULL + place]
    ints[base + LEFT] = ints[CARDS]
    return base


def take_cards(cards: IntegerCells, ints: IntegerCells, base: int, target: int) -> int:
    """Remove dealt cards, all but two of a shoe; no round begins when no more are left."""
    for place in range(ints[base + SEEN], target):
        card = cards[ints[LOG] + place]
        if ints[base + LEFT] > 2:
            row = base + MATRIX + DECK_SIZE * card
            ints[base + SUM] -= 2 * (ints[base + SLOPES + card] - ints[row + card])
            for other in range(DECK_SIZE):
                ints[base + SLOPES + other] -= ints[row + other]
            ints[base + POOL + card] -= 1
            ints[base + LEFT] -= 1
    ints[base + SEEN] = target
    return target


def mean_of_pairs(ints: IntegerCells, base: int) -> int:
    """The mean of the matrix over all deals of two of the cards left, for all seats."""
    left = ints[base + LEFT]
    mean = quotient(ints[base + SUM], left * (left - 1), BITS - ints[base + SCALE])
    return ints[SEATS] * mean


def choose_rounds(ints: IntegerCells, base: int) -> int:
    """Draw the rounds of a block whose rows are summed."""
    every = ints[base + EVERY]
    if every > 1:
        ints[COUNTER] = CHOICES
        draw_words(ints, REDRAWN, 1)
        ints[base + CHOSEN] = ints[REDRAWN] & every - 1
    return every


def value_of_thirds(ints: IntegerCells, base: int, number: int) -> int:
    """What the third card adds, for all seats and the rounds that this one stands for."""
    every = ints[base + EVERY]
    if every == 0 or (number + ints[base + CHOSEN]) & every - 1 != 0:
        return 0
    left = ints[base + LEFT]
    if ints[base + THIRD] == BLACKJACK:
        mean = quotient(sum_of_blackjacks(ints, base), left * (left - 1), 0)
    else:
        bits = BITS - ints[base + ROW_SCALE]
        mean = quotient(sum_of_rows(ints, base), left * (left - 1) * (left - 2), bits)
    return ints[SEATS] * every * mean


def sum_of_rows(ints: IntegerCells, base: int) -> int:
    """The sum of the rows over all deals of three of the cards left."""
    for number in range(ints[base + NUMBER]):
        row, total = base + ROWS + number * ints[base + WIDE], 0
        for card in range(DECK_SIZE):
            total += ints[base + POOL + card] * ints[row + 1 + card]
        ints[row] = total
    total = 0
    for pair in range(ints[base + PAIRED]):
        one, other = ints[base + ONE + pair], ints[base + OTHER + pair]
        row = base + ints[base + ROW + pair]
        rest = ints[row] - ints[row + 1 + one] - ints[row + 1 + other]
        total += deals_of(ints, base, one, other) * rest
    return total


def sum_of_blackjacks(ints: IntegerCells, base: int) -> int:
    """The sum over all deals of two cards of what a dealer Blackjack adds, times 2**BITS."""
    left = ints[base + LEFT] - 2
    aces, tens = 0, 0
    for ace in range(ACES):
        aces += ints[base + POOL + ace]
    for card in range(FIRST_TEN, DECK_SIZE):
        tens += ints[base + POOL + card]
    total = 0
    for pair in range(ints[base + PAIRED]):
        one, other = ints[base + ONE + pair], ints[base + OTHER + pair]
        with_ace = aces - (1 if one < ACES else 0) - (1 if other < ACES else 0)
        with_ten = tens - (1 if one >= FIRST_TEN else 0) - (1 if other >= FIRST_TEN else 0)
        chance = quotient(2 * with_ace * with_ten, left * (left - 1), PROBABILITY_BITS)
        scaled = ints[base + ints[base + ROW + pair] + 1] * (chance - ints[base + MEAN])
        added = quotient(scaled, 1 << PROBABILITY_BITS, BITS - ints[base + ROW_SCALE])
        total += deals_of(ints, base, one, other) * added
    return total


def deals_of(ints: IntegerCells, base: int, one: int, other: int) -> int:
    """The ordered deals of two card types, one before the other, from the cards left."""
    return ints[base + POOL + one] * (ints[base + POOL + other] - (1 if one == other else 0))


def quotient(total: int, divisor: int, bits: int) -> int:
    """A quotient times 2**bits, rounded; without overflow where it fits itself."""
    if bits < 0:
        divisor <<= -bits
        bits = 0
    whole = total // divisor
    rest = total - whole * divisor
    return (whole << bits) + ((rest << bits + 1) + divisor) // (2 * divisor)
