"""Prints the test files near a change: what `make check` runs.

A change is what is not committed yet, or the last commit where everything is. Near it are

- the tests that changed, with that of their index by section, and those that import a changed
  module of `src` themselves;
- the tests named after a changed module or rule file (`axman.toml` and `wagers/axman.py`:
  `test_s633c_12_axman.py`);
- the tests that use a changed helper of `tests` or `tools`, also through another helper, and those
  that name another changed file, or its folder (a golden file, a page of docs);
- for a changed wager, the tests over all wagers (odds, cells, facts, engine against kernels), and
  those of regulations and classifiers that name its slug;
- for a changed game or variation, the tests over all variations (strategy, golden rounds, engine
  against kernels) and those of Rules Submissions.

Those of modules and start-up in `tests/health` always are.
"""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src"
ALWAYS: Final = (
    "tests/health/test_structure.py",
    "tests/health/test_startup.py",
)
INDEX: Final = "tests/health/test_sections.py"
"""The test of the index of tests by section."""

OF_WAGERS: Final = (
    "tests/frozen/test_frozen.py",
    "tests/health/test_cells.py",
    "tests/health/test_slugs.py",
    "tests/odds/test_golden_odds.py",
    "tests/simulation/test_differential.py",
    "tests/simulation/test_differential_games.py",
    "tests/wagers/test_facts.py",
    "tests/odds/test_order.py",
)
"""The tests that look at every wager."""

OF_VARIATIONS: Final = (
    "tests/health/test_held_variations.py",
    "tests/odds/test_strategy_variations.py",
    "tests/regulation/test_golden_rounds.py",
    "tests/regulation/test_golden_rounds_of_games.py",
    "tests/simulation/test_differential.py",
    "tests/simulation/test_differential_games.py",
)
"""The tests that look at every variation."""

OF_SUBMISSIONS: Final = "tests/submission/"

OF_RULES: Final = ("tests/regulation/", "tests/wagers/")
"""Where a test that names a wager's slug is a test of the wager."""

BROWSER: Final = "tests/web/"
"""Tests that need a browser and a served floor: `make pages`."""


def changed_files() -> list[str]:
    """Paths from the root that are not committed; those of the last commit where none is."""
    status = _git("status", "--porcelain", "--untracked-files=all")
    paths = [line[3:].split(" -> ")[-1] for line in status]
    return paths or _git("diff", "--name-only", "HEAD~1", "HEAD")


def near(changed: list[str]) -> list[str]:
    """The test files near the changed files, in alphabetical order."""
    modules = {_module(path) for path in changed if path.startswith("src/")}
    stems = {Path(path).stem for path in changed if path.startswith("src/")}
    stems -= {"__init__", "schema", "kit", "loader"}
    slugs = {Path(path).stem.replace("_", "-") for path in changed if _is_of_a_wager(path)}
    helpers = {(ROOT / path).resolve() for path in changed if path.endswith(".py")}
    data = [Path(path) for path in changed if not path.startswith("src/") and path[-3:] != ".py"]
    tests = {path for path in changed if _is_test(path)}
    tests |= {INDEX, *ALWAYS} if tests else set(ALWAYS)
    tests |= set(OF_WAGERS) if slugs else set()
    of_variations = any(map(_is_of_a_variation, changed))
    tests |= set(OF_VARIATIONS) if of_variations else set()
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        path = str(file.relative_to(ROOT))
        is_named = any(len(stem) > 3 and file.stem.endswith(f"_{stem}") for stem in stems)
        used = used_by(file)
        words = frozenset[str]().union(*map(_words, used))
        if (
            is_named
            or modules & imported(file)
            or helpers & used
            or (path.startswith(OF_RULES) and slugs & words)
            or (path.startswith(OF_SUBMISSIONS) and of_variations)
            or any(_is_read(read, file, words) for read in data)
        ):
            tests.add(path)
    return sorted(path for path in tests if (ROOT / path).exists() and BROWSER not in path)


def _module(path: str) -> str:
    """The dotted name of a source file; a rule file's is that of the wager beside it."""
    file = Path(path)
    if file.suffix == ".toml":
        return f"upcard.wagers.{file.stem}"
    return ".".join(file.relative_to("src").with_suffix("").parts).removesuffix(".__init__")


def _is_test(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_")


def _is_of_a_wager(path: str) -> bool:
    """Whether a file is a wager's classifier or rule data."""
    file = Path(path)
    data = ROOT / "src/upcard/rules/data" / f"{file.stem}.toml"
    folders = ("src/upcard/wagers", "src/upcard/rules/data")
    return (
        str(file.parent) in folders
        and data.exists()
        and "[[paytable]]" in data.read_text(encoding="utf-8")
    )


def _is_of_a_variation(path: str) -> bool:
    """Whether a file is a module of a game in a layer, or a game's rule data."""
    file = Path(path)
    if file.is_relative_to("src/upcard/rules/data"):
        return file.name.startswith("game_")
    layers = ("src/upcard/games", "src/upcard/submission/games")
    beside = str(file.parent) in layers or file.parent.name == "variations"
    return beside and file.is_relative_to("src/upcard")


def _is_read(changed: Path, test: Path, words: frozenset[str]) -> bool:
    """Whether a test names a changed file, or all folders of it that are not its own."""
    if changed.name in words:
        return True
    own = test.parent.relative_to(ROOT).parts
    folders = [part for part in changed.parent.parts if part not in own]
    inside = changed.parts[: len(own)] == own
    return (bool(folders) or inside) and words.issuperset(folders)


@cache
def used_by(file: Path) -> frozenset[Path]:
    """A test file and the helpers of `tests` and `tools` that it uses, also through others."""
    users, left = {file}, [file]
    while left:
        user = left.pop()
        for name in imported(user):
            for folder in (user.parent, ROOT / "tests", ROOT / "tools"):
                helper = folder / f"{name.replace('.', '/')}.py"
                if helper.exists() and helper not in users:
                    users.add(helper)
                    left.append(helper)
    beside = [above / "conftest.py" for above in file.parents if above.is_relative_to(ROOT)]
    return frozenset(users | {conftest for conftest in beside if conftest.exists()})


@cache
def imported(file: Path) -> frozenset[str]:
    """The modules that a file imports itself, also by `import_module`."""
    return frozenset(_imports(file))


def _imports(file: Path) -> Iterator[str]:
    for node in _nodes(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) == "import_module":
            yield from (
                str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)
            )


def _called(call: ast.Call) -> str:
    """The name of the function that is called, without its module."""
    function = call.func
    return getattr(function, "attr", "") or getattr(function, "id", "")


@cache
def _words(file: Path) -> frozenset[str]:
    """The names in a file's strings, a path by its parts; a text with spaces has none."""
    texts = [node.value for node in _nodes(file) if isinstance(node, ast.Constant)]
    names = [text for text in texts if isinstance(text, str) and not set(text) & {" ", "\n"}]
    return frozenset(part for name in names for part in name.split("/"))


@cache
def _nodes(file: Path) -> tuple[ast.AST, ...]:
    """The nodes of a file that import, call or are constants."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call, ast.Constant)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, kinds))


def _git(*words: str) -> list[str]:
    process = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return process.stdout.splitlines()


if __name__ == "__main__":
    print("\n".join(near(changed_files())))
