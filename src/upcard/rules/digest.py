"""Names the rule data as it stands: what a record, a PAR sheet or a report was made with."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable


@cache
def rules_digest() -> str:
    """SHA-256 (hex) of the names and contents of all rule files."""
    digest = hashlib.sha256()
    for name, content in sorted(_files(resources.files("upcard.rules") / "data", "")):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _files(folder: Traversable, above: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = f"{above}{entry.name}"
        if entry.is_dir():
            found += _files(entry, f"{name}/")
        elif name.endswith(".toml"):
            found.append((name, entry.read_bytes()))
    return found
