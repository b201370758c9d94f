"""Searches printed odds for a wager that come closest to a house edge, hit rate or variance.

What is searched: for each winning outcome one of `STEPS`, whole numbers as casinos print them, in
the form of the shape's odds ("N to 1" or "N for 1"). The shape is scaled to meet the target, and
each outcome is searched from half to twice the scaled odds. A rarer outcome never pays less. Where
a hit rate is asked for, the most frequent outcomes may also be left unpaid. A paytable that favors
the player is left out unless such an edge is asked for.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import log, prod
from typing import Final

import msgspec
import numpy as np

from upcard.compiled.arrays import Floats
from upcard.exact.par import ParRecord
from upcard.money.odds import PaidOdds
from upcard.rules.violation import BadInput
from upcard.wagers.kit import LOSE

STEPS: Final = (
    *range(1, 13),
    *(14, 15, 16, 18, 20, 22, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90),
    *(100, 120, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500, 600, 700, 750, 800, 900),
    *(1_000, 1_200, 1_250, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 7_500),
    *(10_000, 15_000, 20_000, 25_000, 50_000, 100_000),
)
"""The numbers N of "N to 1" that are searched."""

MAX_PAYTABLES: Final = 300_000
"""The most paytables that are compared for one choice of the outcomes that are paid."""

FACTOR: Final = 2
"""How far from the scaled shape an outcome's odds are searched."""

MAX_COMPARED: Final = 1_000
"""The paytables that are compared exactly, of those that are nearest in floating point."""


class Targets(msgspec.Struct, frozen=True):
    """The figures that a paytable has to reach; None for those left open."""

    edge: Fraction | None = None
    hit_rate: Fraction | None = None
    variance: Fraction | None = None

    def distance(self, edge: Fraction, hit_rate: Fraction, variance: Fraction) -> Fraction:
        """How far values are from the targets.

        It is a sum of percentage points of the edge and the hit rate, and percent of the variance.
        """
        distance = Fraction(0)
        if self.edge is not None:
            distance += 100 * abs(edge - self.edge)
        if self.hit_rate is not None:
            distance += 100 * abs(hit_rate - self.hit_rate)
        if self.variance is not None:
            distance += 100 * abs(variance / self.variance - 1)
        return distance


class SolvedPays(msgspec.Struct, frozen=True):
    """A paytable by outcome, the rarest first, and what it is worth exactly.

    `unpaid` are winning outcomes that it leaves out: the classifier would have to call them losses.
    `distance` is that of `Targets`; `unlike` is how far the odds are from the scaled shape.
    """

    pays: dict[str, PaidOdds]
    unpaid: tuple[str, ...]
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    distance: Fraction
    unlike: float


class PayShape(msgspec.Struct, frozen=True):
    """The winning outcomes of a record, from the rarest on, with their odds."""

    outcomes: tuple[str, ...]
    chances: tuple[Fraction, ...]
    odds: tuple[PaidOdds, ...]
    keeps: tuple[int, ...]
    pushed: Fraction

    @property
    def given(self) -> list[float]:
        """The odds as numbers, the highest for the rarest outcome, whichever it was given for."""
        return sorted((float(pay.ratio) for pay in self.odds), reverse=True)


def shape_of(record: ParRecord) -> PayShape:
    """The shape of a record's paytable; raises `BadInput` where it pays anything but odds."""
    rows = [row for row in record.outcomes if row.award and row.probability]
    if not rows or not all(
        len(row.award) == 1 and isinstance(row.award[0], PaidOdds) for row in rows
    ):
        raise BadInput(f"{record.title} pays more than odds: its paytable is not searched for.")
    rows.sort(key=lambda row: (row.probability, -row.back))
    odds = tuple(pay for row in rows for pay in row.award if isinstance(pay, PaidOdds))
    pushed = [row for row in record.outcomes if not row.award and row.outcome != LOSE]
    return PayShape(
        tuple(row.outcome for row in rows),
        tuple(row.probability for row in rows),
        odds,
        tuple(int(row.back - pay.ratio) for row, pay in zip(rows, odds, strict=True)),
        sum((row.probability * row.back for row in pushed), Fraction(0)),
    )


def solve_pays(record: ParRecord, targets: Targets, number: int) -> list[SolvedPays]:
    """The `number` paytables nearest to the targets, the nearest first.

    Among equally near ones those come first whose odds are the most like the shape's. Raises
    `BadInput` without a target, and as `shape_of` does.
    """
    if targets == Targets():
        raise BadInput("Say which edge, hit rate or variance the paytable should have.")
    shape = shape_of(record)
    most = len(shape.outcomes)
    least = 1 if targets.hit_rate is not None else most
    answers = [
        answer for paid in range(least, most + 1) for answer in _nearest(shape, paid, targets)
    ]
    return sorted(answers, key=_order)[:number]


def _order(answer: SolvedPays) -> tuple[object, ...]:
    return (
        answer.distance,
        len(answer.unpaid),
        answer.unlike,
        [-pay.win for pay in answer.pays.values()],
    )


def _nearest(shape: PayShape, paid: int, targets: Targets) -> Iterator[SolvedPays]:
    """Yield the nearest paytables that pay the `paid` rarest outcomes."""
    chances = np.array([float(chance) for chance in shape.chances[:paid]])
    keeps = np.array(shape.keeps[:paid])
    scaled = _scale(shape, paid, targets)
    tables = _monotone(_choices(scaled))
    backs = tables + keeps
    edge = 1 - backs @ chances - float(shape.pushed)
    variance = backs**2 @ chances + float(shape.pushed) - (1 - edge) ** 2
    far = np.zeros(len(tables))
    if targets.edge is not None:
        far += 100 * np.abs(edge - float(targets.edge))
    if targets.variance is not None:
        far += 100 * np.abs(variance / float(targets.variance) - 1)
    far[edge < min(0, targets.edge or 0)] = np.inf
    unlike = np.abs(np.log(tables / np.array(scaled))).sum(axis=1)
    for place in np.lexsort((unlike, far.round(9)))[:MAX_COMPARED]:
        if far[place] < np.inf:
            wins = [int(win) for win in tables[place]]
            yield _value_paytable(shape, wins, targets, round(float(unlike[place]), 9))


def _scale(shape: PayShape, paid: int, targets: Targets) -> list[float]:
    """The shape's odds multiplied so that they meet the edge, else the variance."""
    chances = [float(chance) for chance in shape.chances[:paid]]
    rates = shape.given[:paid]
    total_return = sum(chance * odds for chance, odds in zip(chances, rates, strict=True))
    stakes = sum(chance * keeps for chance, keeps in zip(chances, shape.keeps[:paid], strict=True))
    times = 1.0
    if targets.edge is not None:
        times = (1 - float(targets.edge) - float(shape.pushed) - stakes) / total_return
    elif targets.variance is not None:
        squares = sum(chance * odds**2 for chance, odds in zip(chances, rates, strict=True))
        times = (float(targets.variance) / squares) ** 0.5
    return [max(times * odds, 1.0) for odds in rates]


def _choices(scaled: Sequence[float]) -> list[list[int]]:
    """The odds that are searched for each outcome; the nearest ones where they are too many."""
    choices = [
        [step for step in STEPS if odds / FACTOR <= step <= odds * FACTOR]
        or [min(STEPS, key=lambda step: abs(log(step / odds)))]
        for odds in scaled
    ]
    while prod(map(len, choices)) > MAX_PAYTABLES:
        place = max(range(len(choices)), key=lambda index: len(choices[index]))
        far = max(choices[place], key=lambda step: abs(log(step / scaled[place])))
        choices[place].remove(far)
    return choices


def _monotone(choices: Sequence[Sequence[int]]) -> Floats:
    """Every table of these odds in which no outcome pays more than a rarer one."""
    tables: list[tuple[int, ...]] = [(first,) for first in choices[0]]
    for choice in choices[1:]:
        tables = [(*table, pay) for table in tables for pay in choice if pay <= table[-1]]
    return np.array(tables or [tuple(max(choice) for choice in choices)], np.float64)


def _value_paytable(
    shape: PayShape, wins: Sequence[int], targets: Targets, unlike: float
) -> SolvedPays:
    """The exact values of a paytable."""
    paid = len(wins)
    backs = [win + keeps for win, keeps in zip(wins, shape.keeps, strict=False)]
    chances = shape.chances[:paid]
    mean = sum((chance * back for chance, back in zip(chances, backs, strict=True)), shape.pushed)
    squares = sum(
        (chance * back**2 for chance, back in zip(chances, backs, strict=True)), shape.pushed
    )
    edge, hits, variance = 1 - mean, sum(chances, Fraction(0)), squares - mean**2
    pays = {
        outcome: PaidOdds(win, 1, odds.for_one)
        for outcome, win, odds in zip(shape.outcomes, wins, shape.odds, strict=False)
    }
    unpaid = shape.outcomes[paid:]
    return SolvedPays(
        pays, unpaid, edge, hits, variance, targets.distance(edge, hits, variance), unlike
    )
