"""The mean square of what a wager wins, from some of the shoes where players place it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.shoes import RemainingShoes, ShoePlan
from upcard.analysis.remaining.valuations import ShoeValues
from upcard.compiled.arrays import Floats, Integers


@dataclass(frozen=True, slots=True)
class SampledShoes:
    """Sampled shoes where the wager is placed: cards left, rounds, who places it, and a weight.

    `placed` is by player and shoe. The weight is the number of such shoes that each stands for, per
    shoe drawn.
    """

    left: Floats
    rounds: Integers
    placed: Floats
    weight: float


def sample_shoes(
    shoes: RemainingShoes, placed: NDArray[np.bool_], most: int, plan: ShoePlan
) -> SampledShoes | None:
    """A sample of the moments at which any player has `placed` the wager; None where nobody has.

    `placed` is by player, shoe and round. At most about `most` moments are sampled over all shoes
    of the plan; the share of these `shoes` is in proportion to their number.
    """
    moments = np.argwhere(placed.any(axis=0))
    if not len(moments):
        return None
    most_here = max(1, round(most * len(shoes.left) / plan.shoes))
    sample = moments[:: ceil(len(moments) / most_here)]
    shoe, place = sample[:, 0], sample[:, 1]
    drawn = plan.shoes_of_strata()[shoes.stratum]
    return SampledShoes(
        shoes.left[shoe, place],
        shoes.rounds[place],
        placed[:, shoe, place].astype(np.float64),
        len(moments) / len(sample) / drawn,
    )


def mean_squares(
    samples: Sequence[SampledShoes], squares: ShoeValues, limits: Sequence[int]
) -> Floats:
    """The mean square of what each player wins with a wager, shape (players, limits).

    Over the rounds before each of `limits`; 0 where no sampled shoe has the player's wager.
    """
    worth, offered = squares(np.concatenate([sample.left for sample in samples]))
    rounds = np.concatenate([sample.rounds for sample in samples])
    weights = np.concatenate([sample.weight * sample.placed for sample in samples], axis=1)
    means = np.zeros((len(weights), len(limits)))
    for column, limit in enumerate(limits):
        kept_weights = weights * (rounds < limit)
        wagers, total = kept_weights @ offered, kept_weights @ worth
        means[:, column] = np.divide(total, wagers, out=np.zeros_like(total), where=wagers > 0)
    return means
