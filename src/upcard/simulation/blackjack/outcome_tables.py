"""The outcome of a wager for all values of the facts that decide it, by its own classifier."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product, repeat
from math import prod
from typing import Final

import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Integers
from upcard.compiled.exposure.deals import outcomes_of_deals
from upcard.rules.disk_cache import Coding, cached
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

Axes = dict[str, int]
"""The number of values of each fact, from 0 on."""

SEAT: Final[Axes] = {"first": DECK_SIZE, "second": DECK_SIZE}
DEALERS: Final = ("upcard", "hole")
PAIRS: Final = DECK_SIZE**2

PACKAGE: Final = __name__.partition(".")[0]
QUICK: Final = 2
"""With at most this many facts a table is made as fast as it is read."""

KEPT: Final[Coding[Integers]] = Coding(
    lambda outcomes: outcomes.astype("<i2").tobytes(),
    lambda content: np.frombuffer(content, "<i2").astype(np.int64),
)


def outcomes_of(wager: WagerRule, axes: Axes, known: dict[str, int] | None = None) -> Integers:
    """The index of a wager's outcome by the facts of `axes`, in their order; others are `known`.

    By many facts, what this package's own wagers make of them is kept in the user's cache.
    """

    def made() -> Integers:
        values = zip(*product(*(range(length) for length in axes.values())), strict=True)
        columns: dict[str, Iterable[int]] = dict(zip(axes, values, strict=True))
        columns |= {fact: repeat(value) for fact, value in (known or {}).items()}
        outcomes: Iterable[int] = map(wager.classify, *(columns[fact] for fact in wager.facts))
        return np.fromiter(outcomes, np.int64)

    if is_own(wager) and len(axes) > QUICK:
        flat = cached("outcomes", [name_of(wager), repr(axes), repr(known)], made, KEPT)
    else:
        flat = made()
    return flat.reshape(tuple(axes.values()))


def is_own(wager: WagerRule) -> bool:
    """Whether a wager is of this package, whose code the cache's digest covers."""
    return wager.classify.__module__.partition(".")[0] == PACKAGE


def name_of(wager: WagerRule) -> str:
    """The full name of a wager's classifier."""
    return f"{wager.classify.__module__}.{wager.classify.__qualname__}"


# By the dealer's two cards, and by what else decides


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeTable:
    """`table[rows[dealer], columns[other]]`: equal rows are one, and equal columns.

    `dealer` is the upcard times 52 plus the hole card. `other` is the place of what else decides
    among the values of all axes, the last of which runs fastest.
    """

    rows: Integers
    columns: Integers
    table: Integers


def undecided(axes: Axes) -> OutcomeTable:
    """A table of one entry, 0."""
    others = np.zeros(prod(axes.values()), np.int64)
    return OutcomeTable(np.zeros(PAIRS, np.int64), others, np.zeros((1, 1), np.int64))


def outcome_table(wager: WagerRule, axes: Axes) -> OutcomeTable:
    """The outcomes of a wager that the dealer's two cards and facts of `axes` decide.

    The hole card itself decides only beside the seat's two cards.
    """
    if "hole" in wager.facts:
        by_cards = outcomes_of_deals(wager.classify, wager.facts, (*DEALERS, *SEAT))
        table, rows = by_cards.reshape(PAIRS, PAIRS), np.arange(PAIRS)
        columns = rows
    else:
        made, known = _made_facts([fact for fact in MADE if fact in wager.facts])
        upcards = {"upcard": DECK_SIZE} if "upcard" in wager.facts else {}
        own = {fact: length for fact, length in axes.items() if fact in wager.facts}
        cases = [outcomes_of(wager, upcards | own, case) for case in known]
        shown = prod(upcards.values())
        table = np.array(cases).reshape(shown * len(known), prod(own.values()))
        rows = shown * made + np.arange(PAIRS) // DECK_SIZE % shown
        places = np.arange(table.shape[1]).reshape([own.get(fact, 1) for fact in axes])
        columns = np.broadcast_to(places, tuple(axes.values())).ravel()
    rows, table = _distinct(rows, table)
    columns, turned = _distinct(columns, table.T)
    return OutcomeTable(rows, columns, np.ascontiguousarray(turned.T))


def told_apart(one: OutcomeTable, other: OutcomeTable) -> tuple[OutcomeTable, Integers]:
    """`one` with rows and columns for all that either tells apart, and `other`'s entries there."""
    rows, one_rows, other_rows = _pairs(one.rows, other.rows)
    columns, one_columns, other_columns = _pairs(one.columns, other.columns)
    table = one.table[np.ix_(one_rows, one_columns)]
    return OutcomeTable(rows, columns, table), other.table[np.ix_(other_rows, other_columns)]


def _made_facts(facts: Sequence[str]) -> tuple[Integers, list[dict[str, int]]]:
    """What each two cards of the dealer make, as an index into all that they can make."""
    deck = range(DECK_SIZE)
    values = [[[MADE[fact](one, two) for fact in facts] for two in deck] for one in deck]
    flat = np.array(values, np.int64).reshape(PAIRS, len(facts))
    if not facts:
        return np.zeros(PAIRS, np.int64), [{}]
    different, made = np.unique(flat, axis=0, return_inverse=True)
    return made.ravel(), [dict(zip(facts, row, strict=True)) for row in different.tolist()]


def _distinct(numbers: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """`numbers` of rows as numbers of different rows, and these; rows without a number are out."""
    used, inverse = np.unique(numbers, return_inverse=True)
    places: dict[bytes, int] = {}
    of_used = [places.setdefault(rows[row].tobytes(), len(places)) for row in used]
    _, first = np.unique(of_used, return_index=True)
    return np.array(of_used, np.int64)[inverse], rows[used[first]].astype(np.int64)


def _pairs(one: Integers, other: Integers) -> tuple[Integers, Integers, Integers]:
    """Numbers of the different pairs that two numberings have, and both numbers of each."""
    width = int(other.max()) + 1
    pairs, numbers = np.unique(width * one + other, return_inverse=True)
    return numbers, pairs // width, pairs % width
