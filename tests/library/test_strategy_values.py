"""`upcard.strategy`: the command's JSON, and a hand's play by the names of its cards."""

import json
from fractions import Fraction
from typing import Any, Final
from xml.etree import ElementTree

import polars as pl
import pytest

import upcard
from upcard.cli.app import app
from upcard.library.strategy.strategy import Strategy

SHOE: Final = {"A": 2, "6": 2, "8": 3, "10": 5}
"""A shoe of which all is solved at once."""
NO_RESPLITS: Final = {"resplits": 0}
FLAGS: Final = ("--composition", "A=2,6=2,8=3,10=5", "--resplits", "0")


@pytest.fixture(scope="module")
def short() -> Strategy:
    return upcard.strategy(play="composition", shoe=SHOE, changes=NO_RESPLITS)


@pytest.fixture(scope="module")
def six_decks() -> Strategy:
    return upcard.strategy(upcard.load("submissions/seven-seats.toml"))


@pytest.mark.parametrize("details", [False, True])
def test_the_data_are_the_command_s(
    short: Strategy, capsys: pytest.CaptureFixture[str], *, details: bool
) -> None:
    app(["strategy", *FLAGS, "--json", *["--details"] * details], standalone_mode=False)
    printed = json.loads(capsys.readouterr().out)
    assert next(iter(printed)) == "schema"
    assert json.loads(json.dumps(short.to_dict(details=details))) == printed
    assert printed["schema"] == "upcard/strategy/1"
    assert printed["expected_value"] == short.expected_value


def test_a_hand_is_named_by_its_cards(six_decks: Strategy) -> None:
    assert six_decks.best("T,6", "T") == "surrender"
    values = six_decks.values("T,6", "T")
    assert list(values)[:2] == ["surrender", "hit"]
    assert values == six_decks.values("Ks 6h", "Qd") == six_decks.values("10 6", "10")
    assert six_decks.best("8,8", "10") == "split"
    assert (six_decks.best("A,A", "5"), six_decks.best("5,5,6", "10")) == ("split", "hit")
    assert six_decks.insurance == 3 * Fraction(96, 311) - 1


def test_the_chart_is_a_table_that_draws_itself(six_decks: Strategy) -> None:
    chart = six_decks.chart()
    frame = pl.DataFrame(chart)
    assert len(frame) == len(chart)
    sixteen = frame.row(
        by_predicate=(pl.col("kind") == "hard")
        & (pl.col("hand") == "16")
        & (pl.col("upcard") == "10")
    )
    assert sixteen[1:6] == ("hard", "16", "10", "surrender", "hit")
    assert "16       S  S  S  S  S  H  H  R  R  R" in repr(chart)
    assert ElementTree.fromstring(chart.svg()).tag.endswith("svg")
    assert chart._repr_html_().count("<table>") == 3
    assert "Best play by total" in six_decks._repr_html_()


def test_exceptions_are_hands_that_the_chart_plays_worse() -> None:
    found = upcard.strategy(play="composition", shoe=1)
    assert len(found.exceptions) > 0
    for exception in found.exceptions:
        assert exception.gain == pytest.approx(
            exception.values[exception.action] - exception.values[exception.chart]
        )
        assert exception.action != exception.chart
        assert found.best(exception.hand, exception.upcard) == exception.action
    assert len(pl.DataFrame(found.exceptions)) == len(found.exceptions)


def test_nothing_prints_more_than_a_screen(short: Strategy) -> None:
    solution = short.solution
    answer = solution.solutions[0].answers[9]
    for found in (short, short.chart(), short.exceptions, short.report, solution, answer):
        assert len(repr(found)) < 3_000
        assert len(repr(found).splitlines()) <= 30


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda short: short.best("10,6", "Z"), "'Z' is not a card such as A, 9 or 10."),
        (lambda short: short.best("10,10,6", "8"), "is not a hand of two or more cards up to 21"),
        (lambda short: short.values("A,A", "A"), "The shoe does not have these cards."),
        (lambda short: short.best("10,6", "8", light="red"), "blackjack has no lights."),
        (lambda _: upcard.strategy(play="cards"), "play is one of total, composition, not 'cards'"),  # type: ignore[arg-type]
        (lambda _: upcard.strategy(shoe={"11": 4}), "'11' is not a card such as A, 9 or 10."),
        (lambda _: upcard.strategy(shoe=[4] * 9), "a count of each of 10 values, not 9"),
        (lambda _: upcard.strategy(changes={"h17": True}), "There is no rule of play 'h17'."),
        (
            lambda _: upcard.strategy(upcard.load("submissions/baccarat.toml")),
            "there is no hand to play",
        ),
    ],
)
def test_errors_are_one_sentence(short: Strategy, asked: Any, sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        asked(short)
