"""The public contract of the command line: exit statuses, JSON on standard output alone."""

import json
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from command_line import upcard

ROOT = Path(__file__).parent.parent.parent
SEVEN = "submissions/seven-seats.toml"
CONTRACT_SCRIPT = """\
cards     As 8h Ad Kd 8c 9h 3d 7s 2h Ts   # 1 has Blackjack, 2 splits eights, dealer 20
wager 1   blackjack 15
wager 2   blackjack 30
decide 1  no-insurance
decide 2  insurance=15 split hit stand double
"""


def _run(*arguments: str) -> CompletedProcess[str]:
    return upcard(*arguments, folder=ROOT)


def _process(*arguments: str) -> CompletedProcess[str]:
    """The same in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "upcard", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def _script(folder: Path, text: str) -> str:
    path = folder / "rounds.script"
    path.write_text(text, encoding="utf-8")
    return str(path)


def _submission(folder: Path, text: str) -> str:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_contract_s_example_round(tmp_path: Path) -> None:
    result = _process("deal", SEVEN, "--script", _script(tmp_path, CONTRACT_SCRIPT), "--json")
    assert (result.returncode, result.stderr) == (0, "")
    record = json.loads(result.stdout)
    assert record["positions"][0]["hands"] == [
        {"cards": ["As", "Kd"], "decisions": [], "total": 21}
    ]
    assert record["positions"][1]["hands"] == [
        {"cards": ["8h", "3d", "7s"], "decisions": ["split", "hit", "stand"], "total": 18},
        {"cards": ["8c", "2h", "Ts"], "decisions": ["double"], "total": 20},
    ]
    assert record["dealer"] == {"cards": ["Ad", "9h"], "total": 20}
    assert {
        "position": 2,
        "hand": 2,
        "wager": "blackjack",
        "outcome": "push",
        "wagered": "60.00",
        "paid": "60.00",
        "net": "0.00",
        "section": "58 Pa. Code § 633a.7(q)",
    } in record["settlements"]


def test_a_refused_round_is_told_and_the_next_one_goes_on(tmp_path: Path) -> None:
    refused = CONTRACT_SCRIPT.replace("insurance=15", "insurance=20")
    path = _script(tmp_path, refused + "\n" + CONTRACT_SCRIPT)
    result = _run("deal", SEVEN, "--script", path, "--json")
    first, second = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 1
    assert first["refused"]["section"] == "58 Pa. Code § 633a.8(b)"
    assert second["round"] == 2  # rounds are numbered as the blocks of the script
    assert "refused" not in second


def test_answers_left_over_are_listed(tmp_path: Path) -> None:
    path = _script(tmp_path, CONTRACT_SCRIPT + "decide 1 hit\n")
    record = json.loads(_run("deal", SEVEN, "--script", path, "--json").stdout)
    assert record["unused"] == [{"position": 1, "answers": ["hit"]}]


def test_the_same_seed_deals_the_same_rounds() -> None:
    arguments = ("deal", SEVEN, "--rounds", "5", "--json", "--seed")
    assert _run(*arguments, "3").stdout == _run(*arguments, "3").stdout
    assert _run(*arguments, "3").stdout != _run(*arguments, "4").stdout


def test_check_answers_no_with_every_finding_at_once() -> None:
    result = _run("check", "docs/refused.toml", "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, result.stderr) == (1, "")
    assert answer["complies"] is False
    assert [(finding["line"], finding["field"]) for finding in answer["findings"]] == [
        (5, "table.positions"),
        (7, "wagers.match-the-dealer.paytable"),
        (11, "wagers.royal-match-21.paytable"),
    ]
    assert answer["findings"][2]["allowed"] == ["C", "D", "E"]
    assert set(answer["findings"][0]) == {
        *("rule", "severity", "field", "line", "column", "section", "message", "allowed")
    }


def test_a_submission_that_does_not_comply_is_refused_before_any_round() -> None:
    result = _process("deal", "docs/refused.toml", "--rounds", "1", "--json")
    assert result.returncode == 1
    assert len(json.loads(result.stdout)["findings"]) == 3


def test_what_new_writes_complies(tmp_path: Path) -> None:
    text = _run("new", "blackjack").stdout
    path = _submission(tmp_path, text)
    assert json.loads(_run("check", path, "--json").stdout) == {
        "schema": "upcard/check/1",
        "complies": True,
        "findings": [],
    }


def test_every_wager_that_new_writes_as_a_comment_may_be_offered(tmp_path: Path) -> None:
    text = _run("new", "blackjack").stdout
    head, mark, wagers = text.partition("# Wagers that may be offered")
    lines = [
        line.removeprefix("# ") if line.startswith("# ") else line for line in wagers.split("\n")
    ]
    offered = [line for line in lines if line.startswith("[wagers.") or " = " in line[:15]]
    offered = [line for line in offered if "must_hit_by" not in line]  # one wager alone feeds it
    whole = head.replace("fully_automated = false", "fully_automated = true") + "\n".join(offered)
    path = _submission(tmp_path, whole)
    result = _run("check", path)
    assert (result.returncode, mark) == (0, "# Wagers that may be offered"), result.stdout
    assert len([line for line in offered if line.startswith("[")]) > 20


def test_a_warning_is_told_and_complies(tmp_path: Path) -> None:
    path = _submission(
        tmp_path,
        '[table]\nname = "x"\n[wagers.bad-beat]\nseed = 5000\nreseed = 5000\nincrement = "0%"\n',
    )
    result = _run("check", path, "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, answer["complies"]) == (0, True)
    assert [finding["severity"] for finding in answer["findings"]] == ["warning"]
    shown = _run("check", path).stdout
    assert "complies." in shown
    assert "warning  wagers.bad-beat.increment" in shown


def test_a_note_is_told_and_complies(tmp_path: Path) -> None:
    """WSGC Match the Dealer Blackjack names no card reader: upcard assumes one, and says so."""
    text = '[table]\nname = "x"\ngame = "match-the-dealer-blackjack"\ncard_reader = false\n'
    path = _submission(tmp_path, text)
    result = _run("check", path, "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, answer["complies"]) == (0, True)
    assert [finding["severity"] for finding in answer["findings"]] == ["note"]
    assert "note  table.card_reader" in _run("check", path).stdout
    sarif = json.loads(_run("check", path, "--sarif").stdout)
    assert [finding["level"] for finding in sarif["runs"][0]["results"]] == ["note"]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "submissions").glob("*.toml")), ids=lambda path: path.stem
)
def test_the_examples_comply_and_deal(path: Path) -> None:
    assert _run("check", str(path)).returncode == 0
    result = _run("deal", str(path), "--rounds", "40", "--seed", "1", "--json")
    assert result.returncode == 0
    assert [json.loads(line)["round"] for line in result.stdout.splitlines()] == list(range(1, 41))


def test_coverage_tells_status_place_and_tests() -> None:
    found = json.loads(_run("coverage", "--json").stdout)
    entries = {entry["section"]: entry for entry in found["records"]}
    assert len(entries) > 350
    optional = entries["58 Pa. Code § 633a.7(g)"]
    assert optional["status"] == "executable"
    assert optional["tests"]
    assert set(optional) == {"section", "status", "where", "tests", "note"}
    assert "tests/golden/rounds/s633a_07_g_order.rounds" in optional["tests"]


def test_coverage_names_every_test_whole_at_any_width() -> None:
    named = json.loads(_run("coverage", "--status", "procedure", "--json").stdout)["records"]
    lines = _run("coverage", "--status", "procedure").stdout.splitlines()
    tests = {part for entry in named for test in entry["tests"] for part in test.split("::")}
    assert {line.strip() for line in lines} >= tests


def test_rules_has_the_contract_s_form() -> None:
    rules = json.loads(_run("rules", "royal-match-21", "--json").stdout)
    (wager,) = rules["wagers"]
    assert wager["section"] == "58 Pa. Code § 633a.6(e)(4)"
    assert [table["paytable"] for table in wager["paytables"]] == ["A", "B", "C", "D", "E"]
    assert wager["paytables"][2]["pays"]["royal-match"] == "30 to 1"
    assert json.loads(_run("rules", "--as-of", "2010-01-01", "--json").stdout)["wagers"] == []


def test_explain_gives_section_and_choices() -> None:
    choice = json.loads(_run("check", "--explain", "blackjack.payoff_order", "--json").stdout)
    assert choice["section"] == "58 Pa. Code § 633a.7(r)"
    assert "right-to-left" in choice["choices"]


def test_an_unknown_field_is_told_with_those_near_to_it() -> None:
    result = _process("check", "--explain", "table.adjacent_box")
    assert (result.returncode, result.stdout) == (2, "")
    sentence, *near = result.stderr.splitlines()
    assert sentence == "A submission has no field 'table.adjacent_box'; near to it are"
    assert near[0] == "  table.adjacent_boxes"
    assert len(near) <= 8


BAD = {
    "no file": ("check", "nowhere.toml"),
    "a folder": ("check", "submissions"),
    "unknown wager": ("odds", "perfect-pears"),
    "unknown rule": ("rules", "perfect-pears"),
    "unknown game": ("new", "faro"),
    "two questions": ("check", "docs/refused.toml", "--rules"),
    "a jurisdiction of another game": ("new", "blackjack", "--jurisdiction", "wa"),
    "nothing to check": ("check",),
    "decks without a paytable": ("odds", "match-the-dealer", "--decks", "2"),
    "no terminal": ("deal", SEVEN),
    "script and rounds": ("deal", SEVEN, "--script", "docs/example.script", "--rounds", "2"),
    "script missing": ("deal", SEVEN, "--script", "nowhere.script"),
    "unknown status": ("coverage", "--status", "finished"),
    "unknown reading": ("rules", "--reading", "mine"),
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_sentence_and_status_2(arguments: tuple[str, ...]) -> None:
    result = _run(*arguments)
    assert result.returncode == 2, result
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr


SCRIPTS = {
    "cards run out": "cards As 8h\nwager 1 blackjack 15\n",
    "not a card": "cards As 1x\nwager 1 blackjack 15\n",
    "not a line": "deal As\n",
    "not an answer": "cards 9s Ad 8h 9h Ts\nwager 1 blackjack 15\ndecide 1 shrug\n",
    "an amount that is none": "cards 9s Ad 8h 9h\nwager 1 blackjack lots\n",
    "more cards than the decks hold": "cards " + "As " * 7 + "\nwager 1 blackjack 15\n",
    "an amount where none belongs": "cards 9s 6d 8h 9h\nwager 1 blackjack 15\ndecide 1 hit=5\n",
    "empty": "# nothing\n",
}


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script_that_cannot_be_played_is_bad_input(tmp_path: Path, text: str) -> None:
    result = _run("deal", SEVEN, "--script", _script(tmp_path, text), "--json")
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr


TOML = {
    "not TOML": ("[table", 2),
    "a float as money": ('[table]\nname = "x"\nminimum = 15.5\n', 1),
    "no table": ("", 1),
    "an unknown key": ('[table]\nname = "x"\ncolour = "green"\n', 1),
    "an unknown table": ('[table]\nname = "x"\n[felt]\n', 1),
    "a wrong type": ('[table]\nname = 7\ndecks = "six"\n', 1),
    "a negative amount": ('[table]\nname = "x"\nminimum = -5\n', 1),
}


@pytest.mark.parametrize(("text", "status"), TOML.values(), ids=TOML.keys())
def test_a_malformed_submission_says_where(tmp_path: Path, text: str, status: int) -> None:
    result = _run("check", _submission(tmp_path, text), "--json")
    assert result.returncode == status
    assert "Traceback" not in result.stderr
    if status == 1:
        assert all(finding["section"] for finding in json.loads(result.stdout)["findings"])
