"""The digest of the rule data, by which records and reports name the data they were made with."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from upcard.rules.external import DATA, external_variations, wagers_from_files


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


def _files(folder: Traversable, above: str) -> list[tuple[str, bytes]]:
    contents: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = f"{above}{entry.name}"
        if entry.is_dir():
            contents += _files(entry, f"{name}/")
        elif name.endswith(".toml"):
            contents.append((name, entry.read_bytes()))
    return contents
