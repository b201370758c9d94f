"""Runs tests with one mutant at a time in a copy of the sources, and tells what became of each.

A campaign says which tests run for a mutant, in stages: each stage runs only where those before it
passed. Every mutant runs in a fork of this process, which has the libraries loaded.
"""

import compileall
import gc
import importlib
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from mutants import Mutant

ROOT: Final = Path(__file__).resolve().parent.parent
KERNELS: Final = tuple(
    f"src/upcard/{name}/" for name in ("cards", "compiled", "games", "progressives", "wagers")
)
"""Folders whose kernels are compiled anew after a change: the cache of the user is left alone."""

PRELOADED: Final = (
    "alembic",
    "argon2",
    "fastapi",
    "httpx",
    "hypothesis",
    "nicegui",
    "numba",
    "psycopg",
    "pytest",
    "sqlalchemy",
    "tree_sitter_toml",
    "typer",
    "upcard.engine.play",
)
"""Imported once, with the plugins of pytest: every mutant runs in a fork that has the libraries."""

MEMORY: Final = 4 * 2**30
"""Bytes that the tests of a mutant may take: one that never ends may fill the machine."""

STAGE: Final = "mutant stage "
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)

KILLED: Final = "killed"
SURVIVED: Final = "survived"
UNTESTED: Final = "no test"
TIMED_OUT: Final = "timed out"
UNLOADED: Final = "does not load"


class Stage(NamedTuple):
    """Tests that run together; `hang` where one that does not end was caught in a loop."""

    tests: Sequence[str]
    hang: bool


class Verdict(NamedTuple):
    """What became of a mutant: `by` is the test that failed, `seconds` the processor's time."""

    mutant: Mutant
    fate: str
    by: str
    seconds: float


class Campaign(Protocol):
    """Which tests run for a mutant."""

    limit: int
    """Seconds for a mutant."""

    def stages(self, mutant: Mutant) -> list[Stage]:
        """The tests in the order in which they run; none where there is no test."""
        ...

    def learn(self, verdict: Verdict) -> None:
        """Take note of what became of a mutant, for the order of the next."""
        ...


# One mutant


class _Run:
    """A copy of the sources with one mutant at a time in it, and the process that runs tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "src"
        shutil.copytree(ROOT / "src", self.source)
        compileall.compile_dir(self.source, quiet=1)
        self.mutant: Mutant | None = None
        self.stages: Sequence[Stage] = ()
        self.count = 0

    @property
    def output(self) -> Path:
        """What pytest wrote."""
        return self.folder / "output.txt"

    def start(self, mutant: Mutant | None, stages: Sequence[Stage], limit: int) -> int:
        """Start the tests with a mutant, or with none, stage by stage; returns the process."""
        self.mutant, self.stages = mutant, stages
        if mutant is not None:
            path = self.folder / mutant.file
            path.write_text(mutant.text(), encoding="utf-8")
            self.count += 1  # no compiled file of the original, or of another mutant, has this time
            os.utime(path, (self.count, self.count))
        process = os.fork()
        if process == 0:
            try:
                code = self._in_child(limit)
            except BaseException as error:  # a child never returns into the loop
                print(repr(error), file=sys.stderr)
                code = 3
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        return process

    def _in_child(self, limit: int) -> int:
        os.setpgid(0, 0)
        signal.alarm(limit)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        with self.output.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        os.chdir(ROOT)
        os.environ |= {"PYTHONPATH": str(self.source), "PYTHONDONTWRITEBYTECODE": "1"}
        if self.mutant is not None and self.mutant.file.startswith(KERNELS):
            os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")
        self._load()
        gc.freeze()  # pytest collects garbage several times: not what is loaded once
        pytest = importlib.import_module("pytest")
        options = ["-x", "-q", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
        code = 0
        for number, stage in enumerate(self.stages):
            print(f"{STAGE}{number}", flush=True)
            code = int(pytest.main([*options, "--tb=no", "-p", "no:xdist", *stage.tests]))
            if code != 0:
                break
        return code

    def _load(self) -> None:
        """Load the package from the copy, in the place of the one that the parent has loaded."""
        sys.dont_write_bytecode = True
        tools = {path.stem for path in (ROOT / "tools").glob("*.py")}
        for name in [name for name in sys.modules if name.partition(".")[0] in {"upcard", *tools}]:
            del sys.modules[name]
        sys.path[:] = [str(self.source), *(path for path in sys.path if path != str(ROOT / "src"))]
        importlib.invalidate_caches()
        upcard = importlib.import_module("upcard")
        assert str(upcard.__file__).startswith(str(self.source)), "another copy of the sources"
        importlib.import_module("upcard.rules.loader").all_wagers()
        if self.mutant is not None and self.mutant.file.endswith(".py"):
            path = Path(self.mutant.file).relative_to("src").with_suffix("")
            importlib.import_module(".".join(path.parts).removesuffix(".__init__"))

    def _named(self, failed: str) -> str:
        """A test that failed, by a name under which pytest finds it again."""
        if (ROOT / failed.partition("::")[0]).is_file():
            return failed
        tail = failed.rpartition("/")[2]
        tests = [test for stage in self.stages for test in stage.tests]
        return next((test for test in tests if test.endswith(tail)), failed)

    def verdict(self, process: int, status: int, seconds: float) -> Verdict:
        """What the process that ended says of the mutant, which is taken out again."""
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        assert self.mutant is not None
        shutil.copy2(ROOT / self.mutant.file, self.folder / self.mutant.file)
        output = self.output.read_text(encoding="utf-8", errors="replace")
        failed = FAILED.findall(output)
        if os.WIFSIGNALED(status):
            hung = self._hung(output)
            return Verdict(self.mutant, KILLED if hung else TIMED_OUT, hung, seconds)
        code = os.WEXITSTATUS(status)
        if code in (1, 2, 4) and failed:  # 2 and 4: what a test file does on import fails
            return Verdict(self.mutant, KILLED, self._named(failed[0]), seconds)
        fate = {0: SURVIVED, 5: UNTESTED}.get(code, UNLOADED)
        return Verdict(self.mutant, fate, "", seconds)

    def _hung(self, output: str) -> str:
        """The first test of the stage that did not end, where it had time enough."""
        number = output.rpartition(STAGE)[2][:1]
        stage = self.stages[int(number)] if number else Stage((), hang=False)
        return stage.tests[0] if stage.hang else ""


# All of them


def prove(
    mutants: Iterable[Mutant],
    campaign: Campaign,
    tell: Callable[[Verdict], None],
    *,
    jobs: int = 1,
) -> tuple[list[Verdict], list[str]]:
    """Run each mutant against the tests of a campaign.

    Returns a verdict for each, and the tests that fail without any mutant.
    """
    plugins = [plugin.module for plugin in entry_points(group="pytest11")]
    for name in (*PRELOADED, *plugins):
        importlib.import_module(name)
    gc.freeze()  # a fork shares what its own collector leaves alone
    verdicts: list[Verdict] = []

    def note(verdict: Verdict) -> None:
        verdicts.append(verdict)
        tell(verdict)
        campaign.learn(verdict)

    with tempfile.TemporaryDirectory(prefix="coverage-proof-") as folder:
        free = [_Run(Path(folder) / str(number)) for number in range(jobs)]
        running: dict[int, _Run] = {}

        def finish() -> None:
            process, status, used = os.wait3(0)
            run = running.pop(process)
            note(run.verdict(process, status, used.ru_utime + used.ru_stime))
            free.append(run)

        for mutant in mutants:
            stages = campaign.stages(mutant)
            if not stages:
                note(Verdict(mutant, UNTESTED, "", 0.0))
                continue
            if not free:
                finish()
            run = free.pop()
            running[run.start(mutant, stages, campaign.limit)] = run
        while running:
            finish()
        return verdicts, _failing(free[0], sorted({known.by for known in verdicts if known.by}))


def _failing(run: _Run, tests: list[str]) -> list[str]:
    """Those of the tests that fail in the sources as they are."""
    if not tests:
        return []
    process = run.start(None, [Stage(tests, hang=False)], 1200)
    _, status = os.waitpid(process, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        return []
    output = run.output.read_text(encoding="utf-8", errors="replace")
    return FAILED.findall(output) or ["the tests that failed with a mutant, run together"]
