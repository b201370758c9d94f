"""Reads the source texts and prints every passage that permits or submits something.

    python tools/choices_from_seeds.py SEEDS_DIR

One citation a line, in the order of the source texts: a lettered subsection (a section without
letters as a whole), or a heading, table or attachment of Washington's rules. It is the oracle for
`src/upcard/submission/choices.toml`.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import sections_from_seeds as seeds

PERMISSIVE = re.compile(
    r"\bmay\b(?!\s+not\b)"
    r"|\bRules\s+Submissions?\b"
    r"|\bselected\s+by\s+(?:the|a)\s+certificate"
    r"|\(optional\)"
    r"|\bif\s+offered\b"
    r"|\bhouse\s+(?:also\s+)?determines\b"
    r"|\bset\s+by\s+the\s+casino\b"
    r"|\bcan\s+(?:substitute|be\s+used)\b",
    re.IGNORECASE,
)
"""Words by which the text leaves something open: permissions, not prohibitions."""

_NOTICE = re.compile(r"No part of the information|This material has been drawn")
"""What a web site prints below the text."""


def _pennsylvania(text: str) -> Iterator[tuple[str, str]]:
    """Each subsection of the Pennsylvania Code with its text."""
    lines = [seeds.untagged(line) for line in text.splitlines()]
    for section, body in seeds.code_sections(lines):
        cite = f"{seeds.TITLES.get(section.split('.')[0], 58)} Pa. Code § {section}"
        marked = [(number, label) for number, line in enumerate(body) for label in _marker(line)]
        placed = seeds.placed_letters([label for _, label in marked])
        starts = {marked[index][0]: f"{cite}({letter})" for index, letter in placed}
        here, parts = cite, dict[str, list[str]]()
        for number, line in enumerate(body):
            if _NOTICE.search(line):
                break
            here = starts.get(number, here)
            parts.setdefault(here, []).append(line)
        yield from ((place, " ".join(part)) for place, part in parts.items())


def _marker(line: str) -> list[str]:
    return seeds.markers([line])


def _washington(text: str) -> Iterator[tuple[str, str]]:
    """Each heading, table and attachment of Washington's rules with its text."""
    lines = [line.strip("#* \t") for line in text.splitlines()]
    for part, version in seeds.washington_versions(lines):
        here, parts = "", dict[str, list[str]]()
        for line in part:
            here = seeds.washington_place(line, version) or here
            parts.setdefault(here, []).append(line)
        yield from (
            (f"{seeds.WASHINGTON}, {place}", " ".join(lines)) for place, lines in parts.items()
        )


def passages(folder: Path) -> list[str]:
    """The citations of all permissive passages of the source texts in a folder, each once."""
    passages_found: dict[str, None] = {}
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        read = _washington if seeds.WASHINGTON_LETTERHEAD in text else _pennsylvania
        for cite, part in read(text):
            if PERMISSIVE.search(re.sub(r"(\w)- (\w)", r"\1\2", part)):
                passages_found[cite] = None
    return list(passages_found)


if __name__ == "__main__":
    sys.exit(seeds.printed("permissive passage", passages))
