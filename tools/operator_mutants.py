"""Mutants of cosmic-ray's operators in the code that pays, prices, records, verifies and permits.

A mutant is told by its file, its definition, the operator, the line and, where these are alike, a
number: it keeps its name while other lines change. A sample draws places by a digest of that name
and a seed, equally many from each subject, and of each place one mutant; so an edit changes the
mutants of the edited lines and leaves the others in the sample.

Left out is what no test can see, or no user: annotations, imports, asserts (which only our own bugs
reach), decorators that cache, mark kernels or make properties, `frozen` and `kw_only` of a
structure, and mutants that Python does not compile.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Class, Function, IfStmt, Lambda, Module, PythonNode
from parso.tree import NodeOrLeaf

from mutants import PACKAGE, Mutant

SURVIVORS: Final = "tools/surviving_mutants.toml"

SUBJECTS: Final[dict[str, tuple[str, ...]]] = {
    "settlement": (
        "engine/**/settle*.py",
        "engine/**/hand_outcomes.py",
        "engine/**/closing.py",
        "engine/baccarat/round.py",
        "engine/core/ledger.py",
        "engine/roulette/flow.py",
        "games/*.py",
        "money/*.py",
    ),
    "odds": ("exact/**/*.py",),
    "meters": ("progressives/*.py", "host/meters/*.py"),
    "chain": (
        "journal/integrity/chain.py",
        "journal/checking.py",
        "journal/codec.py",
        "journal/committed.py",
        "journal/copies/exporting.py",
        "journal/journal.py",
        "journal/port.py",
        "journal/integrity/signing.py",
        "journal/store.py",
    ),
    "verifier": (
        "host/bodies/*.py",
        "host/verification/*seals.py",
        "host/verification/open_*.py",
        "host/verification/verify.py",
        "host/records/*.py",
        "host/seals/*.py",
        "host/tables/answers.py",
        "host/tables/device_source.py",
        "host/tables/recorded_table.py",
        "host/tables/snapshots.py",
    ),
    "authority": ("service/access/*.py",),
}
"""The files of each subject, under the package."""

NOT_USED: Final = {
    "core/VariableInserter",  # has to be told which variable
    "core/VariableReplacer",  # the same
    *(
        f"core/ReplaceComparisonOperator_{was}_{now}"  # small numbers, None and members of enums
        for was, now in (("Eq", "Is"), ("Is", "Eq"), ("NotEq", "IsNot"), ("IsNot", "NotEq"))
    ),
}
"""Operators whose mutants cannot be made, or mean what the original means."""

KINDS: Final = {
    "core/ReplaceBinaryOperator_": "operator",
    "core/ReplaceComparisonOperator_": "comparison",
}
"""The type of the nodes that the two large families of operators change."""

UNSEEN_DECORATORS: Final = ("cache", "kernel", "lru_cache", "property")
"""They change the speed, mark kernels for `compiled`, or are missed by mypy."""

UNSEEN_OPTIONS: Final = ("frozen", "kw_only")
"""Options of a structure that only our own bugs can miss."""


class Place(NamedTuple):
    """Where operators change a file; `start` is the first line of the statement around it."""

    subject: str
    file: str
    position: tuple[int, int]
    start: int
    mutants: tuple[Mutant, ...]


def subject_files(root: Path) -> dict[str, list[Path]]:
    """The files of each subject; an error where a pattern finds none."""
    files_of: dict[str, list[Path]] = {}
    for subject, patterns in SUBJECTS.items():
        for pattern in patterns:
            files = sorted((root / PACKAGE).glob(pattern))
            if not files:
                raise SystemExit(f"No file is {PACKAGE}/{pattern} ({subject}).")
            files_of.setdefault(subject, []).extend(files)
    return files_of


def places(root: Path) -> list[Place]:
    """Every place where an operator changes one of the subjects' files, in order."""
    return [
        place
        for subject, files in subject_files(root).items()
        for path in files
        for place in _of_file(subject, path.relative_to(root).as_posix(), path)
    ]


def sample(places: Sequence[Place], count: int, seed: int) -> list[tuple[Place, Mutant]]:
    """So many mutants, each of another place, and equally many of each subject that has them."""
    ranked: dict[str, list[Place]] = {subject: [] for subject in SUBJECTS}
    for place in sorted(places, key=lambda place: _rank(seed, place.mutants[0])):
        ranked[place.subject].append(place)
    drawn: list[tuple[Place, Mutant]] = []
    while len(drawn) < count and any(ranked.values()):
        for left in ranked.values():
            if left and len(drawn) < count and (pair := _drawn(left.pop(0), seed)) is not None:
                drawn.append(pair)
    order = {place: number for number, place in enumerate(places)}
    return sorted(drawn, key=lambda pair: order[pair[0]])


def _drawn(place: Place, seed: int) -> tuple[Place, Mutant] | None:
    """One of the mutants of a place, None where none can be made.

    cosmic-ray cannot change one of several exceptions that has a dot in its name.
    """
    for mutant in sorted(place.mutants, key=lambda mutant: _rank(seed, mutant)):
        try:
            compile(mutant.text(), mutant.file, "exec", dont_inherit=True)
        except (SyntaxError, AttributeError):
            continue
        return place, mutant
    return None


def _rank(seed: int, mutant: Mutant) -> bytes:
    return hashlib.sha256(f"{seed} {mutant.section} {mutant.name}".encode()).digest()


class Survivor(NamedTuple):
    """Why a mutant survives; `equivalent` where no test can tell it from the original."""

    why: str
    equivalent: bool


def survivors(root: Path) -> dict[tuple[str, str], Survivor]:
    """The mutants that are known to survive, by file and name."""
    entries = tomllib.loads((root / SURVIVORS).read_text(encoding="utf-8")).get("mutant", [])
    return {
        (f"{PACKAGE}/{entry['file']}", entry["name"]): Survivor(entry["why"], entry["equivalent"])
        for entry in entries
    }


# One file


@cache
def _operators() -> dict[str, Operator]:
    names = [name for name in operator_names() if name not in NOT_USED]
    return {name: get_operator(name)() for name in names}


@cache
def _operators_of(kind: str) -> tuple[tuple[str, Operator], ...]:
    """The operators that may change a node of a type."""
    return tuple(
        (name, changes)
        for name, changes in _operators().items()
        if all(not name.startswith(family) or kind == of for family, of in KINDS.items())
    )


def _of_file(subject: str, file: str, path: Path) -> Iterator[Place]:
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    nodes = [node for node in ast_nodes(get_ast(source)) if not isinstance(node, Module)]
    occurrences: dict[str, int] = {}
    numbers: dict[str, int] = {}
    mutants_at: dict[tuple[int, int], tuple[int, list[Mutant]]] = {}
    for node in nodes:
        open_to_change = not _is_left_out(node)
        for operator, changes in _operators_of(node.type):
            for (line, column), _ in changes.mutation_positions(node):
                occurrence = occurrences[operator] = occurrences.get(operator, -1) + 1
                if not open_to_change:
                    continue
                name = f"{_definition(node)}: {_short(operator)}: {lines[line - 1].strip()}"
                number = numbers[name] = numbers.get(name, 0) + 1
                unique_name = name if number == 1 else f"{name} ({number})"
                text = partial(_broken, source, operator, occurrence)
                start = _statement_start(node)
                _, mutants_here = mutants_at.setdefault((line, column), (start, []))
                mutants_here.append(Mutant(subject, file, unique_name, text))
    for position, (start, mutants) in sorted(mutants_at.items()):
        yield Place(subject, file, position, start, tuple(mutants))


def _broken(source: str, operator: str, occurrence: int) -> str:
    """A source with one occurrence changed."""
    text: str | None = mutate_code(source, _operators()[operator], occurrence)
    assert text is not None, f"{operator} has no occurrence {occurrence}"
    return text


def _short(operator: str) -> str:
    name = operator.removeprefix("core/").removeprefix("Replace")
    return name.removeprefix("BinaryOperator_").removeprefix("ComparisonOperator_")


def _above(node: NodeOrLeaf) -> Iterator[tuple[NodeOrLeaf, NodeOrLeaf]]:
    """Each node around a node, with the child through which it holds that node."""
    while node.parent is not None:
        yield node.parent, node
        node = node.parent


def _definition(node: NodeOrLeaf) -> str:
    """The qualified name of the function or class around a node, "module" where there is none."""
    names = [
        str(parent.name.value)
        for parent, _ in _above(node)
        if isinstance(parent, Function | Class) and not isinstance(parent, Lambda)
    ]
    return ".".join(reversed(names)) or "module"


def _statement_start(node: NodeOrLeaf) -> int:
    """The line on which the innermost statement around a node begins."""
    for above, child in _above(node):
        if above.type in ("simple_stmt", "suite", "file_input"):
            return int(child.start_pos[0])
    return int(node.start_pos[0])


def _is_left_out(node: NodeOrLeaf) -> bool:
    if node.type == "assert_stmt":
        return True
    if isinstance(node, IfStmt):
        return _first(node.children[1]) == "TYPE_CHECKING"
    if node.type == "decorator":
        name = str(node.get_code(include_prefix=False)).partition("(")[0]
        return name.strip("@\n") in UNSEEN_DECORATORS
    for above, child in _above(node):
        if above.type in ("assert_stmt", "import_from", "import_name"):
            return True
        if above.type == "parameters" and child.type == "operator":
            return True  # a bare * or /
        if above.type == "argument" and _first(above) in UNSEEN_OPTIONS:
            return True
        if _is_annotation(above, child):
            return True
    return False


def _first(node: NodeOrLeaf) -> str:
    return str(node.get_first_leaf().value)


def _is_annotation(above: NodeOrLeaf, child: NodeOrLeaf) -> bool:
    """Whether a node holds a child as the type of a name, a parameter or a result."""
    if not isinstance(above, PythonNode | Function):
        return False
    before = above.children.index(child) - 1
    sign = getattr(above.children[before], "value", "") if before >= 0 else ""
    return (above.type in ("annassign", "tfpdef") and sign == ":") or (
        isinstance(above, Function) and sign == "->"
    )
