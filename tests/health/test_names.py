"""Names in the code: a local name does not hide a function of its module."""

import ast
from collections.abc import Iterator
from pathlib import Path

from source_trees import tree_of

SOURCE = Path(__file__).parent.parent.parent / "src" / "upcard"
MODULES = sorted(SOURCE.rglob("*.py"))


def _hidden_functions(module: ast.Module) -> Iterator[str]:
    """Functions of a module whose names another one gives to its local variables.

    Functions with decorators are left out, such as pages and requests: nothing calls them by name.
    Arguments are left out, too: their names are what callers write.
    """
    known = {
        node.name
        for node in module.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list
    }
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in ast.walk(function):
                stores = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
                if isinstance(node, ast.Name) and stores and node.id in known:
                    yield f"{node.id} in line {node.lineno}"


def test_local_names_hide_no_function() -> None:
    hidden = [
        f"{path.relative_to(SOURCE)}: {what}"
        for path in MODULES
        for what in _hidden_functions(tree_of(path.read_text(encoding="utf-8")))
    ]
    assert hidden == []


def test_a_hidden_function_is_found() -> None:
    text = "def edge(): ...\ndef chart():\n    edge = 1\n    other = edge\n"
    assert list(_hidden_functions(tree_of(text))) == ["edge in line 3"]
    assert list(_hidden_functions(tree_of(text.replace("edge = 1", "low = 1")))) == []
    assert list(_hidden_functions(tree_of(f"@page\n{text}"))) == []
