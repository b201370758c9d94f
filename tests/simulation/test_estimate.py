"""Estimates against the same quantities worked out from the batches one by one."""

from functools import reduce
from math import isclose, sqrt
from operator import add
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from amounts import dollars
from simulation.strategies import at_random, basic
from tables import table_rules
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.simulation.blackjack.columns import INSURANCE
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.estimate import Estimate
from upcard.simulation.plan import Plan, plan
from upcard.simulation.sums import BlockSums

ALL = 1 << 40
FIVE = {"minimum": 5}
WAGERS = {"perfect-pairs": {"paytable": "A", **FIVE}, "match-the-dealer": FIVE}

Numbers = NDArray[np.float64]


class Batches(BlackjackDealer):
    """A dealer that tells what every batch of its last block won, in dollars."""

    def __init__(self, planned: Plan) -> None:
        super().__init__(planned, compiled_kernels(planned))
        self._plan = planned

    def columns(self) -> NDArray[np.int64]:
        """By column (`compiled.simulation.fields`) and batch."""
        ints = self._ints
        size, dealt = int(ints[at.BATCHES]), int(ints[at.BATCHES_DEALT])
        columns = int(ints[at.COLUMNS])
        whole = ints[ints[at.NETS] : ints[at.NETS] + columns * size]
        return whole.reshape(columns, size)[:, :dealt].copy()

    def won(self) -> list[Numbers]:
        """Each wager's, per unit of it."""
        places = [codes.BLACKJACK_NET, codes.INSURANCE_NET, *range(codes.FIRST_WAGER, 99)]
        return [
            self.columns()[place] * column.unit / column.wagered
            for place, column in zip(places, self._plan.columns, strict=False)
        ]


def dealt(seats: int = 1, **choices: Any) -> tuple[Plan, Batches, BlockSums]:
    """A block, and who dealt it."""
    planned = plan(table_rules(**choices), basic(6), seats=seats)
    dealer = Batches(planned)
    return planned, dealer, dealer.deal_block(7, 0, ALL).sums


@pytest.mark.parametrize("seats", [1, 4])
def test_means_errors_and_covariances(seats: int) -> None:
    planned, dealer, sums = dealt(seats, wagers=WAGERS)
    rounds = dealer.columns()[codes.IN_BATCH]
    assert (sums.rounds, sums.batches) == (rounds.sum(), len(rounds))
    found = Estimate(planned, sums)
    shown = [one for number, one in enumerate(dealer.won()) if number != INSURANCE]
    means = [wins.sum() / rounds.sum() / seats for wins in shown]
    residuals = [(one / seats - mean * rounds) for one, mean in zip(shown, means, strict=True)]
    covariance = len(rounds) / (len(rounds) - 1) * np.array(residuals) @ np.transpose(residuals)
    for wager, mean, variance in zip(found.wagers(), means, np.diag(covariance), strict=True):
        assert isclose(wager.mean, mean, rel_tol=1e-9)
        assert wager.standard_error is not None
        assert isclose(wager.standard_error, sqrt(variance) / rounds.sum(), rel_tol=1e-9)
    assert np.allclose(found.covariance() or [], covariance / rounds.sum(), rtol=1e-9)


def test_covariances_of_a_round_are_those_of_the_odds() -> None:
    """With Lucky Ladies it is known exactly; the diagonal has the printed variances."""
    planned = plan(table_rules(wagers={"lucky-ladies": FIVE}), basic(6), seats=2, fresh_shoe=True)
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    sums = reduce(add, (dealer.deal_block(3, block, ALL).sums for block in range(6)))
    estimate = Estimate(planned, sums)
    found = estimate.round_covariance()
    assert found is not None
    for place, wager in enumerate(estimate.wagers()):
        assert isclose(found[place][place].value, wager.standard_deviation**2, rel_tol=1e-9)
    both = found[0][1]
    assert both == found[1][0]
    assert abs(both.value - 0.46282) < 4 * both.standard_error < 0.05
    alone = plan(table_rules(), basic(6))
    assert Estimate(alone, Batches(alone).deal_block(7, 0, ALL).sums).round_covariance() is None


def test_errors_of_covariances_are_those_of_repeated_simulations() -> None:
    planned = plan(table_rules(wagers=WAGERS), basic(6), seats=3)
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    found = [Estimate(planned, dealer.deal_block(seed, 0, 1_000).sums) for seed in range(120)]
    every = [row for each in found for row in (each.round_covariance() or ())]
    values = np.array([[entry.value for entry in row] for row in every]).reshape(-1, 3, 3)
    errors = np.array([[entry.standard_error for entry in row] for row in every]).reshape(-1, 3, 3)
    ratios = values.std(axis=0) / np.sqrt((errors**2).mean(axis=0))
    assert ((ratios > 0.75) & (ratios < 1.3)).all()


def test_the_table_is_all_wagers_together() -> None:
    planned, dealer, sums = dealt(2, wagers=WAGERS)
    rounds = dealer.columns()[codes.IN_BATCH]
    pairs = zip(dealer.won(), planned.columns, strict=True)
    winnings = np.sum([won * column.wagered / UNITS_PER_DOLLAR for won, column in pairs], axis=0)
    initial = 2 * (15 + 5 + 5)
    assert planned.rules.minimum == dollars(15)
    mean = winnings.sum() / rounds.sum()
    spread = (len(rounds) / (len(rounds) - 1) * (winnings - mean * rounds) ** 2).sum()
    table = Estimate(planned, sums).table()
    assert isclose(table.mean, mean / initial, rel_tol=1e-9)
    assert isclose(table.standard_error or 0, sqrt(spread) / rounds.sum() / initial, rel_tol=1e-9)
    assert isclose(
        table.standard_deviation or 0, sqrt(spread / rounds.sum()) / initial, rel_tol=1e-9
    )


def test_outcomes_and_deviation_of_side_wagers() -> None:
    planned, _, sums = dealt(3, wagers=WAGERS)
    for wager in Estimate(planned, sums).wagers()[1:]:
        (column,) = (column for column in planned.columns if column.name == wager.wager)
        nets = np.array(column.nets) / column.wagered
        counts = np.array([wager.outcomes[name] for name in column.outcomes])
        assert counts.sum() == 3 * sums.rounds
        mean = (nets * counts).sum() / counts.sum()
        variance = (nets**2 * counts).sum() / counts.sum() - mean**2
        assert isclose(wager.mean, mean, rel_tol=1e-9)
        assert isclose(wager.standard_deviation, sqrt(variance), rel_tol=1e-9)


def test_insurance_counts_where_it_is_taken() -> None:
    planned = plan(table_rules(), at_random(1, insures=True))
    dealer = Batches(planned)
    sums = dealer.deal_block(3, 1, ALL).sums
    placed = dealer.columns()[codes.INSURED]
    won = dealer.won()[INSURANCE]
    insurance = Estimate(planned, sums).wagers()[INSURANCE]
    times = (won.sum() + placed.sum()) / 3  # 2 to 1
    assert insurance.outcomes == {"win": times, "lose": placed.sum() - times}
    mean = won.sum() / placed.sum()
    spread = (len(placed) / (len(placed) - 1) * (won - mean * placed) ** 2).sum()
    assert isclose(insurance.mean, mean, rel_tol=1e-9)
    assert isclose(insurance.standard_error or 0, sqrt(spread) / placed.sum(), rel_tol=1e-9)


def test_one_batch_tells_no_error() -> None:
    planned = plan(table_rules(), basic(6))
    sums = BlackjackDealer(planned, compiled_kernels(planned)).deal_block(1, 0, 20).sums
    found = Estimate(planned, sums)
    assert sums.batches == 1
    assert found.wagers()[0].standard_error is None
    assert found.covariance() is None
    assert found.table().standard_error is None


def test_errors_are_those_of_repeated_simulations() -> None:
    """The spread of many means is what each says of itself, though seats hang together."""
    planned = plan(table_rules(decks=1), basic(1), seats=5)
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    means, errors = [], []
    for seed in range(400):
        found = Estimate(planned, dealer.deal_block(seed, 0, 2_000).sums)
        means.append(found.mean())
        errors.append(found.standard_error() or 0)
    assert 0.9 < np.std(means) / np.mean(errors) < 1.1
    alone = found.wagers()[0].standard_deviation / sqrt(2_000 * 5)
    assert np.mean(errors) > 1.2 * alone
