"""The values of a wager by the initial cards, as a record of `compiled.simulation.deal_values`.

Two cards of the player decide such a wager, alone or with a third fact: the upcard, the hole card
or a dealer Blackjack. The kernel keeps the mean of a matrix by two cards up to date at little cost,
but not that of an array by three. So what a wager pays by three cards is written as

    a matrix by the player's two cards  +  the rest, a row by the third card for each two cards,

where the matrix has all that depends on no more than two of the three cards. The rest is small: its
mean over any one card of an infinite deck is 0. All numbers of the record are integers, in units of
the wager's column over a power of two (`SCALE` for the matrix, `ROW_SCALE` for the rows).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from upcard.cards.card import DECK_SIZE, FIRST_TEN
from upcard.compiled.arrays import Floats, Integers
from upcard.compiled.simulation import deal_values as at
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.outcome_tables import outcomes_of
from upcard.simulation.column import WagerColumn
from upcard.wagers.facts import dealer_blackjack
from upcard.wagers.kit import WagerRule

PLAYERS_CARDS: Final = {"first": DECK_SIZE, "second": DECK_SIZE}
THIRD_FACTS: Final = {"upcard": at.UPCARD, "hole": at.HOLE, dealer_blackjack.__name__: at.BLACKJACK}
"""The facts that may decide in addition to the player's two cards, with the record's `THIRD`."""

MAX_SCALE: Final = 20
PRODUCTS: Final = 512
"""The products that a round may take in addition to those of the matrix, on average."""

LAG: Final = 0.4
"""About the part of a round at the end of which the cover card lies: the next begins beyond it."""


def is_valued(wager: WagerRule) -> bool:
    """Whether the expected win of a wager can be kept up to date as cards are dealt."""
    thirds = set(wager.facts) - set(PLAYERS_CARDS)
    return (
        bool(wager.facts)
        and len(thirds) <= 1
        and thirds <= set(THIRD_FACTS)
        and wager.offered_when is None
        and wager.fold is None
    )


@dataclass(frozen=True, eq=False)
class DealValues:
    """What a wager wins by the cards that decide it, in units of its column.

    `third` is the record's `THIRD`. `pairs` is the matrix by the player's two cards, symmetric.
    `rows` are by these two cards and the third card; for a dealer Blackjack the last axis is one,
    what it adds, and `chance` is the probability with which `pairs` already has it.
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
    (fact,) = set(wager.facts) - set(PLAYERS_CARDS) or {""}
    if not fact:
        pairs = pays[outcomes_of(wager, PLAYERS_CARDS)]
        return DealValues(at.NO_THIRD, _symmetric(pairs), np.zeros((DECK_SIZE, DECK_SIZE, 0)))
    if THIRD_FACTS[fact] == at.BLACKJACK:
        without, with_blackjack = (
            pays[outcomes_of(wager, PLAYERS_CARDS, {fact: has_blackjack})]
            for has_blackjack in range(2)
        )
        chance = 2 * weights[: at.ACES].sum() * weights[FIRST_TEN:].sum()
        difference = with_blackjack - without
        pairs = _symmetric(without + chance * difference)
        return DealValues(at.BLACKJACK, pairs, difference[:, :, np.newaxis], chance)
    by_three = pays[outcomes_of(wager, {**PLAYERS_CARDS, fact: DECK_SIZE})]
    pairs, rows = split_values(by_three, weights)
    return DealValues(THIRD_FACTS[fact], pairs, rows)


def split_values(by_three: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """What depends on two of three cards at a time, as a matrix of two cards, and the rest.

    `weights` are the parts of each card type in the deck. By inclusion and exclusion: the means
    over one card, less the means over two, plus the mean over all three. In the matrix any two of
    the three cards stand for the player's, as every two cards of a shoe are equally likely.
    """
    first_second, first_third, second_third = (
        np.tensordot(by_three, weights, (axis, 0)) for axis in (2, 1, 0)
    )
    first, second, third = (
        first_second @ weights,
        weights @ first_second,
        weights @ first_third,
    )
    mean = float(first @ weights)
    singles = first[:, np.newaxis, np.newaxis] + second[:, np.newaxis] + third
    of_pairs = (
        first_second[:, :, np.newaxis] + first_third[:, np.newaxis] + second_third - singles + mean
    )
    matrix = first_second + first_third + second_third
    matrix = matrix - (first + second + third)[:, np.newaxis] + mean
    return _symmetric(matrix), by_three - of_pairs


def valuing_record(
    rules: TableRules, column: WagerColumn, cards: int, cards_of_a_round: float, place: int
) -> Integers:
    """The record of a wager at a table with a shoe of `cards`; its wins go to `place`."""
    values = deal_values(rules, column)
    cards_of_row = 2 if values.third == at.BLACKJACK else 3
    scale, row_scale = _scale(values.pairs, cards, 2), _scale(values.rows, cards, cards_of_row)
    matrix = np.rint(values.pairs * 2.0**scale).astype(np.int64)
    counts = np.array(rules.composition, np.int64)
    slopes = matrix @ counts
    total = counts @ slopes - counts @ np.diagonal(matrix)
    pairs, rows, row_of_pair = _rows_by_pair(np.rint(values.rows * 2.0**row_scale).astype(np.int64))
    width = 1 + rows.shape[1]
    record = np.zeros(at.ROWS + max(width * len(rows), 1), np.int64)
    record[at.COLUMN] = place
    record[at.SCALE], record[at.ROW_SCALE] = scale, row_scale
    record[at.THIRD] = values.third
    record[at.MEAN] = round(values.chance * 2**at.PROBABILITY_BITS)
    record[at.LAG] = round(LAG * cards_of_a_round)
    record[at.PER_CARD] = round(2**at.BITS / cards_of_a_round)
    record[at.EVERY] = _rounds_between_sums(len(pairs) + rows.size)
    record[at.FULL : at.FULL + at.WIDTH] = [total, *counts, *slopes]
    record[at.MATRIX : at.MATRIX + matrix.size] = matrix.ravel()
    record[at.PAIRED] = len(pairs)
    record[at.ONE : at.ONE + len(pairs)], record[at.OTHER : at.OTHER + len(pairs)] = pairs.T
    record[at.ROW : at.ROW + len(pairs)] = at.ROWS + width * row_of_pair
    record[at.NUMBER], record[at.WIDE] = len(rows), width
    record[at.ROWS : at.ROWS + width * len(rows)].reshape(-1, width)[:, 1:] = rows
    return record


def _scale(values: Floats, cards: int, dealt: int) -> int:
    """The bits by which values are scaled: sums over all deals of `dealt` cards fit a word."""
    most = int(np.abs(values).max(initial=1.0))
    return min(MAX_SCALE, 61 - dealt * cards.bit_length() - most.bit_length())


def _rows_by_pair(rows: Integers) -> tuple[Integers, Integers, Integers]:
    """The pairs of cards whose rows are not zero, the different rows, and which one a pair has.

    A pair of two types stands for both orders of them.
    """
    both_orders = rows + rows.transpose(1, 0, 2)
    deck = np.arange(DECK_SIZE)
    both_orders[deck, deck] = rows[deck, deck]
    one, other = np.nonzero(np.triu(both_orders.any(axis=2)))
    different, row_of_pair = np.unique(both_orders[one, other], axis=0, return_inverse=True)
    return np.column_stack((one, other)), different, row_of_pair.ravel()


def _rounds_between_sums(products: int) -> int:
    """Of how many rounds the rows of one are summed, a power of two, if that takes `products`."""
    rounds = -(-products // PRODUCTS)
    return 1 << (rounds - 1).bit_length() if rounds else 0


def _symmetric(matrix: Floats) -> Floats:
    symmetric: Floats = (matrix + matrix.T) / 2
    return symmetric
