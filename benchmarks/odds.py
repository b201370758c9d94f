"""How long exact odds take, beside an empty Python in the same run: cold, warm, one record.

Cold runs start with an empty cache of compiled code, in a temporary folder; results are never
cached.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

COLD_REPEATS = 3
REPEATS = 7
UPCARD = (sys.executable, "-m", "upcard")
EVERYTHING = (*UPCARD, "odds", "--all", "--json")
ONE = {
    "two cards": ("perfect-pairs", "--paytable", "A"),
    "three cards": ("trilux-deluxe", "--paytable", "TLX-3"),
    "four cards": ("lucky-aces", "--paytable", "A"),
    "the dealer's hand": ("hit-and-run",),
    "the dealer's suits": ("axman",),
    "a run of the player's cards": ("straight-jack",),
    "a drawn card": ("blazing-7s", "--third-card", "draw"),
    "a 20 against a 21": ("bad-beat",),
    "both finished hands": ("buzzer-beater",),
}


def seconds(command: tuple[str, ...], cache: str) -> float:
    """Wall time of one process with a folder for its cache."""
    start = time.perf_counter()
    subprocess.run(
        command,
        env={**os.environ, "XDG_CACHE_HOME": cache},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def cold() -> float:
    """The same with a new cache."""
    with tempfile.TemporaryDirectory() as empty:
        return seconds(EVERYTHING, empty)


def main() -> None:
    """Print medians, and ratios to an empty Python; a single record also less the start-up."""
    with tempfile.TemporaryDirectory() as cache:
        nothing = (sys.executable, "-c", "pass")
        empty = statistics.median(seconds(nothing, cache) for _ in range(REPEATS))
        start_up = statistics.median(seconds((*UPCARD, "--help"), cache) for _ in range(REPEATS))
        times = {"python -c pass": empty, "upcard --help": start_up}
        times["odds --all --json, cold"] = statistics.median(cold() for _ in range(COLD_REPEATS))
        seconds(EVERYTHING, cache)
        warm = [seconds(EVERYTHING, cache) for _ in range(REPEATS)]
        times["odds --all --json, warm"] = statistics.median(warm)
        for name, wager in ONE.items():
            command = (*UPCARD, "odds", *wager, "--decks", "6", "--json")
            times[name] = statistics.median(seconds(command, cache) for _ in range(REPEATS))
    for name, median in times.items():
        more = f"  {median - start_up:6.3f} s after start-up" if name in ONE else ""
        print(f"{name:30} {median:7.3f} s  {median / empty:7.1f} x an empty Python{more}")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'memory at most':30} {memory:7.0f} MiB")


if __name__ == "__main__":
    main()
