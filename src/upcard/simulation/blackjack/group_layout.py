"""Lays out a group of side wagers (`wager_groups`) in the memory of the kernel that decides it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import wager_classes as at
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.wager_groups import WagerGroup
from upcard.simulation.plan import Plan


@dataclass(frozen=True, slots=True)
class LaidGroup:
    """A group with the offset of its `record` in kernel memory.

    From the offset `unknown` on it counts, by wager, the values that are not an outcome's index.
    """

    group: WagerGroup
    record: int
    unknown: int


def lay_out_group(
    plan: Plan,
    group: WagerGroup,
    counts: Sequence[int],
    cards: MemoryWriter,
    ints: MemoryWriter,
) -> LaidGroup:
    """Lay out a group; `counts` has the offset of the counts of each wager of the plan."""
    base, unknown = ints.room(at.SIZE), ints.room(len(group.places))
    paid = np.zeros((len(group.outcomes), at.MAX_WAGERS), np.int64)
    counted = np.zeros_like(group.outcomes)
    for number, place in enumerate(group.places):
        pays, outcomes = np.array(plan.columns[place].pays), group.outcomes[:, number]
        is_outcome = (outcomes >= 0) & (outcomes < len(pays))
        paid[is_outcome, number] = pays[outcomes[is_outcome]]
        counted[:, number] = np.where(is_outcome, counts[place] + outcomes, unknown + number)
    fields = {
        at.WAGERS: len(group.places),
        at.CLASSES: len(group.outcomes),
        at.UNMARKED: group.unmarked,
        at.OF_DRAWS: group.of_draws,
        at.TABLE: cards.add(_entries(group.table)),
        at.WIDE: group.table.shape[1],
        at.ROWS: cards.add(_entries(group.rows)),
        at.COLUMNS: cards.add(_entries(group.columns)),
        at.PAID: ints.add(paid),
        at.COUNTED: ints.add(counted),
        at.SEEN: ints.room(len(group.outcomes)),
        at.CLASS_OF: ints.room(plan.rounds * plan.seats),
    }
    for field, number in fields.items():
        ints.put(base + field, number)
    ints.put(base + at.KEPT, group.places)
    ints.put(base + at.COLUMN, [codes.FIRST_WAGER - FIRST_SIDE + place for place in group.places])
    return LaidGroup(group, base, unknown)


def _entries(numbers: Integers) -> NDArray[np.uint8]:
    """Numbers as the kernel reads them."""
    return numbers.astype("<u2").reshape(-1).view(np.uint8)


def unknown_outcome(laid: LaidGroup, number: int, outcomes: int, ints: Integers) -> int:
    """A value that a wager's classifier returned in a dealt round that is not an outcome's index.

    0 if there was none. `number` is the wager's place in the group, which has `outcomes` outcomes.
    """
    if ints[laid.unknown + number] == 0:
        return 0
    seen = int(ints[laid.record + at.SEEN])
    by_class = laid.group.outcomes[:, number]
    dealt = by_class[ints[seen : seen + len(by_class)] > 0]
    return int(dealt[(dealt < 0) | (dealt >= outcomes)][0])
