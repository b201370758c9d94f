"""The record of a walk: its table of states, the lanes that walk there, and their notes."""

from typing import Final

from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation.codes import RESULTS_KEPT
from upcard.compiled.simulation.fields import CHANGED, CHANGING

LANES: Final = 4
"""The shoes that are walked at a time; `walk_lanes` has a line for each."""

BEGIN: Final = 0
"""The state before the first card of a shoe. The ends of a round follow it, one for each result."""

OVER: Final = RESULTS_KEPT + 1
"""The state of a lane whose shoe is over: no card leads out of it."""

SPLITS: Final = 1 << 14
"""The state in which the player splits. All others are below."""

NOTED_SHIFT: Final = 13
NOTED: Final = 1 << NOTED_SHIFT
"""The first of the states that end a round whose cards are noted. Other rounds end in none."""

STATE_BITS: Final = 16
"""A lane's note of a round: the offset behind its last card in `VALUES_OF`, then a state; or, of a
round with a split, what `KEYS` has of a state."""

BYTE: Final = 1 << 8
ENTRY: Final = 2
ROW: Final = 32
"""Bytes of an entry of the table, and of a state's row: the next state for each value."""

WALKED: Final = MemoryMap(
    "record of a walk", "a table of states, and the lanes that walk through it"
)
TABLE: Final = WALKED.field("TABLE", "offset in cards", "The rows of the states.")
WIDTH: Final = WALKED.field("WIDTH", "cards", "The distance between lanes.")
BITS: Final = WALKED.field("BITS", "bits", "The bits of each count in a lane's counts.")
COUNTED: Final = WALKED.field("COUNTED", "results", "The results that a walked round can have.")
RESULT: Final = WALKED.field("RESULT", "result", "Each such result.", RESULTS_KEPT)
MOST: Final = WALKED.field("MOST", "cards", "The cards until the counts have to be read.")
PASSED: Final = WALKED.field("PASSED", "cards", "The cards since the counts were read.")
SHORT: Final = WALKED.field("SHORT", "flag", "1 if a shoe needs more shuffled cards.")
STATES: Final = WALKED.field("STATES", "state", "The state of each lane.", LANES)
PLACES: Final = WALKED.field("PLACES", "offset in SHOE", "The next place of each lane.", LANES)
ENDED: Final = WALKED.field("ENDED", "cards", "The cards dealt from each shoe.", LANES)
TALLIES: Final = WALKED.field("TALLIES", "counts", "How often each lane had each result.", LANES)
NETS: Final = WALKED.field("NETS", "money", "What each lane's wagers won.", LANES)
PLAYED: Final = WALKED.field("PLAYED", "rounds", "The rounds of each lane.", LANES)
NOTES: Final = WALKED.field(
    "NOTES", "offset in ints", "The notes of the first lane; 0 where no rounds are noted."
)
NOTES_ROOM: Final = WALKED.field("NOTES_ROOM", "notes", "From the notes of a lane to the next's.")
NOTED_BY: Final = WALKED.field("NOTED_BY", "notes", "The number of each lane's notes.", LANES)
KEYS: Final = WALKED.field(
    "KEYS", "offset in ints", "By number of a noted state: the end of its round's word (`codes`)."
)
WINS: Final = WALKED.field(
    "WINS", "offset in ints", "By number of a noted state: what the round won."
)
NOTED_WINS: Final = WALKED.field(
    "NOTED_WINS",
    "offset in ints",
    "Beside the notes: what a round with a split won; other rounds have nothing there.",
)
KEPT: Final = WALKED.field(
    "KEPT", "as they are", "What changes in a block, before the shoes.", CHANGED - CHANGING
)
WALKED.align(8)
WORTH: Final = WALKED.field("WORTH", "counts", "What a state adds to a lane's counts.", SPLITS + 1)
SIZE: Final = WALKED.end
