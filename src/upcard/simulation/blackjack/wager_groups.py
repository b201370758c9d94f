"""Side wagers that a table of classes decides together (`compiled.simulation.wager_classes`).

A group's table has a row for what the dealer's two cards decide, and a column for what else
decides: the seat's two cards, or the number and total of the dealer's cards. Cards that decide the
same share a row, or a column.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import wager_classes as at
from upcard.rules.disk_cache import Coding, cached
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.outcome_tables import (
    DEALERS,
    SEAT,
    Axes,
    OutcomeTable,
    is_own,
    name_of,
    outcome_table,
    told_apart,
    undecided,
)
from upcard.simulation.column import WagerColumn
from upcard.simulation.packed_array import PackedArray, packed, unpacked
from upcard.simulation.plan import Plan
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

DRAWS: Final[Axes] = {"dealer_cards": at.MOST_CARDS, "dealer_total": codes.TOTALS}
MOST_CLASSES: Final = 1 << 13
MOST_ENTRIES: Final = 1 << 19
"""More, of classes or of a table, would not stay in a processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class WagerGroup:
    """Side wagers, by their places among a plan's columns; `outcomes[class, wager]` are indices.

    `table[rows[upcard, hole], columns[first, second]]` is a class; both are indexed by the first
    card times 52 plus the other. For wagers on the dealer's draw a column is his number of cards
    times 32 plus his total. Classes from `unmarked` on have an outcome that wins a share of a
    meter.
    """

    places: tuple[int, ...]
    of_draws: bool
    rows: Integers
    columns: Integers
    table: Integers
    outcomes: Integers
    unmarked: int


@lru_cache(maxsize=8)
def groups_of(plan: Plan) -> tuple[WagerGroup, ...]:
    """The groups of a plan's side wagers; those that no table decides are in none."""
    groups: list[WagerGroup] = []
    left = dict(enumerate(plan.columns))
    for axes in (SEAT, DRAWS):
        fitting = {
            place: column for place, column in left.items() if _is_decided_by(column.wager, axes)
        }
        while fitting:
            group = _kept_group(fitting, axes)
            groups.append(group)
            for place in group.places:
                del fitting[place], left[place]
    return tuple(groups)


def is_grouped(wager: WagerRule) -> bool:
    """Whether a wager is in a group."""
    return any(_is_decided_by(wager, axes) for axes in (SEAT, DRAWS))


def _is_decided_by(wager: WagerRule | None, axes: Axes) -> bool:
    """Whether facts of `axes` and of the dealer's two cards decide a wager."""
    if wager is None or wager.offered_when is not None:
        return False
    shown = DEALERS if axes is SEAT else ()
    return bool(wager.facts) and set(wager.facts) <= {*shown, *MADE, *axes}


def _kept_group(fitting: dict[int, WagerColumn], axes: Axes) -> WagerGroup:
    """`_group`; of this package's own wagers it is kept in the user's cache."""

    def make() -> WagerGroup:
        return _group(fitting, axes)

    wagers = [(place, column.wager, column.marked) for place, column in fitting.items()]
    if not all(wager is not None and is_own(wager) for _, wager, _ in wagers):
        return make()
    asked = [
        repr((place, name_of(wager), wager.facts, sorted(marked)))
        for place, wager, marked in wagers
        if wager is not None
    ]
    return cached(
        "groups", [repr((axes, MOST_CLASSES, MOST_ENTRIES, at.MOST_WAGERS)), *asked], make, _GROUPS
    )


def _group(fitting: dict[int, WagerColumn], axes: Axes) -> WagerGroup:
    """The first wagers that have a table of not too many classes and entries together."""
    decided = {
        place: outcome_table(column.wager, axes)
        for place, column in fitting.items()
        if column.wager is not None
    }
    places: list[int] = []
    classes, outcomes = undecided(axes), np.zeros((1, 0), np.int64)
    for place in sorted(decided, key=lambda place: decided[place].table.size):
        if len(places) < at.MOST_WAGERS:
            apart, added = told_apart(classes, decided[place])
            table, values = _join_classes(apart.table, outcomes, added)
            fits = len(values) <= MOST_CLASSES and table.size <= MOST_ENTRIES
            if fits or not places:
                classes, outcomes = OutcomeTable(apart.rows, apart.columns, table), values
                places.append(place)
    marks = np.any(
        [
            np.isin(of_wager, list(fitting[place].marked))
            for place, of_wager in zip(places, outcomes.T, strict=True)
        ],
        axis=0,
    )
    order = np.argsort(marks, kind="stable")
    return WagerGroup(
        tuple(places),
        axes is DRAWS,
        classes.rows,
        classes.columns,
        np.ascontiguousarray(np.argsort(order)[classes.table]),
        outcomes[order],
        int(len(marks) - marks.sum()),
    )


def _join_classes(
    table: Integers, outcomes: Integers, added: Integers
) -> tuple[Integers, Integers]:
    """The classes of several wagers, told apart by the outcomes of one more."""
    least = added.min()
    width = int(added.max() - least) + 1
    both = width * table + (added - least)
    occurs = np.zeros(len(outcomes) * width, bool)
    occurs[both] = True
    classes = np.flatnonzero(occurs)
    values = np.column_stack((outcomes[classes // width], least + classes % width))
    return (np.cumsum(occurs) - 1)[both], values


class _StoredGroup(msgspec.Struct, array_like=True):
    """A `WagerGroup` in the user's cache."""

    places: tuple[int, ...]
    of_draws: bool
    rows: PackedArray
    columns: PackedArray
    table: PackedArray
    outcomes: PackedArray
    unmarked: int


def _encode(group: WagerGroup) -> bytes:
    rows, columns, table = (
        packed(numbers.astype(np.uint16)) for numbers in (group.rows, group.columns, group.table)
    )
    stored = _StoredGroup(
        group.places, group.of_draws, rows, columns, table, packed(group.outcomes), group.unmarked
    )
    return msgspec.msgpack.encode(stored)


def _decode(content: bytes) -> WagerGroup:
    stored = _DECODER.decode(content)
    rows, columns, table = (
        unpacked(numbers).astype(np.int64)
        for numbers in (stored.rows, stored.columns, stored.table)
    )
    outcomes = unpacked(stored.outcomes)
    return WagerGroup(
        stored.places, stored.of_draws, rows, columns, table, outcomes, stored.unmarked
    )


_DECODER: Final = msgspec.msgpack.Decoder(_StoredGroup)
_GROUPS: Final = Coding[WagerGroup](_encode, _decode)


@dataclass(frozen=True, slots=True)
class LaidGroup:
    """A group in the kernels' memory: its record, and counts of what is no index, by wager."""

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
    paid = np.zeros((len(group.outcomes), at.MOST_WAGERS), np.int64)
    counted = np.zeros_like(group.outcomes)
    for number, place in enumerate(group.places):
        pays, outcomes = np.array(plan.columns[place].pays), group.outcomes[:, number]
        known = (outcomes >= 0) & (outcomes < len(pays))
        paid[known, number] = pays[outcomes[known]]
        counted[:, number] = np.where(known, counts[place] + outcomes, unknown + number)
    head = {
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
    for place, number in head.items():
        ints.put(base + place, number)
    ints.put(base + at.KEPT, group.places)
    ints.put(base + at.COLUMN, [codes.FIRST_WAGER - FIRST_SIDE + place for place in group.places])
    return LaidGroup(group, base, unknown)


def _entries(numbers: Integers) -> NDArray[np.uint8]:
    """Numbers as the kernel reads them."""
    return numbers.astype("<u2").reshape(-1).view(np.uint8)


def unknown_outcome(laid: LaidGroup, number: int, outcomes: int, ints: Integers) -> int:
    """A dealt value of a wager's classifier that is no index; 0 if there was none."""
    if ints[laid.unknown + number] == 0:
        return 0
    first = int(ints[laid.record + at.SEEN])
    of_wager = laid.group.outcomes[:, number]
    dealt = of_wager[ints[first : first + len(of_wager)] > 0]
    return int(dealt[(dealt < 0) | (dealt >= outcomes)][0])
