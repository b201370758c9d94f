"""What a wager decided by the initial cards wins on average, given the cards left before a round.

The mean over all deals of two cards of a wager's matrix is kept up to date as cards are dealt: a
card removed changes it by the slope of its type, and the slopes by a row of the matrix. So every
round has the exact expectation of a wager on two cards, which replaces what the round won. It is a
martingale: what it gains during a round, times the rounds that the shoe has ahead, is luck too.

A third card decides in part: the matrix then has what depends on two cards at a time, and what is
left over has rows by the two cards, whose mean over the cards left replaces what the third won. Of
a dealer Blackjack it is a probability. Offsets of the record are relative to `fields.EXPECTING`.
"""

from typing import Any, Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.codes import BYTE, CARDS_SHIFT, DEALER_SHIFT, PLACE, START_SHIFT
from upcard.compiled.simulation.fields import (
    BATCHES_DEALT,
    CARDS,
    COVER,
    ENDS,
    EXPECTING,
    LOG,
    ROUND_NOTES,
    SEATS,
)

BITS: Final = 16
"""Expected wins are summed in units of a wager's column over 2**BITS."""

NO_THIRD: Final = 0
UPCARD: Final = 1
HOLE: Final = 2
BLACKJACK: Final = 3
"""What decides besides the player's two cards."""

PROBABILITY_BITS: Final = 24

VALUED: Final = MemoryMap("a valuing", "a record: what a wager wins from the cards left")
COLUMN: Final = VALUED.field("COLUMN", "offset in ints", "The expected wins, by batch.")
SCALE: Final = VALUED.field("SCALE", "bits", "The matrix and the rows are scaled by 2**SCALE.")
THIRD: Final = VALUED.field("THIRD", "choice", "What decides besides the player's two cards.")
MEAN: Final = VALUED.field(
    "MEAN", "scaled", "The probability of a dealer Blackjack that is in the matrix."
)
LAG: Final = VALUED.field("LAG", "cards", "Cards in front of the cover card that begin no round.")
PER_CARD: Final = VALUED.field(
    "PER_CARD", "rounds", "The rounds that a card in front of the cover card begins, times 2**BITS."
)
SEEN: Final = VALUED.field("SEEN", "offset in LOG", "Earlier cards are removed.")
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
MATRIX: Final = VALUED.field("MATRIX", "scaled", "By both cards.", DECK_SIZE * DECK_SIZE)
ROW: Final = VALUED.field(
    "ROW", "offset in record", "By both cards: a row by the third, 0 for zeros.", DECK_SIZE**2
)
ROWS: Final = VALUED.field("ROWS", "scaled", "Rows by the third card; 2 for a Blackjack, one each.")
"""The last field, as long as needed."""


def value_block(cards: Any, ints: Any) -> None:
    """Writes for each batch what the wager wins on average, given the cards left."""
    base = ints[EXPECTING]
    end = 0
    ints[base + SEEN] = 0
    for batch in range(ints[BATCHES_DEALT]):
        begin, end = end, ints[ints[ENDS] + batch]
        total = luck = 0
        restore(ints, base)
        for number in range(begin, end):
            note = ints[ints[ROUND_NOTES] + number]
            start = note >> START_SHIFT
            take_cards(cards, ints, base, start)
            before = mean_of_pairs(ints, base)
            total += before + value_of_thirds(cards, ints, base, start)
            ahead = max(ints[COVER] - ints[CARDS] + ints[base + LEFT] - ints[base + LAG], 0)
            drawn = (note >> CARDS_SHIFT & BYTE) - 2
            take_cards(cards, ints, base, start + (note >> DEALER_SHIFT & PLACE) + drawn)
            luck += ahead * (mean_of_pairs(ints, base) - before)
        luck = luck * ints[base + PER_CARD] + (1 << BITS >> 1) >> BITS
        ints[ints[base + COLUMN] + batch] = total - luck


def restore(ints: Any, base: int) -> int:
    """Returns to the state of a full shoe."""
    for place in range(WIDTH):
        ints[base + STATE + place] = ints[base + FULL + place]
    ints[base + LEFT] = ints[CARDS]
    return base


def take_cards(cards: Any, ints: Any, base: int, to: int) -> int:
    """Removes dealt cards, all but two of a shoe; no round begins when no more are left."""
    for place in range(ints[base + SEEN], to):
        card = cards[ints[LOG] + place]
        if ints[base + LEFT] > 2:
            row = base + MATRIX + DECK_SIZE * card
            ints[base + SUM] -= 2 * (ints[base + SLOPES + card] - ints[row + card])
            for other in range(DECK_SIZE):
                ints[base + SLOPES + other] -= ints[row + other]
            ints[base + POOL + card] -= 1
            ints[base + LEFT] -= 1
    ints[base + SEEN] = to
    return to


def mean_of_pairs(ints: Any, base: int) -> int:
    """The mean of the matrix over all deals of two of the cards left, for all seats."""
    left = ints[base + LEFT]
    mean = quotient(ints[base + SUM], left * (left - 1), BITS - ints[base + SCALE])
    of_all: int = ints[SEATS] * mean
    return of_all


def value_of_thirds(cards: Any, ints: Any, base: int, start: int) -> int:
    """What the third card adds on average for all seats, given their first two cards."""
    total, seats = 0, ints[SEATS]
    if ints[base + THIRD] != NO_THIRD:
        for seat in range(seats):
            first = cards[ints[LOG] + start + seat] + 0
            second = cards[ints[LOG] + start + seats + 1 + seat] + 0
            row = ints[base + ROW + DECK_SIZE * first + second]
            if row > 0:
                total += value_of_third(ints, base, first, second, base + row)
    return total


def value_of_third(ints: Any, base: int, first: int, second: int, row: int) -> int:
    """The mean of what the third card adds, over the cards left beside the first two."""
    left = ints[base + LEFT]
    ints[base + POOL + first] -= 1
    ints[base + POOL + second] -= 1
    if ints[base + THIRD] == BLACKJACK:
        aces = tens = 0
        for suit in range(4):
            aces += ints[base + POOL + suit]
        for card in range(36, DECK_SIZE):
            tens += ints[base + POOL + card]
        chance = quotient(2 * aces * tens, (left - 2) * (left - 3), PROBABILITY_BITS)
        scaled = ints[row] * (chance - ints[base + MEAN])
        value: int = quotient(scaled, 1 << PROBABILITY_BITS, BITS - ints[base + SCALE])
    else:
        total = 0
        for card in range(DECK_SIZE):
            total += ints[base + POOL + card] * ints[row + card]
        value = quotient(total, left - 2, BITS - ints[base + SCALE])
    ints[base + POOL + first] += 1
    ints[base + POOL + second] += 1
    return value


def quotient(total: int, by: int, bits: int) -> int:
    """A quotient times 2**bits, rounded; without overflow where it fits itself."""
    if bits < 0:
        by <<= -bits
        bits = 0
    whole = total // by
    rest = total - whole * by
    return (whole << bits) + ((rest << bits + 1) + by) // (2 * by)
