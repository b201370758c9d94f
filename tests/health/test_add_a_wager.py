"""The tutorial "Add a wager in an hour": its files are built as printed and its commands run."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "add-a-wager.md"


def test_the_files_of_the_tutorial_make_a_wager(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    shutil.copytree(ROOT / "src" / "upcard", tmp_path / "src" / "upcard")
    written = []
    for part in re.split(r"(?<=```)\n", text):
        block = re.search(r"```(toml|python|text)\n(.*?)```", part, re.DOTALL)
        names = re.findall(r"`([\w/.-]+\.(?:toml|py|script))`", part.partition("```")[0])
        if block is not None:
            path = tmp_path / names[-1]
            path.write_text(block.group(2), encoding="utf-8")
            written.append(names[-1])
    assert written == [
        "src/upcard/rules/data/twin_upcard.toml",
        "src/upcard/wagers/twin_upcard.py",
        "twin.toml",
        "twin.script",
    ]
    ran = 0
    for session in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, shown in re.findall(r"\$ (upcard .*)\n([^$]*)", session):
            done = _run(tmp_path, command.split()[1:])
            assert " ".join(shown.split()) in " ".join(done.split()), command
            ran += 1
    assert ran == 4
    (record,) = json.loads(_run(tmp_path, ["odds", "twin-upcard", "--decks", "6", "--json"]))
    counts = {one["outcome"]: one["combinations"] for one in record["outcomes"]}
    assert counts["twins"] == 312 * 5 * 310 // 2
    assert sum(counts.values()) == 312 * 311 * 310 // 2


def _run(folder: Path, words: list[str]) -> str:
    """What a command prints, by the copy of the sources with the new files."""
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
