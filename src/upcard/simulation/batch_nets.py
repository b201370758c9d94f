"""Reads what each wager won in each batch of a dealt block."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.codes import IN_BATCH
from upcard.simulation.column import WagerColumn

FIRST = IN_BATCH + 1
"""The index of the first wager among a batch's numbers (`simulation.sums.BlockSums`)."""


def places_of(columns: Sequence[WagerColumn]) -> list[int]:
    """The index of each wager among a batch's numbers, and the number of these."""
    return [*accumulate((2 if column.at_times else 1 for column in columns), initial=FIRST)]


def nets_of_batches(ints: NDArray[np.int64], columns: Sequence[WagerColumn]) -> NDArray[np.int64]:
    """What each wager won in each batch, in units of its column, shape (batches, columns)."""
    *places, numbers = places_of(columns)
    batches = int(ints[at.BATCHES])
    nets = ints[ints[at.NETS] :][: numbers * batches].reshape(numbers, batches)
    of_batches: NDArray[np.int64] = nets[places, : ints[at.BATCHES_DEALT]].T.copy()
    return of_batches
