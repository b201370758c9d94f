"""The tutorial "Design a side bet": its files are built as printed and its commands run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from nightly import NIGHTLY

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "design-a-side-bet.md"
SHEETS = """
from pathlib import Path

from upcard.cli.wagers import load_wagers
from upcard.reports.par.sheet import par_sheets
from upcard.reports.report import write_paper
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import source_of
from upcard.submission.check import check
from upcard.submission.read import read

load_wagers(Path("wagers"))
document = read(Path("bet.toml"))
source = source_of(document, check(document)[0])
Path("papers").mkdir()
for paper in (*par_sheets(source), payout_sign(source)):
    for file in write_paper(paper, Path("papers"), "a4", source.table.as_of):
        print(file.path, file.title)
"""
"""By day: the papers of `upcard report` that the bet itself is on; no play is solved for them."""
PROGRAMS = {"upcard": ["-m", "upcard"], "python": []}


@pytest.mark.nightly
def test_the_page_makes_a_bet_that_is_priced_and_dealt(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert _written(text, tmp_path) == [
        "wagers/suited_sum.py",
        "design.py",
        "wagers/suited_sum.toml",
        "bet.toml",
        "bet.script",
    ]
    ran = []
    for session in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, shown in re.findall(r"\$ (.*)\n([^$]*)", session):
            ran.append(command.split()[-1] if "--wagers" not in command else command.split()[3])
            if ran[-1] == "report" and not NIGHTLY:
                result = _run(tmp_path, f"python -c {shlex.quote(SHEETS)}")
            else:
                result = _run(tmp_path, command)
            assert " ".join(shown.split()) in " ".join(result.split()), command
    assert ran == ["design.py", "odds", "odds", "check", "deal", "sim", "report"]
    sign = (tmp_path / "papers" / "payout-sign.html").read_text(encoding="utf-8")
    assert "Suited Sum" in sign
    assert "35 to 1" in sign


def _written(text: str, folder: Path) -> list[str]:
    """Write the files of the page to a folder; their names in the order of the page."""
    written = []
    for part in re.split(r"(?<=```)\n", text):
        block = re.search(r"```(toml|python|text)\n(.*?)```", part, re.DOTALL)
        names = re.findall(r"`([\w/.-]+\.(?:toml|py|script))`", part.partition("```")[0])
        if block is not None and names and names[-1] not in written:
            (folder / names[-1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / names[-1]).write_text(block.group(2), encoding="utf-8")
            written.append(names[-1])
    return written


def _run(folder: Path, command: str) -> str:
    """What a command prints, in a process of its own."""
    name, *words = shlex.split(command)
    result = subprocess.run(
        [sys.executable, *PROGRAMS[name], *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
