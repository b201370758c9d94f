"""``upcard odds``: what it prints in its four forms, and what it refuses."""

import csv
import json
from fractions import Fraction
from typing import Any

import pytest

from upcard.cli.odds import odds
from upcard.rules.violation import RuleViolation

Printed = pytest.CaptureFixture[str]


def printed(capsys: Printed, wager: str | None, **choices: Any) -> str:
    odds(wager, **choices)
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_json_is_a_list_of_records(capsys: Printed) -> None:
    found = json.loads(printed(capsys, "royal-match-21", as_json=True))
    assert [(record["paytable"], record["decks"]) for record in found[:3]] == [
        ("A", 1),
        ("B", 1),
        ("C", 2),
    ]
    for record in found:
        assert sum(Fraction(row["probability"]) for row in record["outcomes"]) == 1


def test_json_of_everything(capsys: Printed) -> None:
    found = json.loads(printed(capsys, None, every=True, decks=1, as_json=True))
    assert {record["decks"] for record in found} == {1}
    assert {"insurance", "house-money"} <= {record["wager"] for record in found}


def test_csv_has_a_row_for_each_outcome(capsys: Printed) -> None:
    text = printed(capsys, "insurance", decks=6, as_csv=True)
    win, lose = csv.DictReader(text.splitlines())
    assert (win["outcome"], win["combinations"], win["probability"]) == ("win", "96", "96/311")
    assert (win["pays"], win["section"]) == ("2 to 1", "58 Pa. Code § 633a.13(b)")
    assert (lose["outcome"], lose["returns"]) == ("lose", "0.0")


def test_compare_ranks_by_house_edge(capsys: Printed) -> None:
    found = json.loads(printed(capsys, "bet-the-set-21", compare=True, as_json=True))
    edges = [record["house_edge"] for record in found]
    assert edges == sorted(edges)
    lines = printed(capsys, "bet-the-set-21", compare=True).splitlines()
    ranks = [line.split()[:3] for line in lines if "§" in line]
    assert ranks[:3] == [["1", "A", "1"], ["2", "C", "8"], ["3", "C", "6"]]
    every = printed(capsys, None, every=True, compare=True, decks=6)
    assert "three-card-poker" in every


def test_the_table_has_the_section_above_and_totals_below(capsys: Printed) -> None:
    text = printed(capsys, "royal-match-21", paytable="C", decks=6, amount="7.50")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    assert lines[:2] == ["Royal Match 21, 58 Pa. Code § 633a.13(f)(2)", "paytable C, 6 decks"]
    assert lines[2] == "outcome combinations probability 1 in N pays contribution"
    assert "royal match 144 0.00296809 336.92 30 to 1 0.092011" in lines
    assert "total 48,516 1 0.948182" in lines
    assert "hit frequency 24.7588 %, 1 in 4.04" in lines
    assert "house edge 5.1818 %" in lines
    assert "standard deviation 2.2248 for each unit wagered" in lines
    assert "expected loss $0.3886 on $7.50" in lines
    crown = "crown-treasure 1,000 for 1 where offered adds 0.8242 %: 38,304 of 4,647,347,640 deals"
    assert any(line.startswith(crown) for line in lines)
    assert lines[-1].startswith("Read as printed:")


def test_the_note_says_that_the_other_reading_changes_nothing(capsys: Printed) -> None:
    text = printed(capsys, "lucky-ladies", decks=1, reading="industry")
    assert "The industry reading changes nothing here." in text
    assert "never" in text, "one deck has no pair of queens of hearts"


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({}, "Name a wager"),
        ({"wager": "insurance", "every": True}, "--all goes with no wager"),
        ({"every": True, "paytable": "A"}, "--all goes with no wager"),
        ({"wager": "insurance", "as_csv": True, "as_json": True}, "--csv or for --json"),
        ({"wager": "insurance", "reading": "mine"}, "'mine' is not a reading"),
        ({"wager": "insurance", "as_of": "29.6.2024"}, "'29.6.2024' is not a date"),
        ({"wager": "insurance", "amount": "0"}, r"A wager of \$0"),
        ({"wager": "insurance", "amount": "much"}, "not an amount of dollars"),
    ],
)
def test_choices_that_cannot_be_are_refused(choices: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        odds(**choices)


def test_a_date_before_the_paytables_is_refused() -> None:
    """§ 633a.13: the paytables are in force from 2014-11-08 on."""
    with pytest.raises(RuleViolation, match="no paytable in force on 2014-01-01"):
        odds("insurance", as_of="2014-01-01")
