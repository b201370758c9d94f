"""The record by which a wager of the initial cards is valued (`compiled.simulation.deal_values`).

What a wager pays by three cards is the sum of what depends on two of them at a time, which the
matrix has, and a rest whose mean over any one card of an infinite deck is 0.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.compiled.simulation import deal_values as at
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.outcome_tables import outcomes_of
from upcard.simulation.column import WagerColumn
from upcard.wagers.facts import dealer_blackjack
from upcard.wagers.kit import WagerRule

TWO: Final = {"first": DECK_SIZE, "second": DECK_SIZE}
THIRDS: Final = {"upcard": at.UPCARD, "hole": at.HOLE, dealer_blackjack.__name__: at.BLACKJACK}
"""The facts that may decide besides the player's two cards."""

MOST_SCALE: Final = 20
WORK: Final = 512
"""The products that a round may take beside those of pairs."""

LAG: Final = 0.4
"""About the part of a round at the end of which the cover card lies: the next begins beyond it."""


def is_valued(wager: WagerRule) -> bool:
    """Whether the expected win of a wager can be kept up to date as cards are dealt."""
    besides = set(wager.facts) - set(TWO)
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
    (third,) = set(wager.facts) - set(TWO) or {""}
    if not third:
        pairs = pays[outcomes_of(wager, TWO)]
        return DealValues(at.NO_THIRD, _symmetric(pairs), np.zeros((DECK_SIZE, DECK_SIZE, 0)))
    if THIRDS[third] == at.BLACKJACK:
        without, with_it = (pays[outcomes_of(wager, TWO, {third: made})] for made in range(2))
        chance = 2 * weights[:4].sum() * weights[36:].sum()
        added = with_it - without
        pairs = _symmetric(without + chance * added)
        return DealValues(at.BLACKJACK, pairs, added[:, :, np.newaxis], chance)
    by_three = pays[outcomes_of(wager, {**TWO, third: DECK_SIZE})]
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
    third = values.third
    scale = _scale(values.pairs, cards, 2)
    row_scale = _scale(values.rows, cards, 2 if third == at.BLACKJACK else 3)
    matrix = np.rint(values.pairs * 2.0**scale).astype(np.int64)
    counts = np.array(rules.composition, np.int64)
    slopes = matrix @ counts
    total = counts @ slopes - counts @ np.diagonal(matrix)
    pairs, rows, of_pair = _pair_rows(np.rint(values.rows * 2.0**row_scale).astype(np.int64))
    wide = 1 + rows.shape[1]
    record = np.zeros(at.ROWS + max(wide * len(rows), 1), np.int64)
    record[at.COLUMN] = place
    record[at.SCALE] = scale
    record[at.ROW_SCALE] = row_scale
    record[at.THIRD] = third
    record[at.MEAN] = round(values.chance * 2**at.PROBABILITY_BITS)
    record[at.LAG] = round(LAG * of_a_round)
    record[at.PER_CARD] = round(2**at.BITS / of_a_round)
    record[at.EVERY] = _every(len(pairs) + rows.size)
    record[at.FULL : at.FULL + at.WIDTH] = [total, *counts, *slopes]
    record[at.MATRIX : at.MATRIX + matrix.size] = matrix.ravel()
    record[at.PAIRED] = len(pairs)
    record[at.ONE : at.ONE + len(pairs)], record[at.OTHER : at.OTHER + len(pairs)] = pairs.T
    record[at.ROW : at.ROW + len(pairs)] = at.ROWS + wide * of_pair
    record[at.NUMBER], record[at.WIDE] = len(rows), wide
    record[at.ROWS : at.ROWS + wide * len(rows)].reshape(-1, wide)[:, 1:] = rows
    return record


def _scale(values: Floats, cards: int, dealt: int) -> int:
    """The bits by which values are scaled: sums over all deals of the cards have room."""
    most = int(np.abs(values).max(initial=1.0))
    return min(MOST_SCALE, 61 - dealt * cards.bit_length() - most.bit_length())


def _pair_rows(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """The pairs of cards whose rows are not zero, the different rows, and which one a pair has.

    A pair of two types stands for both orders of them.
    """
    both = rows + rows.transpose(1, 0, 2)
    deck = np.arange(DECK_SIZE)
    both[deck, deck] = rows[deck, deck]
    one, other = np.nonzero(np.triu(both.any(axis=2)))
    different, of_pair = np.unique(both[one, other], axis=0, return_inverse=True)
    return np.column_stack((one, other)), different, of_pair.ravel()


def _every(work: int) -> int:
    """The rounds that one of them stands for, where summing takes so many products."""
    rounds = -(-work // WORK)
    return 1 << (rounds - 1).bit_length() if rounds else 0


def _symmetric(matrix: Any) -> Floats:
    both: Floats = (matrix + matrix.T) / 2
    return both
