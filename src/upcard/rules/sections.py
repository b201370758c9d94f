"""The register: every section of the source texts, the files that implement it, its tests.

The source texts are the chapters and documents whose sections ``sections.toml`` lists.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from upcard.rules.citation import parent, parse
from upcard.rules.parsing import parse_rule_file

Status = Literal["executable", "procedure", "physical", "reference", "planned"]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section or lettered subsection of the text.

    `where` lists files under ``src/upcard``. `note` explains the status: how the section is
    declared or bounded, why nothing is executed, or what is still missing.
    """

    cite: str
    title: str
    status: Status
    where: tuple[str, ...] = ()
    note: str = ""


class _SectionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    section: tuple[Section, ...]
    outside: tuple[Section, ...]


REGISTER: Final = "sections.toml"
TESTS: Final = "section_tests.toml"
"""The tests and golden records of each entry; written by ``tools/index_section_tests.py``."""


def sections() -> tuple[Section, ...]:
    """Every section and lettered subsection that the source texts print, in their order."""
    return _register().section


def unprinted_sections() -> tuple[Section, ...]:
    """The provisions that the source texts cite without printing them."""
    return _register().outside


def find(cite: str) -> Section:
    """The entry that a citation points to.

    A paragraph resolves to the lettered subsection that holds it (``§ 633a.7(g)(1)`` to
    ``§ 633a.7(g)``), a provision outside the source texts to its section or chapter. Raises
    ``KeyError`` with one sentence for a citation that points nowhere.
    """
    entry = _lookup(cite)
    if entry is None:
        raise KeyError(f"The citation {cite!r} points to no section of the text.")
    return entry


def tests_of(section: Section) -> tuple[str, ...]:
    """The tests of an entry, by their pytest names, and its files of golden records.

    Paths are relative to the repository's root; there are none for an entry that is not in the
    register.
    """
    return _tests().get(section.cite, ())


@cache
def _register() -> _SectionsFile:
    return msgspec.convert(_read_data(REGISTER), _SectionsFile)


@cache
def _tests() -> dict[str, tuple[str, ...]]:
    return msgspec.convert(_read_data(TESTS), dict[str, tuple[str, ...]])


def _read_data(name: str) -> dict[str, Any]:
    return parse_rule_file(Path(__file__).with_name(name).read_text(encoding="utf-8"))


@cache
def _sections_by_cite() -> Mapping[str, Section]:
    return {entry.cite: entry for entry in (*sections(), *unprinted_sections())}


@cache
def _lookup(cite: str) -> Section | None:
    entries = _sections_by_cite()
    try:
        cited = parse(cite).parts
        step: str | None = cite
        while step is not None and step not in entries:
            step = parent(step)
    except ValueError:
        return None
    if step is None:
        return None
    # Every subsection of a printed section has an entry; a subsection without one does not exist.
    entry = entries[step]
    return None if _is_whole_section(entry) and cited else entry


def _is_whole_section(entry: Section) -> bool:
    """Whether an entry is a whole section of the Code, not lettered, of the source texts."""
    return (
        entry not in unprinted_sections()
        and " Pa. Code § " in entry.cite
        and not parse(entry.cite).parts
    )
