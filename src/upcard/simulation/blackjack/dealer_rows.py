"""The outcomes of a side wager as a matrix: rows by the dealer's two cards, columns by the rest.

| | stands for | numbered by |
|---|---|---|
| row | the dealer's two cards | 52 times the upcard, plus the hole card |
| column | what else decides: the facts of some `Axes` | all values of the facts, the last fastest |

The whole matrix of two cards against two cards has 7.3 million entries, and most of its rows are
equal, as are most of its columns. So an `OutcomeMatrix` holds each different row and each different
column once, and says which of them stands for which cards:

    outcome = entries[row_of[dealer], column_of[rest]]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Integers
from upcard.compiled.exposure.deals import outcomes_of_deals
from upcard.simulation.blackjack.outcome_tables import Axes, outcomes_of
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

DEALER_CARDS: Final = ("upcard", "hole")
SEAT_CARDS: Final[Axes] = {"first": DECK_SIZE, "second": DECK_SIZE}

PAIRS: Final = DECK_SIZE**2
"""The ordered pairs of card types."""


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeMatrix:
    """`entries[row_of[dealer], column_of[rest]]` is the outcome, or another number for it."""

    row_of: Integers
    column_of: Integers
    entries: Integers


def constant_matrix(axes: Axes) -> OutcomeMatrix:
    """A matrix whose entries are all 0."""
    columns = np.zeros(prod(axes.values()), np.int64)
    return OutcomeMatrix(np.zeros(PAIRS, np.int64), columns, np.zeros((1, 1), np.int64))


def outcome_matrix(wager: WagerRule, axes: Axes) -> OutcomeMatrix:
    """The outcomes of a wager that the dealer's two cards and facts of `axes` decide.

    A wager that takes the hole card itself, rather than what the dealer's two cards make, must be
    on the seat's two cards.
    """
    if "hole" in wager.facts:
        return _merge_equal(_rows_by_all_cards(wager))
    return _merge_equal(_rows_by_made_facts(wager, axes))


def align(one: OutcomeMatrix, other: OutcomeMatrix) -> tuple[OutcomeMatrix, Integers]:
    """`one` with its rows and columns divided where `other` differs, and `other`'s entries there.

    Both arrays of entries then have the same rows and columns.
    """
    row_of, one_rows, other_rows = _joint_numbers(one.row_of, other.row_of)
    column_of, one_columns, other_columns = _joint_numbers(one.column_of, other.column_of)
    entries = one.entries[np.ix_(one_rows, one_columns)]
    return (
        OutcomeMatrix(row_of, column_of, entries),
        other.entries[np.ix_(other_rows, other_columns)],
    )


def _rows_by_all_cards(wager: WagerRule) -> OutcomeMatrix:
    """A row for each two cards of the dealer, a column for each two cards of the seat."""
    outcomes = outcomes_of_deals(wager.classify, wager.facts, (*DEALER_CARDS, *SEAT_CARDS))
    pairs = np.arange(PAIRS)
    return OutcomeMatrix(pairs, pairs, outcomes.reshape(PAIRS, PAIRS))


def _rows_by_made_facts(wager: WagerRule, axes: Axes) -> OutcomeMatrix:
    """A row for each upcard, if the wager takes it, and all that the dealer's two cards make."""
    case_of_pair, cases = _cases([fact for fact in MADE if fact in wager.facts])
    upcards = {"upcard": DECK_SIZE} if "upcard" in wager.facts else {}
    own_axes = {fact: length for fact, length in axes.items() if fact in wager.facts}
    outcomes = [outcomes_of(wager, upcards | own_axes, case) for case in cases]
    rows_per_case = prod(upcards.values())
    entries = np.array(outcomes).reshape(rows_per_case * len(cases), prod(own_axes.values()))
    upcard = np.arange(PAIRS) // DECK_SIZE
    row_of = rows_per_case * case_of_pair + upcard % rows_per_case
    columns = np.arange(entries.shape[1]).reshape([own_axes.get(fact, 1) for fact in axes])
    column_of = np.broadcast_to(columns, tuple(axes.values())).ravel()
    return OutcomeMatrix(row_of, column_of, entries)


def _cases(facts: Sequence[str]) -> tuple[Integers, list[dict[str, int]]]:
    """All that two cards of the dealer make: the case of each pair, and each case's facts."""
    if not facts:
        return np.zeros(PAIRS, np.int64), [{}]
    deck = range(DECK_SIZE)
    values = [[[MADE[fact](upcard, hole) for fact in facts] for hole in deck] for upcard in deck]
    by_pair = np.array(values, np.int64).reshape(PAIRS, len(facts))
    different, case_of_pair = np.unique(by_pair, axis=0, return_inverse=True)
    cases = [dict(zip(facts, row, strict=True)) for row in different.tolist()]
    return case_of_pair.ravel(), cases


def _merge_equal(matrix: OutcomeMatrix) -> OutcomeMatrix:
    """The outcomes with equal rows merged, then equal columns."""
    row_of, rows = _merge_equal_rows(matrix.row_of, matrix.entries)
    column_of, columns = _merge_equal_rows(matrix.column_of, rows.T)
    return OutcomeMatrix(row_of, column_of, np.ascontiguousarray(columns.T))


def _merge_equal_rows(row_of: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """The new number of each row that `row_of` names, and the different rows.

    Rows that nothing names are left out.
    """
    used, place_among_used = np.unique(row_of, return_inverse=True)
    number_of_content: dict[bytes, int] = {}
    numbers = [
        number_of_content.setdefault(rows[row].tobytes(), len(number_of_content)) for row in used
    ]
    _, first_of_number = np.unique(numbers, return_index=True)
    different: Integers = rows[used[first_of_number]].astype(np.int64)
    return np.array(numbers, np.int64)[place_among_used], different


def _joint_numbers(one: Integers, other: Integers) -> tuple[Integers, Integers, Integers]:
    """Number the pairs of two numberings of the same things.

    Returns the pair's number of each thing, then by pair the number in `one` and in `other`.
    """
    width = int(other.max()) + 1
    pairs, pair_of = np.unique(width * one + other, return_inverse=True)
    return pair_of, pairs // width, pairs % width
