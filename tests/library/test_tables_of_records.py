"""Tables of records: data frames read them, `one` is strict, `repr` is a screen."""

import sys
from fractions import Fraction

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import upcard


def test_pandas_polars_duckdb_and_pyarrow_read_the_same_rows() -> None:
    found = upcard.odds("royal-match-21")
    rows = sum(len(record.outcomes) for record in found)
    by_pyarrow = pa.table(found)
    assert by_pyarrow.num_rows == rows
    assert by_pyarrow.schema.field("probability").type == pa.float64()
    assert by_pyarrow.schema.field("combinations").type == pa.string()
    assert pl.DataFrame(found).shape == found.to_polars().shape == (rows, by_pyarrow.num_columns)
    assert list(pd.DataFrame.from_arrow(found).columns) == by_pyarrow.column_names
    exact = found.to_pandas().probability_exact
    assert sum(map(Fraction, exact)) == len(found)
    assert duckdb.execute("select count(*) from found").fetchall() == [(rows,)]


def test_one_record_alone_is_the_one() -> None:
    assert upcard.odds("lucky-ladies", decks=6).one().decks == 6
    with pytest.raises(upcard.BadInput, match="There are 17 records, not one"):
        upcard.odds("royal-match-21").one()


def test_the_longest_table_prints_on_a_screen() -> None:
    found = upcard.odds()
    assert len(repr(found).splitlines()) <= 25
    assert found._repr_html_().count("<tr>") <= 25
    assert found[:2].to_dict()["schema"] == "upcard/odds/1"
    assert len(found[:2].to_dict()["records"]) == 2


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_missing_package_is_one_sentence(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    hands = upcard.rounds(upcard.blackjack(), 1, seed=1)
    for found in (upcard.odds("lucky-ladies", decks=6), hands):
        with pytest.raises(
            upcard.UpcardError, match=rf"^to_{package}\(\) needs {package}"
        ) as caught:
            getattr(found, f"to_{package}")()
        assert "pip install" in str(caught.value)


def test_an_older_pandas_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pd.DataFrame, "from_arrow")
    with pytest.raises(upcard.UpcardError, match="needs pandas 3 or later"):
        upcard.odds("lucky-ladies", decks=6).to_pandas()
