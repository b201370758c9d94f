"""The figures of a PAR sheet that are not odds: deviations, intervals, the largest win."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

import msgspec

from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import winnings
from upcard.odds.meters import returned
from upcard.odds.par import ZERO, Record

CONFIDENCES: Final = (0.90, 0.95, 0.99)
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""For how many rounds a PAR sheet gives intervals."""


# Deviations


def edge_at_seeds(record: Record) -> Fraction:
    """The house edge while the meters show what the record has of them."""
    return record.house_edge - returned(record.shares, record.meters, record.wager_units)


def deviation_with_meters(record: Record) -> float | None:
    """The standard deviation with the meters as they stand; None where one is not known."""
    if any(share.meter not in record.meters for share in record.shares):
        return None
    if any(units is None for units in record.prizes.values()):
        return None
    worth = list(zip(record.worth(), record.outcomes, strict=True))
    mean = sum((row.probability * back for back, row in worth), ZERO)
    return sqrt(sum((row.probability * back**2 for back, row in worth), ZERO) - mean**2)


def quantile(confidence: float) -> float:
    """How many standard deviations to either side hold so much of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def intervals(mean: float, deviation: float) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """For each of `ROUNDS` the range of the mean return, by `CONFIDENCES`."""
    for rounds in ROUNDS:
        error = deviation / sqrt(rounds)
        margins = [quantile(confidence) * error for confidence in CONFIDENCES]
        yield rounds, [(mean - margin, mean + margin) for margin in margins]


# The largest win


class LargestWin(msgspec.Struct, frozen=True):
    """The most that one wager can win at this table, in units; the stake is not counted.

    `fixed` are odds and dollars on the `wager`, `bonus` the additional payouts together,
    `envy` what it brings each other player, `meters` what the meters start with.
    """

    wager: int
    fixed: int
    bonus: int
    envy: int
    meters: int

    @property
    def total(self) -> int:
        """Everything but the envy of others."""
        return self.fixed + self.bonus + self.meters


def largest_win(table: TableRules, offered: OfferedWager) -> LargestWin:
    """The most that one wager can win; meters count with their seeds, however much they grow."""
    wager = largest_wager(table, offered)
    best = max((winnings(award, wager) for award in offered.awards), default=0)
    beside = sum(
        max((winnings(award, wager) for award in one.awards), default=0) for one in offered.bonuses
    )
    seeds = sum(meter.seed for meter in offered.meters)
    mystery = offered.mystery.maximum if offered.mystery is not None else 0
    envy = max(offered.envy.values(), default=0)
    if offered.envy_wager:
        envy = envy * wager // offered.envy_wager
    return LargestWin(wager, best, beside, envy, seeds + mystery)


def largest_wager(table: TableRules, offered: OfferedWager) -> int:
    """The largest wager of this kind that the table takes, in units."""
    largest = max(offered.amounts, default=offered.maximum)
    limits = offered.data.limits
    if limits is not None and limits.times_blackjack:
        largest = min(largest, int(Fraction(limits.times_blackjack) * table.maximum))
    return largest
