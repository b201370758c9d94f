"""The law of what one seat wins in a round, with several wagers together, from dealt rounds.

Every round has a new shoe. The wagers of a round are decided by the same cards, so what they win is
added up round by round: nothing is assumed about how one depends on another.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan


def round_law(
    plan: TablePlan,
    columns: Sequence[int],
    rounds: int,
    seed: int,
    progress: Callable[[Counter[int]], None] | None = None,
) -> Counter[int]:
    """How often one seat won each amount, in units, with the wagers of these columns together.

    The plan has one seat and a new shoe for every round; `columns` are indices of its columns.
    `seed` is below 2**64. `progress` is told what was counted so far, after each block.
    """
    assert plan.seats == 1
    assert plan.fresh
    (dealer,) = family_of(plan.rules).dealers(plan, 1)
    units = np.array([plan.columns[column].unit for column in columns])
    law, block, dealt = Counter[int](), 0, 0
    while dealt < rounds:
        nets = dealer.deal_rounds(seed, block, rounds - dealt)
        amounts, times = np.unique(nets[:, columns] @ units, return_counts=True)
        law.update(dict(zip(amounts.tolist(), times.tolist(), strict=True)))
        dealt += len(nets)
        block += 1
        if progress is not None:
            progress(law)
    return law
