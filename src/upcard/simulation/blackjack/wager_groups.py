"""Side wagers that a table of classes decides together (`compiled.simulation.wager_classes`).

A group's table has an axis for each thing that may decide: what the dealer's two cards make, then
the seat's two cards and the upcard, or the number and total of the dealer's cards. An axis that
decides nothing has a length of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import wager_classes as at
from upcard.rules.disk_cache import Coding, cached
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.outcome_tables import Axes, is_own, name_of, outcomes_of
from upcard.simulation.column import WagerColumn
from upcard.simulation.packed_array import PackedArray, packed, unpacked
from upcard.simulation.plan import Plan
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

OPENING: Final[Axes] = {"first": DECK_SIZE, "second": DECK_SIZE, "upcard": DECK_SIZE}
DRAWS: Final[Axes] = {"dealer_cards": at.MOST_CARDS, "dealer_total": codes.TOTALS}
MOST_CLASSES: Final = 1 << 13
"""More would not stay in a processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class WagerGroup:
    """Side wagers, by their places among a plan's columns; `outcomes[class, wager]` are indices.

    `made` says what each two cards of the dealer make, as an index into the first axis of `table`.
    Classes from `unmarked` on have an outcome that wins a share of a meter.
    """

    places: tuple[int, ...]
    of_draws: bool
    made: Integers
    table: Integers
    outcomes: Integers
    unmarked: int


@lru_cache(maxsize=8)
def groups_of(plan: Plan) -> tuple[WagerGroup, ...]:
    """The groups of a plan's side wagers; those that no table decides are in none."""
    groups: list[WagerGroup] = []
    left = dict(enumerate(plan.columns))
    for axes in (OPENING, DRAWS):
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
    return any(_is_decided_by(wager, axes) for axes in (OPENING, DRAWS))


def _is_decided_by(wager: WagerRule | None, axes: Axes) -> bool:
    """Whether facts of `axes` and of the dealer's two cards decide a wager."""
    if wager is None or wager.offered_when is not None:
        return False
    return bool(wager.facts) and set(wager.facts) <= {*axes, *MADE}


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
    return cached("groups", [repr((axes, MOST_CLASSES, at.MOST_WAGERS)), *asked], make, _GROUPS)


def _group(fitting: dict[int, WagerColumn], axes: Axes) -> WagerGroup:
    """The first wagers that have a table of not too many classes together."""
    wagers = [column.wager for column in fitting.values() if column.wager is not None]
    facts = [fact for fact in MADE if any(fact in wager.facts for wager in wagers)]
    made, known = _dealer_facts(facts)
    tables = {
        place: _outcomes_by_all(column.wager, axes, known)
        for place, column in fitting.items()
        if column.wager is not None
    }
    places: list[int] = []
    table, outcomes = np.zeros((1,) * (1 + len(axes)), np.int64), np.zeros((1, 0), np.int64)
    for place in sorted(tables, key=lambda place: tables[place].size):
        if len(places) < at.MOST_WAGERS:
            joint = _join_classes(table, outcomes, tables[place])
            if len(joint[1]) <= MOST_CLASSES or not places:
                table, outcomes = joint
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
        made,
        np.ascontiguousarray(np.argsort(order)[table]),
        outcomes[order],
        int(len(marks) - marks.sum()),
    )


def _dealer_facts(facts: Sequence[str]) -> tuple[Integers, list[dict[str, int]]]:
    """What each two cards of the dealer make, as an index into all that they can make."""
    deck = range(DECK_SIZE)
    values = [[[MADE[fact](one, two) for fact in facts] for two in deck] for one in deck]
    flat = np.array(values, np.int64).reshape(DECK_SIZE**2, len(facts))
    if not facts:
        return np.zeros(DECK_SIZE**2, np.int64), [{}]
    different, made = np.unique(flat, axis=0, return_inverse=True)
    return made.ravel(), [dict(zip(facts, row, strict=True)) for row in different.tolist()]


def _outcomes_by_all(wager: WagerRule, axes: Axes, known: list[dict[str, int]]) -> Integers:
    """The outcomes of a wager by what the dealer's two cards make, then by all axes."""
    own = {fact: length for fact, length in axes.items() if fact in wager.facts}
    lengths = [own.get(fact, 1) for fact in axes]
    cases = known if any(fact in MADE for fact in wager.facts) else known[:1]
    return np.array([outcomes_of(wager, own, case).reshape(lengths) for case in cases])


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
    made: PackedArray
    table: PackedArray
    outcomes: PackedArray
    unmarked: int


def _encode(group: WagerGroup) -> bytes:
    made, outcomes = packed(group.made), packed(group.outcomes)
    table = packed(group.table.astype(np.uint16))  # classes: at most MOST_CLASSES
    stored = _StoredGroup(
        group.places, group.of_draws, made, table, outcomes, unmarked=group.unmarked
    )
    return msgspec.msgpack.encode(stored)


def _decode(content: bytes) -> WagerGroup:
    stored = _DECODER.decode(content)
    table = unpacked(stored.table).astype(np.int64)
    made, outcomes = unpacked(stored.made), unpacked(stored.outcomes)
    return WagerGroup(stored.places, stored.of_draws, made, table, outcomes, stored.unmarked)


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
    strides = [
        stride // group.table.itemsize if length > 1 else 0
        for stride, length in zip(group.table.strides, group.table.shape, strict=True)
    ]
    head = {
        at.WAGERS: len(group.places),
        at.CLASSES: len(group.outcomes),
        at.UNMARKED: group.unmarked,
        at.OF_DRAWS: group.of_draws,
        at.TABLE: cards.add(group.table.astype("<u2").reshape(-1).view(np.uint8)),
        at.MADE: cards.add(group.made),
        at.BY_MADE: strides[0],
        at.PAID: ints.add(paid),
        at.COUNTED: ints.add(counted),
        at.SEEN: ints.room(len(group.outcomes)),
        at.CLASS_OF: ints.room(plan.rounds * plan.seats),
    }
    axes = (at.BY_FIRST, at.BY_SECOND, at.BY_UPCARD)
    head |= dict(zip(axes, strides[1:], strict=False))
    for place, number in head.items():
        ints.put(base + place, number)
    ints.put(base + at.KEPT, group.places)
    ints.put(base + at.COLUMN, [codes.FIRST_WAGER - FIRST_SIDE + place for place in group.places])
    return LaidGroup(group, base, unknown)


def unknown_outcome(laid: LaidGroup, number: int, outcomes: int, ints: Integers) -> int:
    """A dealt value of a wager's classifier that is no index; 0 if there was none."""
    if ints[laid.unknown + number] == 0:
        return 0
    first = int(ints[laid.record + at.SEEN])
    of_wager = laid.group.outcomes[:, number]
    dealt = of_wager[ints[first : first + len(of_wager)] > 0]
    return int(dealt[(dealt < 0) | (dealt >= outcomes)][0])
