"""What the documentation says stays true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import upcard
from upcard.cli.app import app
from upcard.engine.blackjack.flow import FLOW
from upcard.rules.sections import sections

ROOT = Path(__file__).parent.parent.parent
COMMANDS = sorted(
    str(command.name or command.callback.__name__)
    for command in app.registered_commands
    if command.callback
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"## `upcard {name}" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_documented(name: str) -> None:
    done = upcard(name, "--help", columns=200)
    assert done.returncode == 0
    options = set(re.findall(r"--[a-z][a-z-]*", done.stdout)) - {"--help"}
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    chapter = text.partition(f"## `upcard {name}")[2].partition("\n## ")[0]
    assert [option for option in sorted(options) if option not in chapter] == []


def test_the_drawn_phases_are_the_engine_s() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert FLOW.diagram() in text


def test_the_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make run" in text
    assert "make test" in text


def test_the_readme_s_session_is_real() -> None:
    """Every `$ upcard …` of README runs, and what it prints is what README shows."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    sessions = [part.partition("```")[0] for part in text.split("```console\n")[1:]]
    ran = 0
    for session in sessions:
        command, _, shown = session.partition("\n")
        if not command.startswith("$ upcard "):
            continue
        done = subprocess.run(
            [sys.executable, "-m", "upcard", *command.split()[2:]],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={"COLUMNS": "80", "TERM": "dumb"},
        )
        printed = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
        wanted = [line.rstrip() for line in shown.rstrip().splitlines() if line.strip() != "…"]
        missing = [line for line in wanted if line not in printed]
        assert missing == [], command
        ran += 1
    assert ran >= 4


def test_interpretations_cite_sections_that_exist() -> None:
    text = (ROOT / "docs" / "interpretations.md").read_text(encoding="utf-8")
    cited = {section.cite.rpartition("§ ")[2] for section in sections() if "§" in section.cite}
    assert sum(f"§ {short}" in text for short in cited) > 20
