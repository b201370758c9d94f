"""Records which tests reach which lines of the sources, and the seconds that each test takes.

As a plugin of pytest (`-p reach`) it writes one JSON file for each process into the folder that
`UPCARD_REACH` names, with coverage.py; `record` runs pytest so, `Reach.read` reads the files.
Code that numba compiled and code in other processes is not seen. Seconds are those of the
processor: other work on the machine changes none.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = "UPCARD_REACH"
FILES: Final = "UPCARD_REACH_FILES"
LEFT_OUT: Final = ("tests/web", "tests/health")
"""Tests that need a browser, and those of the repository itself: they read the sources as text."""

SERVER: Final = "postgres"
"""The fixture of tests that start a database server: too much for one mutant."""

LONGEST: Final = 10
"""Seconds of a test while it is recorded: one that takes longer is stopped there and left out."""


class TooLong(BaseException):
    """A test takes longer than it is worth; no `Exception`, so that no test catches it."""


def _stop(_number: int, _frame: object) -> None:
    raise TooLong


def _seconds() -> float:
    """Seconds of the processor that this process and those it started took."""
    return sum(os.times()[:4])


class Recorder:
    """Watches the tests of one process of pytest."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = Coverage(data_file=None, include=list(files), config_file=False)
        self.coverage.start()
        signal.signal(signal.SIGPROF, _stop)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests that need a server: they are never run with a mutant."""
        items[:] = [item for item in items if SERVER not in getattr(item, "fixturenames", ())]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count what runs from here on, fixtures included, to this test."""
        self.coverage.switch_context(item.nodeid)
        started_at = _seconds()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = _seconds() - started_at
            self.coverage.switch_context("")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Stop a test that takes too long; fixtures are let alone, others need them too."""
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remembers the tests that fail, or are skipped: they kill nothing."""
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what this process saw."""
        self.coverage.stop()
        if not self.seconds:
            return  # the process that hands out tests
        data = self.coverage.get_data()
        lines = {
            Path(file).relative_to(ROOT).as_posix(): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        for test in self.failed:
            self.seconds.pop(test, None)
        record_body = {"seconds": self.seconds, "lines": lines}
        path = self.folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.json"
        path.write_text(json.dumps(record_body), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Start the record where a folder for it is named."""
    if FOLDER in os.environ:
        files = os.environ[FILES].split(os.pathsep)
        config.pluginmanager.register(Recorder(Path(os.environ[FOLDER]), files), "reach-recorder")


def record(folder: Path, files: Sequence[str], tests: Sequence[str], jobs: int) -> None:
    """Run tests and write which of them reach which lines of `files` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("*.json"):
        stale.unlink()
    wanted_files = os.pathsep.join(str(ROOT / file) for file in files)
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT / "tools")))
    environment = {"PYTHONPATH": paths, FOLDER: str(folder), FILES: wanted_files}
    options = ["-q", "--tb=no", "-p", "reach", "-n", str(jobs), "--dist", "worksteal"]
    without = [f"--ignore={path}" for path in LEFT_OUT]
    command = [sys.executable, "-m", "pytest", *options, *without, *tests]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False)


class Reach:
    """Which tests reach a line, and the seconds that each of them takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, dict[int, set[str]]] = {}

    @classmethod
    def read(cls, folder: Path) -> "Reach":
        """What the processes of one recorded run wrote into a folder."""
        reach = cls()
        for path in sorted(folder.rglob("*.json")):
            body = json.loads(path.read_text(encoding="utf-8"))
            reach.seconds |= body["seconds"]
            for file, lines in body["lines"].items():
                of_file = reach.lines.setdefault(file, {})
                for line, tests in lines.items():
                    of_file.setdefault(int(line), set()).update(tests)
        return reach

    def tests(self, file: str, line: int, start: int) -> list[str]:
        """The tests that reach a line, the quickest first.

        A line of a longer statement stands for those before it, back to `start`.
        """
        lines = self.lines.get(file, {})
        at = next(
            (other_line for other_line in range(line, start - 1, -1) if other_line in lines), None
        )
        return self._known(lines[at]) if at is not None else []

    def of_file(self, file: str) -> list[str]:
        """The tests that reach any line of a file, the quickest first."""
        lines = self.lines.get(file, {})
        return self._known({test for tests in lines.values() for test in tests})

    def _known(self, tests: set[str]) -> list[str]:
        known = [test for test in tests if test in self.seconds]
        return sorted(known, key=lambda test: (self.seconds[test], test))
