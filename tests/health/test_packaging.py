"""What an installation needs: the core alone, and what each extra adds."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, Final

import pytest

from documentation.blocks import blocks
from nightly import NIGHTLY
from source_trees import nodes_of, tree_of
from upcard.text.extras import EXTRAS, MissingExtra, needs_extras

ROOT: Final = Path(__file__).parent.parent.parent
SOURCE: Final = ROOT / "src" / "upcard"
FILE: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT: Final[dict[str, Any]] = FILE["project"]
BIN: Final = Path(sys.executable).parent
WITH_EXTRAS: Final = ("client", "envs", "host", "journal", "reports", "service", "web")
"""Folders whose modules may need an extra to be imported; every other module is of the core."""

OF_THE_CALLER: Final = {"pandas", "polars"}
"""Packages into whose form results are put for those who use them."""

MEGABYTES: Final = 350
"""The most that the core may take when it is installed, in units of 1,000,000 bytes."""


def _names(requirements: list[str]) -> set[str]:
    """The distributions of requirements, without versions, in lower case."""
    return {_normal(re.split(r"[\[>]", requirement)[0]) for requirement in requirements}


def _packages(requirements: list[str]) -> set[str]:
    """The names under which the packages of requirements are imported."""
    names = _names(requirements)
    return {package for package, owners in _owners().items() if owners & names}


@cache
def _owners() -> dict[str, set[str]]:
    """The distributions of each package that is installed: all metadata is read once."""
    found = packages_distributions().items()
    return {package: {_normal(owner) for owner in owners} for package, owners in found}


def _normal(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


def _imported(path: Path) -> set[str]:
    """The packages that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in nodes_of(tree_of(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module.partition(".")[0])
    return found


def test_every_imported_package_is_of_the_core_or_of_an_extra() -> None:
    imported = set[str]().union(*map(_imported, SOURCE.rglob("*.py")))
    third_party = imported - set(sys.stdlib_module_names) - {"upcard"} - OF_THE_CALLER
    core = _packages(PROJECT["dependencies"])
    of_extras = {package for packages in EXTRAS.values() for package in packages}
    assert third_party <= core | of_extras
    assert core & of_extras == set()


@pytest.mark.parametrize("extra", [name for name in EXTRAS if name != "cuda"])  # needs a device
def test_the_table_of_extras_is_that_of_the_project(extra: str) -> None:
    wanted = PROJECT["optional-dependencies"][extra]
    own = _names(wanted) - {"upcard"}
    for name in own:
        assert _packages([name]) & set(EXTRAS[extra]), name
    assert set(EXTRAS[extra]) - {"anyio", "starlette"} <= _packages([*own])  # these are fastapi's


def test_all_is_every_extra() -> None:
    (every,) = PROJECT["optional-dependencies"]["all"]
    assert every == f"upcard[{','.join(EXTRAS)}]"


BLOCKED: Final = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
from importlib import import_module
for name in {names!r}:
    import_module(name)
"""


def test_the_core_imports_nothing_of_an_extra() -> None:
    names = [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in (*WITH_EXTRAS, "__main__.py", "bootstrap")
    ]
    blocked = [package for packages in EXTRAS.values() for package in packages]
    script = BLOCKED.format(blocked=blocked, names=names)
    _run(sys.executable, "-c", script)
    assert len(names) > 400


def test_a_module_that_no_extra_brings_stays_missing() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_package"), needs_extras("It"):
        import no_such_package  # type: ignore[import-not-found] # noqa: F401, PLC0415
    with pytest.raises(MissingExtra, match=r"^It needs the extra cuda: "), needs_extras("It"):
        raise ModuleNotFoundError(name="numba_cuda.numba")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment in which the wheel is installed, without extras."""
    folder = tmp_path_factory.mktemp("core")
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (wheel,) = folder.glob("*.whl")
    _run(BIN / "uv", "venv", "--python", sys.executable, folder / "venv")
    python = folder / "venv" / "bin" / "python"
    pinned = ("--constraint", ROOT / "requirements.lock", wheel)
    install = (BIN / "uv", "pip", "install", "--python", python)
    try:  # what `make setup` installed lies in the cache
        _run(*install, "--offline", *pinned)
    except subprocess.CalledProcessError:
        _run(*install, *pinned)
    return folder / "venv"


def _run(*words: str | Path, status: int = 0) -> "subprocess.CompletedProcess[str]":
    """A process in the project's folder; raises where its exit status is another."""
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode != status:
        raise subprocess.CalledProcessError(result.returncode, words, result.stdout, result.stderr)
    return result


@pytest.mark.nightly
def test_the_core_alone_is_small(core: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (packages,) = core.glob("lib/python*/site-packages")
    size = sum(file.stat().st_size for file in packages.rglob("*") if file.is_file()) / 1e6
    with capsys.disabled():
        sys.stdout.write(f"\nThe core takes {size:.0f} MB.\n")
    assert size < MEGABYTES
    assert (packages / "upcard" / "py.typed").exists()
    there = {path.name for path in packages.iterdir()}
    assert there & {package for packages in EXTRAS.values() for package in packages} == set()


@pytest.mark.nightly
def test_the_python_of_the_readme_runs_on_the_core_alone(core: Path, tmp_path: Path) -> None:
    """All of it nightly; else without the lines that compile kernels for half a minute."""
    text = "".join(block.text for block in blocks(ROOT / "README.md") if block.language == "python")
    if not NIGHTLY:
        lines = text.splitlines(keepends=True)
        text = "".join(line for line in lines if not COMPILES.search(line))
    script = tmp_path / "readme.py"
    script.write_text(text, encoding="utf-8")
    done = _run(core / "bin" / "python", script).stdout
    edge, _, rest = done.partition("\n")
    assert edge == "9108313/51637196"
    _, legal, settlements = rest.partition("('hit', 'stand', 'double', 'surrender')\n")
    assert legal
    assert settlements.startswith("Settlements: 2 records\n")


COMPILES: Final = re.compile(r"upcard\.(strategy|simulate)\(")
SHORT: Final = ("submissions/baccarat.toml", "--rounds", "1")
COMMANDS: Final = {
    ("odds", "house-money", "--decks", "6"): "73.5098 %",
    ("check", "submissions/seven-seats.toml"): "submissions/seven-seats.toml complies.",
    ("deal", *SHORT, "--seed", "7"): "round 1",
    ("serve",): "`upcard serve` needs the extra server: pip install 'upcard[server]'.",
    (
        "export",
        "no.journal",
        "--parquet",
        "no",
    ): "`upcard export --parquet` needs the extra parquet: ",
    ("verify", "no.journal"): "`upcard verify` needs the extra server: ",
    ("deal", *SHORT, "--journal", "no.journal"): "`upcard deal --journal` needs the extra server: ",
    (
        "report",
        "submissions/baccarat.toml",
        "--out",
        "no",
    ): "`upcard report` needs the extra papers: ",
    ("odds", "house-money", "--plot", "no.svg"): "`upcard odds --plot` needs the extra papers: ",
}
"""Commands, and what each prints where the core alone is installed."""

EACH: Final = """
import io, sys
from contextlib import redirect_stderr, redirect_stdout
from upcard.cli.app import run
for words, wanted in {commands!r}.items():
    sys.argv, printed = ["upcard", *words], io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        status = run()
    assert wanted in printed.getvalue(), printed.getvalue()
    assert (status == 2) == ("needs the extra" in wanted), words
"""


def test_commands_run_on_the_core_alone_or_name_what_they_need(core: Path) -> None:
    _run(core / "bin" / "python", "-c", EACH.format(commands=COMMANDS))
    assert "upcard 0" in _run(core / "bin" / "upcard", "--version").stdout
