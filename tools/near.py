"""Prints the test files near a change: what `make check` runs.

A change is what is not committed yet, or the last commit where everything is. Near it are the tests
that changed, those that import a changed module themselves, and those named after a changed module,
or rule file (`axman.toml` and `wagers/axman.py`: `test_s633c_12_axman.py`). The tests of the house
rules in `tests/health` always are.
"""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src"
ALWAYS: Final = ("tests/health/test_structure.py", "tests/health/test_startup.py")
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
    found = {path for path in changed if _is_test(path)} | set(ALWAYS)
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        named = any(len(stem) > 3 and file.stem.endswith(f"_{stem}") for stem in stems)
        if named or modules & set(imported(file)):
            found.add(str(file.relative_to(ROOT)))
    return sorted(path for path in found if (ROOT / path).exists() and BROWSER not in path)


def _module(path: str) -> str:
    """The dotted name of a source file; a rule file's is that of the wager beside it."""
    file = Path(path)
    if file.suffix == ".toml":
        return f"upcard.wagers.{file.stem}"
    return ".".join(file.relative_to("src").with_suffix("").parts).removesuffix(".__init__")


def _is_test(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_")


def imported(file: Path) -> Iterator[str]:
    """The upcard modules that a test file imports itself."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    print("\n".join(near(changed_files())))
