"""`upcard.exposure`: the figures of the analysis as data, at a chosen penetration."""

from typing import Any

import polars as pl
import pytest

import upcard
from upcard.analysis.exposure import exposure_of
from upcard.analysis.penetration import PENETRATIONS
from upcard.exact.record import records


def test_a_penetration_is_one_row_for_each_count() -> None:
    found = upcard.exposure("insurance", decks=6, penetration=0.75, shoes=2_000).one()
    assert {row.penetration for row in found.penetrations} == {0.75}
    won = found.win("ranks-1", 0.75)
    assert abs(won.win_per_100 - won.forecast_per_100) < 5 * won.standard_error
    assert 0 < won.share < 1 / 4
    assert found.win() == found.penetrations[0]
    with pytest.raises(upcard.BadInput, match=r"No count 'hi-lo' was dealt; there is linear and"):
        found.win("hi-lo")


def test_the_figures_are_those_of_the_analysis() -> None:
    (record,) = records("insurance", None, None, 6)
    found = upcard.exposure("insurance", decks=6, shoes=500, seed=4)
    assert found.one().exposure == exposure_of(record, shoes=500, seed=4)
    assert found.to_dict()["schema"] == "upcard/exposure/1"
    frame = pl.DataFrame(found)
    effects = frame.filter(pl.col("figure") == "effect-of-removal")
    assert len(effects) == 52
    assert effects["value"].sum() == pytest.approx(sum(found.one().effects.values()))
    won = frame.filter((pl.col("figure") == "win-per-100") & (pl.col("of") == "linear"))
    assert won["penetration"].to_list() == list(PENETRATIONS)
    assert "6 records" in repr(upcard.exposure("perfect-pairs", paytable="A", shoes=100))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"penetration": 1.0}, "between 0 and 1, not 1"),
        ({"shoes": 0}, "At least 1 of the shoes"),
        ({"paytable": "Z"}, "Z"),
        ({"wager": "buzzer-beater"}, "its exposure to counting is not known"),
    ],
)
def test_errors_are_one_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        upcard.exposure(**{"wager": "lucky-ladies", **asked})
