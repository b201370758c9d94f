"""`upcard.simulate` and `upcard.count`: the command's JSON, strategies of one's own, counters."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

import upcard
from upcard.cli.app import app
from upcard.library.arguments.own_strategy import own_play
from upcard.library.rules import rules_of_text

TABLE: Final = "submissions/seven-seats.toml"
PLAIN: Final = rules_of_text('[table]\nname = "T"\npositions = 3\n')
TIMES: Final = ("seconds", "rounds_per_second")

ALWAYS_STAND: Final = {
    **{str(total): dict.fromkeys("23456789TA", "stand") for total in range(4, 21)},
    **{f"A,{card}": dict.fromkeys("23456789TA", "stand") for card in "23456789"},
    **{f"{card},{card}": dict.fromkeys("23456789TA", "stand") for card in "A23456789T"},
}


def untimed(form: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(form))
    return {name: value for name, value in read.items() if name not in TIMES}


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (["--fresh-shoe"], {"fresh_shoe": True}),
        (
            ["--count", "hi-lo", "--bets", "1=1 2=2"],
            {"count": upcard.count("hi-lo"), "ramp": {2: 2, 1: 1}},
        ),
    ],
)
def test_the_data_are_the_command_s(
    options: list[str], asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["sim", TABLE, "--rounds", "2000", "--seed", "3", "--seats", "2", "--json"]
    app([*flags, *options], standalone_mode=False)
    printed = json.loads(capsys.readouterr().out)
    found = upcard.simulate(upcard.load(TABLE), rounds=2_000, seed=3, seats=2, **asked)
    assert untimed(found.to_dict()) == untimed(printed)
    assert next(iter(printed)) == "schema"
    assert printed["schema"] == "upcard/sim/1"


def test_wagers_are_found_by_name_and_are_rows_of_data() -> None:
    found = upcard.simulate(
        PLAIN, wagers=["lucky-ladies"], rounds=20_000, seed=1, fresh_shoe=True, workers=1
    )
    assert [wager.name for wager in found.wagers] == ["blackjack", "lucky-ladies"]
    lucky = found.wagers["lucky-ladies"]
    assert lucky is found.wagers[1]
    edge = upcard.odds("lucky-ladies", decks=6).one().house_edge
    assert lucky.exact == pytest.approx(-float(edge))
    assert abs(lucky.z) < 4.5
    frame = pd.DataFrame.from_arrow(found.wagers)
    assert frame.query("wager == 'lucky-ladies'")["count"].sum() == 20_000
    covariance = found.covariance
    assert covariance is not None
    assert np.allclose(covariance, covariance.T)
    values, errors = found.round_covariance, found.round_covariance_error
    assert values is not None
    assert errors is not None
    assert np.allclose(np.diag(values), [wager.standard_deviation**2 for wager in found.wagers])
    assert 0 < errors[0, 1] < 0.2
    with pytest.raises(upcard.BadInput, match="no 'luck' here; there is blackjack and lucky"):
        found.wagers["luck"]


@upcard.kernel
def suited(first: int, second: int) -> int:
    return 1 if first % 4 == second % 4 else 0


def test_a_wager_of_one_s_own_is_simulated_beside_its_exact_value() -> None:
    mine = upcard.wager(
        "suited-two",
        suited,
        outcomes=("lose", "suited"),
        pays={"suited": "3 to 1"},
        settles="initial-deal",
        stake_returned=True,
    )
    house = rules_of_text('[table]\nname = "H"\njurisdiction = "house"\n')
    found = upcard.simulate(house, wagers=[mine], rounds=20_000, seed=1, fresh_shoe=True)
    own = found.wagers["suited-two"]
    assert own.exact == pytest.approx(4 * (4 * 78 * 77) / (312 * 311) - 1)
    assert abs(own.z) < 4.5


def test_the_risk_of_a_bankroll_is_in_dollars() -> None:
    found = upcard.simulate(PLAIN, rounds=20_000, seed=1)
    risk = found.risk(bankroll="500.50", hours=2.0)
    assert (risk.wagered, risk.to_dict()["bankroll"]) == (Decimal(15), "500.50")
    assert risk.risk_of_ruin == 1.0
    assert 0 < (risk.risk_of_ruin_within or 0) < 1
    with pytest.raises(upcard.UpcardError, match="is a float"):
        found.risk(bankroll=0.5)  # type: ignore[arg-type]


def test_a_risk_rests_on_corrected_means_where_asked() -> None:
    found, raw = (upcard.simulate(PLAIN, rounds=20_000, seed=1, raw=raw) for raw in (False, True))
    corrected = found.risk(bankroll=500, corrected=True)
    assert corrected.mean == pytest.approx(15 * found.wagers["blackjack"].mean)
    assert corrected.risk.mean_error < found.risk(bankroll=500).risk.mean_error / 10
    assert found.to_dict()["corrected_risk"]["mean"] == corrected.mean
    assert "corrected_risk" not in raw.to_dict()
    with pytest.raises(upcard.BadInput, match="corrected"):
        raw.risk(corrected=True)


def test_meters_are_money() -> None:
    party = '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n'
    found = upcard.simulate(rules_of_text(PLAIN.text + party), rounds=20_000, seed=1)
    for meter in found.meters:
        assert meter is found.meters[meter.meter]
        assert meter.to_dict()["shows"] == f"{meter.shows:.2f}"
    assert len(pd.DataFrame.from_arrow(found.meters)) == len(found.meters) > 0


# Strategies


def test_a_solved_strategy_has_its_exact_value_at_its_own_table() -> None:
    solved = upcard.strategy(PLAIN)
    found = upcard.simulate(PLAIN, strategy=solved, rounds=20_000, seed=1, fresh_shoe=True)
    usual = upcard.simulate(PLAIN, rounds=20_000, seed=1, fresh_shoe=True)
    assert found.wagers["blackjack"] == usual.wagers["blackjack"]
    assert found.wagers["blackjack"].exact == solved.expected_value
    other = upcard.strategy(PLAIN, shoe=2)
    away = upcard.simulate(PLAIN, strategy=other, rounds=100, seed=1, fresh_shoe=True)
    assert away.wagers["blackjack"].exact is None


def test_a_table_of_one_s_own_is_played() -> None:
    found = upcard.simulate(PLAIN, strategy=ALWAYS_STAND, rounds=20_000, seed=1)
    wager = found.wagers["blackjack"]
    assert wager.exact is None
    assert wager.outcomes["bust"] == wager.outcomes["surrender"] == 0
    assert sum(wager.outcomes.values()) == 20_000


def test_files_of_the_strategy_command_are_the_same_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = upcard.simulate(PLAIN, rounds=5_000, seed=1).wagers
    for form in ("json", "csv"):
        app(["strategy", "--play", "total", f"--{form}", "--hit-split-aces"], standalone_mode=False)
        file = tmp_path / f"play.{form}"
        file.write_text(capsys.readouterr().out, encoding="utf-8")
        found = upcard.simulate(PLAIN, strategy=file, rounds=5_000, seed=1)
        assert found.strategy == file.name
        assert found.wagers["blackjack"].outcomes == usual["blackjack"].outcomes
    file = tmp_path / "play.toml"
    file.write_text('[16]\n10 = "S"\n["A,7"]\n2 = "Ds"\n', encoding="utf-8")
    play = own_play(file)
    assert play.choices == {
        (("hard", (16,)), 9): ("stand",),
        (("soft", (18,)), 1): ("double", "stand"),
    }


def test_deviations_go_by_the_count() -> None:
    own = {
        "deviations": [
            {"hand": "16", "upcard": "T", "count": 0, "action": "stand"},
            {"hand": "insurance", "count": 3},
        ]
    }
    counter = upcard.count("hi-lo")
    found = upcard.simulate(PLAIN, strategy=own, count=counter, rounds=20_000, seed=1)
    assert found.counting is not None
    assert [(index.hand, index.count, index.action) for index in found.counting.indices] == [
        ("16", 0, "stand"),
        ("insurance", 3, "insure"),
    ]
    insured = found.wagers["insurance"]
    assert 0 < sum(insured.outcomes.values()) < 20_000 / 13
    with pytest.raises(upcard.BadInput, match="go by a count"):
        upcard.simulate(PLAIN, strategy=own, rounds=10)


# Counts


def test_a_count_of_one_s_own_is_the_published_one_with_the_same_tags(tmp_path: Path) -> None:
    halves = upcard.count("wong-halves")
    own = upcard.count("mine", tags=halves.tags)
    assert (own.tags["5"], own.balanced) == (Fraction(3, 2), True)
    asked: dict[str, Any] = {"ramp": {1: 1, 3: 4}, "rounds": 5_000, "seed": 2}
    one, other = (upcard.simulate(PLAIN, count=count, **asked) for count in (halves, own))
    assert one.wagers["blackjack"].mean == other.wagers["blackjack"].mean
    file = tmp_path / "mine.toml"
    tags = ", ".join(f"{value} = {tag}" for value, tag in halves.system.tags.items())
    words = f'slug = "mine"\ntitle = "Mine"\nsource = "me"\nunit = 2\ntags = {{ {tags} }}\n'
    file.write_text(words, encoding="utf-8")
    assert upcard.count(file).tags == halves.tags
    assert upcard.count("ko", decks=6).start == -20


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"ramp": {1: 1}}, "go by a count"),
        ({"count": "hi-lo", "ramp": {1: 0}}, "A ramp is 1 to 1,000 units"),
        ({"count": "hi-low"}, "did you mean hi-lo"),
        ({"count": "hi-lo", "fresh_shoe": True}, "one shoe"),
        ({"seats": 4}, "with 1 to 3 seats, not 4"),
        ({"rounds": 0}, "at least 1"),
        ({"seed": -1}, "A seed is 0 or more"),
        ({"workers": 2, "cuda": True}, "not by several"),
        ({"play": "cards"}, "play is one of total, composition"),
        ({"strategy": {}}, "A strategy names a hand"),
        ({"strategy": {"16": {"T": "fold"}}}, "'fold' is no action such as hit"),
        ({"strategy": {"16": {"1": "hit"}}}, "'1' is not a card"),
        ({"strategy": {"23": {"T": "hit"}}}, "'hard 23' is no line of a chart"),
        ({"strategy": "nothing.csv"}, "There is no file nothing.csv"),
        ({"wagers": ["luck"]}, "luck"),
    ],
)
def test_errors_are_one_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        upcard.simulate(PLAIN, **{"rounds": 10, **asked})


def test_a_strategy_does_what_the_table_allows() -> None:
    premium = rules_of_text('[table]\nname = "P"\ngame = "blackjack-premium"\n')
    with pytest.raises(upcard.BadInput, match="The strategy is of blackjack; P deals"):
        upcard.simulate(premium, strategy=upcard.strategy(PLAIN), rounds=10)


def test_tags_that_make_no_count_are_refused() -> None:
    with pytest.raises(upcard.BadInput, match="The largest tag"):
        upcard.count(tags={"A": 0})
    with pytest.raises(upcard.BadInput, match="'B' is not a card"):
        upcard.count(tags={"B": 1})
