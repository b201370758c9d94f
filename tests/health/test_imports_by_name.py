"""What benchmarks and tools import from upcard is there, also in scripts that are text in them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from source_trees import tree_of

ROOT = Path(__file__).parent.parent.parent
SCRIPT = re.compile(r"\b(import|from) upcard\b")
SCRIPTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("benchmarks", "tools")
    for path in (ROOT / folder).glob("*.py")
)


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_import_resolves(script: str) -> None:
    missing = list(_missing((ROOT / script).read_text(encoding="utf-8")))
    assert missing == []


def test_a_script_in_a_text_is_read() -> None:
    text = 'FIRST = """\nfrom upcard.exact.strategy.rules import Rules, full_shoe\nrun()\n"""'
    assert list(_missing(text)) == ["upcard.exact.strategy.rules.Rules"]
    assert list(_missing("import upcard.no_such_module")) == ["upcard.no_such_module"]


def _missing(source: str) -> Iterator[str]:
    """The names of upcard that are imported and are not there: by a script, or by its texts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if not _is_there(name.name))
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name for name in names if not _is_there(name))
        elif isinstance(node, ast.Constant) and SCRIPT.search(str(node.value)):
            yield from _missing_in_text(str(node.value))


def _missing_in_text(text: str) -> Iterator[str]:
    try:
        yield from _missing(text)
    except SyntaxError:  # prose
        return


def _is_there(name: str) -> bool:
    """Whether a dotted name is a module of upcard, or stands in one; others are not looked at."""
    if name.partition(".")[0] != "upcard" or _file(name) is not None:
        return True
    module = _file(name.rpartition(".")[0])
    return module is not None and name.rpartition(".")[2] in _names(module)


def _file(module: str) -> Path | None:
    path = ROOT / "src" / module.replace(".", "/")
    found = [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()]
    return found[0] if found else None


@cache
def _names(module: Path) -> frozenset[str]:
    """The names that a module defines or imports at its top, also in a type stub beside it."""
    sources = [file for file in (module, module.with_suffix(".pyi")) if file.exists()]
    trees = [tree_of(source.read_text(encoding="utf-8")) for source in sources]
    return frozenset(name for tree in trees for node in tree.body for name in _bound(node))


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((name.asname or name.name).partition(".")[0] for name in node.names)
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id
