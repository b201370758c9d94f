"""Estimates means, errors and covariances from the sums of a simulation.

A mean is a ratio of two sums over batches: what was won, and the rounds. Its error is that of a
ratio of sums over independent batches, because the rounds of a shoe and the seats of a round are
not independent. All sums are integers, and quotients are exact until converted to doubles.
"""

from collections import Counter
from fractions import Fraction
from itertools import count
from math import prod, sqrt
from typing import Final

import msgspec

from upcard.compiled.simulation.codes import IN_BATCH, ONES
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.simulation.batch_nets import places_of
from upcard.simulation.class_sums import ClassMean
from upcard.simulation.column import placed_always
from upcard.simulation.figures import RoundShare, TableResult, WagerEstimate
from upcard.simulation.games.family import TablePlan
from upcard.simulation.round_products import RoundCovariance, RoundSums, pair_place
from upcard.simulation.sums import BlockSums

MAIN: Final = 0
"""The first wager of a plan, for which a seat may have several hands."""


class Estimate:
    """Estimates from the sums of a plan, which must have at least one round."""

    def __init__(self, plan: TablePlan, sums: BlockSums) -> None:
        """`shown` has the numbers in the plan of the wagers that were placed."""
        self._plan = plan
        self._sums = sums
        *self._places, end = places_of(plan.columns)
        corrected = dict(zip(plan.corrected, count(end)))
        self._numbers = end + len(corrected)
        self._corrected = corrected if sums.batches > 1 else {}
        self.shown = [number for number, counts in enumerate(sums.counts) if sum(counts)]

    def wagers(self) -> list[WagerEstimate]:
        """The estimate for each wager that was placed."""
        return [self._wager(number) for number in self.shown]

    def mean(self, number: int = MAIN) -> float:
        """The mean win of a wager, per unit of the initial wager."""
        return float(self._mean(number, *self._estimating_column(number)))

    def raw_mean(self, number: int = MAIN) -> float:
        """The mean of what was dealt, without corrections."""
        return float(self._mean(number, self._places[number]))

    def standard_error(self, number: int = MAIN) -> float | None:
        """The standard error of a wager's mean; None if there is only one batch."""
        if self._sums.batches < 2:
            return None
        return self._error(number, *self._estimating_column(number))

    def gain(self, number: int = MAIN) -> float | None:
        """The raw mean's variance over the corrected mean's; None for a raw mean.

        The mean of a single batch is raw: there is no error that a correction could make smaller.
        """
        if number not in self._corrected:
            return None
        raw, error = self._error(number, self._places[number]), self.standard_error(number)
        return (raw / error) ** 2 if error else None

    def by_class(self) -> dict[str, list[ClassMean]]:
        """The means of wagers in each class of a counting player's rounds; empty without one."""
        if not self._sums.of_classes:
            return {}
        columns = self._plan.columns
        return {
            columns[number].name: sums.means(
                self._sums.batches, corrected=number in self._corrected
            )
            for number, sums in zip(placed_always(columns), self._sums.of_classes, strict=True)
        }

    def _estimating_column(self, number: int) -> tuple[int, int]:
        """The batch number that estimates what a wager wins, and the bits of its fraction."""
        if number in self._corrected:
            return self._corrected[number], self._plan.corrected[number]
        return self._places[number], 0

    def _mean(self, number: int, place: int, bits: int = 0) -> Fraction:
        column = self._plan.columns[number]
        won = Fraction(self._moment(ONES, place), self._times_placed(number) << bits)
        return won * column.unit / column.wagered

    def _error(self, number: int, place: int, bits: int = 0) -> float:
        column = self._plan.columns[number]
        spread = sqrt(self._variance_of_sums(place, place, self._times_index(number)))
        return column.unit * spread / (column.wagered * (self._times_placed(number) << bits))

    def covariance(self) -> list[list[float]] | None:
        """Covariances of the wagers' results in a round, averaged over seats, in `wagers` order.

        None if there is only one batch.
        """
        if self._sums.batches < 2:
            return None
        return [[self._covariance(row, column) for column in self.shown] for row in self.shown]

    def round_covariance(self) -> list[list[RoundCovariance]] | None:
        """Covariances of one seat's wagers in one round, in `wagers` order, with their errors.

        From the first `KEPT_BLOCKS` blocks; the variances on the diagonal are those of all rounds.
        None where what seats won was not kept round by round, and if there is only one batch.
        """
        kept = self._sums.of_rounds
        if kept is None or kept.moments[ONES] < 2:
            return None
        return [
            [self._round_covariance(kept, row, column) for column in self.shown]
            for row in self.shown
        ]

    def _round_covariance(self, kept: RoundSums, one: int, two: int) -> RoundCovariance:
        columns, places, (low, high) = self._plan.columns, self._places, sorted((one, two))
        pair = pair_place(low, high, len(columns))
        covariance = kept.covariance(
            pair, places[low], places[high], self._numbers, self._plan.seats
        )
        if low == high and not columns[low].at_times:
            share = kept.moments[IN_BATCH] / self._sums.rounds
            covariance = float(self._variance(low)), covariance[1] * sqrt(share)
        scale = prod(columns[number].unit / columns[number].wagered for number in (low, high))
        return RoundCovariance(covariance[0] * scale, covariance[1] * scale)

    def shares(self) -> list[RoundShare]:
        """What each wager adds to a round of the table, in the order of `wagers`."""
        return [self._share(number) for number in self.shown]

    def _share(self, number: int) -> RoundShare:
        column, rounds = self._plan.columns[number], self._sums.rounds
        won, expected = (
            self._total([self._batch_and_unit(number, *place)]) / rounds
            for place in ((self._places[number],), self._estimating_column(number))
        )
        stake = self._plan.seats * column.wagered
        starts = not column.at_times and not column.bonus
        amounts = (
            float(units) / UNITS_PER_DOLLAR for units in (stake * starts, won, stake, expected)
        )
        return RoundShare(column.name, column.bonus, *amounts)

    def share_errors(self) -> list[list[float]]:
        """Covariances of the errors of what `shares` expect, in squared dollars.

        Empty if there is only one batch.
        """
        if self._sums.batches < 2:
            return []
        scaled = [
            self._batch_and_unit(number, *self._estimating_column(number)) for number in self.shown
        ]
        per = (self._sums.rounds * UNITS_PER_DOLLAR) ** 2
        return [
            [
                float(unit * other * self._variance_of_sums(row, column)) / per
                for column, other in scaled
            ]
            for row, unit in scaled
        ]

    def table(self) -> TableResult:
        """The estimate for all wagers of a round together."""
        columns, rounds = self._plan.columns, self._sums.rounds
        initial = [
            columns[number].wagered
            for number in self.shown
            if not columns[number].at_times and not columns[number].bonus
        ]
        wagered = self._plan.seats * sum(initial)
        estimating = [
            self._batch_and_unit(number, *self._estimating_column(number)) for number in self.shown
        ]
        raw = [self._batch_and_unit(number, self._places[number]) for number in self.shown]
        mean, raw_mean = (
            float(self._total(columns_of) / (rounds * wagered)) for columns_of in (estimating, raw)
        )
        if self._sums.batches < 2:
            return TableResult(mean, None, None, format_dollars(wagered), raw_mean)
        error, deviation = (
            sqrt(self._joint_variance(columns_of)) / (rounds * wagered)
            for columns_of in (estimating, raw)
        )
        deviation *= sqrt(rounds)
        return TableResult(mean, error, deviation, format_dollars(wagered), raw_mean)

    def _wager(self, number: int) -> WagerEstimate:
        column, counts = self._plan.columns[number], self._sums.counts[number]
        scale = column.unit / column.wagered
        outcomes: Counter[str] = Counter()
        for name, times_seen in zip(column.outcomes, counts, strict=True):
            outcomes[name] += times_seen
        return WagerEstimate(
            wager=column.name,
            mean=self.mean(number),
            standard_error=self.standard_error(number),
            standard_deviation=sqrt(self._variance(number)) * scale,
            exact=None,
            z=None,
            outcomes=dict(outcomes),
            gain=self.gain(number),
            bonus=column.bonus or msgspec.UNSET,
        )

    def _variance(self, number: int) -> Fraction:
        """The variance of what a seat wins with a wager that is placed, in units of its column."""
        column, times, squares = self._plan.columns[number], self._times_placed(number), 0
        for times_paid, pay in zip(self._sums.counts[number], column.pays, strict=True):
            squares += times_paid * pay**2
        if number == MAIN:  # whose hands are more than the seats
            squares = self._sums.squares
        mean = Fraction(self._moment(ONES, self._places[number]), times)
        return Fraction(squares, times) - mean**2

    def _covariance(self, one: int, two: int) -> float:
        columns, rounds = self._plan.columns, self._sums.rounds
        per = columns[one].wagered * columns[two].wagered * self._plan.seats**2 * rounds
        spread = self._variance_of_sums(self._places[one], self._places[two])
        return float(columns[one].unit * columns[two].unit * spread / per)

    def _batch_and_unit(self, number: int, place: int, bits: int = 0) -> tuple[int, Fraction]:
        """The batch number that estimates what a wager won, and its unit in money."""
        return place, Fraction(self._plan.columns[number].unit, 1 << bits)

    def _total(self, estimating: list[tuple[int, Fraction]]) -> Fraction:
        """What several wagers won together over all rounds."""
        return sum((unit * self._moment(ONES, place) for place, unit in estimating), Fraction())

    def _joint_variance(self, estimating: list[tuple[int, Fraction]]) -> Fraction:
        """The variance of what several wagers won together over all rounds."""
        return sum(
            (
                unit * other * self._variance_of_sums(row, column)
                for row, unit in estimating
                for column, other in estimating
            ),
            Fraction(),
        )

    def _times_placed(self, number: int) -> int:
        """How often a wager was placed."""
        seats = 1 if self._plan.columns[number].at_times else self._plan.seats
        return seats * self._moment(ONES, self._times_index(number))

    def _times_index(self, number: int) -> int:
        """The index of the batch number that counts how often a wager was placed."""
        return self._places[number] + 1 if self._plan.columns[number].at_times else IN_BATCH

    def _variance_of_sums(self, one: int, two: int, per: int = IN_BATCH) -> Fraction:
        """The variance (or covariance) of the sums of two columns over all batches.

        Deviations are from each batch's share by the column `per`, such as its rounds.
        """
        moment, batches = self._moment, self._sums.batches
        total, first, second = (moment(ONES, column) for column in (per, one, two))
        crossed = total * moment(one, two) - first * moment(per, two) - second * moment(one, per)
        products = total * crossed + first * second * moment(per, per)
        return Fraction(products * batches, total**2 * (batches - 1))

    def _moment(self, one: int, two: int) -> int:
        """The sum over batches of the products of two columns."""
        return self._sums.moments[pair_place(one, two, self._numbers)]
