"""Tables of states: which states can occur, and which are alike.

A table `following[state, value]` has the next state for each value of the next card. `SPLITS`
stands for the state in which the player splits, which has no row.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Integers

SPLITS: Final = -1


def reachable_states(
    next_states: Integers, fixed: int, unnumbered: int
) -> tuple[Integers, Integers]:
    """The table of the states that can occur, and which of the first `unnumbered` states these are.

    The first `fixed` states keep their numbers, whether they occur or not; the others move up.
    """
    reached = np.zeros(len(next_states), bool)
    reached[:fixed] = True
    new = np.arange(fixed)
    while len(new):
        after = np.zeros(len(next_states) + 1, bool)  # the last entry is that of `SPLITS`
        after[next_states[new]] = True
        new = np.flatnonzero(after[:-1] & ~reached)
        reached[new] = True
    numbers = np.append(np.cumsum(reached) - 1, SPLITS)
    return numbers[next_states[reached]], np.flatnonzero(reached[:unnumbered])


def merge_states(next_states: Integers, fixed: int) -> Integers:
    """The table with those states merged that lead to the same results by the same cards.

    The first `fixed` states keep their numbers. The others begin as one group; states of a group
    whose next states are in different groups are divided, until no group is.
    """
    groups = np.append(np.minimum(np.arange(len(next_states)), fixed), SPLITS)
    groups_before = 0
    while groups.max() != groups_before:
        groups_before = groups.max()
        signatures = np.column_stack([groups[:-1], groups[next_states]])[fixed:]
        _, first_of_group, group = np.unique(
            _rows_as_bytes(signatures), return_index=True, return_inverse=True
        )
        groups[fixed:-1] = fixed + group.ravel()
    representatives = np.append(np.arange(fixed), fixed + first_of_group)
    merged: Integers = groups[next_states[representatives]]
    return merged


def _rows_as_bytes(rows: Integers) -> NDArray[np.void]:
    """Rows of groups as bytes, whose order is that of the rows, and which are sorted faster."""
    unsigned = np.ascontiguousarray(rows - SPLITS, ">u4")
    return unsigned.view(f"V{unsigned.itemsize * unsigned.shape[1]}").ravel()
