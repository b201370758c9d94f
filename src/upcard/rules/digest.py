"""The digests of rule data and code, by which records and reports name what made them."""

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from upcard import __version__
from upcard.rules.external import DATA, external_variations, wagers_from_files

CODE: Final = "+code."
"""What stands between the version and the digest of the code."""


@cache
def rules_digest() -> str:
    """SHA-256 (hex) of the names and contents of all rule files, including those from outside.

    The Python files of wagers from outside count too: they say what a hand is worth.
    """
    digest = hashlib.sha256()
    files = _files(resources.files("upcard.rules") / "data", "")
    files += [
        (f"{name}/{DATA}", variation.data.encode())
        for name, variation in external_variations().items()
    ]
    for wager in wagers_from_files():
        texts = enumerate((wager.data, *wager.sources))
        files += [(f"{wager.name}/{number}", text.encode()) for number, text in texts]
    for name, content in sorted(files):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


@cache
def code_digest() -> str:
    """SHA-256 (hex) of the names and contents of the files of upcard, its rule data included."""
    digest = hashlib.sha256()
    for name, content in sorted(_files_below(str(Path(__file__).parents[1]), "")):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


@cache
def made_by() -> str:
    """The version and the first 16 digits of `code_digest`, by which a record names the code."""
    return f"{__version__}{CODE}{code_digest()[:16]}"


def is_this_code(engine: str) -> bool:
    """Whether this code, or this version if no code is named, is what a record names."""
    return engine == (made_by() if CODE in engine else __version__)


def _files_below(folder: str, above: str) -> Iterator[tuple[str, bytes]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                with open(entry.path, "rb") as file:  # noqa: PTH123 - paths take half as long again
                    yield f"{above}{entry.name}", file.read()
            elif entry.name != "__pycache__":
                yield from _files_below(entry.path, f"{above}{entry.name}/")


def _files(folder: Traversable, above: str) -> list[tuple[str, bytes]]:
    contents: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = f"{above}{entry.name}"
        if entry.is_dir():
            contents += _files(entry, f"{name}/")
        elif name.endswith(".toml"):
            contents.append((name, entry.read_bytes()))
    return contents
