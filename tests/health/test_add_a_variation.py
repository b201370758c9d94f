"""The tutorial "Add a variation": its files are built as printed and its commands run."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nightly import NIGHTLY, day_environment

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "add-a-variation.md"
OWN = ["--variations", "my_games"]
OF_HOUSE = "## A variation of house rules"
BY_CARDS = "## A Blackjack that is paid by its cards"
REVISION = "Push 22, revision 1"
PLACES = {
    "game.toml": "rules/data/game_push_22.toml",
    "game.py": "games/push_22.py",
    "submission.py": "submission/games/push_22.py",
    "engine.py": "engine/variations/push_22.py",
    "strategy.py": "exact/strategy/variations/push_22.py",
    "simulation.py": "simulation/variations/push_22.py",
}
"""Where the files of a variation of upcard's own are."""


def _page() -> str:
    """The page up to the example of a Blackjack that is paid by its cards."""
    return PAGE.read_text(encoding="utf-8").partition(BY_CARDS)[0]


@pytest.mark.nightly
def test_the_files_of_the_tutorial_make_a_variation(tmp_path: Path) -> None:
    text = _page()
    assert _written(text, tmp_path) == [
        "my_games/push_22/game.toml",
        "my_games/push_22/game.py",
        "my_games/push_22/submission.py",
        "my_games/push_22/engine.py",
        "my_games/push_22/strategy.py",
        "my_games/push_22/simulation.py",
        "push.toml",
        "push.script",
        "house.toml",
    ]
    ran = []
    for session in re.findall(r"```console\n(.*?)```", text.partition(OF_HOUSE)[0], re.DOTALL):
        for command, shown in re.findall(r"\$ (upcard .*)\n([^$]*)", session):
            words = command.split()[1:]
            ran.append(words[2])
            if words[2] == "report" and not NIGHTLY:
                continue  # takes 20 s: by day the variation without best play has its papers
            result = _run(tmp_path, words)
            assert " ".join(shown.split()) in " ".join(result.split()), command
    assert ran == ["check", "deal", "strategy", "odds", "sim", "report"]
    if NIGHTLY:
        _sign_is_printed(tmp_path)
    assert "push-22" in _run(tmp_path, [*OWN, "rules"])
    _played_and_solved_alike(tmp_path)
    script = (tmp_path / "push.script").read_text(encoding="utf-8")
    (tmp_path / "other.script").write_text(script.replace("stand", "surrender"), encoding="utf-8")
    refused = _started(tmp_path, [*OWN, "deal", "push.toml", "--script", "other.script"])
    assert "No hand is surrendered at Push 22.\n  58 Pa. Code § 601a.2" in refused.stdout


def _sign_is_printed(folder: Path) -> None:
    assert "6 to 5" in (folder / "papers" / "payout-sign.html").read_text(encoding="utf-8")


def _played_and_solved_alike(folder: Path) -> None:
    """The simulated mean lies near the exact one, and the choice changes that; with one deck."""
    submission = folder / "push.toml"
    text = submission.read_text(encoding="utf-8").replace("[table]", "[table]\ndecks = 1")
    submission.write_text(text, encoding="utf-8")
    dealing = ["--rounds", "400000", "--seed", "1", "--fresh-shoe", "--json"]
    found = json.loads(_run(folder, [*OWN, "sim", "push.toml", *dealing]))
    (blackjack,) = (wager for wager in found["wagers"] if wager["wager"] == "blackjack")
    solved = _expected_value(folder)
    assert abs(blackjack["mean"] - solved) < 0.01
    submission.write_text(text.replace('"push"', '"bust"'), encoding="utf-8")
    assert _expected_value(folder) > solved + 0.05


def _expected_value(folder: Path) -> float:
    """The expected win of the Blackjack wager, as it is solved."""
    words = [*OWN, "strategy", "push.toml", "--play", "total", "--json"]
    found: float = json.loads(_run(folder, words))["expected_value"]
    return found


def test_a_variation_is_unknown_where_its_folder_is_not_named(tmp_path: Path) -> None:
    _written(_page(), tmp_path)
    refused = _started(tmp_path, ["check", "push.toml"])
    assert refused.returncode == 1
    assert "'push-22' is not one of the choices." in refused.stdout
    (tmp_path / "nothing").mkdir()
    empty = _started(tmp_path, ["--variations", "nothing", "rules"])
    assert empty.returncode == 2
    assert (
        empty.stderr
        == f"{tmp_path}/nothing contains no variation: no folder in it has a game.toml.\n"
    )


@pytest.mark.nightly
def test_a_variation_of_house_rules_claims_no_text(tmp_path: Path) -> None:
    """Its files change as the page says, and its table takes the keys of house rules."""
    page = _page()
    _written(page, tmp_path)
    files = tmp_path / "my_games" / "push_22"
    _change(files / "game.toml", ('"pa"', '"house"'), (r"58 Pa\. Code § [^\"]*", REVISION))
    _change(files / "game.py", (r"upcard\.games\.variation", "upcard.games.house"))
    _change(files / "game.py", (r"\bVariation\b(?=$|, f)", "HouseVariation"))
    _change(files / "submission.py", ('"601a.2"', '"submission: push_22.dealer_22"'))
    _change(files / "engine.py", (r"58 Pa\. Code § 601a\.2", REVISION))
    (session,) = re.findall(r"```console\n(.*?)```", page.partition(OF_HOUSE)[2], re.DOTALL)
    for command, shown in re.findall(r"\$ (upcard .*)\n([^$]*)", session):
        result = _run(tmp_path, command.split()[1:])
        assert " ".join(shown.split()) in " ".join(result.split()), command
    script = (tmp_path / "push.script").read_text(encoding="utf-8")
    (tmp_path / "other.script").write_text(script.replace("stand", "surrender"), encoding="utf-8")
    refused = _started(tmp_path, [*OWN, "deal", "house.toml", "--script", "other.script"])
    assert f"No hand is surrendered at Push 22.\n  {REVISION}" in refused.stdout
    solved = " ".join(_run(tmp_path, [*OWN, "strategy", "house.toml", "--play", "total"]).split())
    assert "Blackjack pays 6 to 5" in solved


@pytest.mark.nightly
def test_a_blackjack_is_paid_by_its_cards(tmp_path: Path) -> None:
    """The lines of the page are added; dealt, solved and simulated they pay alike."""
    _written(_page(), tmp_path)
    plain = _expected_value(tmp_path)
    example = PAGE.read_text(encoding="utf-8").partition(BY_CARDS)[2]
    assert _written(example, tmp_path) == ["my_games/push_22/simulation.py", "color.script"]
    _patched(example, tmp_path)
    (session,) = re.findall(r"```console\n(.*?)```", example, re.DOTALL)
    for command, shown in re.findall(r"\$ (upcard .*)\n([^$]*)", session):
        result = _run(tmp_path, command.split()[1:])
        assert " ".join(shown.split()) in " ".join(result.split()), command
    script = (tmp_path / "color.script").read_text(encoding="utf-8")
    (tmp_path / "two.script").write_text(script.replace("Ks", "Kh"), encoding="utf-8")
    assert "+18.00" in _run(tmp_path, [*OWN, "deal", "push.toml", "--script", "two.script"])
    assert _expected_value(tmp_path) > plain + 0.015, "half of all Blackjacks win 0.8 more"
    dealing = ["--rounds", "400000", "--seed", "1", "--fresh-shoe", "--json"]
    found = json.loads(_run(tmp_path, [*OWN, "sim", "push.toml", *dealing]))
    blackjack = found["wagers"][0]
    assert abs(blackjack["mean"] - blackjack["exact"]) < 0.01


def _patched(example: str, folder: Path) -> None:
    """Apply the page's changes, each to the file that was named last."""
    file = folder
    for name, lines in re.findall(
        r"`((?:my_games|tests)/[\w/.]+)`|```diff\n(.*?)```", example, re.DOTALL
    ):
        if name:
            file = folder / name
            continue
        old, new = (
            "".join(f"{line[1:]}\n" for line in lines.splitlines() if line[0] in f" {sign}")
            for sign in "-+"
        )
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file.name} has these lines once:\n{old}"
        file.write_text(text.replace(old, new), encoding="utf-8")


PAYS_SUITED = """
    def blackjack_odds(
        self, first: int, second: int, switched: bool | None, ordinary: PaidOdds, dealer: int = 0
    ) -> PaidOdds:
        return PaidOdds(2) if first % 4 == second % 4 else ordinary

    def blackjack_section(self) -> str:
        return "58 Pa. Code § 601a.2"
"""


def test_check_refuses_a_variation_that_pays_what_no_sign_prints(tmp_path: Path) -> None:
    _written(_page(), tmp_path)
    files = tmp_path / "my_games" / "push_22"
    _change(
        files / "game.py",
        (r"\Z", PAYS_SUITED),
        (r"\nGAME", "from upcard.money.odds import PaidOdds\n\nGAME"),
    )
    refused = _started(tmp_path, [*OWN, "check", "push.toml"])
    assert refused.returncode == 2
    assert "push-22 pays a Blackjack 2 to 1, odds that neither [pays]" in refused.stderr
    row = '\\1\nsuited-blackjack = "{}"'
    _change(files / "game.toml", (r"^(\[pays\])", row.format("2 to 1")))
    _change(files / "game.toml", (r"^(\[pays_sections\])", row.format("58 Pa. Code § 601a.2")))
    assert _run(tmp_path, [*OWN, "check", "push.toml"]) == "push.toml complies.\n"


def _change(file: Path, *changes: tuple[str, str]) -> None:
    """Replace each pattern in a file, which has to have it."""
    text = file.read_text(encoding="utf-8")
    for pattern, new in changes:
        text, times = re.subn(pattern, new, text, flags=re.MULTILINE)
        assert times, pattern
    file.write_text(text, encoding="utf-8")


@pytest.mark.nightly
def test_the_variation_can_be_one_of_upcard_s_own(tmp_path: Path) -> None:
    _written(_page(), tmp_path)
    source = tmp_path / "src" / "upcard"
    shutil.copytree(ROOT / "src" / "upcard", source)  # with its bytecode: it starts quicker
    for name, place in PLACES.items():
        text = (tmp_path / "my_games" / "push_22" / name).read_text(encoding="utf-8")
        text = text.replace("from .game import", "from upcard.games.push_22 import")
        text = re.sub(r"side_wagers = .*", 'variation = "push_22"\norder = 9', text)
        (source / place).write_text(text, encoding="utf-8")
    for wager in ("insurance", "lucky_ladies"):
        path = source / "rules" / "data" / f"{wager}.toml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('games = ["', 'games = ["push-22", "'), encoding="utf-8")
    assert _run(tmp_path, ["check", "push.toml"]) == "push.toml complies.\n"
    dealt = _run(tmp_path, ["deal", "push.toml", "--script", "push.script"])
    assert "submission: push_22.dealer_22" in dealt
    for name in ("tests", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    _golden_round_is_dealt(tmp_path)
    _kernels_settle_alike(tmp_path)


def _golden_round_is_dealt(folder: Path) -> None:
    """The golden round of the page, replayed by the test of golden rounds."""
    text = PAGE.read_text(encoding="utf-8")
    submission, rounds = re.findall(r"`(tests/[\w/-]+push.22\.\w+)`", text)
    (test,) = re.findall(r"`pytest (tests/\S+) -k push_22`", text)
    (golden,) = re.findall(r"```rounds\n(.*?)```", text, re.DOTALL)
    shutil.copy(folder / "push.toml", folder / submission)
    (folder / rounds).write_text(golden, encoding="utf-8")
    _passes(folder, test, "push_22")


def _kernels_settle_alike(folder: Path) -> None:
    """The row of the page: engine and kernels play the same rounds, by the command of the page."""
    text = PAGE.read_text(encoding="utf-8")
    (row,) = re.findall(r"`(tests/simulation/cases\.py)`.*?```diff\n(.*?)```", text, re.DOTALL)
    _patched(f"`{row[0]}`\n```diff\n{row[1]}```", folder)
    (test,) = re.findall(r"`pytest (tests/\S+) -k push-22`", text)
    _passes(folder, test, "push-22")


def _passes(folder: Path, test: str, keyword: str) -> None:
    """Run the test of a file that has a keyword; there is one, and it passes."""
    asked = ["-m", "pytest", test, "-k", keyword]
    result = _python(folder, asked)
    assert "1 passed" in result.stdout, result.stdout


@pytest.mark.nightly
def test_a_variation_whose_best_play_is_not_known(tmp_path: Path) -> None:
    """Without `strategy.py`: a play that is named is simulated, the papers say so."""
    _written(_page(), tmp_path)
    (tmp_path / "my_games/push_22/strategy.py").unlink()
    dealing = [*OWN, "sim", "push.toml", "--rounds", "2000", "--seed", "1", "--json"]
    refused = _started(tmp_path, dealing)
    assert refused.returncode == 2
    assert "Name a strategy to play by with --strategy FILE." in refused.stderr
    (tmp_path / "mine.toml").write_text('16 = { 10 = "stand" }', encoding="utf-8")
    played = _started(tmp_path, [*dealing, "--strategy", "mine.toml"])
    assert "Hands that the strategy does not name are played as at Blackjack." in played.stderr
    blackjack, lucky_ladies = json.loads(played.stdout)["wagers"]
    assert (blackjack["exact"], lucky_ladies["exact"] is None) == (None, False)
    result = _run(tmp_path, [*OWN, "report", "push.toml", "--out", "papers"])
    (shown,) = re.findall(r"\$ upcard .* report .*\n([^$`]*)", _page())
    assert " ".join(shown.split()) in " ".join(result.split())
    _sign_is_printed(tmp_path)
    sheet = (tmp_path / "papers" / "par-blackjack.html").read_text(encoding="utf-8")
    assert "The best play of push-22 is not known" in sheet
    assert "House edge" not in sheet


def _written(text: str, folder: Path) -> list[str]:
    """Write the files of the page to a folder; their names in the order of the page."""
    written = []
    for part in re.split(r"(?<=```)\n", text):
        block = re.search(r"```(toml|python|text)\n(.*?)```", part, re.DOTALL)
        if block is not None:
            before = part.partition("```")[0]
            name = re.findall(r"`([\w/.-]+\.(?:toml|py|script))`", before)[-1]
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(block.group(2), encoding="utf-8")
            written.append(name)
    return written


def _run(folder: Path, words: list[str]) -> str:
    """What a command prints, in a process of its own."""
    result = _started(folder, words)
    assert result.returncode == 0, result.stderr
    return result.stdout


def _started(folder: Path, words: list[str]) -> "subprocess.CompletedProcess[str]":
    return _python(folder, ["-m", "upcard", *words])


def _python(folder: Path, words: list[str]) -> "subprocess.CompletedProcess[str]":
    sources = [str(folder / "src"), str(ROOT / "src")]
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**day_environment(), "PYTHONPATH": os.pathsep.join(sources), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
