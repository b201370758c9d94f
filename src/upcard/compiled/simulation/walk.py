"""Heads-up rounds as a walk through a table: one look-up for each card instead of branches.

A *state* is all that matters of a round so far: what the player will do with the cards seen, and
the dealer's hand. The next card leads to the next state; the states that end a round say what it
won. Four shoes are walked at a time, each in a *lane* of its own, so that the processor looks up
one while it waits for another. Cards, results and sums are those of `blocks`, shoe by shoe.

`walk_shoes` deals four shoes:

1. `shuffle_lanes` puts a shuffled shoe in each lane. The lanes follow one another in `cards`,
   `WIDTH` apart; the first place, before them all, keeps the order of the shoe before.
2. `walk_on` walks all lanes by the same number of cards: until one is past its cover card
   (`cards_to_walk`), or a pair is split, which stops all four.
3. `end_walk` then looks at each lane. A round with a split is played by `rounds.play_round`; behind
   the cover card, the round is walked to its end, and the shoe is `OVER`. Then 2 again.
4. `read_counts` turns the counts of results into what was won. They are packed into one integer a
   lane (`WORTH`), so they are also read whenever one might overflow.
5. `sum_up` ends a batch for each shoe.

Where side wagers need the cards, a state that ends a round is one of `NOTED`: it tells the dealer's
total and number of cards too, and lanes note where each round ends (`walk_notes`).

A shoe that needs more shuffled cards than were prepared would draw the random words of the next
one. Then the four are forgotten, and `blocks` deals the first of them.
"""

from collections.abc import Callable
from typing import Any, Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.blocks import end_batch
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
    MAIN_WINS,
    NET,
    PAYS,
    READY,
    ROUND_NOTES,
    ROUNDS,
    SHOE,
    SQUARES,
    VALUES_OF,
    WALK,
)
from upcard.compiled.simulation.rounds import play_round
from upcard.compiled.simulation.shoe import new_shoe
from upcard.compiled.simulation.walk_fields import (
    BEGIN,
    BITS,
    BYTE,
    COUNTED,
    ENDED,
    ENTRY,
    KEPT,
    LANES,
    MOST,
    NETS,
    NOTED,
    NOTED_BY,
    NOTED_SHIFT,
    NOTED_WINS,
    NOTES,
    OVER,
    PASSED,
    PLACES,
    PLAYED,
    RESULT,
    ROW,
    SHORT,
    SPLITS,
    STATE_BITS,
    STATES,
    TABLE,
    TALLIES,
    WIDTH,
    WORTH,
)
from upcard.compiled.simulation.walk_notes import log_lane, log_wins, next_note, note


def walk_shoes(cards: IntegerCells, ints: IntegerCells, batch: int) -> int:
    """Deal the next shoes of a block; returns their number, or 0 if they are not dealt so."""
    base = ints[WALK]
    if has_room(ints, base, batch) == 0:
        return 0
    copy_range(ints, CHANGING, base + KEPT, CHANGED - CHANGING)
    shuffle_lanes(cards, ints, base)
    counter = ints[COUNTER]
    while walk_on(cards, ints, base, cards_to_walk(ints, base)) > 0:
        for lane in range(LANES):
            end_walk(cards, ints, base, lane)
        if ints[base + PASSED] >= ints[base + MOST]:
            read_counts(ints, base)
    read_counts(ints, base)
    drew_more_words = ints[COUNTER] != counter
    if drew_more_words or ints[base + SHORT] == 1:
        copy_range(ints, base + KEPT, CHANGING, CHANGED - CHANGING)
        return 0
    copy_range(cards, SHOE + LANES * ints[base + WIDTH], SHOE, ints[CARDS])
    return sum_up(cards, ints, base, batch)


def has_room(ints: IntegerCells, base: int, batch: int) -> int:
    """1 if shoes are walked here and the block, its rounds and its log have room for four."""
    if base == 0 or (ints[MAIN_WINS] > 0 and ints[base + NOTES] == 0):
        return 0
    most_rounds = LANES * (ints[COVER] // ints[DEALT] + 1)
    if ints[BATCHES] - batch < LANES or ints[LIMIT] - ints[ROUNDS] < most_rounds:
        return 0
    return 1 if ints[LOG_ROOM] - ints[LOGGED] >= LANES * ints[CARDS] else 0


def copy_range(cells: IntegerCells, source: int, target: int, size: int) -> int:
    """Copy `size` cells from one offset to another."""
    for place in range(size):
        cells[target + place] = cells[source + place]
    return target


def shuffle_lanes(cards: IntegerCells, ints: IntegerCells, base: int) -> int:
    """Shuffle a shoe for each lane, one after another, each from the order of the one before."""
    ints[base + SHORT] = ints[base + PASSED] = 0
    width = ints[base + WIDTH]
    for lane in range(LANES):
        first = (lane + 1) * width
        copy_range(cards, SHOE + first - width, SHOE + first, ints[CARDS])
        ints[BASE] = first
        new_shoe(cards, ints, ints[AHEAD])
        ints[base + STATES + lane] = BEGIN
        ints[base + PLACES + lane] = first + ints[BURN]
        ints[base + TALLIES + lane] = ints[base + NETS + lane] = ints[base + PLAYED + lane] = 0
        ints[base + NOTED_BY + lane] = 0
    ints[BASE] = 0
    return width


def cards_to_walk(ints: IntegerCells, base: int) -> int:
    """The cards until a lane is past its cover card or counts are read; 0 if all are over."""
    least, most = 0, ints[base + MOST] - ints[base + PASSED]
    for lane in range(LANES):
        left = (lane + 1) * ints[base + WIDTH] + ints[COVER] + 1 - ints[base + PLACES + lane]
        if ints[base + STATES + lane] != OVER and (least == 0 or left < least):
            least = left
    steps: int = min(least, most)
    return steps


def walk_on(cards: IntegerCells, ints: IntegerCells, base: int, steps: int) -> int:
    """Walk all lanes by a number of cards, or less if a player splits; returns the number."""
    if ints[base + NOTES] > 0:
        walked: int = note_lanes(cards, ints, base, steps)
    else:
        walked = walk_lanes(cards, ints, base, steps)
    for lane in range(LANES):
        ints[base + PLACES + lane] += walked
    ints[base + PASSED] += walked
    return walked


def walker(*, notes: bool) -> Callable[[Any, Any, int, int], int]:
    """A function that walks all lanes, with or without noting where rounds end.

    It keeps the four lanes a to d in variables: the state `a`, the place `at_a` of its next card,
    its counts of results `counts_a`, and where its next note goes, `note_a`. A note is written
    behind every card, but only the end of a round moves on to the next one.
    """

    def walk(cards: IntegerCells, ints: IntegerCells, base: int, steps: int) -> int:
        table, worth = ints[base + TABLE], base + WORTH
        states, tallies, places = base + STATES, base + TALLIES, base + PLACES
        at_a, at_b = VALUES_OF + ints[places], VALUES_OF + ints[places + 1]
        at_c, at_d = VALUES_OF + ints[places + 2], VALUES_OF + ints[places + 3]
        a, b, c, d = ints[states], ints[states + 1], ints[states + 2], ints[states + 3]
        counts_a, counts_b = ints[tallies], ints[tallies + 1]
        counts_c, counts_d = ints[tallies + 2], ints[tallies + 3]
        note_a, note_b = next_note(ints, base, 0), next_note(ints, base, 1)
        note_c, note_d = next_note(ints, base, 2), next_note(ints, base, 3)
        first_notes = (note_a, note_b, note_c, note_d)
        step = 0
        while step < steps:
            entry_a = table + ROW * a + ENTRY * cards[at_a + step]
            entry_b = table + ROW * b + ENTRY * cards[at_b + step]
            entry_c = table + ROW * c + ENTRY * cards[at_c + step]
            entry_d = table + ROW * d + ENTRY * cards[at_d + step]
            a = cards[entry_a] + BYTE * cards[entry_a + 1]
            b = cards[entry_b] + BYTE * cards[entry_b + 1]
            c = cards[entry_c] + BYTE * cards[entry_c + 1]
            d = cards[entry_d] + BYTE * cards[entry_d + 1]
            counts_a += ints[worth + a]
            counts_b += ints[worth + b]
            counts_c += ints[worth + c]
            counts_d += ints[worth + d]
            step += 1
            if notes:
                ints[note_a] = (at_a + step) << STATE_BITS | a
                ints[note_b] = (at_b + step) << STATE_BITS | b
                ints[note_c] = (at_c + step) << STATE_BITS | c
                ints[note_d] = (at_d + step) << STATE_BITS | d
                note_a += a >> NOTED_SHIFT & 1
                note_b += b >> NOTED_SHIFT & 1
                note_c += c >> NOTED_SHIFT & 1
                note_d += d >> NOTED_SHIFT & 1
            if (a | b | c | d) & SPLITS:
                break
        ints[states], ints[states + 1], ints[states + 2], ints[states + 3] = a, b, c, d
        ints[tallies], ints[tallies + 1] = counts_a, counts_b
        ints[tallies + 2], ints[tallies + 3] = counts_c, counts_d
        ints[base + NOTED_BY] += note_a - first_notes[0]
        ints[base + NOTED_BY + 1] += note_b - first_notes[1]
        ints[base + NOTED_BY + 2] += note_c - first_notes[2]
        ints[base + NOTED_BY + 3] += note_d - first_notes[3]
        return step

    return walk


walk_lanes: Final = walker(notes=False)
note_lanes: Final = walker(notes=True)


def end_walk(cards: IntegerCells, ints: IntegerCells, base: int, lane: int) -> int:
    """Play a round with a split; past the cover card, end the round and with it the shoe."""
    state = ints[base + STATES + lane]
    place = ints[base + PLACES + lane]
    if state == OVER:
        return place
    first = (lane + 1) * ints[base + WIDTH]
    if state == SPLITS:
        place = split_round(cards, ints, base, lane)
        state = BEGIN
    if place > first + ints[COVER]:
        ready = first + min(ints[AHEAD], ints[CARDS])
        while OVER < state < NOTED and place < ready:
            entry = ints[base + TABLE] + ROW * state + ENTRY * cards[VALUES_OF + place]
            state = cards[entry] + BYTE * cards[entry + 1]
            ints[base + TALLIES + lane] += ints[base + WORTH + state]
            place += 1
            if state & NOTED:
                note(ints, base, lane, place, state)
            if state == SPLITS:
                ints[base + PLACES + lane] = place
                place = split_round(cards, ints, base, lane)
                state = BEGIN
        if OVER < state < NOTED:
            ints[base + SHORT] = 1
        state = OVER
        ints[base + ENDED + lane] = place - first
    ints[base + STATES + lane] = state
    ints[base + PLACES + lane] = place
    return place


def split_round(cards: IntegerCells, ints: IntegerCells, base: int, lane: int) -> int:
    """Play a round whose first cards a lane has passed; returns the place of the next round."""
    place = ints[base + PLACES + lane]
    first = (lane + 1) * ints[base + WIDTH]
    ints[BASE] = first
    ints[IN_SHOE] = first + ints[CARDS]
    ints[READY] = first + min(ints[AHEAD], ints[CARDS])
    net, rounds = ints[NET], ints[ROUNDS]
    next_place: int = play_round(cards, ints, place - ints[DEALT])
    won = ints[NET] - net
    ints[base + NETS + lane] += won
    ints[base + PLAYED + lane] += ints[ROUNDS] - rounds
    ints[BASE] = 0
    if ints[base + NOTES] > 0:
        ints[ints[base + NOTED_WINS] + next_note(ints, base, lane) - ints[base + NOTES]] = won
        note(ints, base, lane, next_place, ints[ints[ROUND_NOTES] + rounds] & (NOTED - 1))
    return next_place


def read_counts(ints: IntegerCells, base: int) -> int:
    """Add up what the results of each lane won, and begin to count them anew."""
    bits = ints[base + BITS]
    for lane in range(LANES):
        counts = ints[base + TALLIES + lane]
        for number in range(ints[base + COUNTED]):
            result = ints[base + RESULT + number]
            count = counts >> bits * number & (1 << bits) - 1
            pays = ints[PAYS + result]
            ints[COUNTS + result] += count
            ints[SQUARES] += count * pays * pays
            ints[base + NETS + lane] += count * pays
            ints[base + PLAYED + lane] += count
        ints[base + TALLIES + lane] = 0
    ints[base + PASSED] = 0
    return bits


def sum_up(cards: IntegerCells, ints: IntegerCells, base: int, batch: int) -> int:
    """End the batch of each lane, as if its shoe had been dealt alone."""
    rounds = ints[base + KEPT + ROUNDS - CHANGING]
    for lane in range(LANES):
        before = rounds
        rounds += ints[base + PLAYED + lane]
        if ints[base + NOTES] > 0:
            log_lane(cards, ints, base, lane, before)
            if ints[MAIN_WINS] > 0:
                log_wins(ints, base, lane, before)
        ints[LOGGED] += ints[base + ENDED + lane]
        ints[NET] = ints[base + NETS + lane]
        ints[ROUNDS] = rounds
        end_batch(ints, batch + lane, before)
    return LANES
