"""Exact values of remaining shoes: held to naive sums, to the odds, to an independent program."""

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from upcard.analysis.exposure.pricing import backs_of
from upcard.analysis.exposure.wagers import exposure_of
from upcard.analysis.remaining.forms import DealForm, deals_summed
from upcard.analysis.remaining.wager_values import valuing_of
from upcard.exact.counting import count_outcomes
from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.rules.loader import wager_rules
from upcard.wagers.catalogue import wager

ERRORS = 4
"""Standard errors that the figures may differ by."""


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_a_form_is_the_sum_over_ordered_deals(cards: int) -> None:
    random = np.random.default_rng(cards)
    pays = np.zeros((52,) * min(cards, 3) if cards < 4 else (52,) * 4)
    few = (slice(5),) * cards
    pays[few] = random.integers(0, 4, (5,) * cards)
    left = np.zeros(52)
    left[:5] = 2, 0, 3, 1, 1
    left[40] = 1
    shoe = [card for card, number in enumerate(left) for _ in range(int(number))]
    naive = sum(pays[deal] for deal in permutations(shoe, cards))
    assert DealForm(pays)(np.array([left, left])) == pytest.approx([naive, naive])


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_a_form_knows_what_most_deals_pay(cards: int) -> None:
    """Most deals lose one unit; in every order of every few cards of a shoe, one by one."""
    random = np.random.default_rng(cards)
    pays = np.full((52,) * cards, -1.0)
    pays[random.random(pays.shape) < 0.1 ** max(1, cards - 1)] = 4.0
    left = np.zeros(52)
    left[random.integers(0, 52, 6)] += 1
    left[[3, 40]] += 2
    shoe = [card for card, number in enumerate(left) for _ in range(int(number))]
    naive = sum(pays[deal] for deal in permutations(shoe, cards))
    assert DealForm(pays)(left) == pytest.approx(naive)


def test_deals_are_summed_by_what_tells_them_apart() -> None:
    """Three cards of a kind pay by rank alone: 13 multisets of 13 classes, not 52 cards' 286."""
    ranks = np.arange(52) // 4
    alike = (ranks[:, None, None] == ranks[:, None]) & (ranks[:, None] == ranks)
    assert deals_summed(alike.astype(float)) == 13
    left = np.full(52, 6.0)
    assert DealForm(alike.astype(float))(left) == pytest.approx(13 * 24 * 23 * 22)


def test_a_form_may_be_asked_again() -> None:
    """The kernel's memory is kept; what was told before stays as it is."""
    form = DealForm(np.eye(52))
    full = np.full((3, 52), 6.0)
    before = form(full)
    fewer = form(full[:1] - 1)
    assert fewer == pytest.approx([52 * 5 * 4])
    assert before == pytest.approx([52 * 6 * 5] * 3)
    assert form(full) == pytest.approx(before)


def mean_of(record: ParRecord, left: list[int], backs: NDArray[np.float64]) -> float:
    """What a wager returns in a remaining shoe, by the odds."""
    data = wager_rules(record.wager, record.jurisdiction).data
    found = wager(record.wager, record.jurisdiction, record.form)
    ways = count_outcomes(data, found, record.decks, left=tuple(left)).combinations
    won = sum(ways[outcome] * back for outcome, back in zip(found.outcomes, backs, strict=True))
    return float(won / sum(ways.values()))


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize(
    "slug",
    [
        "insurance",
        "lucky-ladies",
        "perfect-pairs",
        "top-3",
        "hit-and-run",
        "blazing-7s",
        "buzzer-beater",
        "axman",
    ],
)
def test_a_value_is_that_of_the_odds_of_what_is_left(slug: str) -> None:
    record = records(slug, None, None, 6)[0]
    found = wager(record.wager, record.jurisdiction, record.form)
    backs = np.array([float(back) for back in backs_of(record, found)])
    full = np.full(52, 6)
    left = full - np.random.default_rng(1).multivariate_hypergeometric(full, 150)
    valuing = valuing_of(found, 6)
    assert valuing is not None
    (worth,), (offered,) = valuing.make(backs - 1)(left[np.newaxis].astype(float))
    assert worth / offered == pytest.approx(mean_of(record, left.tolist(), backs) - 1, abs=1e-12)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("slug", "paytable", "linear", "perfect", "error"),
    [
        ("lucky-ladies", "standard", 0.683, 0.709, 0.008),
        ("royal-match-21", "C", 0.0277, 0.0513, 0.0006),
        ("royal-match-21", "E", 0.0205, 0.0351, 0.0006),
    ],
)
def test_what_counts_win_is_what_an_independent_program_found(
    slug: str, paytable: str, linear: float, perfect: float, error: float
) -> None:
    """Six decks dealt to 75 %, per 100 rounds; the program's own errors are in the table."""
    record = records(slug, None, paytable, 6)[0]
    found = exposure_of(record, penetrations=(0.75,), shoes=6_000, prices_shoes=True)
    assert found.linear is not None
    assert found.perfect is not None
    for one, printed in ((found.linear, linear), (found.perfect, perfect)):
        both = (one.standard_error**2 + error**2) ** 0.5
        assert abs(one.win_per_100 - printed) < ERRORS * both
        assert one.bankroll is not None
    assert found.linear.win_per_100 <= found.perfect.win_per_100
