"""Names in the code: none hides a function of its module, none of a test is cut short."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from source_trees import nodes_of, tree_of

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "upcard"
MODULES = sorted(SOURCE.rglob("*.py"))
SCRIPTS = sorted(
    path for folder in ("benchmarks", "tests", "tools") for path in (ROOT / folder).rglob("*.py")
)
OF_MATHEMATICS = set("abcknpxyz")
"""Names of one letter that are read as formulas write them; others are words."""


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
    for function in nodes_of(module):
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


def _cut_short(module: ast.Module) -> Iterator[str]:
    """Names that a reader has to look up: `commands as c`, `answer_`, `for j in jackpots`.

    `fields as at` is a word: kernels and their tests read `ints[at.COUNTER]`. A type variable may
    be one capital letter.
    """
    for node in nodes_of(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("upcard"):
            aliases = {name.asname for name in node.names if name.asname} - {"at"}
            yield from (f"{name} in line {node.lineno}" for name in aliases if len(name) < 3)
        name = _given_name(node)
        is_letter = len(name) == 1 and name.islower() and name not in OF_MATHEMATICS
        if is_letter or (name.strip("_") and name.endswith("_") and not name.endswith("__")):
            yield f"{name} in line {getattr(node, 'lineno', 0)}"


def _given_name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case _:
            return ""


def test_names_of_tests_and_scripts_are_words() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in SCRIPTS
        for what in _cut_short(tree_of(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_a_name_cut_short_is_found() -> None:
    text = "from upcard.engine.core import commands as c\nanswer_ = [j for j in c.wagers]\n"
    found = sorted(_cut_short(tree_of(text)))
    assert found == ["answer_ in line 2", "c in line 1", "j in line 2"]
    fine = "from upcard.compiled.simulation import fields as at\nfor n in (1, 2):\n    _, x = n, at"
    assert list(_cut_short(tree_of(fine))) == []


PREPOSITIONS: Final = {"at", "but", "by", "of", "on", "to", "under"}

KEPT: Final = {
    "client/client.py": "on",  # the date of an approval, as the route has it
    "host/records/register.py": "on",
    "service/tables/separate_duties.py": "on",
    "web/pages/audit.py": "by",  # the page's address has it
}
"""Parameters and variables that are prepositions all the same."""


def _prepositions(module: ast.Module) -> Iterator[str]:
    """Parameters and variables that are prepositions; fields may be, as those of records are."""
    fields = {
        id(statement.target)
        for node in nodes_of(module)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    for node in nodes_of(module):
        if isinstance(node, ast.Name | ast.arg):
            name: str | None = _given_name(node)
        else:
            name = node.name if isinstance(node, ast.MatchAs) else None
        if name in PREPOSITIONS and id(node) not in fields:
            yield name


def test_prepositions_are_fields_alone() -> None:
    found = {
        str(path.relative_to(SOURCE)): name
        for path in MODULES
        for name in _prepositions(tree_of(path.read_text(encoding="utf-8")))
    }
    assert found == KEPT


def test_a_preposition_is_found() -> None:
    text = "class Record:\n    at: int\ndef send(by): ...\nmatch fact:\n    case Lost(by=by): ...\n"
    assert list(_prepositions(tree_of(text))) == ["by", "by"]
    assert list(_prepositions(tree_of("for at in cards:\n    print(at)\n"))) == ["at"]
