"""The house rules of the code: sizes, citations, exact money, no paths of somebody's machine."""

import ast
import builtins
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from source_trees import nodes_of, tree_of
from upcard.rules.sections import find

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "upcard"
MODULES = sorted(SOURCE.rglob("*.py"))
RULE_FILES = sorted((SOURCE / "rules" / "data").glob("*.toml"))
MODULE_LINES = 320
FUNCTION_LINES = 60
EXACT = ("money", "engine", "games", "progressives", "wagers", "penalties", "cards", "rules")
CITATION = re.compile(r"(\d+ Pa\. Code § \d+[a-z]\.\d+(?:\([0-9a-zA-Z]+\))*)")
SHORT = re.compile(r"§§? ?(6\d\d[a-z]\.\d+(?:\([0-9a-z]+\))*)")


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _too_long(text: str) -> Iterator[str]:
    """What of a module's text is longer than it may be, with its lines."""
    if (lines := len(text.splitlines())) > MODULE_LINES:
        yield f"has {lines} lines"
    for function in _functions(tree_of(text)):
        lines = (function.end_lineno or 0) - function.lineno + 1
        if lines > FUNCTION_LINES:
            yield f"{function.name} has {lines} lines"


def test_modules_and_functions_stay_small() -> None:
    long = [
        f"{path.relative_to(SOURCE)}: {what}"
        for path in MODULES
        for what in _too_long(path.read_text(encoding="utf-8"))
    ]
    assert long == []


def test_what_is_too_long_is_found() -> None:
    assert list(_too_long("\n" * MODULE_LINES)) == []
    assert list(_too_long("\n" * (MODULE_LINES + 1))) == [f"has {MODULE_LINES + 1} lines"]
    text = "def long():\n" + "    pass\n" * FUNCTION_LINES
    assert list(_too_long(text)) == [f"long has {FUNCTION_LINES + 1} lines"]


INNER = {"checked"}
"""Functions that another one makes: the name says what is made of them."""


def _refusals_by_another_name(tree: ast.Module) -> Iterator[str]:
    """Functions that return why a command is refused, and do not say so in their names."""
    for function in _functions(tree):
        returned = function.returns and ast.unparse(function.returns)
        if returned == "RuleViolation | None" and not (
            "refus" in function.name or function.name in INNER
        ):
            yield function.name


def test_a_function_that_refuses_says_so() -> None:
    """See docs/engine.md: `_refuse_place_wager` checks, `_place_wager` decides."""
    named = [
        f"{path.relative_to(SOURCE)}: {name}"
        for path in MODULES
        for name in _refusals_by_another_name(tree_of(path.read_text(encoding="utf-8")))
    ]
    assert named == []


def test_a_refusal_by_another_name_is_found() -> None:
    text = "".join(
        f"def {name}() -> RuleViolation | None: ...\n" for name in ("_hit", "_refuse_hit")
    )
    assert list(_refusals_by_another_name(tree_of(text))) == ["_hit"]


def _floats(tree: ast.Module) -> list[int]:
    """Lines with a float literal, the name float, or a true division."""
    return [
        getattr(node, "lineno", 0)
        for node in nodes_of(tree)
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id == "float")
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not _is_path(node))
    ]


def _is_path(node: ast.BinOp) -> bool:
    """A path joined with a slash: its right side is text or the name of a file."""
    right = node.right
    return isinstance(right, ast.Constant | ast.Name) and (
        not isinstance(right, ast.Constant) or isinstance(right.value, str)
    )


@pytest.mark.parametrize("folder", EXACT)
def test_money_code_has_no_floats(folder: str) -> None:
    for path in sorted((SOURCE / folder).rglob("*.py")):
        assert _floats(tree_of(path.read_text(encoding="utf-8"))) == [], path.name


def test_the_float_check_finds_floats() -> None:
    assert _floats(ast.parse("a = 1.5")) == [1]
    assert _floats(ast.parse("a = wager / 2")) == [1]
    assert _floats(ast.parse("a = folder / name")) == []


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.name)
def test_every_citation_of_the_data_points_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tomllib.loads(text)
    cited = CITATION.findall(text)
    assert cited or "WSGC" in text
    for cite in cited:
        find(cite)


def test_every_citation_of_the_code_points_somewhere() -> None:
    cited = {
        short: path for path in MODULES for short in SHORT.findall(path.read_text(encoding="utf-8"))
    }
    for short, path in cited.items():
        try:
            find(f"58 Pa. Code § {short}")
        except LookupError as error:
            pytest.fail(f"{path.relative_to(SOURCE)}: {error}")


def test_wagers_and_engine_modules_cite_their_section() -> None:
    for path in sorted((SOURCE / "wagers").glob("*.py")):
        if path.stem not in ("__init__", "kit", "catalogue"):
            docstring = ast.get_docstring(tree_of(path.read_text(encoding="utf-8"))) or ""
            assert "§" in docstring or "WSGC" in docstring, path.name


def test_no_file_names_a_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    suspicious = re.compile(r"/(?:home|root|work|tmp|farm)/")
    for name in listed:
        path = ROOT / name
        if path.is_file() and path.suffix in (".py", ".toml", ".md", ".rounds", ".odds", ""):
            for line in path.read_text(encoding="utf-8").splitlines():
                assert not suspicious.search(line) or "suspicious" in line, f"{name}: {line}"


def test_the_layer_contract_holds() -> None:
    result = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout


NOUNS = """
Accounts Aces Actions Always Amounts Awards Bars Batches Bits Cards Cells Chips Columns
Commands Controls Copies Counts Covariances Decks Dollars Effects Fields Figures Groups Its
Less Lines Links Meters Metrics Microseconds Multiples Names Notes Numbers Occurrences Odds
Orders Parts Percentages Places Players Positions Powers Primes Prizes Ranks Ratios
Readings Records Results Robots Rows Rules Seconds Sentences Spins Steps Tables Terminals
Totals Units Values Wagers Weights Winnings Words
"""
"""What the docstring of a function may begin with though it looks like the third person."""


def _in_third_person(text: str) -> Iterator[str]:
    """The functions of a module whose docstrings begin with a verb in the third person."""
    for function in _functions(tree_of(text)):
        first, *_ = (ast.get_docstring(function) or "").split() or [""]
        if re.fullmatch("[A-Z][a-z]*[a-rt-z]s", first) and first not in NOUNS.split():
            yield f"{function.name}: {first}"


def test_docstrings_of_functions_are_in_the_imperative() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {what}"
        for path in MODULES
        for what in _in_third_person(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_third_person_is_found() -> None:
    assert list(_in_third_person('def deal():\n    """Deals a card."""')) == ["deal: Deals"]
    assert list(_in_third_person('def deal():\n    """Deal a card."""')) == []
    assert list(_in_third_person('def cards():\n    """Cards that are left."""')) == []


def _loops_over_one(text: str) -> Iterator[int]:
    """The lines with a loop whose variable is `one`, where it is not half of a pair."""
    for node in nodes_of(tree_of(text)):
        if isinstance(node, ast.For | ast.AsyncFor):
            targets = [node.target]
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            targets = [generator.target for generator in node.generators]
        else:
            continue
        if any(isinstance(target, ast.Name) and target.id == "one" for target in targets):
            names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            if not names & {"two", "other"}:
                yield node.lineno


def test_loops_name_what_they_go_through() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("src", "tests", "tools", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "for one in " in (text := path.read_text(encoding="utf-8"))
        for line in _loops_over_one(text)
    ] == []


def test_a_loop_over_one_is_found() -> None:
    assert list(_loops_over_one("for one in plays:\n    print(one)")) == [1]
    assert list(_loops_over_one("found = [one for one in plays]")) == [1]
    assert list(_loops_over_one("found = [one + two for one, two in pairs]")) == []
    assert list(_loops_over_one("found = [one + two for one in a for two in b]")) == []


# Names in docstrings

QUOTED = re.compile(r"(?<!`)`(\w+(?:[./]\w+)*)`(?!`)")
CAMEL_CASE = re.compile(r"[A-Z][a-z]+[A-Z]\w*")
PRIVATE = re.compile(r"_[a-zA-Z](?:\w*[a-zA-Z0-9])?")


def _docstrings(text: str) -> list[str]:
    """The docstrings of a module, its classes, functions and values."""
    return [
        node.value.value
        for node in nodes_of(tree_of(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


def _words(text: str) -> set[str]:
    """The words of a module outside its docstrings."""
    for docstring in _docstrings(text):
        text = text.replace(docstring, " ")
    return set(re.findall(r"\w+", text))


def _stale_names(text: str, everywhere: set[str], files: set[str]) -> Iterator[str]:
    """Names that docstrings quote and nothing has: private ones, classes, and files of Python."""
    here = _words(text)
    for name in QUOTED.findall("\n".join(_docstrings(text))):
        if name.endswith(".py"):
            known = name.rpartition("/")[2] in files
        elif PRIVATE.fullmatch(name):
            known = name in here
        else:
            first = name.partition(".")[0]
            known = (
                not CAMEL_CASE.fullmatch(first) or first in everywhere or hasattr(builtins, first)
            )
        if not known:
            yield name


def test_docstrings_quote_names_that_exist() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES}
    everywhere = set().union(*(_words(text) for text in texts.values()))
    scripts = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]
    files = {path.name for path in [*MODULES, *scripts]}
    found = {
        str(path.relative_to(SOURCE)): stale
        for path, text in texts.items()
        if (stale := list(_stale_names(text, everywhere, files)))
    }
    assert found == {}


def test_a_name_that_is_gone_is_found() -> None:
    docstring = "`_gone` of `GoneClass.part`, in `gone.py`; `_here` of `HereClass`, `ValueError`."
    text = f'"""{docstring}"""\n_here = 1\n'
    assert list(_stale_names(text, {"HereClass"}, set())) == ["_gone", "GoneClass.part", "gone.py"]


# One meaning for each name

SAME_MEANING = frozenset({"Json"})
"""Types that two folders define alike, because `client` imports nothing of the others."""


def _public_types(text: str) -> Iterator[str]:
    """The public classes and type aliases of a module."""
    for node in tree_of(text).body:
        if isinstance(node, ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            name = ast.unparse(node.target)
        else:
            continue
        if not name.startswith("_"):
            yield name


def test_a_public_type_name_has_one_meaning() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for name in _public_types(path.read_text(encoding="utf-8")):
            places.setdefault(name, []).append(str(path.relative_to(SOURCE)))
    several = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert {name: paths for name, paths in several.items() if name not in SAME_MEANING} == {}


def test_public_types_are_found() -> None:
    text = "class Hand: ...\nclass _Part: ...\nCards: TypeAlias = int\nMOST: Final = 3\n"
    assert list(_public_types(text)) == ["Hand", "Cards"]


def _short_aliases(text: str) -> Iterator[str]:
    """The names of one or two letters under which a module imports modules of upcard."""
    for node in nodes_of(tree_of(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("upcard"):
            for alias in node.names:
                if len(alias.asname or "long") <= 2:
                    yield f"{alias.name} as {alias.asname}"


def test_modules_keep_their_names() -> None:
    """But for declared kernel memory: ``ints[at.SEATS]``."""
    found = [
        f"{path.relative_to(SOURCE)}: {alias}"
        for path in MODULES
        for alias in _short_aliases(path.read_text(encoding="utf-8"))
        if not alias.endswith(" as at")
    ]
    assert found == []


def test_a_short_alias_is_found() -> None:
    text = "from upcard.engine.core import commands as c, events\nimport numpy as np\n"
    assert list(_short_aliases(text)) == ["commands as c"]
