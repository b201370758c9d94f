"""The win of a ramp over dealt rounds, within the limits that a counter keeps for cover."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.playing import InsuredRounds
from upcard.analysis.counters.ramp import PER_THOUSAND, CountRow, Wagered
from upcard.analysis.intervals import NORMAL_95, Interval
from upcard.compiled.arrays import Floats


def wagers_of(
    rounds: InsuredRounds,
    rows: Sequence[CountRow],
    *,
    most_change: float | None = None,
    follows_results: bool = False,
) -> tuple[Floats, NDArray[np.int64]]:
    """The units and the boxes of each round, 0 where the counter does not play.

    With `most_change` a wager is at most that many times the last one of the shoe, and at least
    that part of it. With `follows_results` it rises after a win only, and falls after a loss only.
    """
    lowest = rows[0].count
    bets = np.zeros(rows[-1].count - lowest + 1)
    boxes = np.zeros(len(bets), np.int64)
    for row in rows:
        bets[row.count - lowest], boxes[row.count - lowest] = row.bet, row.boxes
    places = np.clip(rounds.counts - lowest, 0, len(bets) - 1)
    aims: Floats = bets[places] * rounds.seated
    if most_change is not None or follows_results:
        aims = _within_limits(
            rounds, aims, most_change or float("inf"), follows_results=follows_results
        )
    return aims, boxes[places] * rounds.seated


def _within_limits(
    rounds: InsuredRounds, aims: Floats, most_change: float, *, follows_results: bool
) -> Floats:
    """The wagers within these limits; the first of a shoe is free."""
    last, result, placed = 0.0, 0.0, []
    steps = zip(aims.tolist(), rounds.begins.tolist(), rounds.won.tolist(), strict=True)
    for aim, begins, won in steps:
        if begins:
            last = 0.0
        bet = aim
        if aim and last:
            if follows_results and ((aim > last and result <= 0) or (aim < last and result >= 0)):
                bet = last
            bet = min(max(bet, last / most_change), last * most_change)
        if aim:
            last, result = bet, won
        placed.append(bet)
    return np.array(placed)


def wager_wins(rounds: InsuredRounds, bets: Floats, boxes: NDArray[np.int64]) -> Wagered:
    """What these wagers win a round dealt; the error is over shoes, which are independent."""
    number, shoes = len(rounds), int(rounds.shoes[-1]) + 1
    stake = bets * boxes
    wins = stake * rounds.mean
    mean = float(wins.mean())
    square = bets**2 * boxes * (rounds.square + (boxes - 1) * rounds.product)
    deviation = sqrt(float(square.mean()) - float((stake * rounds.won).mean()) ** 2)
    of_shoes = np.bincount(rounds.shoes, weights=wins - mean, minlength=shoes)
    error = sqrt(float((of_shoes**2).sum())) / number
    rounds_played = int(rounds.seated.sum())
    index = PER_THOUSAND * mean / deviation if mean > 0 else 0.0
    return Wagered(
        average_bet=float(stake.sum()) / max(rounds_played, 1),
        mean=mean,
        standard_error=error,
        deviation=deviation,
        desirability=index,
        score=index**2,
        score_error=2 * index * PER_THOUSAND * error / deviation,
        n0=(deviation / mean) ** 2 if mean > 0 else None,
        distinct=abs(mean) > NORMAL_95 * error,
        n0_interval=_n0_interval(mean, NORMAL_95 * error, deviation),
    )


def _n0_interval(mean: float, far: float, deviation: float) -> Interval | None:
    """N0 for means within `far` of this one; None if none of them is above zero."""
    if mean + far <= 0:
        return None
    return (deviation / (mean + far)) ** 2, (deviation / (mean - far)) ** 2 if mean > far else None
