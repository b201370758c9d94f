"""Breaks what carries out each subsection, and shows that a test named for it fails.

    python tools/coverage_proof.py                              everything
    python tools/coverage_proof.py --section "633a.6(a)"        one entry of the register
    python tools/coverage_proof.py --sample 50 --seed 7         some mutants, drawn with a seed
    python tools/coverage_proof.py --list                       the mutants, without running any

`upcard coverage` names the tests of each entry of the register. For every entry that is executable,
a dealer's procedure or declared in a Rules Submission this breaks one statement that carries it out
(see `mutants`, `rule_data_mutants`), in a copy of the sources, and runs the tests named for it. The
exit status is 1 where all of them pass, or where the entry names no test. It is 2 where a test
fails without any mutant.

Tests of the pages need a browser and are left out. `equivalent_mutants.toml` lists mutants that
nobody can notice, each with the reason; an entry that names no mutant is an error.
"""

import argparse
import compileall
import importlib
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, NamedTuple

import index_section_tests as index
from mutants import Mutant, source_mutants
from rule_data_mutants import rule_data_mutants
from upcard.rules.citation import full
from upcard.rules.sections import sections

ROOT: Final = Path(__file__).resolve().parent.parent
BUILT: Final = ("executable", "procedure", "physical")
QUICK: Final = ("tests/regulation/", "tests/submission/test_rules", "tests/health/test_cells")
MIDDLE: Final = ("tests/submission", "tests/engine", "tests/progressives", "tests/penalties")
EQUIVALENT: Final = "tools/equivalent_mutants.toml"
LEFT_OUT: Final = "tests/web/"
KERNELS: Final = tuple(
    f"src/upcard/{name}/" for name in ("cards", "compiled", "games", "progressives", "wagers")
)
"""Folders whose kernels are compiled anew after a change: the cache of the user is left alone."""

PRELOADED: Final = ("numba", "pytest", "tree_sitter_toml", "typer", "upcard.engine.play")
"""Imported once, with the plugins of pytest: every mutant runs in a fork that has the libraries."""

SLOW: Final = 2
"""From this cost on, tests take their time; cheaper ones that do are caught in a loop."""

STAGE: Final = "coverage-proof stage "
FIRST: Final = 4
"""How many of the tests that killed mutants of an entry run before the others."""

FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)

KILLED: Final = "killed"
SURVIVED: Final = "survived"
UNTESTED: Final = "no test"
TIMED_OUT: Final = "timed out"
UNLOADED: Final = "does not load"


class Verdict(NamedTuple):
    """What became of a mutant: `by` is the test that failed, `seconds` how long it took."""

    mutant: Mutant
    fate: str
    by: str
    seconds: float


# What is run


def all_mutants(root: Path) -> list[Mutant]:
    """The mutants of every entry that code carries out, in the register's order."""
    examples = {
        record.file.partition("::")[2]: record.cites
        for record in index.golden(root)
        if "::" in record.file
    }
    order = {one.cite: at for at, one in enumerate(sections()) if one.status in BUILT}
    found = [*source_mutants(root, examples), *rule_data_mutants(root)]
    unseen = equivalents(root)
    stale = set(unseen) - {mutant[:3] for mutant in found}
    if stale:
        raise SystemExit(f"{EQUIVALENT} names no mutant by {sorted(stale)[0]}.")
    kept = [one for one in found if one.section in order and one[:3] not in unseen]
    return sorted(kept, key=lambda mutant: order[mutant.section])


def equivalents(root: Path) -> dict[tuple[str, str, str], str]:
    """Why mutants cannot be noticed by an entry's tests: by entry, file and name."""
    listed = tomllib.loads((root / EQUIVALENT).read_text(encoding="utf-8"))["mutant"]
    return {
        (full(cite), f"src/upcard/{one['file']}", one["name"]): one["why"]
        for one in listed
        for cite in one["entries"]
    }


def tests_by_entry(root: Path) -> dict[str, list[str]]:
    """What pytest runs for each entry: the tests that are named for it and golden records."""
    held = {cite: list(names) for cite, names in index.named_tests(root).items()}
    for record in index.golden(root):
        for cite in record.cites:
            held.setdefault(cite, []).insert(0, record.test)
    return {cite: sorted(dict.fromkeys(names), key=_cost) for cite, names in held.items()}


def _cost(test: str) -> int:
    if "[" in test:
        return 0  # a golden record
    return 1 if test.startswith(QUICK) else SLOW if test.startswith(MIDDLE) else SLOW + 1


def _is_quick(tests: Sequence[str]) -> bool:
    return all(_cost(test) < SLOW for test in tests)


def _stages(tests: Sequence[str], first: Sequence[str]) -> list[list[str]]:
    """The tests in the order in which they run: each stage only where those before it passed."""
    ranked: dict[int, list[str]] = {}
    for test in tests:
        ranked.setdefault(-1 if test in first else _cost(test), []).append(test)
    return [ranked[rank] for rank in sorted(ranked)]


# One mutant


class _Run:
    """A copy of the sources with one mutant at a time in it, and the process that runs tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "src"
        shutil.copytree(ROOT / "src", self.source)
        compileall.compile_dir(self.source, quiet=1)
        self.mutant: Mutant | None = None
        self.tests: list[str] = []
        self.hangs_at: dict[int, str] = {}  # a test of each stage that is quick unless it hangs
        self.count = 0
        self.started = 0.0

    @property
    def output(self) -> Path:
        """What pytest wrote."""
        return self.folder / "output.txt"

    def start(self, mutant: Mutant | None, stages: Sequence[Sequence[str]], limit: int) -> int:
        """Starts the tests with a mutant, or with none, stage by stage; returns the process."""
        self.mutant, self.started = mutant, time.monotonic()
        self.tests = [test for tests in stages for test in tests]
        self.hangs_at = {at: some[0] for at, some in enumerate(stages) if _is_quick(some)}
        if mutant is not None:
            path = self.folder / mutant.file
            path.write_text(mutant.text(), encoding="utf-8")
            self.count += 1  # no compiled file of the original, or of another mutant, has this time
            os.utime(path, (self.started, self.count))
        process = os.fork()
        if process == 0:
            try:
                code = self._in_child(stages, limit)
            except BaseException as error:  # a child never returns into the loop
                print(repr(error), file=sys.stderr)
                code = 3
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        return process

    def _in_child(self, stages: Sequence[Sequence[str]], limit: int) -> int:
        os.setpgid(0, 0)
        signal.alarm(limit)
        with self.output.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        os.chdir(ROOT)
        os.environ |= {"PYTHONPATH": str(self.source), "PYTHONDONTWRITEBYTECODE": "1"}
        if self.mutant is not None and self.mutant.file.startswith(KERNELS):
            os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")
        sys.dont_write_bytecode = True
        tools = {path.stem for path in (ROOT / "tools").glob("*.py")}
        for name in [name for name in sys.modules if name.partition(".")[0] in {"upcard", *tools}]:
            del sys.modules[name]
        sys.path[:] = [str(self.source), *(path for path in sys.path if path != str(ROOT / "src"))]
        importlib.invalidate_caches()
        upcard = importlib.import_module("upcard")
        assert str(upcard.__file__).startswith(str(self.source)), "another copy of the sources"
        importlib.import_module("upcard.rules.loader").all_wagers()
        pytest = importlib.import_module("pytest")
        options = ["-x", "-q", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
        code = 0
        for number, tests in enumerate(stages):
            print(f"{STAGE}{number}", flush=True)
            code = int(pytest.main([*options, "--tb=no", "-p", "no:xdist", *tests]))
            if code != 0:
                break
        return code

    def _named(self, failed: str) -> str:
        """A test that failed, by a name under which pytest finds it again."""
        if (ROOT / failed.partition("::")[0]).is_file():
            return failed
        tail = failed.rpartition("/")[2]
        return next((test for test in self.tests if test.endswith(tail)), failed)

    def verdict(self, process: int, status: int) -> Verdict:
        """What the process that ended says of the mutant, which is taken out again."""
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        assert self.mutant is not None
        shutil.copy2(ROOT / self.mutant.file, self.folder / self.mutant.file)
        seconds = time.monotonic() - self.started
        said = self.output.read_text(encoding="utf-8", errors="replace")
        failed = FAILED.findall(said)
        if os.WIFSIGNALED(status):
            hung = self.hangs_at.get(int(said.rpartition(STAGE)[2][:1] or 9), "")
            return Verdict(self.mutant, KILLED if hung else TIMED_OUT, hung, seconds)
        code = os.WEXITSTATUS(status)
        if code == 1 and failed:
            return Verdict(self.mutant, KILLED, self._named(failed[0]), seconds)
        fate = {0: SURVIVED, 5: UNTESTED}.get(code, UNLOADED)
        return Verdict(self.mutant, fate, "", seconds)


# All of them


def prove(
    mutants: Iterable[Mutant],
    tests: Mapping[str, Sequence[str]],
    tell: Callable[[Verdict], None],
    *,
    jobs: int = 1,
    limit: int = 300,
) -> tuple[list[Verdict], list[str]]:
    """Runs each mutant against the tests of its entry, `limit` seconds at most.

    Returns a verdict for each, and the tests that fail without any mutant.
    """
    plugins = [found.module for found in entry_points(group="pytest11")]
    for name in (*PRELOADED, *plugins):
        importlib.import_module(name)
    verdicts: list[Verdict] = []

    def note(verdict: Verdict) -> None:
        verdicts.append(verdict)
        tell(verdict)

    with tempfile.TemporaryDirectory(prefix="coverage-proof-") as folder:
        free = [_Run(Path(folder) / str(number)) for number in range(jobs)]
        running: dict[int, _Run] = {}
        killers: dict[str, list[str]] = {}  # those of the entry's mutants before run first

        def finish() -> None:
            process, status = os.wait()
            run = running.pop(process)
            verdict = run.verdict(process, status)
            note(verdict)
            free.append(run)
            before = killers.setdefault(verdict.mutant.section, [])
            if verdict.by and verdict.by not in before:
                before.append(verdict.by)

        for mutant in mutants:
            named = [test for test in tests.get(mutant.section, ()) if LEFT_OUT not in test]
            if not named:
                note(Verdict(mutant, UNTESTED, "", 0.0))
                continue
            if not free:
                finish()
            run = free.pop()
            stages = _stages(named, killers.get(mutant.section, ())[-FIRST:])
            running[run.start(mutant, stages, limit)] = run
        while running:
            finish()
        return verdicts, _failing(free[0], sorted({one.by for one in verdicts if one.by}))


def _failing(run: _Run, tests: list[str]) -> list[str]:
    """Those of the tests that fail in the sources as they are."""
    if not tests:
        return []
    process = run.start(None, [tests], 600)
    _, status = os.waitpid(process, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        return []
    said = run.output.read_text(encoding="utf-8", errors="replace")
    return FAILED.findall(said) or ["the tests that failed with a mutant, run together"]


# The command


def status(verdicts: Iterable[Verdict], broken: Sequence[str]) -> int:
    """The exit status: 2 where tests fail without any mutant, 1 with survivors, else 0."""
    return 2 if broken else 1 if any(verdict.fate != KILLED for verdict in verdicts) else 0


def _tell(verdict: Verdict) -> None:
    mutant = verdict.mutant
    what = f"{mutant.section}: {mutant.file.removeprefix('src/upcard/')}: {mutant.name}"
    by = f" by {verdict.by}" if verdict.by else ""
    print(f"{verdict.fate}{by} ({verdict.seconds:.1f} s)  {what}", flush=True)


def _summary(verdicts: list[Verdict]) -> None:
    by_entry: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_entry.setdefault(verdict.mutant.section, []).append(verdict)
    print()
    for cite, found in by_entry.items():
        killed = sum(verdict.fate == KILLED for verdict in found)
        print(f"{cite}: {killed} of {len(found)} killed")
    print("\nSurvivors" if any(one.fate != KILLED for one in verdicts) else "\nNo survivors.")
    for verdict in verdicts:
        if verdict.fate != KILLED:
            _tell(verdict)


def _named(path: Path) -> dict[str, list[str]]:
    """Tests by entry, from a file in the form of section_tests.toml."""
    named = tomllib.loads(path.read_text(encoding="utf-8"))
    return {cite: list(tests) for cite, tests in named.items()}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Breaks each subsection and runs its tests.")
    parser.add_argument("--section", action="append", help="an entry, as 633a.6(a); repeatable")
    parser.add_argument("--match", action="append", help="part of a file or name; repeatable")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--limit", type=int, default=300, help="seconds for a mutant")
    parser.add_argument("--named", type=Path, help="tests by entry, in place of the index")
    parser.add_argument("--json", type=Path, help="write the verdicts to this file")
    parser.add_argument("--again", type=Path, help="only the survivors in such a file")
    parser.add_argument("--list", action="store_true", help="list the mutants, run none")
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> list[Mutant]:
    chosen = all_mutants(ROOT)
    if options.section:
        wanted = {full(short) for short in options.section}
        chosen = [mutant for mutant in chosen if mutant.section in wanted]
    if options.again is not None:
        rows = json.loads(options.again.read_text(encoding="utf-8"))
        left = {tuple(row[:3]) for row in rows if row[3] != KILLED}
        chosen = [mutant for mutant in chosen if tuple(mutant[:3]) in left]
    if options.match:
        told = [(mutant, f"{mutant.file} {mutant.name}") for mutant in chosen]
        chosen = [one for one, text in told if any(part in text for part in options.match)]
    if options.sample is not None and options.sample < len(chosen):
        drawn = random.Random(options.seed).sample(range(len(chosen)), options.sample)
        chosen = [chosen[number] for number in sorted(drawn)]
    return chosen


def main() -> int:
    """Runs the proof; 1 with survivors, 2 where a test fails without any mutant."""
    options = _options()
    chosen = _chosen(options)
    if options.list:
        for mutant in chosen:
            print(f"{mutant.section}: {mutant.file}: {mutant.name}")
        with_mutant = {mutant.section for mutant in chosen}
        built = [one.cite for one in sections() if one.status in BUILT]
        print(f"{len(chosen)} mutants of {len(with_mutant)} of {len(built)} entries.")
        return 0
    started = time.monotonic()
    tests = tests_by_entry(ROOT) if options.named is None else _named(options.named)
    verdicts, broken = prove(chosen, tests, _tell, jobs=options.jobs, limit=options.limit)
    _summary(verdicts)
    killed = sum(verdict.fate == KILLED for verdict in verdicts)
    print(f"{killed} of {len(verdicts)} killed in {time.monotonic() - started:.0f} s.")
    if options.json is not None:
        rows = [[*verdict.mutant[:3], *verdict[1:]] for verdict in verdicts]
        options.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False), encoding="utf-8")
    for test in broken:
        print(f"{test} fails without any mutant.", file=sys.stderr)
    return status(verdicts, broken)


if __name__ == "__main__":
    sys.exit(main())
