"""`upcard exposure`, `counter` and `distribution`: the results of the library, rendered."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

import upcard
from command_line import upcard as command
from upcard.simulation import run

LADIES = '[table]\nname = "T"\n[wagers.lucky-ladies]\n'


@pytest.fixture
def table(tmp_path: Path) -> str:
    file = tmp_path / "table.toml"
    file.write_text(LADIES, encoding="utf-8")
    return str(file)


def test_one_record_is_the_document_of_the_contract() -> None:
    asked = ("insurance", "--decks", "6", "--penetration", "0.75", "--shoes", "500", "--json")
    printed = json.loads(command("exposure", *asked).stdout)
    assert printed["schema"] == "upcard/exposure/1"
    assert (printed["wager"], printed["paytable"], printed["decks"]) == ("insurance", "standard", 6)
    assert printed["penetration"] == 0.75
    figures = {"win_per_100", "standard_error", "share_of_rounds"}
    assert all(figures <= printed[name].keys() for name in ("perfect", "linear", "best_count"))
    assert {"tags", "trigger"} <= printed["linear"].keys()
    found = upcard.exposure("insurance", decks=6, penetration=0.75, shoes=500).one()
    assert {"schema": "upcard/exposure/1", **json.loads(json.dumps(found.to_dict()))} == printed


def test_several_records_are_a_table() -> None:
    printed = json.loads(
        command("exposure", "perfect-pairs", "--paytable", "A", "--shoes", "5", "--json").stdout
    )
    assert printed["schema"] == "upcard/exposures/1"
    assert [record["decks"] for record in printed["records"]] == [1, 2, 4, 5, 6, 8]


def test_exposure_as_text_names_the_count_that_is_asked_for() -> None:
    asked = ("exposure", "insurance", "--decks", "6", "--count", "ko", "--shoes", "500")
    shown = command(*asked, "--penetration", "0.8").stdout
    assert "Exact odds of every remaining shoe, dealt to 80 %, win" in shown
    assert "Expected value off the top: -7.3955 %, where the dealer shows an ace" in shown
    assert "'placed' is the part of all rounds of the game" in " ".join(shown.split())
    assert [line.split()[1] for line in shown.splitlines() if line.startswith("ko ")][-1] == "80"


def test_a_counter_as_json_and_as_text(table: str) -> None:
    asked: tuple[str, ...] = (
        "counter",
        table,
        "--no-indices",
        "--rounds",
        "100",
        "--seed",
        "1",
        "--enter",
        "-1",
    )
    asked += ("--bankroll", "9000", "--bets", "0=1 2=4")
    printed = json.loads(command(*asked, "--json").stdout)
    found = upcard.counter(
        upcard.load(table),
        "hi-lo",
        indices=False,
        rounds=100,
        seed=1,
        enter=-1,
        bankroll=9_000,
        ramp={0: 1, 2: 4},
    )
    assert printed == json.loads(json.dumps(found.to_dict()))
    shown = command(*asked).stdout
    assert "by the true count" in shown
    assert "-1" in {line.split()[0] for line in shown.splitlines() if line.strip()}


def test_a_distribution_as_json_and_csv(table: str) -> None:
    asked = (
        "distribution",
        table,
        "--rounds",
        "3",
        "--wager",
        "lucky-ladies",
        "--shoe-rounds",
        "0",
    )
    printed = json.loads(command(*asked, "--json").stdout)
    found = upcard.distribution(upcard.load(table), 3, wager="lucky-ladies")
    assert printed == json.loads(json.dumps(found.to_dict()))
    rows = list(csv.DictReader(io.StringIO(command(*asked, "--csv").stdout)))
    assert float(rows[0]["result"]) == -3
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(1)


@pytest.mark.nightly
def test_a_distribution_says_which_figures_are_exact_and_which_simulated(table: str) -> None:
    asked = ("distribution", table, "--seed", "1", "--loss-limit", "40")
    several = ("--wager", "blackjack", "--wager", "lucky-ladies", "--shoe-rounds", "20000")
    shown = " ".join(command(*asked, *several).stdout.split())
    assert "blackjack + lucky-ladies, 1,000 rounds, in units of $15.00" in shown
    assert "new shoe each round real shoes stops at −40" in shown
    assert "Exact. In 0.264 % of rounds a pair becomes three hands or more" in shown
    assert "Real shoes dealt to 75 % are simulated: 20,000 rounds, seed 1" in shown
    assert "covariance in one round" in shown
    own = Path(table).with_name("own.json")
    own.write_text('{"hard": {"16": {"10": "stand"}}}', encoding="utf-8")
    dealt = ("--strategy", str(own), "--simulated-rounds", "5000", "--shoe-rounds", "0")
    shown = command("distribution", table, "--seed", "1", *dealt).stdout
    assert "The law of one round is simulated: 5,000 rounds, seed 1, ± 1 standard error." in shown


@pytest.mark.nightly
def test_a_terminal_shows_how_far_a_distribution_or_a_counter_is(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "REFRESH_SECONDS", 0.0)  # tell every block
    asked = ("distribution", table, "--seed", "1", "--shoe-rounds", "20000")
    assert command(*asked).stderr == ""
    seen = command(*asked, FORCE_COLOR="1", TERM="xterm").stderr
    assert "\N{BOX DRAWINGS HEAVY HORIZONTAL}" in seen
    assert re.search(r"[1-9]\d?0?%", seen)
    counting = ("counter", table, "--no-indices", "--rounds", "2000", "--seed", "1")
    assert "2000/2000" in command(*counting, FORCE_COLOR="1", TERM="xterm").stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("exposure", "insurance", "--penetration", "2"), "A penetration lies between 0 and 1"),
        (("exposure", "insurance", "--count", "hilo"), "hi-lo"),
        (("exposure", "insurance", "--json", "--csv"), "Use --csv or --json, not both."),
        (("distribution", "TABLE", "--wager", "axman"), "T does not offer 'axman'"),
        (("distribution", "TABLE", "--rounds", "0"), "after 1 to 100,000 rounds, not 0"),
    ],
)
def test_a_wrong_option_is_one_sentence(
    table: str, arguments: tuple[str, ...], sentence: str
) -> None:
    result = command(*(table if argument == "TABLE" else argument for argument in arguments))
    assert (result.returncode, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1
