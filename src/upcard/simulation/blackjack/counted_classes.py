"""Sums a counting player's rounds by class: those at each count, and from each part of a shoe."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Floats
from upcard.compiled.simulation import counting
from upcard.compiled.simulation import fields as at
from upcard.simulation.blackjack.columns import BLACKJACK
from upcard.simulation.class_sums import ClassSums
from upcard.simulation.plan import Plan

PARTS: Final = 10
"""The parts of equal length into which a shoe is divided."""


def class_sums(plan: Plan, ints: NDArray[np.int64], notes: int, lucks: int) -> ClassSums:
    """The sums of a dealt block; `lucks` is 0 where none are known."""
    rounds, size = int(ints[at.ROUNDS]), counting.NOTE_SIZE
    of_rounds = ints[notes:][: size * rounds].reshape(rounds, size)
    bets = ints[ints[at.BETS] :][:rounds]
    column = plan.columns[BLACKJACK]
    scale = float(column.unit) / (column.wagered * plan.seats)
    raw = of_rounds[:, counting.NOTED_NET] * scale
    # The luck of a round is that of its wager.
    luck = ints[lucks:][:rounds] / (bets * 2.0**plan.corrected_bits) * scale if lucks else 0.0
    wins = np.array([np.ones(rounds), raw, raw - luck])
    staked = wins * [np.ones(rounds), bets, bets]
    rows = of_rounds[:, counting.NOTED_ROW]
    parts = of_rounds[:, counting.NOTED_START] * PARTS // plan.cards
    ends = ints[ints[at.ENDS] :][: int(ints[at.BATCHES_DEALT])]
    batches = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    counts = int(ints[ints[at.COUNTING] + counting.HIGHEST]) + 1
    by_count = _by_batch(wins, batches, rows, len(ends), counts)
    by_part = _by_batch(staked, batches, parts, len(ends), PARTS)
    sums: Any = np.concatenate([by_count, by_part], axis=2)
    products = [sums[one] * sums[two] for one in range(3) for two in range(one, 3)]
    return ClassSums(
        *(tuple(tuple(one.sum(axis=0).tolist()) for one in each) for each in (sums, products))
    )


def _by_batch(
    wins: Floats, batches: NDArray[np.int64], classes: NDArray[np.int64], number: int, kinds: int
) -> Floats:
    """The sums by batch and class."""
    places = batches * kinds + classes
    return np.array(
        [np.bincount(places, one, number * kinds).reshape(number, kinds) for one in wins]
    )
