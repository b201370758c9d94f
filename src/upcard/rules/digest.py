"""The digest of the rule data, by which records and reports name the data they were made with."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from upcard.rules.external_variations import DATA, external_variations


@cache
def rules_digest() -> str:
    """SHA-256 (hex) of the names and contents of all rule files, including those from outside."""
    digest = hashlib.sha256()
    files = _files(resources.files("upcard.rules") / "data", "")
    files += [
        (f"{name}/{DATA}", variation.data.encode())
        for name, variation in external_variations().items()
    ]
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
