"""`upcard.rounds`: a row for each hand, the same rounds as a simulation's, in bounded memory."""

from decimal import Decimal
from typing import Any, Final

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import upcard
from upcard.library.rules import rules_of_text

PLAIN: Final = rules_of_text('[table]\nname = "T"\npositions = 3\n')


def test_the_rows_are_the_hands_of_the_simulation() -> None:
    stream = upcard.rounds(PLAIN, 30_000, seed=5, seats=2)
    frame = pl.DataFrame(stream)
    found = upcard.simulate(PLAIN, rounds=30_000, seed=5, seats=2).wagers["blackjack"]
    counts = dict(frame.group_by("outcome").len().iter_rows())
    assert counts == {name: count for name, count in found.outcomes.items() if count}
    assert float(frame["won"].sum()) == pytest.approx(found.mean * 15 * 60_000)
    assert frame["round"].to_list()[-1] == frame["round"].n_unique() == 30_000
    assert frame["wagered"].unique().sort().to_list() == [Decimal(15), Decimal(30)]
    hands = frame.group_by("round", "position").len()
    assert (len(hands), hands["len"].max()) == (60_000, frame["hand"].max())
    drawn = frame.filter(~pl.col("split") & pl.col("doubled"))
    assert drawn["cards"].str.len_chars().unique().to_list() == [8]
    assert (frame["dealer_cards"].str.split(" ").list.len() >= 2).all()


def test_it_is_read_batch_by_batch_and_again() -> None:
    stream = upcard.rounds(PLAIN, 60_000, seed=5)
    reader = pa.RecordBatchReader.from_stream(stream)
    assert reader.schema.names == list(stream.schema.names)
    assert reader.schema.field("won").type == pa.decimal128(18, 4)
    sizes = [batch.num_rows for batch in reader]
    assert len(sizes) > 1
    (counted,) = duckdb.execute("select count(*) from stream").fetchall()
    assert counted == (sum(sizes),) == (len(stream.to_pandas()),)


@pytest.mark.parametrize(
    ("table", "asked", "sentence"),
    [
        ("", {"rounds": 0}, "at least 1"),
        ("", {"seats": 4}, "1 to 3 seats"),
        ("", {"fresh_shoe": True, "penetration": 0.5}, "leave out the penetration"),
        ('game = "blackjack-switch"', {}, "its cards are switched"),
        ('game = "baccarat"\ndecks = 8', {}, "The hands of baccarat are not recorded"),
    ],
)
def test_errors_are_one_sentence(table: str, asked: dict[str, Any], sentence: str) -> None:
    rules = rules_of_text(f'[table]\nname = "T"\npositions = 3\n{table}\n')
    with pytest.raises(upcard.BadInput, match=sentence):
        upcard.rounds(rules, **{"rounds": 10, **asked})
