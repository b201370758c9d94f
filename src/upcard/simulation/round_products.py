"""Covariances of one seat's wagers in one round, from products that are summed round by round.

The products of a round are summed over its seats and over the rounds of a batch. Errors come from
the batches, because the seats of a round and the rounds of a shoe are not independent.
"""

from math import sqrt
from operator import add
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Floats
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.codes import IN_BATCH, ONES


class RoundCovariance(msgspec.Struct, frozen=True):
    """The covariance of what one seat wins with two wagers in one round, per unit of each."""

    value: float
    standard_error: float


KEPT_BLOCKS: Final = 32
"""The first blocks of a simulation, whose products are summed: about a million rounds heads-up."""


Number = TypeVar("Number", int, float)


class RoundSums(msgspec.Struct, frozen=True):
    """The sums of batches whose products were summed.

    `products` are by kind, then by pair of columns. `moments` has for each pair of a batch's
    numbers (upper triangle, row by row) the sum of their product, as `simulation.sums` has.
    """

    products: tuple[tuple[float, ...], ...]
    moments: tuple[int, ...]

    def __add__(self, other: "RoundSums") -> "RoundSums":
        products = zip(self.products, other.products, strict=True)
        return RoundSums(
            tuple(sum_of_vectors(one, two) for one, two in products),
            sum_of_vectors(self.moments, other.moments),
        )

    def covariance(
        self, pair: int, first: int, second: int, numbers: int, seats: int
    ) -> tuple[float, float]:
        """The covariance of two wagers and its standard error, in units of their columns.

        `pair` is the pair's place among the products; `first` and `second` are the indices of what
        the wagers won among the `numbers` of a batch.

        With the means m and n of the two wagers in a turn, the covariance c is the value for which
        the batches' residuals add up to 0:

            sum of products - n * won_1 - m * won_2 - (c - m * n) * turns

        The error comes from the sum of the squares of these residuals, multiplied out; `parts` are
        the factors of a batch's rounds and of what the two wagers won in it.
        """
        places = (ONES, IN_BATCH, first, second)
        known = np.array(
            [[self.moments[pair_place(a, b, numbers)] for b in places] for a in places], np.float64
        )
        batches, rounds, *won = known[0].tolist()
        total, square, *cross_products = (sums[pair] for sums in self.products)
        turns = seats * rounds
        one, two = (sums / turns for sums in won)
        covariance = total / turns - one * two
        parts = np.array([seats * (covariance - one * two), two, one])
        spread = square - 2 * (parts @ cross_products) + parts @ known[1:, 1:] @ parts
        error = sqrt(max(float(spread), 0.0) * batches / (batches - 1)) / turns
        return covariance, error


def products_of_rounds(ints: NDArray[np.int64], columns: int) -> tuple[tuple[float, ...], ...]:
    """The sums of a dealt block by kind, for each two columns in turn, a column with itself too.

    The kinds are a batch's product, its square, and its product with the rounds of the batch and
    with what each of the two wagers won in it. In units of the columns; empty where wins are not
    kept.
    """
    if not ints[at.MAIN_WINS]:
        return ()
    seats, rounds, first = (int(ints[place]) for place in (at.SEATS, at.ROUNDS, at.MAIN_WINS))
    room = int(ints[at.INSURED_WINS]) - first
    wins: Any = ints[first:][: columns * room].reshape(columns, room)[:, : rounds * seats].T
    if ints[at.BETS]:
        wins = wins.copy()
        wins[:, :2] *= np.repeat(ints[int(ints[at.BETS]) :][:rounds], seats)[:, np.newaxis]
    ends = ints[int(ints[at.ENDS]) :][: int(ints[at.BATCHES_DEALT])]
    return _sums(_batches(wins, ends * seats), np.diff(ends, prepend=0))


def _batches(wins: NDArray[np.int64], ends: NDArray[np.int64]) -> Floats:
    """The wins by batch, turn and column, with zeros behind the last turn of a short batch."""
    turns = np.diff(ends, prepend=0)
    most = int(turns.max(initial=0))
    padded = np.zeros((len(ends) * most, wins.shape[1]))
    moved = most * np.arange(len(ends)) - (ends - turns)
    padded[np.arange(len(wins)) + np.repeat(moved, turns)] = wins
    return padded.reshape(len(ends), most, wins.shape[1])


def _sums(wins: Floats, rounds: NDArray[np.int64]) -> tuple[tuple[float, ...], ...]:
    one, two = np.triu_indices(wins.shape[2])
    products = np.matmul(wins.transpose(0, 2, 1), wins)[:, one, two]
    won = np.ones(wins.shape[1]) @ wins
    factors = (1.0, products, rounds[:, np.newaxis], won[:, one], won[:, two])
    sums = [(products * factor).sum(axis=0) for factor in factors]
    return tuple(tuple(matrix.tolist()) for matrix in sums)


def pair_place(one: int, two: int, columns: int) -> int:
    """The place of a pair of columns among the pairs of all columns."""
    low, high = min(one, two), max(one, two)
    return low * columns - low * (low - 1) // 2 + high - low


def sum_of_vectors(one: tuple[Number, ...], other: tuple[Number, ...]) -> tuple[Number, ...]:
    """The sum of two vectors of one length."""
    assert len(one) == len(other), "they have the same columns"
    return tuple(map(add, one, other))
