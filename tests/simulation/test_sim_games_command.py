"""``upcard sim`` at tables of baccarat, the wheel and both hybrid games."""

import json
from pathlib import Path
from typing import Any

import pytest

from upcard.cli.sim.command import sim
from upcard.submission.writing.new import new_submission

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
HYBRID = {"blackjack", "buzzer-beater"}
BESIDE = ("royal-match-21", "bet-the-set-21", "kings-bounty")
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def no_hole_card(tmp_path: Path) -> Path:
    """What `upcard new` writes, with the three side wagers offered."""
    text = new_submission("hybrid-blackjack-no-hole-card")
    for slug in BESIDE:
        text = text.replace(f"# [wagers.{slug}]\n", f"[wagers.{slug}]\n")
    path = tmp_path / "no-hole-card.toml"
    path.write_text(text.replace('# paytable = "C"', 'paytable = "C"'), encoding="utf-8")
    return path


def found(capsys: Printed, path: Path, **choices: Any) -> dict[str, Any]:
    """The JSON of a simulation."""
    sim(path, as_json=True, rounds=100_000, seed=5, **choices)
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def shown(capsys: Printed, path: Path, **choices: Any) -> str:
    """What is printed, with single blanks."""
    sim(path, rounds=100_000, seed=5, **choices)
    return " ".join(capsys.readouterr().out.split())


def test_means_of_baccarat_are_near_the_exact_ones(capsys: Printed) -> None:
    path = SUBMISSIONS / "baccarat.toml"
    result = found(capsys, path, fresh_shoe=True)
    assert [wager["wager"] for wager in result["wagers"]] == [
        *("baccarat-player", "baccarat-banker", "baccarat-tie"),
        *("majestic-match-player", "majestic-match-banker"),
    ]
    assert all(abs(wager["z"]) < 4.5 for wager in result["wagers"])
    assert "100,000 rounds, 1 seat, nothing to decide, to the cover card" in shown(capsys, path)


def test_lightning_roulette(capsys: Printed) -> None:
    path = SUBMISSIONS / "lightning-roulette.toml"
    result = found(capsys, path)
    assert len(result["wagers"]) == 157
    assert all(abs(wager["z"]) < 4.5 for wager in result["wagers"])
    assert {"straight-17", "split-0-1", "first-four", "red"} <= {
        wager["wager"] for wager in result["wagers"]
    }
    told = shown(capsys, path)
    assert "nothing to decide, spin after spin, seed 5" in told
    for wager in ("lightning-straight, 37 spots", "split, 60 spots", "even-chance, 6 spots"):
        assert wager in told


def test_hybrid_blackjack(capsys: Printed) -> None:
    path = SUBMISSIONS / "hybrid.toml"
    result = found(capsys, path, seats=7)
    assert {wager["wager"] for wager in result["wagers"]} == HYBRID
    assert sum(result["wagers"][1]["outcomes"].values()) == 700_000
    told = shown(capsys, path, seats=2)
    assert "2 seats" in told
    assert "best play by total, until a round may not fit" in told


def test_hybrid_blackjack_without_a_hole_card(capsys: Printed, no_hole_card: Path) -> None:
    result = found(capsys, no_hole_card, fresh_shoe=True, play="composition")
    known = {wager["wager"]: wager["z"] for wager in result["wagers"] if wager["exact"] is not None}
    assert known.keys() == {"blackjack", *BESIDE}
    assert all(abs(z) < 4.5 for z in known.values())
    assert "royal-match-21" in shown(capsys, no_hole_card)
