"""How long the command line takes to answer, beside an empty Python in the same run."""

import statistics
import subprocess
import sys
import time

REPEATS = 7
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "upcard --help": [sys.executable, "-m", "upcard", "--help"],
    "upcard check": [sys.executable, "-m", "upcard", "check", "submissions/seven-seats.toml"],
    "upcard odds": [sys.executable, "-m", "upcard", "odds", "lucky-ladies", "--decks", "6"],
    "upcard deal --rounds 1": [
        *(sys.executable, "-m", "upcard", "deal", "submissions/seven-seats.toml"),
        *("--rounds", "1", "--json"),
    ],
}


def seconds(command: list[str]) -> float:
    """Wall time of one process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Print medians, and the ratio to an empty Python."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(REPEATS):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    empty = statistics.median(times["python -c pass"])
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:24} {median:6.3f} s  {median / empty:5.1f} x an empty Python")


if __name__ == "__main__":
    main()
