"""A wager in an installed package is found by its entry point, and dealt like any other."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "lucky-club"
version = "1"

[project.entry-points."upcard.wagers"]
three-clubs = "lucky_club"

[tool.hatch.build.targets.wheel]
packages = ["lucky_club"]
"""

CODE: Final = '''
"""Three Clubs: the player's two cards and the upcard are clubs."""

import upcard

OUTCOMES = ("lose", "three-clubs")


@upcard.kernel
def classify(first, second, upcard):
    """Index into OUTCOMES."""
    return 1 if first & 3 == 3 and second & 3 == 3 and upcard & 3 == 3 else 0
'''

DATA: Final = """
title = "Three Clubs"
slug = "three-clubs"
section = "house rules of the Lucky Club"
settles = "initial-deal"
stake_returned = true

[[paytable]]
id = "A"
section = "house rules of the Lucky Club"
pays = { three-clubs = "60 to 1" }
"""

TABLE: Final = '[table]\nname = "C"\njurisdiction = "house"\n[wagers.three-clubs]\nminimum = 5\n'


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel of a package with a wager was installed."""
    folder = tmp_path_factory.mktemp("club")
    package = folder / "lucky_club"
    package.mkdir()
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "three_clubs.py").write_text(CODE, encoding="utf-8")
    (package / "three_clubs.toml").write_text(DATA, encoding="utf-8")
    _run(folder, sys.executable, "-m", "hatchling", "build", "-t", "wheel")
    (wheel,) = folder.glob("dist/*.whl")
    target = folder / "installed"
    uv = Path(sys.executable).parent / "uv"
    _run(folder, uv, "pip", "install", "--offline", "--no-deps", "--target", target, wheel)
    return target


def _run(folder: Path, *words: str | Path, path: Path | None = None) -> str:
    """What a process in a folder prints, with one more folder of packages."""
    own = {} if path is None else {"PYTHONPATH": str(path)}
    environment = {**os.environ, **own}
    result = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.nightly
def test_it_is_priced_and_dealt(installed: Path, tmp_path: Path) -> None:
    command = (sys.executable, "-m", "upcard")
    asked = ("odds", "three-clubs", "--decks", "6", "--json")
    (record,) = json.loads(_run(tmp_path, *command, *asked, path=installed))["records"]
    won = {row["outcome"]: row["probability"] for row in record["outcomes"]}
    assert won["three-clubs"] == "1463/96410"  # 78 x 77 x 76 / (312 x 311 x 310)
    assert record["section"] == "house rules of the Lucky Club"
    (tmp_path / "table.toml").write_text(TABLE, encoding="utf-8")
    dealt = ("deal", "table.toml", "--rounds", "1", "--seed", "1", "--json")
    (dealt_round,) = _run(tmp_path, *command, *dealt, path=installed).splitlines()
    assert "three-clubs" in {
        settlement["wager"] for settlement in json.loads(dealt_round)["settlements"]
    }
