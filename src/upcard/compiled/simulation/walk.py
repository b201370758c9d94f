"""Heads-up rounds as a walk through a table: one look-up for each card instead of branches.

A state is all that matters of a round so far: what the player will do with the cards seen, and the
dealer's hand. The next card leads to the next state; the states that end a round say what it won.
Four shoes are walked at a time, so that the processor looks up one while it waits for another.
Where a pair is split, `rounds.play_round` plays that round. Cards, results and sums are those of
`blocks`, shoe by shoe.

Each of the four shoes lies in a lane of its own, behind the first place, which keeps the order of
the shoe before them. A shoe that needs more shuffled cards than were prepared would draw the random
words of the next one: then the four are forgotten, and `blocks` deals the first of them.
"""

from typing import Any, Final

from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.blocks import end_batch
from upcard.compiled.simulation.codes import RESULTS_KEPT
from upcard.compiled.simulation.fields import (
    AHEAD,
    BASE,
    BATCHES,
    BURN,
    CARDS,
    CHANGED,
    CHANGING,
    COUNTER,
    COUNTS,
    COVER,
    DEALT,
    IN_SHOE,
    LIMIT,
    LOG_ROOM,
    LOGGED,
    NET,
    PAYS,
    READY,
    ROUNDS,
    SHOE,
    SQUARES,
    VALUES_OF,
    WALK,
)
from upcard.compiled.simulation.rounds import play_round
from upcard.compiled.simulation.shoe import new_shoe

LANES: Final = 4
"""The shoes that are walked at a time; `walk_lanes` has a line for each."""

BEGIN: Final = 0
"""The state before the first card of a shoe. The ends of a round follow it, one for each result."""

OVER: Final = RESULTS_KEPT + 1
"""The state of a lane whose shoe is over: no card leads out of it."""

SPLITS: Final = 1 << 14
"""The state in which the player splits. All others are below."""

BYTE: Final = 1 << 8
ENTRY: Final = 2
ROW: Final = 32
"""Bytes of an entry of the table, and of a state's row: the next state for each value."""

WALKED: Final = MemoryMap("a walk", "a record: a table of states, and the lanes that walk there")
TABLE: Final = WALKED.field("TABLE", "offset in cards", "The rows of the states.")
WIDTH: Final = WALKED.field("WIDTH", "cards", "The distance between lanes.")
BITS: Final = WALKED.field("BITS", "bits", "The bits of each count in a lane's counts.")
COUNTED: Final = WALKED.field("COUNTED", "results", "The results that a walked round can have.")
RESULT: Final = WALKED.field("RESULT", "result", "Each of them.", RESULTS_KEPT)
MOST: Final = WALKED.field("MOST", "cards", "The cards until the counts have to be read.")
PASSED: Final = WALKED.field("PASSED", "cards", "The cards since the counts were read.")
SHORT: Final = WALKED.field("SHORT", "flag", "1 if a shoe needs more shuffled cards.")
STATES: Final = WALKED.field("STATES", "state", "The state of each lane.", LANES)
PLACES: Final = WALKED.field("PLACES", "offset in SHOE", "The next place of each lane.", LANES)
ENDED: Final = WALKED.field("ENDED", "cards", "The cards dealt from each shoe.", LANES)
TALLIES: Final = WALKED.field("TALLIES", "counts", "How often each lane had each result.", LANES)
NETS: Final = WALKED.field("NETS", "money", "What each lane's wagers won.", LANES)
PLAYED: Final = WALKED.field("PLAYED", "rounds", "The rounds of each lane.", LANES)
KEPT: Final = WALKED.field(
    "KEPT", "as they are", "What changes in a block, before the shoes.", CHANGED - CHANGING
)
WALKED.align(8)
WORTH: Final = WALKED.field("WORTH", "counts", "What a state adds to a lane's counts.", SPLITS + 1)
SIZE: Final = WALKED.end


def walk_shoes(cards: Any, ints: Any, batch: int) -> int:
    """Deals the next shoes of a block; returns their number, or 0 if they are not dealt so."""
    if ints[WALK] == 0:
        return 0
    most = LANES * (ints[COVER] // ints[DEALT] + 1)
    if ints[BATCHES] - batch < LANES or ints[LIMIT] - ints[ROUNDS] < most:
        return 0
    if ints[LOG_ROOM] - ints[LOGGED] < LANES * ints[CARDS]:
        return 0
    base = ints[WALK]
    for place in range(CHANGED - CHANGING):
        ints[base + KEPT + place] = ints[CHANGING + place]
    shuffle_lanes(cards, ints, base)
    counter = ints[COUNTER]
    while walk_lanes(cards, ints, base, cards_to_walk(ints, base)) > 0:
        for lane in range(LANES):
            end_walk(cards, ints, base, lane)
        if ints[base + PASSED] >= ints[base + MOST]:
            read_counts(ints, base)
    read_counts(ints, base)
    if ints[COUNTER] != counter or ints[base + SHORT] == 1:
        for place in range(CHANGED - CHANGING):
            ints[CHANGING + place] = ints[base + KEPT + place]
        return 0
    last = SHOE + LANES * ints[base + WIDTH]
    for place in range(ints[CARDS]):
        cards[SHOE + place] = cards[last + place]
    return sum_up(ints, base, batch)


def shuffle_lanes(cards: Any, ints: Any, base: int) -> int:
    """Shuffles a shoe for each lane, one after another, each from the order of the one before."""
    ints[base + SHORT] = ints[base + PASSED] = 0
    width: int = ints[base + WIDTH]
    for lane in range(LANES):
        first = (lane + 1) * width
        for place in range(ints[CARDS]):
            cards[SHOE + first + place] = cards[SHOE + first - width + place]
        ints[BASE] = first
        new_shoe(cards, ints, ints[AHEAD])
        ints[base + STATES + lane] = BEGIN
        ints[base + PLACES + lane] = first + ints[BURN]
        ints[base + TALLIES + lane] = ints[base + NETS + lane] = ints[base + PLAYED + lane] = 0
    ints[BASE] = 0
    return width


def cards_to_walk(ints: Any, base: int) -> int:
    """The cards until a lane is past its cover card or counts are read; 0 if all are over."""
    least, most = 0, ints[base + MOST] - ints[base + PASSED]
    for lane in range(LANES):
        left = (lane + 1) * ints[base + WIDTH] + ints[COVER] + 1 - ints[base + PLACES + lane]
        if ints[base + STATES + lane] != OVER and (least == 0 or left < least):
            least = left
    steps: int = min(least, most)
    return steps


def walk_lanes(cards: Any, ints: Any, base: int, steps: int) -> int:
    """Walks all lanes by a number of cards, or less if a player splits; returns the number."""
    table, worth = ints[base + TABLE], base + WORTH
    states, tallies = base + STATES, base + TALLIES
    first, second = VALUES_OF + ints[base + PLACES], VALUES_OF + ints[base + PLACES + 1]
    third, fourth = VALUES_OF + ints[base + PLACES + 2], VALUES_OF + ints[base + PLACES + 3]
    a, b, c, d = ints[states], ints[states + 1], ints[states + 2], ints[states + 3]
    of_a, of_b, of_c, of_d = ints[tallies], ints[tallies + 1], ints[tallies + 2], ints[tallies + 3]
    step = 0
    while step < steps:
        at_a = table + ROW * a + ENTRY * cards[first + step]
        at_b = table + ROW * b + ENTRY * cards[second + step]
        at_c = table + ROW * c + ENTRY * cards[third + step]
        at_d = table + ROW * d + ENTRY * cards[fourth + step]
        a = cards[at_a] + BYTE * cards[at_a + 1]
        b = cards[at_b] + BYTE * cards[at_b + 1]
        c = cards[at_c] + BYTE * cards[at_c + 1]
        d = cards[at_d] + BYTE * cards[at_d + 1]
        of_a += ints[worth + a]
        of_b += ints[worth + b]
        of_c += ints[worth + c]
        of_d += ints[worth + d]
        step += 1
        if (a | b | c | d) & SPLITS:
            break
    ints[states], ints[states + 1], ints[states + 2], ints[states + 3] = a, b, c, d
    ints[tallies], ints[tallies + 1], ints[tallies + 2], ints[tallies + 3] = of_a, of_b, of_c, of_d
    for lane in range(LANES):
        ints[base + PLACES + lane] += step
    ints[base + PASSED] += step
    return step


def end_walk(cards: Any, ints: Any, base: int, lane: int) -> int:
    """Plays a round with a split; past the cover card ends the round, and with it the shoe."""
    state: int = ints[base + STATES + lane]
    place: int = ints[base + PLACES + lane]
    if state == OVER:
        return place
    first = (lane + 1) * ints[base + WIDTH]
    if state == SPLITS:
        place = split_round(cards, ints, base, lane)
        state = BEGIN
    if place > first + ints[COVER]:
        ready = first + min(ints[AHEAD], ints[CARDS])
        while state > OVER and place < ready:
            row = ints[base + TABLE] + ROW * state + ENTRY * cards[VALUES_OF + place]
            state = cards[row] + BYTE * cards[row + 1]
            ints[base + TALLIES + lane] += ints[base + WORTH + state]
            place += 1
            if state == SPLITS:
                ints[base + PLACES + lane] = place
                place = split_round(cards, ints, base, lane)
                state = BEGIN
        if state > OVER:
            ints[base + SHORT] = 1
        state = OVER
        ints[base + ENDED + lane] = place - first
    ints[base + STATES + lane] = state
    ints[base + PLACES + lane] = place
    return place


def split_round(cards: Any, ints: Any, base: int, lane: int) -> int:
    """Plays a round whose first cards a lane has passed; returns the place of the next round."""
    place = ints[base + PLACES + lane]
    first = (lane + 1) * ints[base + WIDTH]
    ints[BASE] = first
    ints[IN_SHOE] = first + ints[CARDS]
    ints[READY] = first + min(ints[AHEAD], ints[CARDS])
    net, rounds = ints[NET], ints[ROUNDS]
    after: int = play_round(cards, ints, place - ints[DEALT])
    ints[base + NETS + lane] += ints[NET] - net
    ints[base + PLAYED + lane] += ints[ROUNDS] - rounds
    ints[BASE] = 0
    return after


def read_counts(ints: Any, base: int) -> int:
    """Adds up what the results of each lane won, and begins to count them anew."""
    bits: int = ints[base + BITS]
    for lane in range(LANES):
        counts = ints[base + TALLIES + lane]
        for number in range(ints[base + COUNTED]):
            result = ints[base + RESULT + number]
            count = counts >> bits * number & (1 << bits) - 1
            ints[COUNTS + result] += count
            ints[SQUARES] += count * ints[PAYS + result] * ints[PAYS + result]
            ints[base + NETS + lane] += count * ints[PAYS + result]
            ints[base + PLAYED + lane] += count
        ints[base + TALLIES + lane] = 0
    ints[base + PASSED] = 0
    return bits


def sum_up(ints: Any, base: int, batch: int) -> int:
    """Ends the batch of each lane, as if its shoe had been dealt alone."""
    rounds = ints[base + KEPT + ROUNDS - CHANGING]
    for lane in range(LANES):
        before = rounds
        rounds += ints[base + PLAYED + lane]
        ints[LOGGED] += ints[base + ENDED + lane]
        ints[NET] = ints[base + NETS + lane]
        ints[ROUNDS] = rounds
        end_batch(ints, batch + lane, before)
    return LANES
