"""The phases of tables with cards.

The parts of each game (`core/flow.py`) define which event leads from which phase to which.
"""

from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    """A phase of a table with cards."""

    INSPECTING = "inspecting"
    VERIFYING = "verifying"
    SPREADING = "spreading"
    WASHING = "washing"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    COVERING = "covering"
    LOADING = "loading"
    BURNING = "burning"
    WAGERING = "wagering"
    COLLECTING = "collecting"
    REMOVING = "removing"
    DETERMINING = "determining"
    DEALING = "dealing"
    SWITCHING = "switching"
    PRESSING = "pressing"
    INSURING = "insuring"
    SURRENDERING = "surrendering"
    PEEKING = "peeking"
    PEEKED = "peeked"
    PRESSING_AFTER_PEEK = "pressing-after-peek"
    PLAYING = "playing"
    DRAWING = "drawing"
    SETTLED = "settled"


DEALING: Final = Phase.DEALING
PLAYING: Final = Phase.PLAYING
DRAWING: Final = Phase.DRAWING
"""The phases that each card asks for: until Python 3.12, to read an enum's member is slow."""

CARDS_DEALT: Final = (DEALING, PLAYING, DRAWING)
"""The phases in which cards are dealt to hands."""
