"""Bounds where hardly any shoe favors a player: they hold, and stand in place of 0 ± 0."""

from typing import Any

import numpy as np
import pytest

import upcard
from command_line import upcard as command
from upcard.analysis.counters.penetration import (
    Penetration,
    bound_in_words,
    error_in_words,
    summarize_penetration,
)
from upcard.analysis.counters.rare_wins import MIN_SHOES, RareWins, most_shoes
from upcard.web.lab import analysis_charts as charts

SHOES = 60_000


@pytest.mark.parametrize(("found", "mean"), [(0, 2.9957), (1, 4.7439), (2, 6.2958), (10, 16.9622)])
def test_so_few_shoes_are_as_unlikely_as_one_in_twenty(found: int, mean: float) -> None:
    """The upper limits of a Poisson mean at 95 %, as tables print them."""
    assert most_shoes(found) == pytest.approx(mean, abs=1e-4)


@pytest.mark.parametrize("deviations", [1.0, 2.0, 3.0, 4.0])
def test_no_law_wins_more_than_its_moments_allow(deviations: float) -> None:
    """A value of mean -d with the deviation 1: normal, and as favorable as values can be."""
    random = np.random.default_rng(1)
    chance = 1 / (1 + 4 * deviations**2)
    rare = np.where(random.random((40_000, 1)) < chance, 2 * deviations, -0.5 / deviations)
    for worth in (random.normal(size=(40_000, 1)) - deviations, rare - deviations):
        bounds = RareWins(-deviations, 1, 1)
        bounds.add(0, np.ones((1, 1)), np.ones_like(worth), {0: worth})
        most = bounds.most_won(0, 0)
        assert most is not None
        assert most >= np.maximum(worth, 0).mean()


def test_the_least_of_three_bounds_leaves_each_a_third_of_five_percent() -> None:
    """Deviations of 0 and 2 means: the second moment, 2 ± 2 over the root of 999, bounds best."""
    worth = np.array([[-1.0], [1.0]] * 500)
    bounds = RareWins(-1.0, 1, 1)
    bounds.add(0, np.ones((1, 1)), np.ones_like(worth), {0: worth})
    assert bounds.most_won(0, 0) == pytest.approx((2 + 2.128045 * 2 / 999**0.5) / 4, rel=1e-6)


def test_a_wager_that_is_favorable_off_the_top_has_no_bound() -> None:
    bounds = RareWins(0.01, 1, 1)
    bounds.add(0, np.ones((1, 1)), np.ones((5, 1)), {0: np.ones((5, 1))})
    assert bounds.most_won(0, 0) is None


def few_and_many(paytable: str) -> list[tuple[Penetration, Penetration]]:
    """The rows of few shoes and of many, where hardly any of the few favored a player."""
    asked: dict[str, Any] = {"wager": "perfect-pairs", "paytable": paytable, "decks": 8}
    few, many = (upcard.exposure(**asked, shoes=shoes).one() for shoes in (300, SHOES))
    both = zip(few.penetrations, many.penetrations, strict=True)
    return [(one, other) for one, other in both if one.win_at_most is not None]


@pytest.mark.nightly
def test_bounds_from_few_shoes_hold_for_many() -> None:
    rows = few_and_many("A")
    assert any(one.standard_error == 0 and other.share > 0 for one, other in rows), "0 ± 0"
    for one, other in rows:
        assert one.share_at_most is not None
        assert one.share_at_most >= other.share
        assert one.win_at_most is not None
        assert one.win_at_most > 0
        assert one.win_at_most >= other.win_per_100 - 2 * other.standard_error
        assert one.share_at_most >= most_shoes(0) / 300 * 0.99


def test_many_favorable_shoes_have_an_error_and_no_bound() -> None:
    asked: dict[str, Any] = {"paytable": "A", "decks": 8, "penetration": 0.9, "shoes": 2_000}
    row = upcard.exposure("perfect-pairs", **asked).one().win("perfect")
    assert (row.share_at_most, row.win_at_most) == (None, None)
    assert row.standard_error > 0


def test_text_and_tables_have_the_bound_in_place_of_an_error() -> None:
    asked = ("perfect-pairs", "--paytable", "A", "--decks", "8", "--penetration", "0.5")
    shown = command("exposure", *asked, "--shoes", "300").stdout
    row = next(line for line in shown.splitlines() if line.startswith("suit-counts"))
    assert "at most 0.000" in row
    assert "± 0.0000" not in shown
    assert f'"At most" stands where fewer than {MIN_SHOES} of the shoes' in " ".join(shown.split())
    rows = command("exposure", *asked, "--shoes", "300", "--csv").stdout
    assert "win-per-100-at-most,suit-counts,0.5," in rows
    assert "share-at-most,suit-counts,0.5," in rows


def test_dealt_rounds_have_bounds_too() -> None:
    batches = np.array([[1_000.0, 0.0, 0.0, 0.0]] * 4)
    row = summarize_penetration("a", 0.5, batches, 100, 25.0)
    assert row.share_at_most == pytest.approx(0.029957, abs=1e-6)
    assert row.win_at_most == pytest.approx(100 * 25 * 0.029957, abs=1e-3)
    often = np.array([[1_000.0, 500.0, 3.0, 2.0], [1_000.0, 500.0, 3.0, 4.0]])
    assert summarize_penetration("a", 0.5, often, 100, 25.0).win_at_most is None


def test_words_never_call_an_unseen_win_exact() -> None:
    assert error_in_words(0.0, None) == "exact"
    assert error_in_words(0.01234, None) == "0.0123"
    assert error_in_words(0.0, 2.01e-6) == "at most 0.0000021"
    assert [bound_in_words(share) for share in (0.0, 0.5, 0.00011, 1.23e-4)] == [
        "0.0000",
        "0.5000",
        "0.00011",
        "0.00013",
    ]


def test_the_chart_tells_a_bound() -> None:
    row = Penetration("a", 0.5, 0.0, 0.0, 0.0, 0.0, None, 0.01, 0.002)
    assert "at most 0.0020" in charts.exposure_by_penetration([row], {"a": "A"})
