"""The two areas that the kernels share: rules, strategy and wagers laid out, room for a block."""

from array import array
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.layout import STAND, VALUES
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.hands import IS_NATURAL
from upcard.simulation.plan import FRESH_ROUNDS, SHUFFLED_BEHIND, Plan
from upcard.simulation.strategy_table import AGAIN, LATER, OPENING, SPLIT_OUT
from upcard.simulation.tables import dealer_states, extra_cards, results

MOMENTS: Final = (
    (OPENING, at.OPENING),
    (AGAIN, at.AGAIN),
    (SPLIT_OUT, at.SPLIT_OUT),
    (LATER, at.LATER),
)
