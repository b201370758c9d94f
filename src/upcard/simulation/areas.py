"""What the kernels read: rules, strategy and seats, laid out in their two areas."""

from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.cards.totals import best_total, is_soft
from upcard.compiled.layout import VALUES
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.hands import IS_NATURAL
from upcard.games import blackjack as game
from upcard.games.table_rules import TableRules
from upcard.simulation.strategy_table import AGAIN, LATER, OPENING, SPLIT_OUT, StrategyTable

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
