"""Groups of side wagers that one table decides (`compiled.simulation.wager_classes`).

Most side wagers are decided by the dealer's two cards and two more numbers: the seat's two cards,
or the number and total of the dealer's cards. Rounds in which all wagers of a group have the same
outcomes are one *class*. A group's table has the class of every round, with a row for what the
dealer's two cards decide and a column for the rest (`dealer_rows`); so the kernel looks a round up
once, whatever the number of wagers.

A group begins with one class and no wager. Each wager that joins divides the classes by its own
outcomes, until there are too many for a processor's cache.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import wager_classes as at
from upcard.rules.disk_cache import Coding, cached
from upcard.simulation.blackjack.dealer_rows import (
    DEALER_CARDS,
    SEAT_CARDS,
    align,
    constant_matrix,
    outcome_matrix,
)
from upcard.simulation.blackjack.outcome_tables import Axes, is_own, name_of
from upcard.simulation.column import WagerColumn
from upcard.simulation.packed_array import PackedArray, packed, unpacked
from upcard.simulation.plan import Plan
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

DEALERS_DRAW: Final[Axes] = {"dealer_cards": at.MAX_CARDS, "dealer_total": codes.TOTALS}
MAX_CLASSES: Final = 1 << 13
MAX_ENTRIES: Final = 1 << 19
"""More classes, or entries of a table, would not stay in a processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class WagerGroup:
    """Side wagers, by their places among a plan's columns; `outcomes[class, wager]` are indices.

    `table[rows[upcard, hole], columns[first, second]]` is a class; both are indexed by the first
    card times 52 plus the other. For wagers on the dealer's draw, `columns` is indexed by the
    dealer's number of cards times 32 plus the total. Classes from `unmarked` on
    have an outcome that wins a share of a meter.
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
    ungrouped = dict(enumerate(plan.columns))
    for axes in (SEAT_CARDS, DEALERS_DRAW):
        candidates = {
            place: column
            for place, column in ungrouped.items()
            if _is_decided_by(column.wager, axes)
        }
        while candidates:
            group = _cached_group(candidates, axes)
            groups.append(group)
            for place in group.places:
                del candidates[place], ungrouped[place]
    return tuple(groups)


def is_grouped(wager: WagerRule) -> bool:
    """Whether a wager is in a group."""
    return any(_is_decided_by(wager, axes) for axes in (SEAT_CARDS, DEALERS_DRAW))


def _is_decided_by(wager: WagerRule | None, axes: Axes) -> bool:
    """Whether facts of `axes` and of the dealer's two cards decide a wager."""
    if wager is None or wager.offered_when is not None:
        return False
    dealer_cards = DEALER_CARDS if axes is SEAT_CARDS else ()
    return bool(wager.facts) and set(wager.facts) <= {*dealer_cards, *MADE, *axes}


def _cached_group(candidates: dict[int, WagerColumn], axes: Axes) -> WagerGroup:
    """`_group`, kept in the user's cache where all candidates are this package's own wagers."""

    def make() -> WagerGroup:
        return _group(candidates, axes)

    wagers = [(place, column.wager, column.marked) for place, column in candidates.items()]
    if not all(wager is not None and is_own(wager) for _, wager, _ in wagers):
        return make()
    keys = [
        repr((place, name_of(wager), wager.facts, sorted(marked)))
        for place, wager, marked in wagers
        if wager is not None
    ]
    limits = repr((axes, MAX_CLASSES, MAX_ENTRIES, at.MAX_WAGERS))
    return cached("groups", [limits, *keys], make, _CODING)


def _group(candidates: dict[int, WagerColumn], axes: Axes) -> WagerGroup:
    """A group of as many candidates as the limits allow, those with the smallest matrices first.

    The first candidate is always in it. A candidate whose outcomes would make too many classes, or
    too large a table, is left for another group.
    """
    matrices = {
        place: outcome_matrix(column.wager, axes)
        for place, column in candidates.items()
        if column.wager is not None
    }
    places: list[int] = []
    classes, outcomes = constant_matrix(axes), np.zeros((1, 0), np.int64)
    for place in sorted(matrices, key=lambda place: matrices[place].entries.size):
        if len(places) < at.MAX_WAGERS:
            aligned, of_candidate = align(classes, matrices[place])
            entries, joined = _divide_classes(aligned.entries, outcomes, of_candidate)
            fits = len(joined) <= MAX_CLASSES and entries.size <= MAX_ENTRIES
            if fits or not places:
                classes, outcomes = replace(aligned, entries=entries), joined
                places.append(place)
    marked = np.any(
        [
            np.isin(of_wager, list(candidates[place].marked))
            for place, of_wager in zip(places, outcomes.T, strict=True)
        ],
        axis=0,
    )
    unmarked_first = np.argsort(marked, kind="stable")
    new_number = np.argsort(unmarked_first)
    return WagerGroup(
        places=tuple(places),
        of_draws=axes is DEALERS_DRAW,
        rows=classes.row_of,
        columns=classes.column_of,
        table=np.ascontiguousarray(new_number[classes.entries]),
        outcomes=outcomes[unmarked_first],
        unmarked=int(len(marked) - marked.sum()),
    )


def _divide_classes(
    table: Integers, outcomes: Integers, of_another: Integers
) -> tuple[Integers, Integers]:
    """Divide the classes in `table` by the outcomes of one more wager, `of_another`.

    Both are by row and column. Returns the table of the new classes, and their outcomes: those by
    `class, wager` in `outcomes`, and the new wager's in a last column.
    """
    least = of_another.min()
    width = int(of_another.max() - least) + 1
    pairs = width * table + (of_another - least)
    occurs = np.zeros(len(outcomes) * width, bool)
    occurs[pairs] = True
    divided = np.flatnonzero(occurs)
    new_outcomes = np.column_stack((outcomes[divided // width], least + divided % width))
    number_of_pair = np.cumsum(occurs) - 1
    return number_of_pair[pairs], new_outcomes


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
_CODING: Final = Coding[WagerGroup](_encode, _decode)
