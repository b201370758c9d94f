"""A docstring follows what it describes, and a heading has something under it."""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from source_trees import nodes_of, tree_of

ROOT = Path(__file__).parent.parent.parent
MODULES = sorted(
    path
    for folder in ("src/upcard", "tests", "tools", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)
HEADING = re.compile(r"\n\n# [A-Z][^\n]*\n(?=\s*(?:\Z|\n# [A-Z][^\n]*\n\n))")


def _orphaned_docstrings(module: ast.Module) -> Iterator[int]:
    """Lines of strings that stand alone, but the first of a body and those after a value."""
    for node in nodes_of(module):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield from _orphans(body)


def _orphans(body: Sequence[ast.stmt]) -> Iterator[int]:
    for before, statement in pairwise(body):
        if _is_string(statement) and not isinstance(before, ast.Assign | ast.AnnAssign):
            yield statement.lineno


def _is_string(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _empty_headings(text: str) -> list[str]:
    """Headings at the end of a module, or over another heading."""
    return [found.strip() for found in HEADING.findall(text)]


def test_a_docstring_follows_what_it_describes() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in MODULES
        for line in _orphaned_docstrings(tree_of(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_a_heading_has_something_under_it() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {heading}"
        for path in MODULES
        for heading in _empty_headings(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_orphans_are_found() -> None:
    text = '"""Module."""\n\nCARDS = 52\n"""Cards."""\n\n"""Of nothing."""\n'
    assert list(_orphaned_docstrings(tree_of(text))) == [6]
    assert _empty_headings("def deal(): ...\n\n\n# Cards\n") == ["# Cards"]
    assert _empty_headings("\n\n# Cards\n\n\n# Wagers\n\n\ndef wager(): ...\n") == ["# Cards"]
    assert _empty_headings("\n\n# Cards\n\n\ndef deal(): ...\n") == []
