"""Tables in a terminal of 80 columns: no number is cut, nor broken over two lines."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from command_line import upcard
from solved_once import solved_once
from upcard.cli.output import print_table

__all__ = ["solved_once"]

SUBMISSION = """
[table]
name = "T"
minimum = 100
maximum = 5000
[wagers.jackpot-party]
paytable = "P20-B"
[wagers.match-the-dealer-progressive]
paytable = "1"
"""
NUMBER = re.compile(r"[-+$]?\d[\d,]*(?:\.\d+)?")


def _numbers(columns: int, *arguments: str) -> list[str]:
    """Every number that a command prints, sorted, without the time that it took."""
    result = upcard(*arguments, columns=columns)
    assert result.returncode == 0, result.stderr
    return sorted(NUMBER.findall(re.sub(r".*rounds a second in.*", "", result.stdout)))


@pytest.mark.nightly(but=3)
@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize(
    "arguments",
    [
        ("rules",),
        ("rules", "match-the-dealer-progressive"),
        ("odds", "jackpot-party", "--paytable", "P17-A"),
        ("strategy", "--decks", "8"),
        ("sim", "{file}", "--rounds", "20000", "--seed", "1"),
        ("sim", "{file}", "--rounds", "20000", "--seed", "1", "--count", "hi-lo", "--indices"),
        ("deal", "{file}", "--rounds", "2", "--seed", "1"),
        ("diff", "{plain}", "{file}"),
        ("penalty",),
    ],
    ids=" ".join,
)
def test_a_command_prints_the_same_numbers_in_80_columns_as_in_250(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "t.toml").write_text(SUBMISSION, encoding="utf-8")
    (tmp_path / "plain.toml").write_text('[table]\nname = "T"\n', encoding="utf-8")
    files = {"file": tmp_path / "t.toml", "plain": tmp_path / "plain.toml"}
    asked = [argument.format(**files) for argument in arguments]
    assert _numbers(80, *asked) == _numbers(250, *asked)


def test_a_table_that_needs_more_room_runs_over_the_edge() -> None:
    """Six numbers of 18 digits stand on one line each, and so does a long name."""
    table = Table(box=None)
    table.add_column("name")
    for head in "abcdef":
        table.add_column(head, justify="right")
    number = "$12,345,678,901.2345"
    table.add_row("one-non-suited-match-and-one-suited-match", *[number] * 6)
    said = StringIO()
    out = Console(file=said, width=80, highlight=False)
    print_table(out, table)
    assert said.getvalue().count(number) == 6
    assert "one-non-suited-match-and-one-suited-match" in said.getvalue()
    assert len(said.getvalue().splitlines()) == 2
    assert out.width == 80
