"""Finds variations and wagers from outside upcard: in folders that the user names, and packages.

A folder of a variation holds ``game.toml``, ``game.py`` and a module for each further layer in
which it differs from Blackjack. A wager is two files of a folder: ``NAME.toml``, its rule data, and
``NAME.py``, its outcomes and its classifier. This code is executed. Therefore only folders that an
environment variable names (the options ``--variations`` and ``--wagers`` set it) and packages with
an entry point are loaded; a submission names games and wagers, never paths. Finding a wager
executes nothing of it: `wagers.catalogue` imports its module once it was tried.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

import msgspec

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

FOLDERS: Final = "UPCARD_VARIATIONS"
"""The environment variable with the folders that contain folders of variations."""

ENTRY_POINTS: Final = "upcard.variations"
"""The group of entry points: each has a variation's name, and a package with ``game.toml``."""

WAGER_FOLDERS: Final = "UPCARD_WAGERS"
"""The environment variable with the folders that contain the files of wagers."""

WAGER_ENTRY_POINTS: Final = "upcard.wagers"
"""The group of entry points: each has a wager's name, and a package with its two files."""

DATA: Final = "game.toml"
_PARENT: Final = "upcard_variations"
"""The package that contains the modules of folders."""

WAGER_MODULES: Final = "upcard_wagers"
"""The package that contains the modules of wagers in folders, and those of wagers made here."""


class ExternalVariation(msgspec.Struct, frozen=True):
    """A variation: the package of its modules, and the text of its rule data."""

    name: str
    package: str
    data: str


class ExternalWager(msgspec.Struct, frozen=True):
    """A wager: the module of its classifier, the text of its rule data, and its Python sources.

    `name` is the slug with underscores. `sources` are the texts of all modules of its
    folder, its own included; empty for a wager that was made in this process.
    """

    name: str
    module: str
    data: str
    sources: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """The wager's identifier."""
        return self.name.replace("_", "-")


# Variations


@cache
def external_variations() -> Mapping[str, ExternalVariation]:
    """The variations from outside by name; raises `BadInput` for a folder without a variation."""
    by_name: dict[str, ExternalVariation] = {}
    for variation in (*_variations_of_folders(), *_variations_of_packages()):
        if variation.name in by_name:
            raise BadInput(f"Two variations from outside are named {quoted(variation.name)}.")
        by_name[variation.name] = variation
    return by_name


def _variations_of_folders() -> Iterator[ExternalVariation]:
    for place, parent in _named_folders(FOLDERS):
        folders = sorted(data.parent for data in parent.glob(f"*/{DATA}"))
        if not folders:
            raise BadInput(f"{place} contains no variation: no folder in it has a {DATA}.")
        for folder in folders:
            if not folder.name.isidentifier():
                raise BadInput(
                    f"{quoted(folder.name)} is not a name for a variation: use one such as push_22."
                )
            text = _text(folder / DATA)
            _make_package(_PARENT, [])
            package = _make_package(f"{_PARENT}.{folder.name}", [folder])
            yield ExternalVariation(folder.name, package, text)


def _named_folders(variable: str) -> Iterator[tuple[str, Path]]:
    """The folders that an environment variable names, each as written and as a path."""
    for place in filter(None, os.environ.get(variable, "").split(os.pathsep)):
        yield place, Path(place).resolve()


def _text(file: "Traversable") -> str:
    """The text of a file; raises `BadInput` naming the file where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is not UTF-8 text.") from None


def file_of(module: str) -> str:
    """The file of a module from a folder outside, as its user knows it; else the module's name."""
    parent, _, name = module.partition(".")
    return f"{name.replace('.', '/')}.py" if parent in (_PARENT, WAGER_MODULES) else module


def _make_package(name: str, folders: Iterable[Path]) -> str:
    """Make folders a package, so that their modules can be imported; the package's name."""
    package = sys.modules.setdefault(name, ModuleType(name))
    package.__path__ = [str(folder) for folder in folders]
    return name


def _points(group: str) -> "Iterable[EntryPoint]":
    return [point for point in _all_points(tuple(sys.path)) if point.group == group]


@cache
def _all_points(path: tuple[str, ...]) -> "tuple[EntryPoint, ...]":
    """The entry points of both groups.

    Finding them properly takes as long as checking a submission, and is seldom needed: a look into
    the packages' files tells whether any has one.
    """
    if not any(_may_have_points(Path(place)) for place in path):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and few installations have entry points

    points = entry_points()
    groups = (ENTRY_POINTS, WAGER_ENTRY_POINTS)
    return tuple(point for group in groups for point in points.select(group=group))


def _may_have_points(place: Path) -> bool:
    """Whether a place of `sys.path` may have a package with entry points of either group."""
    if place.is_file():  # an archive with packages
        return True
    headers = tuple(f"[{group}]".encode() for group in (ENTRY_POINTS, WAGER_ENTRY_POINTS))
    try:
        texts = (file.read_bytes() for file in place.glob("*-info/entry_points.txt"))
        return any(group in text for text in texts for group in headers)
    except OSError:
        return True


def _files_of(point: "EntryPoint") -> "Traversable":
    """The files of the package that an entry point names."""
    from importlib.resources import files  # noqa: PLC0415 - slow, and few have entry points

    return files(import_module(point.value))


def _variations_of_packages() -> Iterator[ExternalVariation]:
    for point in sorted(_points(ENTRY_POINTS), key=lambda point: point.name):
        text = _text(_files_of(point) / DATA)
        yield ExternalVariation(point.name, point.value, text)


# Wagers

_MADE: Final[dict[str, ExternalWager]] = {}
"""The wagers that were made in this process, by slug."""


def external_wagers() -> Mapping[str, ExternalWager]:
    """The wagers from outside by slug; raises `BadInput` for a folder without a wager."""
    return {**_found_wagers(), **_MADE}


def add_wager(wager: ExternalWager) -> None:
    """Add a wager that was made in this process; one of the same name that was made is replaced.

    Raises `BadInput` for a name that a wager of a folder or package has.
    """
    if wager.slug in _found_wagers():
        raise BadInput(f"There is a wager {quoted(wager.slug)} from outside already.")
    _MADE[wager.slug] = wager


def made_here(slug: str) -> ExternalWager | None:
    """The wager of a slug that was made in this process, or None."""
    return _MADE.get(slug)


def remove_wager(slug: str) -> None:
    """Remove a wager that was made in this process."""
    del _MADE[slug]


def wagers_from_files() -> tuple[ExternalWager, ...]:
    """The wagers of folders and packages, which another process finds too."""
    return tuple(_found_wagers().values())


@cache
def _found_wagers() -> Mapping[str, ExternalWager]:
    wagers: dict[str, ExternalWager] = {}
    for wager in (*_wagers_of_folders(), *_wagers_of_packages()):
        if wager.slug in wagers:
            raise BadInput(f"Two wagers from outside are named {quoted(wager.slug)}.")
        wagers[wager.slug] = wager
    return wagers


def _wagers_of_folders() -> Iterator[ExternalWager]:
    folders = list(_named_folders(WAGER_FOLDERS))
    if folders:
        _make_package(WAGER_MODULES, [folder for _, folder in folders])
    for place, folder in folders:
        files = sorted(folder.glob("*.toml"))
        if not files:
            raise BadInput(f"{place} has no wager: no file NAME.toml with its NAME.py.")
        sources = _sources(sorted(folder.glob("*.py")))
        for file in files:
            if not file.stem.isidentifier():
                raise BadInput(f"{quoted(file.name)} is no name of a wager's file: a_name.toml is.")
            if not file.with_suffix(".py").is_file():
                raise BadInput(f"{place} has {file.name} without {file.stem}.py, its classifier.")
            text = _text(file)
            yield ExternalWager(file.stem, f"{WAGER_MODULES}.{file.stem}", text, sources)


def _wagers_of_packages() -> Iterator[ExternalWager]:
    for point in sorted(_points(WAGER_ENTRY_POINTS), key=lambda entry: entry.name):
        name = point.name.replace("-", "_")
        files = _files_of(point)
        text = _text(files.joinpath(f"{name}.toml"))
        modules = [file for file in files.iterdir() if file.name.endswith(".py")]
        sources = _sources(modules)
        yield ExternalWager(name, f"{point.value}.{name}", text, sources)


def _sources(files: "Iterable[Traversable]") -> tuple[str, ...]:
    return tuple(_text(file) for file in files)
