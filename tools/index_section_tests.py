"""Finds which tests hold which section, and keeps `src/upcard/rules/section_tests.toml`.

    python tools/index_section_tests.py            writes the file
    python tools/index_section_tests.py --check    1 where the file is not what a scan gives

Four ways to hold a section. In a file `test_s633a_07_anything.py` every function holds § 633a.7,
and `test_g_anything` holds § 633a.7(g). A test's docstring, in any file, holds what it cites:
`§ 633a.7(g)(1)` counts for § 633a.7(g), a table of Washington's rules by its full citation. A
citation of a section of the source texts without such a subsection is an error. A test holds
what it compares with: every citation that is a string of it, also `f"{SECTION}(g)"`. A golden
record holds what it expects: see `golden_citations`. `coverage_proof` breaks each subsection and
runs the tests named here.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from golden_citations import Golden, golden_records

ROOT = Path(__file__).resolve().parent.parent
REGISTER = "src/upcard/rules/sections.toml"
INDEX = "src/upcard/rules/section_tests.toml"
HEADER = """\
# Written by tools/index_section_tests.py: the tests and the golden records that hold each entry of
# sections.toml. `make coverage-proof` breaks the entry and shows that one of them fails.
# `make test` fails where a fresh scan gives another file.

"""

REGISTER_TESTS = ("tests/health/test_sections.py", "tests/health/test_coverage_proof.py")

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
STRINGS = (ast.Constant, ast.JoinedStr)

_FILE = re.compile(r"test_s(\d+[a-z])_0*(\d+)(?:_\w+)?\.py")
_FUNCTION = re.compile(r"test_([a-z]{1,2})(?:_|$)")
_CITED = re.compile(r"\b(\d+[a-z]\.\d+)((?:\([0-9A-Za-z]+\))*)(, violation \d+)?")
_CODE = re.compile(r"\d+ Pa\. Code § (.+)")


def register(root: Path) -> list[str]:
    """The citations of sections.toml, in its order."""
    with (root / REGISTER).open("rb") as file:
        return [entry["cite"] for entry in tomllib.load(file)["section"]]


def _short(cites: list[str]) -> dict[str, str]:
    """Entries of the Code by their short form: `633a.7(g)`."""
    return {match[1]: cite for cite in cites if (match := _CODE.fullmatch(cite))}


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The test functions of a file."""
    for node in tree.body:
        if isinstance(node, FUNCTIONS) and node.name.startswith("test_"):
            yield node


def _by_name(path: Path, function: str, short: dict[str, str]) -> Iterator[str]:
    """What a test holds by the names of its file and of itself."""
    if file := _FILE.fullmatch(path.name):
        section = f"{file[1]}.{file[2]}"
        letter = _FUNCTION.match(function)
        for key in (section, f"{section}({letter[1]})" if letter else section):
            if key in short:
                yield short[key]


def _by_docstring(docstring: str, short: dict[str, str], cites: list[str]) -> Iterator[str]:
    """What a docstring cites; ValueError for a subsection that its section does not have."""
    for match in _CITED.finditer(docstring):
        section, parts, violation = match[1], match[2], match[3] or ""
        letter = parts.partition(")")[0] + ")" if parts else ""
        key = f"{section}{letter}{violation}"
        if key in short:
            yield short[key]
        elif any(key.partition("(")[0].partition(",")[0] == section for key in short):
            raise ValueError(f"cites {section}{parts}{violation}, which the text does not have")
    for cite in cites:
        if cite not in docstring or _CODE.fullmatch(cite):
            continue
        if re.search(re.escape(cite) + r"(?!\w)", docstring):
            yield cite


def _constants(tree: ast.Module) -> dict[str, str]:
    """The strings that have a name in a file."""
    return {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def _by_strings(
    function: ast.AST, known: dict[str, str], short: dict[str, str], cites: Collection[str]
) -> Iterator[str]:
    """What a test compares with: the citations among its strings.

    Tests of the register itself are full of citations and hold none of them.
    """
    for node in ast.walk(function):
        if not isinstance(node, STRINGS):
            continue
        text = _text(node, known).removeprefix("58 Pa. Code § ")
        if (match := _CITED.fullmatch(text)) is not None:
            letter = match[2].partition(")")[0] + ")" if match[2] else ""
            key = f"{match[1]}{letter}{match[3] or ''}"
            yield from [short[key]] if key in short else []
        elif text in cites and not _CODE.fullmatch(text):
            yield text


def _text(node: ast.AST, known: dict[str, str]) -> str:
    """The text of a string, also of one that begins with a constant of its module."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name(id=name)), *rest]):
            return known.get(name, "") + "".join(_text(part, known) for part in rest)
    return ""


def named_tests(root: Path) -> dict[str, list[str]]:
    """Test functions, as pytest names them, by the citation that they hold."""
    cites = register(root)
    short = _short(cites)
    whole = frozenset(cites)
    tests_of: dict[str, set[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=path.name)
        known = _constants(tree)
        for function in _functions(tree):
            docstring = ast.get_docstring(function) or ""
            try:
                cites_of = [
                    *_by_name(path, function.name, short),
                    *_by_docstring(docstring, short, cites),
                    *([] if name in REGISTER_TESTS else _by_strings(function, known, short, whole)),
                ]
            except ValueError as error:
                raise ValueError(f"{name}: {function.name} {error}") from error
            for cite in cites_of:
                tests_of.setdefault(cite, set()).add(f"{name}::{function.name}")
    return {cite: sorted(names) for cite, names in tests_of.items()}


def golden(root: Path) -> list[Golden]:
    """The golden records of a checkout with the register's entries that they hold."""
    cites = register(root)
    short = _short(cites)

    def cited(text: str) -> Iterable[str]:
        return _by_docstring(text, short, cites)

    return list(golden_records(root, cited))


def scan(root: Path) -> dict[str, list[str]]:
    """Tests and golden records by the citation that they hold, in the register's order, sorted."""
    tests_of = {cite: set(names) for cite, names in named_tests(root).items()}
    for record in golden(root):
        for cite in record.cites:
            tests_of.setdefault(cite, set()).add(record.file)
    return {cite: sorted(tests_of[cite]) for cite in register(root) if cite in tests_of}


def render(index: dict[str, list[str]]) -> str:
    """The text of section_tests.toml."""
    lines = []
    for cite, names in index.items():
        rows = "".join(f'    "{name}",\n' for name in names)
        lines.append(f'"{cite}" = [\n{rows}]\n')
    return HEADER + "".join(lines)


def main() -> int:
    """Write the index or, with --check, compares it; 2 for a citation that points nowhere."""
    parser = argparse.ArgumentParser(description="Indexes which tests hold which section.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    try:
        text = render(scan(ROOT))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    path = ROOT / INDEX
    if not check:
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{INDEX} is out of date: run python tools/index_section_tests.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
