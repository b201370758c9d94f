"""Breaks what carries out each subsection, and shows that a test named for it fails.

    python tools/coverage_proof.py                              everything
    python tools/coverage_proof.py --section "633a.6(a)"        one entry of the register
    python tools/coverage_proof.py --sample 50 --seed 7         some mutants, drawn with a seed
    python tools/coverage_proof.py --list                       the mutants, without running any
    python tools/coverage_proof.py --mutation 500 --seed 1      operators' mutants (`mutation`)
    python tools/coverage_proof.py --mutation 500 --seed 1 --subject chain
    python tools/coverage_proof.py --mutation 500 --seed 1 --match is_signed --tests tests/journal

The last asks whether a new test kills some mutants.

`upcard coverage` names the tests of each entry of the register. For every entry that is executable,
a dealer's procedure or declared in a Rules Submission this breaks one statement that carries it out
(see `mutants`, `rule_data_mutants`), in a copy of the sources, and runs the tests named for it. The
exit status is 1 where all of them pass, or where the entry names no test. It is 2 where a test
fails without any mutant.

Tests of the pages need a browser and are left out. `equivalent_mutants.toml` lists mutants that
nobody can notice, each with the reason; an entry that names no mutant is an error.
"""

import argparse
import json
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import index_section_tests as index
import mutation
import operator_mutants
from mutant_runs import KILLED, ROOT, Campaign, Stage, Verdict, prove
from mutants import Mutant, source_mutants
from reach import Reach
from rule_data_mutants import rule_data_mutants
from upcard.rules.citation import full_citation
from upcard.rules.sections import sections

BUILT: Final = ("executable", "procedure", "physical")
QUICK: Final = ("tests/regulation/", "tests/submission/test_rules", "tests/health/test_cells")
MIDDLE: Final = ("tests/submission", "tests/engine", "tests/progressives", "tests/penalties")
EQUIVALENT: Final = "tools/equivalent_mutants.toml"
LEFT_OUT: Final = "tests/web/"
SLOW: Final = 2
"""From this cost on, tests take their time; cheaper ones that do are caught in a loop."""

FIRST: Final = 4
"""How many of the tests that killed mutants of an entry run before the others."""


# What is run


def all_mutants(root: Path) -> list[Mutant]:
    """The mutants of every entry that code carries out, in the register's order."""
    examples = {
        record.file.partition("::")[2]: record.cites
        for record in index.golden(root)
        if "::" in record.file
    }
    order = {section.cite: at for at, section in enumerate(sections()) if section.status in BUILT}
    candidates = [*source_mutants(root, examples), *rule_data_mutants(root)]
    unseen = equivalents(root)
    stale = set(unseen) - {mutant[:3] for mutant in candidates}
    if stale:
        raise SystemExit(f"{EQUIVALENT} names no mutant by {sorted(stale)[0]}.")
    mutants_left = [
        built for built in candidates if built.section in order and built[:3] not in unseen
    ]
    return sorted(mutants_left, key=lambda mutant: order[mutant.section])


def equivalents(root: Path) -> dict[tuple[str, str, str], str]:
    """Why mutants cannot be noticed by an entry's tests: by entry, file and name."""
    entries = tomllib.loads((root / EQUIVALENT).read_text(encoding="utf-8"))["mutant"]
    return {
        (full_citation(cite), f"src/upcard/{entry['file']}", entry["name"]): entry["why"]
        for entry in entries
        for cite in entry["entries"]
    }


def tests_by_entry(root: Path) -> dict[str, list[str]]:
    """What pytest runs for each entry: the tests that are named for it and golden records."""
    tests_of = {cite: list(names) for cite, names in index.named_tests(root).items()}
    for record in index.golden(root):
        for cite in record.cites:
            tests_of.setdefault(cite, []).insert(0, record.test)
    return {cite: sorted(dict.fromkeys(names), key=_cost) for cite, names in tests_of.items()}


def _cost(test: str) -> int:
    if "[" in test:
        return 0  # a golden record
    return 1 if test.startswith(QUICK) else SLOW if test.startswith(MIDDLE) else SLOW + 1


def _is_quick(tests: Sequence[str]) -> bool:
    return all(_cost(test) < SLOW for test in tests)


class ByEntry:
    """Runs the tests that are named for a mutant's entry, those that killed others of it first."""

    def __init__(self, tests: Mapping[str, Sequence[str]], limit: int = 300) -> None:
        self.tests = tests
        self.limit = limit
        self.killers: dict[str, list[str]] = {}

    def stages(self, mutant: Mutant) -> list[Stage]:
        """Golden records and quick tests before the slow ones."""
        first = self.killers.get(mutant.section, ())[-FIRST:]
        ranked: dict[int, list[str]] = {}
        for test in self.tests.get(mutant.section, ()):
            if LEFT_OUT not in test:
                ranked.setdefault(-1 if test in first else _cost(test), []).append(test)
        return [Stage(tests, hang=_is_quick(tests)) for _, tests in sorted(ranked.items())]

    def learn(self, verdict: Verdict) -> None:
        """The test that killed a mutant may kill the entry's next."""
        before = self.killers.setdefault(verdict.mutant.section, [])
        if verdict.by and verdict.by not in before:
            before.append(verdict.by)


# The command


def status(verdicts: Iterable[Verdict], broken: Sequence[str]) -> int:
    """The exit status: 2 where tests fail without any mutant, 1 with survivors, else 0."""
    return 2 if broken else 1 if any(verdict.fate != KILLED for verdict in verdicts) else 0


def _tell(verdict: Verdict) -> None:
    mutant = verdict.mutant
    label = f"{mutant.section}: {mutant.file.removeprefix('src/upcard/')}: {mutant.name}"
    by = f" by {verdict.by}" if verdict.by else ""
    print(f"{verdict.fate}{by} ({verdict.seconds:.1f} s)  {label}", flush=True)


def _summary(verdicts: list[Verdict]) -> None:
    by_entry: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_entry.setdefault(verdict.mutant.section, []).append(verdict)
    print()
    for cite, verdicts_of_entry in by_entry.items():
        killed = sum(verdict.fate == KILLED for verdict in verdicts_of_entry)
        print(f"{cite}: {killed} of {len(verdicts_of_entry)} killed")
    print("\nSurvivors" if any(known.fate != KILLED for known in verdicts) else "\nNo survivors.")
    for verdict in verdicts:
        if verdict.fate != KILLED:
            _tell(verdict)


def _named(path: Path) -> dict[str, list[str]]:
    """Tests by entry, from a file in the form of section_tests.toml."""
    tests_of = tomllib.loads(path.read_text(encoding="utf-8"))
    return {cite: list(tests) for cite, tests in tests_of.items()}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Breaks each subsection and runs its tests.")
    parser.add_argument("--section", action="append", help="an entry, as 633a.6(a); repeatable")
    parser.add_argument("--match", action="append", help="part of a file or name; repeatable")
    parser.add_argument(
        "--subject",
        action="append",
        choices=list(operator_mutants.SUBJECTS),
        help="of --mutation: only this part of the sample; repeatable",
    )
    parser.add_argument("--sample", type=int, help="so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--limit", type=int, default=300, help="seconds for a mutant")
    parser.add_argument("--named", type=Path, help="tests by entry, in place of the index")
    parser.add_argument("--json", type=Path, help="write the verdicts to this file")
    parser.add_argument("--again", type=Path, help="only the survivors in such a file")
    parser.add_argument("--mutation", type=int, help="so many mutants of operators instead")
    parser.add_argument(
        "--reach",
        type=Path,
        help="of --mutation: record which tests reach which lines here, or read what is recorded",
    )
    parser.add_argument(
        "--tests",
        action="append",
        help="of --mutation: run these alone, and record nothing; repeatable",
    )
    parser.add_argument("--list", action="store_true", help="list the mutants, run none")
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> list[Mutant]:
    mutants = all_mutants(ROOT)
    if options.section:
        wanted = {full_citation(short) for short in options.section}
        mutants = [mutant for mutant in mutants if mutant.section in wanted]
    mutants = _narrowed(mutants, options)
    if options.sample is not None and options.sample < len(mutants):
        drawn = random.Random(options.seed).sample(range(len(mutants)), options.sample)
        mutants = [mutants[number] for number in sorted(drawn)]
    return mutants


def _narrowed(mutants: list[Mutant], options: argparse.Namespace) -> list[Mutant]:
    """The mutants of some files or names alone, or those that survived before."""
    if options.again is not None:
        rows = json.loads(options.again.read_text(encoding="utf-8"))
        left = {tuple(row[:3]) for row in rows if row[3] != KILLED}
        mutants = [mutant for mutant in mutants if tuple(mutant[:3]) in left]
    if options.match:
        labeled = [(mutant, f"{mutant.file} {mutant.name}") for mutant in mutants]
        mutants = [
            labeled_mutant
            for labeled_mutant, text in labeled
            if any(part in text for part in options.match)
        ]
    return mutants


def _write(path: Path | None, verdicts: Iterable[Verdict]) -> None:
    if path is not None:
        rows = [[*verdict.mutant[:3], *verdict[1:]] for verdict in verdicts]
        path.write_text(json.dumps(rows, indent=1, ensure_ascii=False), encoding="utf-8")


def _tell_broken(broken: Iterable[str]) -> None:
    for test in broken:
        print(f"{test} fails without any mutant.", file=sys.stderr)


def _of_entries(options: argparse.Namespace) -> int:
    """Breaks the entries of the register."""
    mutants = _chosen(options)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.section}: {mutant.file}: {mutant.name}")
        with_mutant = {mutant.section for mutant in mutants}
        built = [section.cite for section in sections() if section.status in BUILT]
        print(f"{len(mutants)} mutants of {len(with_mutant)} of {len(built)} entries.")
        return 0
    started_at = time.monotonic()
    tests = tests_by_entry(ROOT) if options.named is None else _named(options.named)
    campaign = ByEntry(tests, options.limit)
    verdicts, broken = prove(mutants, campaign, _tell, jobs=options.jobs)
    _summary(verdicts)
    killed = sum(verdict.fate == KILLED for verdict in verdicts)
    print(f"{killed} of {len(verdicts)} killed in {time.monotonic() - started_at:.0f} s.")
    _write(options.json, verdicts)
    _tell_broken(broken)
    return status(verdicts, broken)


def _reach(options: argparse.Namespace) -> Reach:
    """Which tests reach which lines: read, or recorded now."""
    started_at = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="reach-") as folder:
        reach = mutation.recorded(options.reach or Path(folder), options.jobs)
    print(
        f"{len(reach.seconds)} tests recorded in {time.monotonic() - started_at:.0f} s.", flush=True
    )
    return reach


def _of_operators(options: argparse.Namespace) -> int:
    """Breaks a sample of the places that cosmic-ray's operators change."""
    started_at = time.monotonic()
    places = operator_mutants.places(ROOT)
    known_survivors = mutation.check_survivors(places)
    drawn = operator_mutants.sample(places, options.mutation, options.seed)
    subjects = options.subject or operator_mutants.SUBJECTS
    of_subjects = [mutant for _, mutant in drawn if mutant.section in subjects]
    mutants = _narrowed(of_subjects, options)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.section}: {mutant.file}: {mutant.name}")
        print(f"{len(mutants)} mutants of {len(places)} places.")
        return 0
    campaign: Campaign
    if options.tests:
        campaign = mutation.ByName(options.tests, options.limit)
    else:
        at = {(mutant.file, mutant.name): place for place, mutant in drawn}
        campaign = mutation.ByReach(_reach(options), at, options.limit, known_survivors)
    verdicts, broken = prove(mutants, campaign, _tell, jobs=options.jobs)
    _write(options.json, verdicts)
    _tell_broken(broken)
    return 2 if broken else mutation.summary(verdicts, known_survivors, started_at)


def main() -> int:
    """Run the proof; 1 with survivors, 2 where a test fails without any mutant."""
    options = _options()
    return _of_entries(options) if options.mutation is None else _of_operators(options)


if __name__ == "__main__":
    sys.exit(main())
