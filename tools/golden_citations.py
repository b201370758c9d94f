"""Which provisions the golden files under `tests` hold, and which test replays each of them.

A block of rounds or steps holds what it expects (`expect … 633a.7(q)`, `refused 633a.8(b)`) and
what the comments at its head cite. A line of phases holds its provision. A file of cells holds the
provisions that print its tables. An example of a rule of `check` holds the provision that its
finding cites.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from cells import read_cells
from upcard.penalties.schedule import all_schedules
from upcard.rules.loader import all_mysteries, all_wagers
from upcard.submission.check import check_together
from upcard.submission.read import parse

Cites = Callable[[str], Iterable[str]]
"""Finds the register's entries that a text cites."""

GOLDEN: Final = "tests/golden"
EXAMPLES: Final = "tests/submission/rules"
REPLAYS: Final = {
    "rounds": "tests/regulation/test_golden_rounds.py::test_round",
    "steps": "tests/regulation/test_golden_steps.py::test_steps",
    "rounds/baccarat": "tests/regulation/test_golden_rounds_of_games.py::test_round",
    "rounds/lightning-roulette": "tests/regulation/test_golden_rounds_of_games.py::test_round",
    "hybrid": "tests/regulation/test_golden_rounds_of_games.py::test_round",
}
"""The test that replays the files of a folder, by the folder under `tests/golden`."""

OF_PHASES: Final = "tests/engine/test_golden_phases.py::test_refused_outside_its_phases"
OF_CELLS: Final = "tests/health/test_cells.py::test_the_data_equals_the_transcribed_cells"
OF_EXAMPLES: Final = "tests/submission/test_rules.py::test_a_wrong_key_gives_one_finding"


class Golden(NamedTuple):
    """A golden record: its file, what pytest calls the test of it, and what it holds."""

    file: str
    test: str
    cites: frozenset[str]


def golden_records(root: Path, cites: Cites) -> Iterator[Golden]:
    """Every golden record of a checkout; nothing where the folders are missing."""
    for folder, test in REPLAYS.items():
        paths = (root / GOLDEN / folder).glob("*.*s")
        for path in sorted(path for path in paths if path.suffix in (".rounds", ".steps")):
            for name, text in _blocks(path):
                file = path.relative_to(root).as_posix()
                yield Golden(file, f"{test}[{name}]", frozenset(cites(text)))
    for path in sorted((root / GOLDEN / "phases").glob("*.phases")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if " | " in line and not line.startswith("#"):
                test = f"{OF_PHASES}[{path.stem}:{line.split()[0]}]"
                yield Golden(path.relative_to(root).as_posix(), test, frozenset(cites(line)))
    yield from _tables(root, cites)
    yield from _examples(root, cites)


def _blocks(path: Path) -> Iterator[tuple[str, str]]:
    """The blocks of a file: their names, as the tests have them, and their text."""
    lines: list[str] = []
    first = 0
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        if line.strip():
            lines.append(line)
            words = line.partition("#")[0].split()
            if words and words[0] != "submission":
                first = first or number
            continue
        if first:
            yield f"{path.stem}:{first}", "\n".join(lines).replace("_", " ")
        lines, first = [], 0


def _tables(root: Path, cites: Cites) -> Iterator[Golden]:
    """The files of cells, each with the provisions that print its tables."""
    sections = dict(_printed_by())
    for path in sorted((root / GOLDEN / "cells").glob("*.cells")):
        keys = {(cell.wager, cell.jurisdiction, cell.paytable) for cell in read_cells(path)}
        cited = {cite for key in keys for section in sections[key] for cite in cites(section)}
        yield Golden(path.relative_to(root).as_posix(), OF_CELLS, frozenset(cited))


def _printed_by() -> Iterator[tuple[tuple[str, str, str], list[str]]]:
    """The sections of every printed table, by wager, jurisdiction and the table's name."""
    printed: dict[tuple[str, str, str], list[str]] = {}
    for rules in all_wagers():
        for table in rules.data.paytable:
            key = (rules.data.slug, rules.data.jurisdiction, table.id)
            meter = [rules.data.meter.section] if rules.data.meter and table.meters else []
            printed.setdefault(key, []).extend([table.section, table.decks_section, *meter])
    for mystery in all_mysteries():
        for configuration in mystery.configuration:
            key = (mystery.slug, mystery.jurisdiction, configuration.id)
            printed.setdefault(key, []).append(configuration.section)
    for schedule in all_schedules():
        for violation in schedule.violation:
            printed.setdefault((violation.slug, "pa", ""), []).append(violation.section)
    yield from printed.items()


def _examples(root: Path, cites: Cites) -> Iterator[Golden]:
    """The failing examples of the rules of `check`, with the provision that each finding cites."""
    for path in sorted((root / EXAMPLES).glob("*.toml")):
        for rule, example in tomllib.loads(path.read_text(encoding="utf-8")).items():
            others = [parse(example["beside"])] if "beside" in example else []
            findings = check_together([*others, parse(example["fails"])])[-1]
            cited = {cite for golden in findings for cite in cites(golden.section)}
            name = path.relative_to(root).as_posix()
            yield Golden(f"{name}::{rule}", f"{OF_EXAMPLES}[{rule}]", frozenset(cited))
