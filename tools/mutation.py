"""Mutation testing: a seeded sample of operators' mutants, each with the tests that reach its line.

`coverage_proof.py --mutation 500` runs it (see `operator_mutants`, `reach`). Every mutant that
survives is listed with its reason in `surviving_mutants.toml`: equivalent ones do not count, of the
others at least `WANTED` are killed. A mutant with which the sources cannot even be imported counts
neither way, one with which tests do not end that take a moment without it is killed.
"""

import sys
import time
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from mutant_runs import (
    KERNELS,
    KILLED,
    ROOT,
    SURVIVED,
    TIMED_OUT,
    UNLOADED,
    UNTESTED,
    Stage,
    Verdict,
)
from mutants import PACKAGE, Mutant
from near import imported
from operator_mutants import SURVIVORS, Place, Survivor, subject_files, survivors
from reach import Reach, record

WANTED: Final = 0.95
"""The share of the mutants that are not equivalent that has to be killed."""

TESTS: Final = (
    "tests/analysis",
    "tests/cards",
    "tests/engine",
    "tests/frozen",
    "tests/host",
    "tests/journal",
    "tests/library",
    "tests/odds",
    "tests/penalties",
    "tests/progressives",
    "tests/properties",
    "tests/regulation",
    "tests/rules",
    "tests/service",
    "tests/submission",
    "tests/wagers",
)
"""The tests of the subjects; others reach them as well, but from further away."""

COMPILING: Final = ("tests/odds", "tests/submission", "tests/wagers")
"""Tests that compile kernels: last for mutants of a folder whose kernels are compiled anew."""

BATCHES: Final = (6, 30, 150, 600)
"""How many tests run in each stage; the rest in one more."""

PATIENCE: Final = 60.0
"""Seconds of tests for a mutant: those after it are left out."""

KNOWN: Final = 15.0
"""Seconds of tests for a mutant that is listed as a survivor: it is only looked at again."""

QUICK: Final = 2.0
"""Seconds of a test that may run before nearer ones."""

FIRST: Final = 4
"""How many of the tests that killed mutants of a file run before the others."""


class ByReach:
    """Runs the tests that reach a mutant's line; first those of files that import its module.

    What runs once, on import or for a cache, is reached for coverage.py by no test or by the first
    that needs it: therefore other tests of the file follow while there is time. Within each of
    these groups the quickest run first.
    """

    def __init__(
        self,
        reach: Reach,
        places: Mapping[tuple[str, str], Place],
        limit: int,
        listed: Container[tuple[str, str]] = (),
    ) -> None:
        self.reach = reach
        self.places = places
        self.limit = limit
        self.listed = listed
        self.killers: dict[str, list[str]] = {}
        self.importers = importers(sorted({test.partition("::")[0] for test in reach.seconds}))

    def stages(self, mutant: Mutant) -> list[Stage]:
        """Batches of tests: those that killed mutants of the file, the nearest, the others."""
        ranked = self._ranked(mutant)
        first = [test for test in self.killers.get(mutant.file, ())[-FIRST:] if test in ranked]
        ordered = dict.fromkeys([*first, *ranked])
        compiles = COMPILING if mutant.file.startswith(KERNELS) else ()
        patience = KNOWN if (mutant.file, mutant.name) in self.listed else PATIENCE
        return [
            Stage(tests, hang=not any(test.startswith(compiles) for test in tests))
            for tests in _batches(self._in_time(ordered, patience))
        ]

    def _ranked(self, mutant: Mutant) -> list[str]:
        place = self.places[mutant.file, mutant.name]
        near = self.importers.get(mutant.file, set())
        reached = set(self.reach.tests(mutant.file, place.position[0], place.start))
        of_file = set(self.reach.of_file(mutant.file))
        imported = {test for test in self.reach.seconds if test.partition("::")[0] in near}
        compiles = COMPILING if mutant.file.startswith(KERNELS) else ()

        def rank(test: str) -> tuple[bool, bool, bool, float]:
            return (
                test.startswith(compiles),
                test not in reached,
                test not in imported,
                self.reach.seconds[test],
            )

        return sorted(reached | of_file | imported, key=rank)

    def learn(self, verdict: Verdict) -> None:
        """The test that killed a mutant may kill the next of its file."""
        before = self.killers.setdefault(verdict.mutant.file, [])
        if verdict.by and self.reach.seconds.get(verdict.by, PATIENCE) <= QUICK:
            before[:] = [*(test for test in before if test != verdict.by), verdict.by]

    def _in_time(self, tests: Iterable[str], left: float) -> list[str]:
        in_time: list[str] = []
        for test in tests:
            seconds = self.reach.seconds[test]
            if seconds <= left or not in_time:
                left -= seconds
                in_time.append(test)
        return in_time


class ByName:
    """Runs the same tests for every mutant: shows without a record that a new test kills some."""

    def __init__(self, tests: Sequence[str], limit: int) -> None:
        self.tests = tests
        self.limit = limit

    def stages(self, _mutant: Mutant) -> list[Stage]:
        """The tests, file by file."""
        return [Stage([test], hang=False) for test in self.tests]

    def learn(self, verdict: Verdict) -> None:
        """The order of the tests is the caller's."""


def _batches(tests: Sequence[str]) -> list[Sequence[str]]:
    batches = []
    for size in (*BATCHES, len(tests)):
        batches.append(tests[:size])
        tests = tests[size:]
    return [batch for batch in batches if batch]


def importers(tests: Iterable[str]) -> dict[str, set[str]]:
    """Which files of tests import each module, by the path of its source."""
    importers_of: dict[str, set[str]] = {}
    for test in tests:
        for module in imported(ROOT / test):
            importers_of.setdefault(f"src/{module.replace('.', '/')}.py", set()).add(test)
    return importers_of


def recorded(folder: Path, jobs: int) -> Reach:
    """Which tests reach which lines: read from a folder, recorded there where it is empty."""
    if not list(folder.glob("*.json")):
        files = [
            path.relative_to(ROOT).as_posix()
            for paths in subject_files(ROOT).values()
            for path in paths
        ]
        record(folder, files, TESTS, jobs)
    return Reach.read(folder)


# What is told


def check_survivors(places: Sequence[Place]) -> dict[tuple[str, str], Survivor]:
    """The listed survivors; an error where one names no mutant."""
    known = survivors(ROOT)
    stale = set(known) - {
        (mutant.file, mutant.name) for place in places for mutant in place.mutants
    }
    if stale:
        raise SystemExit(f"{SURVIVORS} names no mutant by {sorted(stale)[0]}.")
    return known


def summary(
    verdicts: Sequence[Verdict], known_survivors: dict[tuple[str, str], Survivor], started_at: float
) -> int:
    """Print what became of a sample; 1 where survivors are listed wrongly or are too many."""
    alive = [verdict for verdict in verdicts if verdict.fate in (SURVIVED, UNTESTED, TIMED_OUT)]
    unlisted = [verdict for verdict in alive if _listed(verdict, known_survivors) is None]
    dead = [
        verdict
        for verdict in verdicts
        if verdict.fate == KILLED and _listed(verdict, known_survivors) is not None
    ]
    print("\nSurvivors" if alive else "\nNo survivors.")
    for verdict in alive:
        survivor = _listed(verdict, known_survivors)
        why = "not listed" if survivor is None else survivor.why
        kind = "equivalent: " if survivor is not None and survivor.equivalent else ""
        print(f"{_told(verdict.mutant)}\n    {kind}{why}")
    for verdict in dead:
        print(f"Listed as a survivor, killed by {verdict.by}:\n{_told(verdict.mutant)}")
    equivalent = [
        verdict
        for verdict in alive
        if (known := _listed(verdict, known_survivors)) and known.equivalent
    ]
    fates = Counter(verdict.fate for verdict in verdicts)
    killed = fates[KILLED]
    counted = killed + len(alive) - len(equivalent)
    share = killed / counted if counted else 1.0
    print()
    for subject in dict.fromkeys(verdict.mutant.section for verdict in verdicts):
        of = [verdict for verdict in verdicts if verdict.mutant.section == subject]
        print(f"{subject}: {sum(verdict.fate == KILLED for verdict in of)} of {len(of)} killed")
    print(
        f"{killed} of {counted} killed ({share:.1%}), {len(equivalent)} equivalent, "
        f"{fates[UNLOADED]} that cannot be imported, {len(unlisted)} survivors not listed, "
        f"{len(dead)} listed and killed, in {time.monotonic() - started_at:.0f} s "
        f"(the mutants: {sum(verdict.seconds for verdict in verdicts):.0f} s of the processor)."
    )
    if share < WANTED:
        print(f"Fewer than {WANTED:.0%} are killed.", file=sys.stderr)
    return int(bool(unlisted or dead) or share < WANTED)


def _listed(
    verdict: Verdict, known_survivors: Mapping[tuple[str, str], Survivor]
) -> Survivor | None:
    return known_survivors.get((verdict.mutant.file, verdict.mutant.name))


def _told(mutant: Mutant) -> str:
    return f"{mutant.section}: {mutant.file.removeprefix(f'{PACKAGE}/')}: {mutant.name}"
