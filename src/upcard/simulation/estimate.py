"""Means, errors and covariances of what a simulation added up.

A mean is a ratio: what all batches won, to their rounds. Its error is that of a ratio of sums
over independent batches, since the rounds of a shoe and the seats of a round hang together. All
sums are integers, and quotients exact until they become doubles.
"""

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import Final

import msgspec

from upcard.compiled.simulation.codes import IN_BATCH, ONES
from upcard.money.amount import format_dollars
from upcard.simulation.games.family import TablePlan
from upcard.simulation.sums import BlockSums

MAIN: Final = 0
"""The first wager of a plan, of which a seat may have several hands."""

FIRST: Final = IN_BATCH + 1
"""Where among a batch's numbers those of the wagers begin (`BlockSums`)."""


class WagerEstimate(msgspec.Struct, frozen=True):
    """What a wager came to, per unit of the initial wager.

    `standard_deviation` is that of one seat in one round. `exact` is the expected value and `z`
    how many standard errors the mean is above it, for who knows it. `outcomes` counts hands for
    Blackjack, else seats. A `bonus` is paid beside the wager of the name.
    """

    wager: str
    mean: float
    standard_error: float | None
    standard_deviation: float
    exact: float | None
    z: float | None
    outcomes: dict[str, int]
    bonus: str | msgspec.UnsetType = msgspec.UNSET


class TableResult(msgspec.Struct, frozen=True):
    """What all wagers of a round came to together, per unit of their initial wagers.

    `wagered` are the dollars of these.
    """

    mean: float
    standard_error: float | None
    standard_deviation: float | None
    wagered: str


class Estimate:
    """The estimates from the sums of a plan, of at least one round."""

    def __init__(self, plan: TablePlan, sums: BlockSums) -> None:
        """`shown` are the wagers that were placed, by their numbers in the plan."""
        self._plan = plan
        self._sums = sums
        widths = [2 if column.at_times else 1 for column in plan.columns]
        *self._places, self._numbers = accumulate(widths, initial=FIRST)
        self.shown = [number for number, counts in enumerate(sums.counts) if sum(counts)]

    def wagers(self) -> list[WagerEstimate]:
        """Each wager that was placed."""
        return [self._wager(number) for number in self.shown]

    def mean(self, number: int = MAIN) -> float:
        """What a wager won, per unit of the initial wager."""
        column = self._plan.columns[number]
        won = Fraction(self._won(number), self._times(number))
        return float(won * column.unit / column.wagered)

    def standard_error(self, number: int = MAIN) -> float | None:
        """The error of a wager's mean; None where there is one batch alone."""
        if self._sums.batches < 2:
            return None
        column, place = self._plan.columns[number], self._places[number]
        spread = sqrt(self._spread(place, place, self._placed(number)))
        return column.unit * spread / (column.wagered * self._times(number))

    def covariance(self) -> list[list[float]] | None:
        """Of two wagers' results in a round, each the mean of the seats, in the order of `wagers`.

        None where there is one batch alone.
        """
        if self._sums.batches < 2:
            return None
        return [[self._covariance(one, two) for two in self.shown] for one in self.shown]

    def table(self) -> TableResult:
        """All wagers of a round together."""
        columns, rounds = self._plan.columns, self._sums.rounds
        initial = [
            columns[number].wagered
            for number in self.shown
            if not columns[number].at_times and not columns[number].bonus
        ]
        wagered = self._plan.seats * sum(initial)
        won = sum(columns[number].unit * self._won(number) for number in self.shown)
        mean = won / (rounds * wagered)
        if self._sums.batches < 2:
            return TableResult(mean, None, None, format_dollars(wagered))
        spread = sum(self._products(one, two) for one in self.shown for two in self.shown)
        error = sqrt(spread) / (rounds * wagered)
        return TableResult(mean, error, error * sqrt(rounds), format_dollars(wagered))

    def _wager(self, number: int) -> WagerEstimate:
        column, counts = self._plan.columns[number], self._sums.counts[number]
        times = self._times(number)
        squares = self._sums.squares
        if number != MAIN:  # whose hands are more than the seats
            squares = sum(count * pay**2 for count, pay in zip(counts, column.pays, strict=True))
        mean = Fraction(self._won(number), times)
        scale = column.unit / column.wagered
        outcomes: Counter[str] = Counter()
        for name, count in zip(column.outcomes, counts, strict=True):
            outcomes[name] += count
        return WagerEstimate(
            wager=column.name,
            mean=self.mean(number),
            standard_error=self.standard_error(number),
            standard_deviation=sqrt(Fraction(squares, times) - mean**2) * scale,
            exact=None,
            z=None,
            outcomes=dict(outcomes),
            bonus=column.bonus or msgspec.UNSET,
        )

    def _covariance(self, one: int, two: int) -> float:
        columns, rounds = self._plan.columns, self._sums.rounds
        per = columns[one].wagered * columns[two].wagered * self._plan.seats**2 * rounds
        return float(self._products(one, two) / per)

    def _products(self, one: int, two: int) -> Fraction:
        """The covariance of what two wagers won in all rounds, in units."""
        columns = self._plan.columns
        spread = self._spread(self._places[one], self._places[two])
        return columns[one].unit * columns[two].unit * spread

    def _won(self, number: int) -> int:
        """What a wager won in all, in the unit of its column."""
        return self._moment(ONES, self._places[number])

    def _times(self, number: int) -> int:
        """How often a wager was placed."""
        seats = 1 if self._plan.columns[number].at_times else self._plan.seats
        return seats * self._moment(ONES, self._placed(number))

    def _placed(self, number: int) -> int:
        """Which number of a batch says how often a wager was placed."""
        return self._places[number] + 1 if self._plan.columns[number].at_times else IN_BATCH

    def _spread(self, one: int, two: int, per: int = IN_BATCH) -> Fraction:
        """The variance (covariance) of the sum of a column over all batches.

        Each batch differs from its share by `per`, of which there are as many as there are.
        """
        moment, batches = self._moment, self._sums.batches
        total, first, second = (moment(ONES, column) for column in (per, one, two))
        crossed = total * moment(one, two) - first * moment(per, two) - second * moment(one, per)
        products = total * crossed + first * second * moment(per, per)
        return Fraction(products * batches, total**2 * (batches - 1))

    def _moment(self, one: int, two: int) -> int:
        """The sum of the products of two columns."""
        low, high = min(one, two), max(one, two)
        return self._sums.moments[low * self._numbers - low * (low - 1) // 2 + high - low]
