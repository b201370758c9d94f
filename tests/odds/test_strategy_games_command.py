"""``upcard strategy`` for the variations: every game's submission, in every form."""

import csv
import io
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from odds.strategy_output import Printed, found, run
from solved_once import solved_once
from upcard.rules.violation import BadInput

__all__ = ["solved_once"]

FEW: Final = ("--composition", "A=2,6=2,8=3,10=5", "--resplits", "0")
"""A shoe of which all is solved at once."""

SUBMISSIONS: Final = Path(__file__).parents[2] / "submissions"

UPCARDS: Final = {"6", "8", "10", "A"}


@pytest.fixture
def submission(tmp_path: Path) -> Any:
    """Writes a submission for a game; its path."""

    def written(game: str, more: str = "") -> str:
        path = tmp_path / f"{game}.toml"
        path.write_text(f'[table]\nname = "BJ-01"\ngame = "{game}"\n{more}', encoding="utf-8")
        return str(path)

    return written


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("blackjack", ""),
        ("match-the-dealer-blackjack", 'jurisdiction = "wa"\n'),
        ("blackjack-switch", ""),
        ("switch-hands", ""),
        ("blackjack-premium", ""),
        ("down-under-blackjack", ""),
        ("hybrid-blackjack", ""),
        ("hybrid-blackjack-no-hole-card", ""),
    ],
)
def test_every_game_with_hands_has_a_strategy(
    capsys: Printed, submission: Any, game: str, more: str
) -> None:
    form = found(capsys, submission(game, more), *FEW)
    assert form["game"] == game
    assert form["method"] == "exact"
    charts = list(form["lights"].values()) if "lights" in form else [form]
    for chart in charts:
        assert set(chart["hard"]["16"]) == UPCARDS
    assert ("switch" in form) is (game in ("blackjack-switch", "switch-hands", "blackjack-premium"))
    text = run(capsys, submission(game, more), *FEW)
    assert f"{100 * form['expected_value']:+.9f} %, exact" in text
    assert ("standard deviation" in text) is (form["standard_deviation"] is not None)
    assert max(map(len, text.splitlines())) <= 80


def test_a_switch_s_worths_decide_it(capsys: Printed, submission: Any, tmp_path: Path) -> None:
    drawing, page = tmp_path / "chart.svg", tmp_path / "chart.html"
    files = ("--svg", str(drawing), "--html", str(page))
    form = found(capsys, submission("blackjack-switch"), *FEW, *files)
    switch = form["switch"]
    assert switch["worth"]["6"]["A,10"] > switch["made_21"]["6"] > switch["worth"]["6"]["10,6"]
    assert 0 < switch["often"] < 1
    assert form["rules"]["blackjack_against_21"] == "1 to 1"
    assert form["rules"]["dealer_22"] == "pushes"
    shown = f"{switch['worth']['6']['10,6']:+.2f}"
    texts = [
        text.text for text in ElementTree.parse(drawing).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"Values of the hands", "21 made", shown} <= set(texts)
    html = page.read_text(encoding="utf-8")
    assert "<h2>Values of the hands</h2>" in html
    assert f">{shown}</td>" in html


def test_face_down_cards_are_played_where_they_are_worth_more(
    capsys: Printed, submission: Any
) -> None:
    path = submission("blackjack-premium")
    switch = found(capsys, path, *FEW)["switch"]
    rows = list(csv.DictReader(io.StringIO(run(capsys, path, *FEW, "--csv"))))
    decided = {
        (row["hand"], row["upcard"]): row["action"] for row in rows if row["kind"] == "switch"
    }
    for upcard in UPCARDS:
        better = switch["face_down"][upcard]["10,6"] > switch["worth"][upcard]["10,6"]
        assert decided["10,6", upcard] == ("F" if better else "K")
    assert {"F", "K"} == set(decided.values())
    assert switch["expected_value_of_the_hand"] > switch["expected_value_without_ante"]


@pytest.mark.nightly
@pytest.mark.usefixtures("solved_once")
def test_each_light_has_a_chart(capsys: Printed, submission: Any, tmp_path: Path) -> None:
    path, drawing, page = submission("down-under-blackjack"), tmp_path / "a", tmp_path / "b"
    form = found(capsys, path, "--svg", str(drawing), "--html", str(page))
    assert list(form["lights"]) == ["small", "medium", "large"]
    solve_by_light = [light["hard"]["16"]["10"] for light in form["lights"].values()]
    assert solve_by_light == ["stand", "hit", "surrender"]
    text = run(capsys, path)
    for light in ("Small light", "Medium light", "Large light"):
        assert f"\n{light}\n" in text
        assert light in drawing.read_text(encoding="utf-8")
        assert f"<h2>{light}</h2>" in page.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(run(capsys, path, "--csv"))))
    assert {row["light"] for row in rows} == set(form["lights"])
    hand = found(capsys, path, "--hand", "10,6", "--upcard", "10")["lights"]
    assert hand["small"]["stand"] > -0.5 > hand["large"]["stand"]


@pytest.mark.parametrize("name", ["baccarat", "lightning-roulette"])
def test_where_nothing_is_decided_it_says_so(capsys: Printed, name: str) -> None:
    with pytest.raises(BadInput, match="there is no hand to play"):
        run(capsys, str(SUBMISSIONS / f"{name}.toml"))


@pytest.mark.nightly
def test_details_are_those_of_a_single_hand(capsys: Printed, submission: Any) -> None:
    with pytest.raises(BadInput, match="--details are those of a single hand"):
        run(capsys, submission("down-under-blackjack"), *FEW, "--details")
    details = found(capsys, submission("hybrid-blackjack"), "--details")
    effects = details["effects_of_removal"]
    total = 16 * effects["10"] + 4 * sum(effects[name] for name in "A23456789")
    assert total == pytest.approx(0, abs=1e-12)
