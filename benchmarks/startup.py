"""How long the command line takes to answer, beside importing Typer and Rich in the same run.

A command of Typer alone, with parameters like those of `upcard check`, tells what Typer takes.
"""

import resource
import statistics
import subprocess
import sys

REPEATS = 7
TYPER_AND_RICH = "import typer, rich"
TYPER_COMMAND = """
from pathlib import Path
from typing import Annotated
import rich, typer

def check(
    submissions: list[Path] | None = typer.Argument(None),
    explain: Annotated[str | None, typer.Option()] = None,
    rules: Annotated[bool, typer.Option("--rules")] = False,
) -> None: ...

typer.run(check)
"""
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    TYPER_AND_RICH: [sys.executable, "-c", TYPER_AND_RICH],
    "a command of Typer alone": [sys.executable, "-c", TYPER_COMMAND, "seven-seats.toml"],
    "upcard --help": [sys.executable, "-m", "upcard", "--help"],
    "upcard check": [sys.executable, "-m", "upcard", "check", "submissions/seven-seats.toml"],
    "upcard odds": [sys.executable, "-m", "upcard", "odds", "lucky-ladies", "--decks", "6"],
    "upcard deal --rounds 1": [
        *(sys.executable, "-m", "upcard", "deal", "submissions/seven-seats.toml"),
        *("--rounds", "1", "--json"),
    ],
}


def seconds(command: list[str]) -> float:
    """Processor time of one process, which other work on the machine disturbs least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print medians, and the ratio to the imports alone."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(REPEATS):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    imports = statistics.median(times[TYPER_AND_RICH])
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:24} {median:6.3f} s  {median / imports:5.2f} x {TYPER_AND_RICH}")


if __name__ == "__main__":
    main()
