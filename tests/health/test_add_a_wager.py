"""The tutorial "Add a wager in an hour": its files are built as printed; commands and tests run."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nightly import day_environment
from upcard.wagers.facts import FACTS

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "add-a-wager.md"
COPIED = ("src/upcard", "tests", "tools")
FILE = r"`([\w/.-]+\.(?:toml|py|script|cells))`"


@pytest.mark.nightly
def test_the_files_of_the_tutorial_make_a_wager(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tmp_path / folder)  # with its bytecode: it starts quicker
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert _written(text, tmp_path) == [
        "src/upcard/rules/data/twin_upcard.toml",
        "src/upcard/wagers/twin_upcard.py",
        "twin.toml",
        "twin.script",
        "tests/wagers/naive_twin_upcard.py",
        "tests/odds/naive_cases.py",
        "tests/odds/naive_cases.py",
        "tests/golden/cells/outside_the_source_texts.cells",
        "tests/simulation/cases.py",
        "tests/regulation/test_s601a_02_twin_upcard.py",
    ]
    ran = []
    for session in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, shown in re.findall(r"\$ (.*)\n([^$]*)", session):
            result = _run(tmp_path, command)
            assert " ".join(shown.split()) in " ".join(result.split()), command
            ran.append(command.split()[0])
    assert ran == ["upcard"] * 4 + ["python"] + ["pytest"] * 4
    (record, _) = json.loads(_run(tmp_path, "upcard odds twin-upcard --json"))["records"]
    ways = {outcome["outcome"]: outcome["combinations"] for outcome in record["outcomes"]}
    assert ways["twins"] == 312 * (311 * 310 - 306 * 305) // 2
    assert sum(ways.values()) == 312 * 311 * 310 // 2


def test_the_tutorial_says_where_each_fact_is_counted() -> None:
    _, _, after = PAGE.read_text(encoding="utf-8").partition(
        "| the classifier takes | count it in |"
    )
    rows = re.findall(r"^\| (.*) \| (.*) \|$", after.partition("\n\n")[0], re.MULTILINE)
    named = {word for facts, _ in rows for word in re.findall(r"`(\w+)`", facts)}
    assert named >= FACTS
    for _, places in rows:
        assert all((ROOT / file).is_file() for file in re.findall(r"`(tests/[\w/.]+)`", places))


def _written(text: str, folder: Path) -> list[str]:
    """Make the files and the changes of the page; the files' names in the order of the page."""
    written = []
    name = ""
    for part in re.split(r"(?<=```)\n", text):
        name = (re.findall(FILE, part.partition("```")[0]) or [name])[-1]
        path = folder / name
        made = re.search(r"```(toml|python|text)\n(.*?)```", part, re.DOTALL)
        if made is not None:
            path.write_text(made.group(2), encoding="utf-8")
            written.append(name)
        for before, added in re.findall(r"```diff\n (.*\n)((?:\+.*\n)+)```", part):
            old = path.read_text(encoding="utf-8")
            assert old.count(before) == 1, before
            new = before + re.sub(r"(?m)^\+", "", added)
            path.write_text(old.replace(before, new), encoding="utf-8")
            written.append(name)
    return written


def _run(folder: Path, command: str) -> str:
    """What a command prints, by the copy of the sources with the new files."""
    program = {"upcard": ["-m", "upcard"], "pytest": ["-m", "pytest"], "python": []}
    name, *words = re.findall(r'"[^"]*"|\S+', command)
    result = subprocess.run(
        [sys.executable, *program[name], *(word.strip('"') for word in words)],
        cwd=folder,
        env={**day_environment(), "PYTHONPATH": str(folder / "src"), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
