"""The win of a counter at each count, and the best wagers for it.

The best wager at a count maximizes mean - variance / (2 L). Without limits it is L times the mean
over the variance, of every count alike. `L` is the Kelly fraction times the bankroll; where the
size of a unit is free, the best ratio of mean and deviation has L = variance / mean.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.playing import InsuredRounds
from upcard.analysis.intervals import NORMAL_95, Interval
from upcard.analysis.risk.ruin import ruin
from upcard.compiled.arrays import Floats

SCALES: Final = 400
"""The bankrolls, in units, that are tried for the best ratio."""

SMALLEST: Final = 1.0
LARGEST: Final = 1e6
"""Bankrolls in units between which the best ratio is looked for."""

HUNDRED: Final = 100
PER_THOUSAND: Final = 1_000
"""A desirability index is a thousand times the mean over the deviation of a round (Schlesinger)."""


class CountRow(msgspec.Struct, frozen=True):
    """What one count is worth to a box with a wager of one unit.

    `rounds` were played, `share` of all that were dealt. `mean` is the expected win with its
    `standard_error`, `deviation` that of a round, `covariance` that of two boxes (0 with one seat).
    `insured` is the part of the rounds with an ace up in which Insurance is placed. The counter
    wagers `bet` units in each of `boxes` boxes.
    """

    count: int
    rounds: int
    share: float
    mean: float
    standard_error: float
    deviation: float
    covariance: float
    insured: float
    bet: float
    boxes: int


class Wagered(msgspec.Struct, frozen=True):
    """What a ramp wins a round dealt, whether the counter plays it or not; units.

    `desirability` is 1,000 times the mean over the deviation, `score` its square: dollars won in a
    hundred rounds with a bankroll of $10,000 and a risk of ruin of 13.5 % (Schlesinger's SCORE,
    and c-SCORE for a ramp that is not the best one). They are 0 where nothing is won. `distinct`
    says that the mean can be told from zero: where it cannot, they and `n0` are guesses.
    `n0_interval` is `n0` for means within 1.96 standard errors (None: without an end).
    """

    average_bet: float
    mean: float
    standard_error: float
    deviation: float
    desirability: float
    score: float
    score_error: float
    n0: float | None
    distinct: bool
    n0_interval: Interval | None


class CounterRisk(msgspec.Struct, frozen=True):
    """What a bankroll means for a ramp; dollars.

    `unit` is the smallest wager; `risk_of_ruin` the chance that the bankroll is ever lost with it,
    `ruin_interval` the same for means within 1.96 standard errors.
    `best_unit` is the smallest wager for the Kelly fraction, whose risk of ruin is `kelly_risk`.
    None where the ramp wins nothing.
    """

    bankroll: float
    unit: float
    kelly: float
    kelly_risk: float
    risk_of_ruin: float
    ruin_interval: Interval
    best_unit: float | None


def count_rows(rounds: InsuredRounds) -> list[CountRow]:
    """A row for each count that was played, with a wager of one unit in one box."""
    lowest = int(rounds.counts.min())
    places, seated = rounds.counts - lowest, rounds.seated
    number = int(places.max()) + 1

    def by_count(weights: NDArray[np.generic]) -> Floats:
        sums = np.bincount(places, weights=weights * seated, minlength=number)
        return np.asarray(sums, np.float64)

    rounds_of_row = by_count(np.ones(len(rounds)))
    divisors = np.maximum(rounds_of_row, 1)
    means = by_count(rounds.mean) / divisors
    luck = (rounds.mean - means[places]) * seated
    sums = np.bincount(rounds.shoes * number + places, weights=luck)
    sums.resize((int(rounds.shoes[-1]) + 1) * number, refcheck=False)
    errors = np.sqrt((sums.reshape(-1, number) ** 2).sum(axis=0)) / divisors
    won = by_count(rounds.won) / divisors
    variances = by_count(rounds.square) / divisors - won**2
    covariances = by_count(rounds.product) / divisors - won**2
    has_pairs = bool(rounds.product.any())
    aces = np.maximum(by_count(rounds.beside_ace), 1)
    insured = by_count(rounds.insured) / aces
    return [
        CountRow(
            count=lowest + row,
            rounds=int(rounds_of_row[row]),
            share=float(rounds_of_row[row] / len(rounds)),
            mean=float(means[row]),
            standard_error=float(errors[row]),
            deviation=sqrt(max(float(variances[row]), 0.0)),
            covariance=float(covariances[row]) if has_pairs else 0.0,
            insured=float(insured[row]),
            bet=1.0,
            boxes=1,
        )
        for row in range(number)
        if rounds_of_row[row]
    ]


def best_ramp(
    rows: Sequence[CountRow], spread: float, *, boxes: int = 1, bankroll: float | None = None
) -> list[CountRow]:
    """The rows with the best wagers from 1 to `spread` units, in at most `boxes` boxes.

    `bankroll` is in units, times the Kelly fraction; without it the ramp has the best ratio of mean
    and deviation. Means that fall as counts rise are chance: for the choice they are averaged.
    """
    rising = _monotone_means([row.mean for row in rows], [row.rounds for row in rows])
    smooth = [
        msgspec.structs.replace(row, mean=mean) for row, mean in zip(rows, rising, strict=True)
    ]
    ramp = _chosen_ramp(smooth, spread, boxes, bankroll)
    return [
        msgspec.structs.replace(row, bet=placed_bet.bet, boxes=placed_bet.boxes)
        for row, placed_bet in zip(rows, ramp, strict=True)
    ]


def _chosen_ramp(
    rows: Sequence[CountRow], spread: float, boxes: int, bankroll: float | None
) -> list[CountRow]:
    if bankroll is not None:
        return _ramp_at(rows, spread, boxes, bankroll)
    scales = np.geomspace(SMALLEST, LARGEST, SCALES)
    ramps = [_ramp_at(rows, spread, boxes, float(scale)) for scale in scales]
    return max(ramps, key=_ratio)


def _monotone_means(means: Sequence[float], weights: Sequence[int]) -> list[float]:
    """The rising means nearest to the given ones, by least squares (pooled neighbors)."""
    pools: list[tuple[float, int, int]] = []
    for mean, weight in zip(means, weights, strict=True):
        pool = (mean, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            before, heavy, number = pools.pop()
            pooled = heavy + pool[1]
            pool = ((before * heavy + pool[0] * pool[1]) / pooled, pooled, number + pool[2])
        pools.append(pool)
    return [mean for mean, _, number in pools for _ in range(number)]


def with_ramp(rows: Sequence[CountRow], bets: Mapping[int, float]) -> list[CountRow]:
    """The rows with wagers in one box from each count on; below the first, as at the first."""
    starts = sorted(bets)
    return [
        msgspec.structs.replace(
            row, bet=bets[max((start for start in starts if start <= row.count), default=starts[0])]
        )
        for row in rows
    ]


def whole_units(rows: Sequence[CountRow], spread: float) -> list[CountRow]:
    """The rows with wagers rounded to whole units, of which none is above `spread`."""
    most = int(spread)
    return [
        msgspec.structs.replace(row, bet=float(max(1, min(round(row.bet), most)))) for row in rows
    ]


def risk_of(played: Wagered, bankroll: float, unit: float, kelly: float) -> CounterRisk:
    """What a bankroll means for wagers with a smallest one of `unit` dollars."""
    mean, deviation = played.mean, played.deviation
    far = NORMAL_95 * played.standard_error
    return CounterRisk(
        bankroll=bankroll,
        unit=unit,
        kelly=kelly,
        kelly_risk=exp(-2 / kelly),
        risk_of_ruin=ruin(bankroll / unit, mean, deviation),
        ruin_interval=(
            ruin(bankroll / unit, mean + far, deviation),
            ruin(bankroll / unit, mean - far, deviation),
        ),
        best_unit=kelly * bankroll * mean / deviation**2 if mean > 0 else None,
    )


def _ramp_at(rows: Sequence[CountRow], spread: float, boxes: int, scale: float) -> list[CountRow]:
    """The best wagers for a bankroll of `scale` units."""
    return [_best_at(row, spread, boxes, scale) for row in rows]


def _best_at(row: CountRow, spread: float, boxes: int, scale: float) -> CountRow:
    """The best wager and number of boxes at a count."""
    best, most = row, float("-inf")
    for number in range(1, boxes + 1):
        variance = row.deviation**2 + (number - 1) * row.covariance
        bet = min(max(scale * row.mean / variance, 1.0), spread) if variance > 0 else 1.0
        worth = number * bet * (row.mean - bet * variance / (2 * scale))
        if worth > most:
            best, most = msgspec.structs.replace(row, bet=bet, boxes=number), worth
    return best


def _ratio(rows: Sequence[CountRow]) -> float:
    """The mean of a round over its deviation, from the figures by count."""
    mean = sum(row.share * row.boxes * row.bet * row.mean for row in rows)
    square = sum(
        row.share * row.boxes * row.bet**2 * (row.deviation**2 + (row.boxes - 1) * row.covariance)
        for row in rows
    )
    return mean / sqrt(square) if square > 0 else float("-inf")
