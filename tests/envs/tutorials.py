"""The programs of the tutorial: each block of its page that begins with an import."""

from typing import Any

from documentation.blocks import DOCS, blocks

PAGE = DOCS / "learn-to-play.md"


def programs() -> list[dict[str, Any]]:
    """The names that each program defines; a block without imports goes on from the last one."""
    found: list[dict[str, Any]] = []
    for block in blocks(PAGE):
        if block.language == "python":
            if block.text.startswith("import "):
                found.append({})
            exec(compile(block.text, f"{PAGE}:{block.line}", "exec"), found[-1])
    return found
