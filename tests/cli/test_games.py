"""Every game from the command line: new, check, deal from a script, deal in a terminal."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from cli.test_commands import _run as run
from cli.test_play import Terminal
from upcard.rules.loader import all_games
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse
from upcard.submission.writing.new import new_submission

WHEEL: Final = "tests/golden/rounds/submissions/lightning-roulette.toml"
BACCARAT: Final = "tests/golden/rounds/submissions/baccarat-8.toml"
HYBRID: Final = "tests/golden/hybrid/submissions/hybrid-6.toml"
GAMES: Final = [game.slug for game in all_games()]


def uncommented(text: str) -> str:
    """What ``upcard new`` writes, with every wager offered that fits the game's decks."""
    head, wagers = re.split(r"^# Wagers.*$", text, maxsplit=1, flags=re.M)
    offered = []
    for block in wagers.split("\n\n")[1:]:  # after what is said of all of them
        title, *lines = block.splitlines()
        if not any(words in title for words in ("no paytable", "needs", "instead of")):
            # one wager alone feeds the Must-Hit-By Mystery
            keys = [line for line in lines if "must_hit_by" not in line]
            offered += [re.sub(r"^(# ){1,2}", "", line) for line in keys]
    return head + "\n".join(offered)


@pytest.mark.parametrize("game", GAMES)
def test_what_new_writes_complies_or_says_what_is_missing(game: str) -> None:
    text = new_submission(game)
    submission, findings = check(parse(text))
    assert submission is not None
    missing = [finding.field for finding in findings if finding.severity == "error"]
    assert (" him " in text, " he " in text) == (False, False)
    said = re.findall(r"^# holder without a value: (.*)\.$", text, re.M)
    assert said == ([", ".join(missing)] if missing else [])
    if game == "lightning-roulette":
        assert missing == ["lightning.numbers", "lightning.payouts"]
        weights = re.sub(r"^# (numbers|payouts) = (.*)$", r"\1 = \2", text, flags=re.M)
        filled, findings = check(parse(weights.replace("?", "1")))
        assert filled is not None
        assert findings == []
        assert compile_table(filled).variation.has_wheel
    else:
        assert missing == []
        assert compile_table(submission).game == game


@pytest.mark.parametrize("game", [game for game in GAMES if game != "lightning-roulette"])
def test_the_wagers_that_new_lists_comply(game: str) -> None:
    _, findings = check(parse(uncommented(new_submission(game))))
    assert [finding for finding in findings if finding.severity == "error"] == []


def dealt(tmp_path: Path, submission: str, script: str) -> dict[str, Any]:
    path = tmp_path / "rounds.script"
    path.write_text(script, encoding="utf-8")
    result = run("deal", submission, "--script", str(path), "--json")
    assert result.stderr == ""
    record: dict[str, Any] = json.loads(result.stdout)
    return record


def test_a_spin_from_a_script(tmp_path: Path) -> None:
    script = "wager 2 straight-17 5, red 10\nlucky 17=299 4=49\nspin 17\n"
    record = dealt(tmp_path, WHEEL, script)
    assert (record["pocket"], record["table"]) == (17, "LR-01")
    assert record["lucky"] == [
        {"number": 17, "pays": "299 to 1"},
        {"number": 4, "pays": "49 to 1"},
    ]
    assert [(row["wager"], row["paid"]) for row in record["settlements"]] == [
        ("red", "0.00"),
        ("straight-17", "1500.00"),
    ]


def test_a_wheel_is_left_to_chance_where_the_script_says_nothing(tmp_path: Path) -> None:
    record = dealt(tmp_path, WHEEL, "wager 1 red 10\n")
    assert record["pocket"] in range(37)
    assert 1 <= len(record["lucky"]) <= 5


def test_terminals_share_a_position(tmp_path: Path) -> None:
    script = (
        "cards 9s 8h Ts 7c 8d 6d Td 5c\nplayer 1.2 ann\n"
        "wager 1.1 blackjack 15\nwager 1.2 blackjack 15\nwager 2.1 blackjack 15\n"
        "decide 1.1 hit\ndecide 1.2 stand stand\n"
    )
    record = dealt(tmp_path, HYBRID, script)
    assert [(position["position"], position["player"]) for position in record["positions"]] == [
        (1, "1.1"),
        (1, "ann"),
        (2, "2.1"),
    ]
    assert record["unused"] == [{"position": 1, "player": "ann", "answers": ["stand"]}]


@pytest.mark.parametrize(
    ("submission", "script", "said"),
    [
        (WHEEL, "cards As\nwager 1 red 10\n", "is played without cards"),
        (BACCARAT, "spin 3\nwager 1 baccarat-tie 10\n", "is not played at a wheel"),
        (BACCARAT, "cards As\nwager 1.1 baccarat-tie 10\n", "is not played at terminals"),
        (BACCARAT, "cards As\nwager 1 baccarat-tie 10\n", "run out"),
        (WHEEL, "lucky 17\nwager 1 red 10\n", "is not a Lucky Number"),
        (WHEEL, "spin zero\nwager 1 red 10\n", "is not a number of the wheel"),
        (HYBRID, "wager 1.x blackjack 15\n", "is not a position"),
    ],
)
def test_a_script_that_cannot_be_played(
    tmp_path: Path, submission: str, script: str, said: str
) -> None:
    path = tmp_path / "rounds.script"
    path.write_text(script, encoding="utf-8")
    result = run("deal", submission, "--script", str(path), "--json")
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_refused_spin_names_its_section(tmp_path: Path) -> None:
    record = dealt(tmp_path, WHEEL, "wager 1 red 10\nlucky 1=49\nspin 37\n")
    assert record["refused"]["section"] == "58 Pa. Code § 617b.3(a)"


def test_a_table_on_a_journal_from_the_command_line(tmp_path: Path) -> None:
    place = str(tmp_path / "wheel.journal")
    for _ in range(2):
        result = run("deal", WHEEL, "--rounds", "2", "--journal", place, "--json")
        assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(run("verify", place, "--json").stdout)["rounds"] == 4
    shown = run("replay", place, "--round", "3").stdout
    assert "the ball rests in" in shown


def test_the_wheel_in_a_terminal() -> None:
    table = Terminal(WHEEL, "--seed", "1")
    assert "single-zero wheel" in table.until("wager> ")
    assert "617a.3" in table.say("99 3", "wager> ")
    assert "Write the name of each wager" in table.say("17", "wager> ")
    shown = table.say("17 5 red 2", "wager> ")
    assert re.search(r"the ball rests in \d+ (red|black|green) +Lucky Numbers", shown)
    assert re.search(r"straight-17 +(lose|straight|lucky-number-\d+)", shown)
    assert re.search(r"red +(win|lose)", table.say("", "wager> "))
    assert "Good-bye." in table.say("q", "Good-bye.")
    assert table.ended() == 0


def test_baccarat_in_a_terminal() -> None:
    table = Terminal(BACCARAT, "--seed", "1")
    assert "4  majestic-match-player, $5.00 to $500.00" in table.until("wager> ")
    shown = table.say("baccarat-banker 20 5 10", "wager> ")
    assert re.search(r"round 1    player .*banker ", shown)
    assert re.search(r"majestic-match-banker +(lose|suited-match|royal-match)", shown)
    assert "Good-bye." in table.say("q", "Good-bye.")
    assert table.ended() == 0


def test_a_hybrid_table_in_a_terminal() -> None:
    table = Terminal(HYBRID, "--seed", "3")
    table.until("wager> ")
    shown = table.say("15 1 5", "> ")
    assert "Community" in shown or "wager> " in shown
    while "wager> " not in shown:
        shown = table.say("n" if "dealer shows" in shown else "s", "> ")
    assert re.search(r"blackjack +(win|lose|push|bust|blackjack)", shown)
    assert "Good-bye." in table.say("q", "Good-bye.")
    assert table.ended() == 0
