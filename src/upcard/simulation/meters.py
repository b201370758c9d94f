"""Progressive meters over a simulation: fed by every round, replayed in the order of the blocks.

Between two hits a meter grows by what so many wagers contribute, which is the same at once as
round by round. What is won, shared and reseeded is decided by `progressives`.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, groupby

import msgspec

from upcard.cards.shuffle import seeded_bits
from upcard.games.table_rules import OfferedWager
from upcard.money.amount import format_dollars
from upcard.money.odds import MeterShare
from upcard.progressives import events as e
from upcard.progressives import facts as f
from upcard.progressives.contribution import MILLION
from upcard.progressives.decide import decide
from upcard.progressives.evolve import evolve
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, draw
from upcard.simulation.block import Dealt, Noted
from upcard.simulation.columns import FIRST_SIDE
from upcard.simulation.plan import Plan


class MeterResult(msgspec.Struct, frozen=True):
    """What became of a meter; amounts are dollars.

    `hits` counts the times when all of it was won, `awards` whoever won some of it.
    `mean_at_hit` is what it showed then, on average, `mean_rounds_to_hit` the rounds since the
    last hit or the start. `returned` is what it paid, per unit of the wagers that fed it.
    """

    meter: str
    hits: int
    awards: int
    mean_at_hit: float | None
    mean_rounds_to_hit: float | None
    paid: str
    returned: float
    shows: str


class Replay:
    """One meter, fed by `seats` wagers of so many units in every round."""

    def __init__(self, rules: MeterRules, table: str, wagered: int, seats: int) -> None:
        self.rules = rules
        self._table = table
        self._wagered = wagered
        self._seats = seats
        self._round = self._last_hit = 0
        self._shown_at_hits = 0
        self._state: MeterState | None = None
        self._follow(f.Opened(rules))
