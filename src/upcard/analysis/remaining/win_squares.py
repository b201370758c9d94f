"""The mean square of what a wager wins, from some of the shoes where players place it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.shoes import RemainingShoes, ShoePlan
from upcard.analysis.remaining.valuing import Values
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
    with_wager = np.argwhere(placed.any(axis=0))
    if not len(with_wager):
        return None
    share = max(1, round(most * len(shoes.left) / plan.shoes))
    chosen = with_wager[:: ceil(len(with_wager) / share)]
    shoe, place = chosen[:, 0], chosen[:, 1]
    drawn = plan.shoes_of_strata()[shoes.stratum]
    return SampledShoes(
        shoes.left[shoe, place],
        shoes.rounds[place],
        placed[:, shoe, place].astype(np.float64),
        len(with_wager) / len(chosen) / drawn,
    )


def mean_squares(kept: Sequence[SampledShoes], squares: Values, limits: Sequence[int]) -> Floats:
    """The mean square of what each player wins with a wager, shape (players, limits).

    Over the rounds before each of `limits`; 0 where no shoe was kept.
    """
    paid, offered = squares(np.concatenate([part.left for part in kept]))
    rounds = np.concatenate([part.rounds for part in kept])
    who = np.concatenate([part.weight * part.placed for part in kept], axis=1)
    means = np.zeros((len(who), len(limits)))
    for at, limit in enumerate(limits):
        within = who * (rounds < limit)
        number, sums = within @ offered, within @ paid
        means[:, at] = np.divide(sums, number, out=np.zeros_like(sums), where=number > 0)
    return means
