"""The blocks of code on a page of Markdown."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
PAGES: Final = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")))
"""The pages that readers of the site and of the repository begin with."""

FENCE: Final = re.compile(r"^( *)```(.*)\n((?s:.*?))^\1```$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block: its language, its text, the line of the page that it starts on.

    `follows` says that nothing stands between it and the block before.
    """

    language: str
    text: str
    line: int
    follows: bool


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in its order."""
    text, end = page.read_text(encoding="utf-8"), 0
    found: list[Block] = []
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        follows = bool(found) and not text[end : match.start()].strip()
        found.append(Block(match[2], match[3], line, follows))
        end = match.end()
    return found


def name_of(page: Path) -> str:
    """The name of a page in its test: its path from the root of the project."""
    return page.relative_to(ROOT).as_posix()
