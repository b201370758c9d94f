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
    found = upcard.simulate(PLAIN, rounds=30_000, seed=5, seats=2, raw=True).wagers["blackjack"]
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


def table_of(game: str, **keys: Any) -> upcard.Rules:
    lines = "\n".join(f"{key} = {value}" for key, value in keys.items())
    return rules_of_text(f'[table]\nname = "T"\ngame = "{game}"\n{lines}\n')


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize(
    ("game", "seats"),
    [("blackjack-switch", 2), ("hybrid-blackjack", 4), ("hybrid-blackjack-no-hole-card", 2)],
)
def test_the_rows_of_other_games_are_those_of_a_simulation(game: str, seats: int) -> None:
    rules = table_of(game, decks=6)
    frame = upcard.rounds(rules, 5_000, seed=5, seats=seats).to_polars()
    result = upcard.simulate(rules, rounds=5_000, seed=5, seats=seats)
    found = result.wagers["blackjack"]
    counts = dict(frame.group_by("outcome").len().iter_rows())
    assert counts == {name: count for name, count in found.outcomes.items() if count}
    hands = frame.group_by("round", "position").len()
    assert (len(hands), frame["position"].max()) == (5_000 * seats, seats)
    assert frame["switched"].any() is (game == "blackjack-switch")
    assert (frame["total"] > 21).any() is True
    busted = frame.filter(pl.col("total") > 21)["outcome"].unique().to_list()
    assert busted == ["bust"]


def test_baccarat_has_a_row_for_each_round() -> None:
    rules = table_of("baccarat", decks=8)
    frame = upcard.rounds(rules, 20_000, seed=5).to_polars()
    found = upcard.simulate(rules, rounds=20_000, seed=5).wagers["baccarat-banker"]
    counts = dict(frame.group_by("winner").len().iter_rows())
    assert (counts["banker"], counts["tie"]) == (found.outcomes["win"], found.outcomes["tie"])
    lengths = {*frame["player_cards"].str.len_chars(), *frame["banker_cards"].str.len_chars()}
    assert lengths == {5, 8}


@pytest.mark.parametrize(
    ("table", "asked", "sentence"),
    [
        ("", {"rounds": 0}, "at least 1"),
        ("", {"seats": 4}, "1 to 3 seats"),
        ("", {"fresh_shoe": True, "penetration": 0.5}, "leave out the penetration"),
    ],
)
def test_errors_are_one_sentence(table: str, asked: dict[str, Any], sentence: str) -> None:
    rules = rules_of_text(f'[table]\nname = "T"\npositions = 3\n{table}\n')
    with pytest.raises(upcard.BadInput, match=sentence):
        upcard.rounds(rules, **{"rounds": 10, **asked})


def test_a_wheel_has_no_hands() -> None:
    with pytest.raises(upcard.BadInput, match="No cards are dealt at lightning-roulette"):
        upcard.rounds(upcard.load("submissions/lightning-roulette.toml"), 10)
