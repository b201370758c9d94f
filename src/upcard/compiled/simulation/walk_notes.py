"""Notes of the rounds that a lane walks (`walk`), and the log that is written from them."""

from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.codes import CARDS_SHIFT, DEALER_SHIFT, START_SHIFT
from upcard.compiled.simulation.fields import (
    BURN,
    INSURED_WINS,
    LOG,
    LOGGED,
    MAIN_WINS,
    ROUND_NOTES,
    SHOE,
    VALUES_OF,
)
from upcard.compiled.simulation.walk_fields import (
    ENDED,
    KEYS,
    NOTED,
    NOTED_BY,
    NOTED_WINS,
    NOTES,
    NOTES_ROOM,
    STATE_BITS,
    WIDTH,
    WINS,
)


def next_note(ints: IntegerCells, base: int, lane: int) -> int:
    """The offset of a lane's next note."""
    return ints[base + NOTES] + lane * ints[base + NOTES_ROOM] + ints[base + NOTED_BY + lane]


def note(ints: IntegerCells, base: int, lane: int, place: int, state: int) -> int:
    """Note that a round ended before a place of the shoe."""
    ints[next_note(ints, base, lane)] = (VALUES_OF + place) << STATE_BITS | state
    ints[base + NOTED_BY + lane] += 1
    return place


def log_lane(cards: IntegerCells, ints: IntegerCells, base: int, lane: int, before: int) -> int:
    """Copy a lane's cards to the log and write the words of its rounds, as dealing does."""
    first = (lane + 1) * ints[base + WIDTH]
    target, logged = ints[LOG] + ints[LOGGED], ints[LOGGED] - first
    for place in range(ints[base + ENDED + lane]):
        cards[target + place] = cards[SHOE + first + place]
    start = first + ints[BURN]
    notes = ints[base + NOTES] + lane * ints[base + NOTES_ROOM]
    words, keys = ints[ROUND_NOTES] + before, ints[base + KEYS]
    rounds = ints[base + NOTED_BY + lane]
    for number in range(rounds):
        end = (ints[notes + number] >> STATE_BITS) - VALUES_OF
        state = ints[notes + number] & (1 << STATE_BITS) - 1
        key = ints[keys + state - NOTED] if state & NOTED else state
        drawn = end - start + 2 - (key >> CARDS_SHIFT)
        ints[words + number] = (logged + start) << START_SHIFT | drawn << DEALER_SHIFT | key
        start = end
    return rounds


def log_wins(ints: IntegerCells, base: int, lane: int, before: int) -> int:
    """Write what each round of a lane won; nobody insures where rounds are walked."""
    first = lane * ints[base + NOTES_ROOM]
    notes, noted_wins = ints[base + NOTES] + first, ints[base + NOTED_WINS] + first
    wins, insured, of_states = ints[MAIN_WINS], ints[INSURED_WINS], ints[base + WINS]
    rounds = ints[base + NOTED_BY + lane]
    for number in range(rounds):
        state = ints[notes + number] & (1 << STATE_BITS) - 1
        won = ints[of_states + state - NOTED] if state & NOTED else ints[noted_wins + number]
        ints[wins + before + number], ints[insured + before + number] = won, 0
    return rounds
