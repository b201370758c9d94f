"""Every command's --help in a terminal of 80 columns: nothing is cut, nor broken over two lines."""

import re

import pytest
from typer.testing import CliRunner

from upcard.cli.app import _prepare_app, app

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
    blocks = re.split(r"^(?:Arguments|Options):\n", _help(command), flags=re.MULTILINE)[1:]
    assert blocks
    for block in blocks:
        lines = [line for line in block.splitlines() if line.strip()]
        starts = [re.match(r"  \S.*?\s{2,}(?=\S)", line) for line in lines]
        words_at = {start.end() for start in starts if start is not None}
        assert len(words_at) == 1, block
        for line in lines:
            named = re.match(r"  \S", line)
            assert named or line[: max(words_at)].strip() == "", f"broken: {line}"


def test_the_list_of_commands_is_that_of_the_whole_app() -> None:
    """`upcard --help` makes ready names and summaries alone, and prints the same."""
    whole = CliRunner().invoke(app, ["--help"], prog_name="upcard")
    listed = CliRunner().invoke(_prepare_app(["--help"]), ["--help"], prog_name="upcard")
    assert (listed.exit_code, listed.stdout) == (0, whole.stdout)
    assert "  rotate-key" in listed.stdout
