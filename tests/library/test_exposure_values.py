"""`upcard.exposure`: the figures of the analysis as data, at a chosen penetration."""

from typing import Any

import polars as pl
import pytest

import upcard
from upcard.analysis.counters.penetration import PENETRATIONS
from upcard.analysis.exposure.wagers import exposure_of
from upcard.exact.record import records


def test_a_penetration_is_one_row_for_each_count() -> None:
    found = upcard.exposure("insurance", decks=6, penetration=0.75, shoes=2_000).one()
    assert {row.penetration for row in found.penetrations} == {0.75}
    won = found.win("ranks-1", 0.75)
    assert won.standard_error == 0
    assert won.forecast_per_100 == pytest.approx(won.win_per_100, rel=0.1)
    assert 0 < won.share < 1 / 4
    assert found.win() == found.penetrations[0]
    with pytest.raises(upcard.BadInput, match=r"'hi-lo' was dealt; there is linear, ranks-1 and"):
        found.win("hi-lo")


def test_the_figures_are_those_of_the_analysis() -> None:
    (record,) = records("insurance", None, None, 6)
    found = upcard.exposure("insurance", decks=6, shoes=500, seed=4)
    assert found.one().exposure == exposure_of(record, shoes=500, seed=4, prices_shoes=True)
    assert found.to_dict()["schema"] == "upcard/exposures/1"
    frame = pl.DataFrame(found)
    effects = frame.filter(pl.col("figure") == "effect-of-removal")
    assert len(effects) == 52
    assert effects["value"].sum() == pytest.approx(sum(found.one().effects.values()))
    won = frame.filter((pl.col("figure") == "win-per-100") & (pl.col("of") == "linear"))
    assert won["penetration"].to_list() == list(PENETRATIONS)
    assert "6 records" in repr(upcard.exposure("perfect-pairs", paytable="A", shoes=100))


def test_a_count_that_is_asked_for_is_dealt_beside_those_of_the_wager() -> None:
    found = upcard.exposure("insurance", decks=6, penetration=0.75, count="hi-lo", shoes=1_000)
    exposed = found.one()
    assert exposed.penetration == 0.75
    assert exposed.count is not None
    assert (exposed.count.name, exposed.count.tags["Ts"], exposed.count.tags["5d"]) == (
        "hi-lo",
        -1.0,
        1.0,
    )
    assert exposed.count.win_per_100 == exposed.win("hi-lo").win_per_100
    assert exposed.best_count is not None
    assert exposed.best_count.name == "ranks-1"
    own = upcard.count("tens", tags={"T": -9, **{str(card): 4 for card in range(2, 10)}, "A": 4})
    same = upcard.exposure("insurance", decks=6, penetration=0.75, count=own, shoes=100).one()
    assert same.count is not None
    assert same.count.correlation == pytest.approx(1)


@pytest.mark.parametrize("gone", [20, 24])
def test_a_trigger_is_the_true_count_at_which_insurance_is_fair(gone: int) -> None:
    """With 24 small cards gone, 96 of the 287 others are tens, which is more than a third."""
    exposed = upcard.exposure("insurance", decks=6, shoes=100).one()
    assert exposed.best_count is not None
    assert (exposed.best_count.tags["5h"], exposed.best_count.tags["Kh"]) == (1.0, -1.0)
    mean = sum(exposed.best_count.tags.values()) / 52
    true = gone * (1 - mean) * 52 / (312 - gone)
    assert (true > exposed.best_count.trigger) == (312 - gone - 1 < 3 * 96)


@pytest.mark.nightly
def test_exact_odds_of_every_shoe_win_as_much_as_the_count_that_is_exact() -> None:
    """Insurance depends on tens alone: its linear count knows all there is to know."""
    exact = upcard.exposure("insurance", decks=6, penetration=0.75, shoes=20_000).one()
    assert exact.perfect is not None
    assert exact.linear is not None
    error = exact.perfect.standard_error + exact.linear.standard_error
    assert abs(exact.perfect.win_per_100 - exact.linear.win_per_100) <= 4 * error + 1e-12
    assert error < 1e-6
    assert 0 < exact.perfect.share_of_rounds < 1 / 4


@pytest.mark.nightly
def test_pairs_are_won_by_exact_odds_though_no_linear_count_does() -> None:
    exposed = upcard.exposure("perfect-pairs", paytable="A", decks=8, penetration=0.9).one()
    assert (exposed.linear, exposed.best_count, exposed.count) == (None, None, None)
    assert exposed.perfect is not None
    assert exposed.perfect.win_per_100 > 3 * exposed.perfect.standard_error


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"penetration": 1.0}, "between 0 and 1, not 1"),
        ({"shoes": 0}, "At least 1 of the shoes"),
        ({"paytable": "Z"}, "Z"),
        ({"wager": "split"}, "its exposure to counting is not known"),
    ],
)
def test_errors_are_one_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        upcard.exposure(**{"wager": "lucky-ladies", **asked})
