"""``upcard strategy``: its flags, its forms, and what it refuses."""

import csv
import io
import re
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from typer import Exit

from odds.strategy_output import Printed, found, run
from solved_once import solved_once
from upcard.cli.strategy.command import strategy
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import solve
from upcard.rules.violation import BadInput

__all__ = ["solved_once"]

pytestmark = pytest.mark.usefixtures("solved_once")

UPCARDS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]

DEFAULTS: Final = {
    "soft_17": "stand",
    "double": "any",
    "double_after_split": True,
    "resplits": 2,
    "resplit_aces": False,
    "hit_split_aces": False,
    "surrender": "late",
    "dealer_blackjack": "peek",
    "blackjack_pays": "3 to 2",
}

TABLE: Final = """
[table]
name = "BJ-01"
jurisdiction = "pa"
game = "blackjack"
as_of = 2024-06-29
decks = 2
dealing = "shoe"
positions = 7
minimum = 15
maximum = 2000
smallest_chip = "0.50"

[blackjack]
resplits = 3
resplit_aces = true
split_aces = "play"
"""


FEW_CARDS = ("--composition", "2=4,3=4,4=2,7=2,10=7")
"""A shoe that is solved sooner than whole decks."""


# JSON


def test_json_is_the_contract_s(capsys: Printed) -> None:
    form = found(capsys, "--decks", "1")
    keys = ["rules", "decks", "expected_value", "standard_deviation", "method"]
    assert set(keys) | {"hard", "soft", "pairs", "exceptions"} <= set(form)
    assert form["decks"] == 1
    assert form["expected_value"] == pytest.approx(0.00203982313, abs=1e-11)
    assert form["standard_deviation"] == pytest.approx(1.148, abs=1e-3)
    assert form["method"] == "exact"
    assert form["rules"] == DEFAULTS
    assert form["hard"]["16"]["10"] == "surrender"
    assert form["otherwise"]["hard"]["16"]["10"] == "hit"
    assert form["soft"]["18"]["4"] == "double"
    assert form["otherwise"]["soft"]["18"]["4"] == "stand"
    assert form["pairs"]["8"] == dict.fromkeys(UPCARDS, "split")
    assert list(form["hard"]["12"]) == UPCARDS
    departing = {
        (tuple(exception["cards"]), exception["upcard"]): exception["action"]
        for exception in form["exceptions"]
    }
    assert departing[("2", "10"), "4"] == "hit"


def test_expected_values_by_upcard_make_the_whole(capsys: Printed) -> None:
    form = found(capsys, "--decks", "4", "--play", "total")
    parts = form["expected_value_by_upcard"]
    whole = sum(parts[name] * (4 if name == "10" else 1) for name in UPCARDS) / 13
    assert form["expected_value"] == pytest.approx(whole, abs=1e-14)
    assert form["exceptions"] == []


def test_details_add_the_dealer_insurance_and_removal(capsys: Printed) -> None:
    form = found(capsys, "--decks", "1", "--details")
    assert form["insurance"] == pytest.approx(48 / 51 - 1)
    assert form["blackjack_against_ace"]["even_money"] == 1
    assert sum(form["dealer"]["6"].values()) == pytest.approx(1)
    assert form["dealer"]["A"]["blackjack"] == pytest.approx(16 / 51)
    effects = form["effects_of_removal"]
    weighed = sum(effects[name] * (4 if name == "10" else 1) for name in UPCARDS)
    assert weighed == pytest.approx(0, abs=1e-12)


# Flags


@pytest.mark.nightly(but=5)
@pytest.mark.parametrize(
    ("flags", "rule", "value"),
    [
        (["--h17"], "soft_17", "hit"),
        (["--s17"], "soft_17", "stand"),
        (["--double", "any-with-21"], "double", "any-with-21"),
        (["--no-das"], "double_after_split", False),
        (["--resplits", "0"], "resplits", 0),
        (["--resplit-aces"], "resplit_aces", True),
        (["--hit-split-aces"], "hit_split_aces", True),
        (["--surrender", "none"], "surrender", "none"),
        (["--no-peek"], "dealer_blackjack", "all"),
        (["--no-peek", "--original-only"], "dealer_blackjack", "original"),
        (["--blackjack-pays", "6:5"], "blackjack_pays", "6 to 5"),
        (["--blackjack-pays", "2:1"], "blackjack_pays", "2 to 1"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_each_flag_is_a_rule(capsys: Printed, flags: list[str], rule: str, value: Any) -> None:
    form = found(capsys, *FEW_CARDS, "--play", "total", *flags)
    assert form["rules"][rule] == value
    changed = {name for name in form["rules"] if form["rules"][name] != DEFAULTS[name]}
    assert changed == ({rule} if value != DEFAULTS[rule] else set())


def test_a_composition_of_whole_decks_is_these_decks(capsys: Printed) -> None:
    named = ",".join(f"{value}=8" for value in UPCARDS if value != "10")
    form = found(capsys, "--composition", f"{named}, t=32", "--play", "total")
    assert form["decks"] == 2
    assert form["expected_value"] == solve(HandRules(), full_shoe(2), "total").expected_value


def test_a_composition_names_what_is_left(capsys: Printed) -> None:
    form = found(capsys, *FEW_CARDS, "--surrender", "none")
    assert form["decks"] is None
    assert form["composition"] == {
        "2": 4,
        "3": 4,
        "4": 2,
        "5": 0,
        "6": 0,
        "7": 2,
        "8": 0,
        "9": 0,
        "10": 7,
        "A": 0,
    }
    assert set(form["hard"]["12"]) == {"2", "3", "4", "7", "10"}


def test_a_submission_says_the_rules_and_flags_change_them(capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE, encoding="utf-8")
    form = found(capsys, str(path), "--play", "total")
    assert form["decks"] == 2
    chosen = {name: form["rules"][name] for name in ("resplits", "resplit_aces", "hit_split_aces")}
    assert chosen == {"resplits": 3, "resplit_aces": True, "hit_split_aces": True}
    form = found(capsys, str(path), "--decks", "8", "--no-hit-split-aces", "--play", "total")
    assert (form["decks"], form["rules"]["hit_split_aces"], form["rules"]["resplits"]) == (
        8,
        False,
        3,
    )


def test_a_submission_that_does_not_comply_ends_with_status_1(
    capsys: Printed, tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE.replace("decks = 2", "decks = 0"), encoding="utf-8")
    with pytest.raises(Exit) as ended:
        strategy(path)
    assert ended.value.exit_code == 1
    assert "table.decks" in capsys.readouterr().out


# A hand


def test_a_hand_s_actions_the_best_first(capsys: Printed) -> None:
    form = found(capsys, "--decks", "6", "--hand", "T 6", "--upcard", "k")
    assert list(form["actions"]) == ["surrender", "hit", "stand", "double"]
    assert form["actions"]["surrender"] == pytest.approx(-0.5)
    assert -0.541 < form["actions"]["stand"] < form["actions"]["hit"] < -0.534
    assert form["actions"]["double"] == pytest.approx(2 * form["actions"]["hit"], abs=1e-3)
    text = run(capsys, "--decks", "6", "--hand", "10,6", "--upcard", "10")
    assert text.splitlines()[1] == "10,6 against 10, no dealer Blackjack"
    assert text.splitlines()[2].split() == ["surrender", "-0.500000000"]


# The other forms


def test_the_chart_is_readable_in_80_columns(capsys: Printed) -> None:
    text = run(capsys, "--decks", "1", "--details")
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"^16 +S  S  S  S  S  H  H  H  R  R", text, re.MULTILINE)
    assert re.search(r" A,7 +S  Ds Ds Ds Ds S  S  H  H  S", text)
    assert re.search(r" 8,8 +P  P  P  P  P  P  P  P  P  P", text)
    assert "Ds  double, else stand" in text
    assert "10,2 against 4: hit" in text
    assert "expected value      +0.203982313 %, exact" in text
    assert "standard deviation  1.148068, exact, splits included" in text
    assert "Insurance wins -5.8824 % of its wager." in text


def test_csv_has_a_row_for_each_cell_and_departure(capsys: Printed) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "--decks", "1", "--csv"))))
    cells = [row for row in rows if row["kind"] != "exception"]
    assert len(cells) == 10 * (18 + 10 + 10)
    (row,) = [
        row for row in cells if (row["kind"], row["hand"], row["upcard"]) == ("hard", "16", "10")
    ]
    assert (row["action"], row["otherwise"]) == ("surrender", "hit")
    assert float(row["surrender"]) == pytest.approx(-0.5)
    for row in rows:
        if row["kind"] == "exception":
            assert float(row[row["action"]]) > float(row[row["otherwise"]])


def test_svg_and_html_hold_the_chart(capsys: Printed, tmp_path: Path) -> None:
    drawing, page = tmp_path / "chart.svg", tmp_path / "chart.html"
    form = found(capsys, "--decks", "1", "--svg", str(drawing), "--html", str(page))
    texts = [
        text.text for text in ElementTree.parse(drawing).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"Hard", "Soft", "Pairs", "A,7", "8,8", "Ds", "P", "Rs"} <= set(texts)
    assert "Best play by composition: expected value +0.203982 %" in texts
    html = page.read_text(encoding="utf-8")
    assert html.count("<table>") == 4
    assert '<td class="P">P</td>' in html
    assert "Expected value +0.203982313 %" in html
    assert html.count("<tr>") > len(form["exceptions"])
    assert "http" not in html


# What is refused


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ({"decks": 0}, "A shoe has 1 to 1,000,000 decks, not 0."),
        ({"resplits": -1}, "A pair is resplit 0 to 15 times, not -1."),
        ({"double": "8-11"}, "--double is one of any, any-with-21, 9-11, 10-11, not '8-11'."),
        ({"surrender": "no"}, "--surrender is one of none, late, early, not 'no'."),
        ({"play": "best"}, "--play is one of composition, total, not 'best'."),
        ({"blackjack_pays": "3"}, "'3' are not odds such as 3:2."),
        ({"blackjack_pays": "0:1"}, "'0:1' are not odds such as 3:2."),
        ({"composition": "A=4,B=3"}, "'B=3' is not a number of cards such as A=4 or 10=16."),
        ({"composition": "A=4,A=3"}, "The composition names A twice."),
        ({"composition": "A=4"}, r"These cards may run out in a round \(4 in all\)."),
        ({"composition": "10=9", "decks": 2}, "Use --decks or --composition"),
        ({"as_csv": True, "as_json": True}, "Use --csv or --json"),
        ({"original_only": True}, "--original-only goes with --no-peek."),
        ({"hand": "10,6"}, "--hand and --upcard go together."),
        ({"hand": "10,6", "upcard": "Z"}, "'Z' is not a card such as A, 9 or 10."),
        ({"hand": "10,6,9", "upcard": "5"}, "'10,6,9' is not a hand of two or more cards"),
        ({"hand": "A,A,A,A", "upcard": "A", "decks": 1}, "The shoe does not have these cards."),
        ({"hand": "10,6", "upcard": "5", "as_csv": True}, "--csv, --svg and --html show"),
    ],
    ids=lambda case: next(iter(case)) if isinstance(case, dict) else "",
)
def test_bad_input_is_one_sentence(flags: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        strategy(**flags)
