"""What the documentation says stays true."""

import configparser
import re
from functools import cache
from pathlib import Path

import pytest

from command_line import upcard
from upcard.cli.app import app
from upcard.engine.blackjack.flow import FLOW, PARTS
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
    result = upcard(name, "--help", columns=200)
    assert result.returncode == 0
    options = set(re.findall(r"--[a-z][a-z-]*", result.stdout)) - {"--help"}
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    chapter = text.partition(f"## `upcard {name}")[2].partition("\n## ")[0]
    assert [option for option in sorted(options) if option not in chapter] == []


def test_the_drawn_phases_are_the_engine_s() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert FLOW.diagram() in text


def test_the_parts_of_blackjack_are_listed() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert "| " + ", ".join(f"`{part.name}`" for part in PARTS) + " |" in text


def test_the_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make run" in text
    assert "make test" in text


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_a_page_begins_with_who_it_is_for_and_has_no_endless_line(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[2].startswith("For ")
    assert "After it you " in " ".join(lines[2:6])
    assert [number for number, line in enumerate(lines, 1) if len(line) > 400] == []


def test_interpretations_cite_sections_that_exist() -> None:
    text = (ROOT / "docs" / "interpretations.md").read_text(encoding="utf-8")
    cited = {section.cite.rpartition("§ ")[2] for section in sections() if "§" in section.cite}
    assert sum(f"§ {short}" in text for short in cited) > 20


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
TREES = ("src", "deploy", "tests", "tools", "docs", "benchmarks", "submissions")
MADE = re.compile(
    r"my_games/push_22/|twin[-_.]|suited_sum\.|^design\.py|^bet\.|^push\.|^color\.|push.22\.|NAME|SECTION|^(game|submission|engine|strategy|simulation)\."
)
"""Files that readers of the tutorials make, and names with a placeholder such as NAME."""


@cache
def _paths() -> tuple[str, ...]:
    """Files and folders of the project, from its root."""
    there = {path for tree in TREES for path in (ROOT / tree).rglob("*")} | set(ROOT.glob("*"))
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in there)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    """A path may begin anywhere above its file: `exact/play/basic.py`, or `basic.py` alone."""
    paths = _paths()
    folders = {path.name for tree in (ROOT, ROOT / "src/upcard") for path in tree.glob("*/")}
    missing = []
    for name in re.findall(r"`(\w[\w./-]+)`", page.read_text(encoding="utf-8")):
        is_file = re.search(r"\w\.(py|toml|md|script|json)$", name) is not None
        is_folder = "/" in name and name.partition("/")[0] in folders
        if (is_file or is_folder) and not MADE.search(name):
            wanted = "/" + name.rstrip("/")
            missing += [] if any(path.endswith(wanted) for path in paths) else [name]
    assert missing == []


def _named_in_tables(page: str, heading: str) -> set[str]:
    """What the first column of the tables below a heading names."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    tables = text.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    rows = [row for row in tables.splitlines() if row.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([\w/.-]+)`", row.split("|")[1])}


def _folders_in(tree: Path) -> set[str]:
    """The folders of a tree, but for those that Python and tools make."""
    folders = {path.relative_to(tree).as_posix() for path in tree.rglob("*/") if path.is_dir()}
    return {name for name in folders if not re.search(r"(^|/)(__pycache__|\.)", name)}


def test_the_design_shows_every_folder() -> None:
    folders = _folders_in(ROOT / "src" / "upcard")
    shown = _named_in_tables("design.md", "Folders")
    assert shown == folders - {"journal/schema/migrations/versions"}


def test_a_page_shows_every_folder_and_module_of_the_tests() -> None:
    tests = ROOT / "tests"
    modules = {path.name for path in tests.glob("*.py")}
    shown = _named_in_tables("tests-and-tools.md", "Folders of tests")
    assert shown == _folders_in(tests) | modules


def test_a_page_shows_every_file_of_the_tools() -> None:
    files = {path.name for path in (ROOT / "tools").iterdir() if path.is_file()}
    assert _named_in_tables("tests-and-tools.md", "Scripts and modules of tools") == files


def test_the_design_shows_the_layers() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    layers = contracts["importlinter:contract:layers"]["layers"].strip()
    assert f"```text\n{layers}\n```" in (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
