"""Finds which test files hold which section, and keeps `src/upcard/rules/section_tests.toml`.

    python tools/index_section_tests.py            writes the file
    python tools/index_section_tests.py --check    1 where the file is not what a scan gives

Two ways to hold a section. A file `test_s633a_07_anything.py` holds § 633a.7, and its function
`test_g_anything` holds § 633a.7(g). A test's docstring, in any file, holds what it cites:
`§ 633a.7(g)(1)` counts for § 633a.7(g), a table of Washington's rules by its full citation. A
citation of a section that the seeds print, but without such a subsection, is an error.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTER = "src/upcard/rules/sections.toml"
INDEX = "src/upcard/rules/section_tests.toml"
HEADER = """\
# Written by tools/index_section_tests.py: the test files that hold each entry of sections.toml.
# `make test` fails where a fresh scan gives another file.

"""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

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


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The test functions of a file, those in test classes included."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=path.name)
    for node in ast.walk(tree):
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
    sections = {key.partition("(")[0].partition(",")[0] for key in short}
    for match in _CITED.finditer(docstring):
        section, parts, violation = match[1], match[2], match[3] or ""
        letter = parts.partition(")")[0] + ")" if parts else ""
        key = f"{section}{letter}{violation}"
        if key in short:
            yield short[key]
        elif section in sections:
            raise ValueError(f"cites {section}{parts}{violation}, which the text does not have")
    for cite in cites:
        if not _CODE.fullmatch(cite) and re.search(re.escape(cite) + r"(?!\w)", docstring):
            yield cite


def scan(root: Path) -> dict[str, list[str]]:
    """Test files by the citation that they hold, in the register's order, paths sorted."""
    cites = register(root)
    short = _short(cites)
    held: dict[str, set[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        for function in _functions(path):
            docstring = ast.get_docstring(function) or ""
            try:
                found = [
                    *_by_name(path, function.name, short),
                    *_by_docstring(docstring, short, cites),
                ]
            except ValueError as error:
                raise ValueError(f"{name}: {function.name} {error}") from error
            for cite in found:
                held.setdefault(cite, set()).add(name)
    return {cite: sorted(held[cite]) for cite in cites if cite in held}


def render(index: dict[str, list[str]]) -> str:
    """The text of section_tests.toml."""
    lines = []
    for cite, names in index.items():
        rows = "".join(f'    "{name}",\n' for name in names)
        lines.append(f'"{cite}" = [\n{rows}]\n')
    return HEADER + "".join(lines)


def main() -> int:
    """Writes the index or, with --check, compares it; 2 for a citation that points nowhere."""
    parser = argparse.ArgumentParser(description="Indexes which test files hold which section.")
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
