"""No module imports itself through others, and in most packages no folder does.

What a function imports when it runs, and what only a type checker reads, counts too.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

from source_trees import nodes_of, tree_of

SOURCE: Final = Path(__file__).parent.parent.parent / "src"

TYPED: Final = {
    ("upcard.submission.games.kit", "upcard.submission.schema"),
    ("upcard.submission.games.house", "upcard.submission.schema"),
}
"""Imports of types alone: the schema is made of the games' keys, and a game reads all of it."""

ENTANGLED: Final = {
    "upcard.engine": "irregular and variations belong to blackjack: see .importlinter",
    "upcard.reports": "the source of the papers and the parts of the PAR sheet name each other",
    "upcard.simulation": "a plan has the tables of blackjack, whose kernels read a plan",
    "upcard.submission": "check compiles a game from outside; the schema is made of the games",
    "upcard.wagers": "the catalogue tries a wager from outside before it is imported",
    "upcard.web": "the page of the floor shows its parts; one part links to the page of accounts",
}
"""Packages in which modules or folders import each other in both directions, and why."""

Imports = dict[str, set[str]]
"""The modules that each module imports, by name."""


def _modules() -> dict[str, Path]:
    """The modules of upcard by name; a package has the name of its folder."""
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in SOURCE.rglob("*.py")
    }


def _imported(tree: ast.Module, known: Set[str]) -> Iterator[str]:
    """The known modules that a module imports, anywhere in it."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and (package := node.module or "") in known:
            inner = {f"{package}.{alias.name}" for alias in node.names}
            yield from {name if name in known else package for name in inner}


def _imports() -> Imports:
    modules = _modules()
    return {
        name: set(_imported(tree_of(path.read_text(encoding="utf-8")), modules.keys())) - {name}
        for name, path in modules.items()
    }


def _circle(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """The names along a circle; none where there is no circle."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def _rooms(imports: Imports, package: str) -> Imports:
    """What the modules and folders of a package import of each other."""
    found: Imports = {}
    for name, others in imports.items():
        for other in others:
            if all(each.startswith(f"{package}.") for each in (name, other)):
                room, beside = (_room(each, package) for each in (name, other))
                if room != beside:
                    found.setdefault(room, set()).add(beside)
    return found


def _room(name: str, package: str) -> str:
    return name.removeprefix(f"{package}.").partition(".")[0]


def test_no_module_imports_itself_through_others() -> None:
    imports = _imports()
    for name, other in TYPED:
        imports[name].remove(other)
    assert _circle(imports) == []


def test_the_rooms_of_a_package_import_each_other_in_one_direction() -> None:
    imports = _imports()
    packages = {name for name, path in _modules().items() if path.name == "__init__.py"}
    assert {name for name in packages if _circle(_rooms(imports, name))} == ENTANGLED.keys()


def test_a_circle_is_found() -> None:
    text = "def late():\n    from upcard.a.b import c\n    import upcard.d\n"
    known = {"upcard.a.b", "upcard.a.b.c", "upcard.d"}
    assert set(_imported(tree_of(text), known)) == {"upcard.a.b.c", "upcard.d"}
    imports = {"p.x.one": {"p.y"}, "p.y": {"p.x.two"}, "p.x.two": {"q.z"}}
    assert _circle(imports) == []
    assert _rooms(imports, "p") == {"x": {"y"}, "y": {"x"}}
    assert set(_circle(_rooms(imports, "p"))) == {"x", "y"}
