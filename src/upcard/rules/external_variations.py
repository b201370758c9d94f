"""Finds variations from outside upcard: in folders that the user names, and installed packages.

A folder of a variation holds ``game.toml``, ``game.py`` and a module for each further layer in
which it differs from Blackjack. Its code is executed. Therefore only folders that the environment
variable names (the option ``--variations`` sets it) and packages with an entry point are loaded; a
submission names games, never paths.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

FOLDERS: Final = "UPCARD_VARIATIONS"
"""The environment variable with the folders that contain folders of variations."""

ENTRY_POINTS: Final = "upcard.variations"
"""The group of entry points: each has a variation's name, and a package with ``game.toml``."""

DATA: Final = "game.toml"
_PARENT: Final = "upcard_variations"
"""The package that contains the modules of folders."""


class ExternalVariation(msgspec.Struct, frozen=True):
    """A variation: the package of its modules, and the text of its rule data."""

    name: str
    package: str
    data: str


@cache
def external_variations() -> Mapping[str, ExternalVariation]:
    """The variations from outside by name; raises `BadInput` for a folder without a variation."""
    by_name: dict[str, ExternalVariation] = {}
    for variation in (*_from_folders(), *_from_packages()):
        if variation.name in by_name:
            raise BadInput(f"Two variations from outside are named {quoted(variation.name)}.")
        by_name[variation.name] = variation
    return by_name


def _from_folders() -> Iterator[ExternalVariation]:
    for place in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        above = Path(place).resolve()
        folders = sorted(data.parent for data in above.glob(f"*/{DATA}"))
        if not folders:
            raise BadInput(f"{place} contains no variation: no folder in it has a {DATA}.")
        for folder in folders:
            if not folder.name.isidentifier():
                raise BadInput(
                    f"{quoted(folder.name)} is not a name for a variation: use one such as push_22."
                )
            text = (folder / DATA).read_text(encoding="utf-8")
            yield ExternalVariation(folder.name, _package(folder), text)


def _package(folder: Path) -> str:
    """Make a folder a package, so that its modules can be imported; the package's name."""
    parent = sys.modules.setdefault(_PARENT, ModuleType(_PARENT))
    parent.__path__ = []
    package = ModuleType(f"{_PARENT}.{folder.name}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return package.__name__


def _from_packages() -> Iterator[ExternalVariation]:
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        text = (resources.files(import_module(point.value)) / DATA).read_text(encoding="utf-8")
        yield ExternalVariation(point.name, point.value, text)
