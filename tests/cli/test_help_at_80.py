"""Every command's --help in a terminal of 80 columns: nothing is cut, nor broken over two lines."""

import re

import pytest
from typer.testing import CliRunner

from upcard.cli.app import app

COMMANDS = sorted(
    str(command.name or command.callback.__name__)
    for command in app.registered_commands
    if command.callback
)
METAVARS = {"'1=1 2=2 …'", "postgresql://…", "[SUBMISSION …]"}
"""What is written with dots, and is not cut."""


def _help(command: str) -> str:
    shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80", "TERM": "dumb"})
    assert shown.exit_code == 0, shown.output
    return shown.output


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_is_cut_at_80_columns(command: str) -> None:
    text = _help(command)
    for written in METAVARS:
        text = text.replace(written, "")
    assert not re.findall(r"\S*\w…|--\S*…", text)
    assert max(len(line) for line in text.splitlines()) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_or_range_is_broken_at_80_columns(command: str) -> None:
    """What an option is called and takes stands on the line of its name; the rest is words."""
    lines = [line.strip("│") for line in _help(command).splitlines() if line.startswith("│")]
    assert lines
    at = 0
    for line in lines:
        if re.match(r"\s*(\*\s+)?(--|\S)", line[:6]):
            at = len(line)
            words = re.search(r"\s{2,}(?=\S+(?: \S+)*\s*$)", line)
            at = words.end() if words else at
        else:
            assert line[:at].strip() == "", f"broken: {line}"
