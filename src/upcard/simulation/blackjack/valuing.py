"""The record by which a wager of the initial cards is valued (`compiled.simulation.deal_values`).

What a wager pays by three cards is the sum of what depends on two of them at a time, which the
matrix has, and a rest whose mean over any one card of an infinite deck is 0.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.exact.three_cards import outcomes_of_three
from upcard.compiled.simulation import deal_values as at
from upcard.games.table_rules import TableRules
from upcard.simulation.column import WagerColumn
from upcard.wagers.facts import dealer_blackjack
from upcard.wagers.kit import WagerRule

Floats = NDArray[np.float64]

PLAYERS: Final = frozenset({"first", "second"})
THIRDS: Final = {"upcard": at.UPCARD, "hole": at.HOLE, dealer_blackjack.__name__: at.BLACKJACK}
"""The facts that may decide besides the player's two cards."""

MOST_SCALE: Final = 20
LAG: Final = 0.4
"""About the part of a round at the end of which the cover card lies: the next begins beyond it."""


def is_valued(wager: WagerRule) -> bool:
    """Whether the expected win of a wager can be kept up to date as cards are dealt."""
    besides = set(wager.facts) - PLAYERS
    return (
        bool(wager.facts)
        and len(besides) <= 1
        and besides <= set(THIRDS)
        and wager.offered_when is None
        and wager.fold is None
    )


@dataclass(frozen=True, eq=False)
class DealValues:
    """What a wager wins by the cards that decide it, in units of its column.

    `pairs` is symmetric, by the player's two cards; `rows` by these and the third card, or a last
    axis of one for what a dealer Blackjack adds. `chance` is the probability of one in `pairs`.
    """

    third: int
    pairs: Floats
    rows: Floats
    chance: float = 0.0


def deal_values(rules: TableRules, column: WagerColumn) -> DealValues:
    """The values of a wager for which `is_valued` is true."""
    wager = column.wager
    assert wager is not None
    pays = np.array(column.pays, np.float64)
    weights = np.array(rules.composition) / sum(rules.composition)
    (third,) = set(wager.facts) - PLAYERS or {""}
    if not third:
        pairs = pays[_by_two(wager, {})]
        return DealValues(at.NO_THIRD, _symmetric(pairs), np.zeros((DECK_SIZE, DECK_SIZE, 0)))
    if THIRDS[third] == at.BLACKJACK:
        without, with_it = (pays[_by_two(wager, {third: made})] for made in range(2))
        chance = 2 * weights[:4].sum() * weights[36:].sum()
        added = with_it - without
        pairs = _symmetric(without + chance * added)
        return DealValues(at.BLACKJACK, pairs, added[:, :, np.newaxis], chance)
    by_three = pays[outcomes_of_three(wager.classify, wager.facts, third)]
    pairs, rows = split_values(by_three, weights)
    return DealValues(THIRDS[third], pairs, rows)


def split_values(by_three: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """What depends on two of three cards at a time, as a matrix of two cards, and the rest.

    `weights` are the parts of each card type in the deck.
    """
    two, one_three, two_three = (np.tensordot(by_three, weights, (axis, 0)) for axis in (2, 1, 0))
    one, other, third = two @ weights, weights @ two, weights @ one_three
    mean = float(one @ weights)
    singles = one[:, np.newaxis, np.newaxis] + other[:, np.newaxis] + third
    in_pairs = two[:, :, np.newaxis] + one_three[:, np.newaxis] + two_three - singles + mean
    matrix = two + one_three + two_three - (one + other + third)[:, np.newaxis] + mean
    return _symmetric(matrix), by_three - in_pairs


def valuing_record(
    rules: TableRules, column: WagerColumn, cards: int, of_a_round: float, place: int
) -> NDArray[np.int64]:
    """The record of a wager at a table with a shoe of `cards`; its wins go to `place`.

    `of_a_round` are about the cards of a round.
    """
    values = deal_values(rules, column)
    most = max(np.abs(values.pairs).max(), np.abs(values.rows).max(initial=0.0), 1.0)
    scale = min(MOST_SCALE, 61 - 2 * cards.bit_length() - int(most).bit_length())
    matrix = np.rint(values.pairs * 2.0**scale).astype(np.int64)
    rows = np.rint(values.rows * 2.0**scale).astype(np.int64)
    counts = np.array(rules.composition, np.int64)
    slopes = matrix @ counts
    total = counts @ slopes - counts @ np.diagonal(matrix)
    different, numbers = np.unique(rows.reshape(DECK_SIZE**2, -1), axis=0, return_inverse=True)
    width = rows.shape[2]
    offsets = np.array(
        [at.ROWS + width * number if row.any() else 0 for number, row in enumerate(different)],
        np.int64,
    )
    record = np.zeros(at.ROWS + different.size, np.int64)
    record[at.COLUMN] = place
    record[at.SCALE] = scale
    record[at.THIRD] = values.third
    record[at.MEAN] = round(values.chance * 2**at.PROBABILITY_BITS)
    record[at.LAG] = round(LAG * of_a_round)
    record[at.PER_CARD] = round(2**at.BITS / of_a_round)
    record[at.FULL : at.FULL + at.WIDTH] = [total, *counts, *slopes]
    record[at.MATRIX : at.MATRIX + matrix.size] = matrix.ravel()
    record[at.ROW : at.ROW + DECK_SIZE**2] = offsets[numbers.ravel()]
    record[at.ROWS :] = different.ravel()
    return record


def _by_two(wager: WagerRule, known: dict[str, int]) -> NDArray[np.int64]:
    """The outcome by the player's two cards, where the other facts are `known`."""

    def outcome(first: int, second: int) -> int:
        facts = {"first": first, "second": second, **known}
        return wager.classify(*[facts[fact] for fact in wager.facts])

    deck = range(DECK_SIZE)
    return np.array([[outcome(first, second) for second in deck] for first in deck])


def _symmetric(matrix: Any) -> Floats:
    both: Floats = (matrix + matrix.T) / 2
    return both
