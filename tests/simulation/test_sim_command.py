"""``upcard sim``: CONTRACT's JSON, the table, what it refuses, what is left of an interrupt."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer

from upcard.cli.sim.command import sim
from upcard.cli.sim.forms import Bar
from upcard.money.amount import AmountError
from upcard.rules.violation import BadInput
from upcard.simulation import run

ROOT = Path(__file__).parents[2]
SEVEN_SEATS = ROOT / "submissions" / "seven-seats.toml"
Printed = pytest.CaptureFixture[str]


def found(capsys: Printed, path: Path = SEVEN_SEATS, **choices: Any) -> dict[str, Any]:
    """The JSON of a simulation; nothing but a compilation is told beside it."""
    sim(path, as_json=True, **choices)
    out, err = capsys.readouterr()
    assert err == "" or err.startswith("Compiling ")
    result: dict[str, Any] = json.loads(out)
    return result


def test_json_has_the_fields_of_the_contract(capsys: Printed) -> None:
    result = found(capsys, rounds=20_000, seed=3)
    assert (result["rounds"], result["seed"], result["meters"]) == (20_000, 3, [])
    assert result["seconds"] > 0 < result["rounds_per_second"]
    assert [wager["wager"] for wager in result["wagers"]] == [
        *("blackjack", "lucky-ladies", "match-the-dealer", "royal-match-21", "royal-match-21"),
        *("kings-bounty", "three-card-poker", "house-money"),
    ]
    base = result["wagers"][0]
    assert set(base) == {
        *("wager", "mean", "standard_error", "standard_deviation", "exact", "z", "outcomes"),
        *("differs", "gain"),
    }
    assert set(base["outcomes"]) == {
        *("blackjack", "win", "push", "lose", "bust", "surrender", "dealer-blackjack")
    }
    assert (base["z"], base["differs"]) == (None, False)
    assert len(result["covariance"]) == len(result["wagers"])


def test_an_end_that_is_years_away_is_shown_in_days(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    bar = Bar(None, 1e-300)
    monkeypatch.setattr(bar._bar, "update", lambda *_, line, **__: lines.append(line))
    bar.show(run.Progress(30_000, 0.1, -0.01, 0.005))
    Bar(None, None).show(run.Progress(30_000, 0.1, -0.01, 0.005))
    assert lines[0].endswith(" days left")


def test_the_same_seed_repeats_a_simulation(capsys: Printed) -> None:
    one, other = (
        found(capsys, rounds=60_000, seed=8, workers=workers, seats=7) for workers in (1, 3)
    )
    assert one["wagers"] == other["wagers"]
    assert found(capsys, rounds=60_000, seats=7)["wagers"] != one["wagers"]


def test_a_new_shoe_each_round_is_compared_with_exact_values(capsys: Printed) -> None:
    result = found(capsys, rounds=200_000, seed=1, fresh_shoe=True, play="composition")
    beside = [wager for wager in result["wagers"] if "bonus" in wager]
    assert [wager["bonus"] for wager in beside] == ["crown-treasure"]
    assert all(abs(wager["z"]) < 4.5 for wager in result["wagers"] if wager not in beside)


def test_it_goes_on_until_the_error_is_small(capsys: Printed) -> None:
    result = found(capsys, until_se=2e-3, seed=1)
    assert 0 < result["wagers"][0]["standard_error"] <= 2e-3


def test_the_table_names_every_wager(capsys: Printed) -> None:
    sim(SEVEN_SEATS, rounds=20_000, seed=3, fresh_shoe=True)
    out = capsys.readouterr().out
    assert "20,000 rounds, 1 seat, best play by total, a new shoe each round, seed 3" in (
        " ".join(out.split())
    )
    for name in ("blackjack", "royal-match-21: crown-treasure", "house-money", "all together"):
        assert name in out


def test_risk_stands_in_the_json_and_in_words(capsys: Printed) -> None:
    asked: dict[str, Any] = {"bankroll": "500", "rounds_per_hour": 80.0, "hours": 2.0}
    dealt = found(capsys, rounds=20_000, seed=3, **asked)
    for raw, name in ((False, "corrected_risk"), (True, "risk")):
        risk = dealt[name]
        assert (risk["bankroll"], risk["rounds_per_hour"], risk["risk"]) == ("500.00", 80.0, 0.05)
        assert len(risk["hold"]) == 7
        sim(SEVEN_SEATS, rounds=20_000, seed=3, raw=raw, **asked)
        out = " ".join(capsys.readouterr().out.split())
        low, high = risk["n0_interval"]
        assert f"N0 is {risk['n0']:,.0f} rounds ({low:,.0f} to {high:,.0f}): at 80 an hour" in out
        assert "Chance that the player ever loses $500.00: 100 % (100 % to 100 %)." in out
        assert "After 2 hours (160 rounds) the player has won" in out
        assert ("corrected for the luck of the cards; the deviation" in out) is not raw


def test_corrected_means_tell_risks_that_raw_ones_do_not(capsys: Printed) -> None:
    """The hold is that of the mean that stands above it."""
    result = found(capsys, rounds=20_000, seed=3, wagers="blackjack")
    risk, mean = result["corrected_risk"], result["wagers"][0]["mean"]
    assert risk["mean"] == pytest.approx(15 * mean)
    assert risk["hold"][0]["hold"] == pytest.approx(-mean)
    assert risk["mean_error"] < result["risk"]["mean_error"] / 10
    assert risk["standard_deviation"] == result["risk"]["standard_deviation"]


def test_a_mean_that_may_be_zero_is_no_n0(capsys: Printed) -> None:
    asked: dict[str, Any] = {"rounds": 20_000, "seed": 3, "wagers": "blackjack", "raw": True}
    risk = found(capsys, **asked)["risk"]
    assert (risk["chosen"], risk["wagered"], risk["distinct"]) == (["blackjack"], "15.00", False)
    assert risk["n0_interval"][1] is None
    sim(SEVEN_SEATS, **asked)
    out = " ".join(capsys.readouterr().out.split())
    assert "cannot be told from zero" in out
    assert f"{risk['n0']:,.0f} rounds" not in out
    assert "risk of ruin is 5 %" not in out


def test_counting_stands_in_the_json_and_in_words(capsys: Printed) -> None:
    asked: dict[str, Any] = {"count": "ko", "bets": "-8=1 2=4", "seed": 3, "rounds": 20_000}
    result = found(capsys, **asked)
    counting = result["counting"]
    assert (counting["count"], counting["true_count"]) == ("ko", False)
    assert counting["bets"] == {"-8": 1, "2": 4}
    assert sum(counting["rounds"].values()) == 20_000
    assert all(wager["exact"] is None for wager in result["wagers"])
    assert "rounds_by_count" not in result
    sim(SEVEN_SEATS, **asked)
    out = " ".join(capsys.readouterr().out.split())
    assert f"by the running count: {counting['average_bet']:.4f} units on average" in out


def test_an_interrupt_prints_what_there_is(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_is_precise", interrupted)
    with pytest.raises(typer.Exit) as ended:
        sim(SEVEN_SEATS, until_se=1e-9, seed=1)
    assert ended.value.exit_code == 130
    assert "Interrupted: this is what was dealt." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"until_se": 0.0}, "more than 0"),
        ({"until_se": float("nan")}, "more than 0"),
        ({"seats": 8}, "1 to 7 seats, not 8"),
        ({"risk": 1.0}, "between 0 and 1"),
        ({"rounds_per_hour": 0.0}, "--rounds-per-hour is more than 0"),
        ({"hours": 4.0}, "--bankroll"),
        ({"workers": 2, "scheduler": "tcp://127.0.0.1:9"}, "only one of --workers"),
        ({"bets": "1=2"}, "--count"),
        ({"count": "hi-lo", "bets": "1"}, "COUNT=UNITS"),
        ({"count": "hi-lo", "fresh_shoe": True}, "one shoe"),
        ({"bankroll": "0"}, "lost already"),
        ({"wagers": "blackjack,foo", "rounds": 500}, "'foo' was not simulated: blackjack, "),
        ({"bankroll": "1.5.0"}, "not an amount"),
        ({"rounds": 10**15 + 1}, "at most 1,000,000,000,000,000"),
        ({"rounds": 10, "seed": 1 << 64}, "at most 18446744073709551615"),
    ],
)
def test_what_is_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises((BadInput, AmountError), match=message):
        sim(SEVEN_SEATS, **choices)
