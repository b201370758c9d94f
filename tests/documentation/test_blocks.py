"""Every block of code on every page runs, or is checked, as its language asks.

- `python` runs after the blocks before it on its page; a `text` right below is what it prints.
- `console`: every command runs, and each line that the block shows is among what it prints.
- `sh`: the command line reads every command; nightly, they run.
- `toml`: a Rules Submission complies. `script`: the parser of scripts reads it.
- `mermaid`: the transitions are an engine's, the boxes are folders.
- Anything else is in a table here, with the test that reads it or the reason why none can.
"""

import contextlib
import io
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import typer.main

from command_line import upcard
from documentation.blocks import PAGES, ROOT, Block, blocks, name_of
from nightly import NIGHTLY
from upcard.cli.app import app
from upcard.engine.baccarat.flow import FLOW as BACCARAT
from upcard.engine.blackjack.flow import FLOW as BLACKJACK
from upcard.engine.core.flow import Flow
from upcard.engine.hybrid.flow import FLOWS as HYBRID
from upcard.engine.roulette.flow import FLOW as ROULETTE
from upcard.host.scripts.script import parse_script
from upcard.library.rules import rules_of_text

PROJECTS: Final = {
    "docs/add-a-variation.md": "tests/health/test_add_a_variation.py",
    "docs/add-a-wager.md": "tests/health/test_add_a_wager.py",
    "docs/device-maker.md": "tests/service/test_device_tutorial.py",
    "docs/design-a-side-bet.md": "tests/health/test_design_a_side_bet.py",
}
"""Pages whose blocks are the files of one project, and the test that builds it and runs it."""

ELSEWHERE: Final = {
    ("docs/design.md", "text"): "tests/health/test_docs.py",
    ("docs/devices.md", "python"): "tests/service/test_device_programs.py",
    ("docs/queries.md", "sql"): "tests/host/test_tabular.py",
    ("docs/server.md", "python"): "tests/service/test_device_programs.py",
}
"""Blocks of a page in a language, and the test that reads them."""

REQUESTS: Final = {
    "docs/lab.md": "tests/service/test_simulation_runner.py asks a server for such sheets"
}
"""Pages with a request to a server, and what sends it."""

NOT_SUBMISSIONS: Final = {
    "certificate_holder = ": "a filing: tests/reports/test_report_command.py reads such a file",
    "slug   = ": "a counting system: tests/analysis/test_counters.py reads such a file",
    "[[rule]]": "settings of the editor extension Taplo",
    "submissions = ": "settings of a server: tests/service/test_configuration.py reads such files",
}
"""What TOML that is no Rules Submission begins with, and what it is."""

NOT_RUN: Final = {
    "make ": "sets up the project and runs its tests, this one too",
    "pip ": "tests/health/test_packaging.py installs the core and runs it",
    "upcard serve": "runs until it is stopped: its options are read",
    "upcard --variations": "tests/health/test_add_a_variation.py makes its folder",
    "upcard rng --": "writes ten gigabytes and more, for a program that is not here",
    "upcard daily": "needs a journal of that day: tests/host/test_daily_papers.py has one",
    "upcard rotate-key": "changes the installation's key: tests/host/test_installation.py does it",
    "OTEL_SERVICE_NAME=": "tests/service/test_metrics.py serves with traces",
    **dict.fromkeys(
        (
            "useradd",
            "python3.11 -m venv",
            "install ",
            "systemctl",
            "cd ",
            "printf",
            "podman",
        ),
        "sets up a machine: tests/service/test_deployment.py reads the files that it installs",
    ),
}
"""Beginnings of commands that do not run here, and why."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where the pages' paths are right and nothing is written into the project."""
    for name in ("docs", "submissions"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


LONG: Final = ("environments", "papers", "researcher", "simulation")
"""Pages whose blocks take some seconds: they run nightly."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.nightly] if page.stem in LONG else [])
        for page in PAGES
        if name_of(page) not in PROJECTS
    ],
    ids=name_of,
)
@pytest.mark.usefixtures("folder")
def test_the_blocks_of_a_page_are_real(page: Path) -> None:
    names: dict[str, Any] = {"__name__": "a_page"}
    printed = None
    for block in blocks(page):
        where = f"{name_of(page)}, line {block.line}"
        if (name_of(page), block.language) in ELSEWHERE:
            continue
        if block.language == "text":
            assert block.follows, f"{where}: output stands right below the Python that prints it"
            assert _lines(block.text) == printed, where
        elif block.language == "python":
            printed = _run_python(block, where, names)
        else:
            CHECKS[block.language](block, where)


def _run_python(block: Block, where: str, names: dict[str, Any]) -> list[str]:
    """The lines that a block prints; its names stay for the next block."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(block.text, where, "exec"), names)
    return _lines(out.getvalue())


def _run_console(block: Block, where: str) -> None:
    for command, shown in re.findall(r"^\$ (.*)\n((?:[^$].*\n|\n)*)", block.text, re.MULTILINE):
        result = upcard(*_words(command))
        printed = _lines(result.stdout + result.stderr)
        wanted = [line for line in _lines(shown) if line != "…"]
        assert [line for line in wanted if line not in printed] == [], f"{where}: {command}"
    assert block.text.startswith("$ "), f"{where}: a session begins with a command"


def _check_commands(block: Block, where: str) -> None:
    for command in filter(None, _lines(block.text.replace("\\\n", ""))):
        if command.startswith("upcard "):
            _read_command(_words(command), where)
        if not command.startswith(tuple(NOT_RUN)):
            assert command.startswith("upcard "), f"{where}: {command}"
            if NIGHTLY:
                assert upcard(*_words(command)).returncode == 0, f"{where}: {command}"


def _words(command: str) -> list[str]:
    """The words of a command after `upcard`, without the comment."""
    return shlex.split(command, comments=True)[1:]


def _read_command(words: list[str], where: str) -> None:
    """Raises for a command or an option that there is not."""
    group: Any = typer.main.get_command(app)
    with pytest.MonkeyPatch.context() as patch:
        for folder in ("UPCARD_VARIATIONS", "UPCARD_WAGERS"):  # reading the options sets them
            patch.setenv(folder, "")
        for module in ("app", "wagers"):  # nor is the folder of an example there
            patch.setattr(f"upcard.cli.{module}.require_folder", lambda *_: None)
        parent = group.make_context("upcard", words)
        _, command, rest = group.resolve_command(parent, [*parent._protected_args, *parent.args])
        assert command is not None, where
        command.make_context(command.name, rest, parent=parent)


def _check_toml(block: Block, where: str) -> None:
    assert tomllib.loads(block.text), where
    if not block.text.startswith(tuple(NOT_SUBMISSIONS)):
        rules_of_text(block.text)


def _check_script(block: Block, where: str) -> None:
    assert parse_script(block.text), where


def _check_drawing(block: Block, where: str) -> None:
    kind, *lines = block.text.splitlines()
    if kind == "stateDiagram-v2":
        flows: tuple[Flow[Any], ...] = (BLACKJACK, BACCARAT, ROULETTE, *HYBRID.values())
        there = {line.strip() for flow in flows for line in flow.diagram().splitlines()}
        assert [line for line in lines if line.strip() not in there] == [], where
    else:
        names = set(_boxes("\n".join(lines)))
        folders = {path.name for path in (ROOT / "src" / "upcard").glob("*/")}
        assert names <= folders, f"{where}: {names - folders}"


def _boxes(text: str) -> Iterator[str]:
    """The names of the boxes of a flowchart that carry no text of their own."""
    labelled = set(re.findall(r"(\w+)[\[({]", text))
    bare = re.sub(r"[\[({].*?[\])}]+(?=\s|$)|-- .*? --+>|\|.*?\|", " ", text)
    yield from set(re.findall(r"[a-z_]\w*", bare)) - labelled


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _check_request(_: Block, where: str) -> None:
    assert where.partition(",")[0] in REQUESTS, where


CHECKS: Final = {
    "console": _run_console,
    "http": _check_request,
    "sh": _check_commands,
    "toml": _check_toml,
    "script": _check_script,
    "mermaid": _check_drawing,
}
"""How a block of each language is checked."""


@pytest.mark.parametrize("page", sorted({*PROJECTS, *(page for page, _ in ELSEWHERE)}))
def test_the_test_that_is_named_for_a_page_reads_it(page: str) -> None:
    named = {PROJECTS.get(page), *(test for (one, _), test in ELSEWHERE.items() if one == page)}
    for test in filter(None, named):
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


def test_the_readme_has_sessions() -> None:
    found = [block for block in blocks(ROOT / "README.md") if block.language == "console"]
    assert len(found) >= 4
