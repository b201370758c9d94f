"""Reads the rule files, and refuses data without a citation or that cannot be read."""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from upcard.rules.citation import HOUSE, parse
from upcard.rules.parsing import parse_rule_file
from upcard.rules.sections import find
from upcard.rules.violation import RulebookError

T = TypeVar("T")

DATA: Final = Path(__file__).with_name("data")
"""The folder of the rule files."""


@cache
def rule_files() -> tuple[str, ...]:
    """The names of the rule files, in alphabetical order."""
    return tuple(sorted(file.name for file in DATA.iterdir() if file.suffix == ".toml"))


def read_folder(
    folder: str, kind: type[T], cites: Callable[[T], Iterable[str]]
) -> Iterator[tuple[str, T]]:
    """The names and data of a folder's rule files, in alphabetical order: see `parse_cited`."""
    for file in sorted(DATA.joinpath(folder).iterdir()):
        yield (
            file.name,
            parse_cited(file.name, file.read_text(encoding="utf-8"), kind, cites),
        )


def parse_cited(name: str, text: str, kind: type[T], cites: Callable[[T], Iterable[str]]) -> T:
    """Rule data from the text of a file; `cites` gives every citation in it, to be checked.

    Raises `RulebookError` naming the file for data that cannot be used.
    """
    data = convert(name, text, kind, parse_rule_file)
    for section in cites(data):
        check_citation(name, section)
    return data


def read_rule_file(name: str, kind: type[T]) -> T:
    """The data of a file of the rulebook, which is parsed once for all processes."""
    return convert(name, DATA.joinpath(name).read_text(encoding="utf-8"), kind, parse_rule_file)


def convert(
    name: str, text: str, kind: type[T], parse: Callable[[str], dict[str, Any]] = tomllib.loads
) -> T:
    """The text of a file as data of a kind; raises `RulebookError` naming the file."""
    try:
        return msgspec.convert(parse(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        from upcard.text.form_errors import form_error_in_words  # noqa: PLC0415 - start-up

        raise RulebookError(f"{name}: {form_error_in_words(error)}") from error


def check_citation(name: str, section: str) -> None:
    """Raise `RulebookError` for a citation of nothing; a house cites keys of the submission."""
    try:
        if parse(section).source != HOUSE:
            find(section)
    except ValueError as error:
        raise RulebookError(f"{name}: {error}") from error
    except KeyError as error:
        raise RulebookError(f"{name}: {error.args[0]}") from error
