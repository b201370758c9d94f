"""All figures of the performance page, with the machine, in ``benchmarks/figures.json``.

Run it as ``python -m benchmarks.figures``, or with the names of sections to measure only these; the
others stay as they are. Each section has the machine and its load when it was measured. All times
are processor time of one core, medians of runs that alternate within a section.
"""

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

from benchmarks import channel, engine, odds, precision
from benchmarks.simulation import PLAIN, TEN_WAGERS, best_play, rules_from

from upcard.simulation.run import simulate

OUT: Final = Path(__file__).with_name("figures.json")
REPEATS: Final = 5
ROUNDS: Final = 10_000_000
TABLES: Final = 64
COMMAND_ROUNDS: Final = 12
COMMAND_REPEATS: Final = 3
PERFECT_PAIRS: Final = f'{PLAIN}\n[wagers.perfect-pairs]\npaytable = "A"\n'
UPCARD: Final = (sys.executable, "-m", "upcard")
SEVEN_SEATS: Final = str(engine.SEVEN_SEATS)

Figures = dict[str, Any]


def medians(runs: Mapping[str, Callable[[], float]], repeats: int = REPEATS) -> Figures:
    """The median of each run; the runs alternate."""
    values_of: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            values_of[name].append(run())
    return {name: statistics.median(values) for name, values in values_of.items()}


def command(*words: str, cache: str | None = None) -> Callable[[], float]:
    """Processor seconds of a process, and of those it starts; with a new cache where it is ""."""

    def seconds() -> float:
        with tempfile.TemporaryDirectory() as empty:
            folder = {} if cache is None else {"XDG_CACHE_HOME": cache or empty}
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            environment = {**os.environ, **folder}
            subprocess.run(words, env=environment, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return seconds


# Sections


def rounds_a_second() -> Figures:
    """Raw rounds a second of the simulator, by wagers, seats, decks."""

    def rate(text: str, seats: int = 1) -> Callable[[], float]:
        rules = rules_from(text)
        strategy = best_play(rules)

        def measured() -> float:
            start = time.process_time()
            dealt = simulate(rules, strategy, ROUNDS // seats, 1, workers=1, seats=seats)
            return dealt.rounds / (time.process_time() - start)

        measured()
        return measured

    decks = {f"{n} decks": PLAIN.replace("[table]", f"[table]\ndecks = {n}") for n in (1, 2, 8)}
    runs = {
        "heads-up": rate(PLAIN),
        "heads-up, one side wager": rate(PERFECT_PAIRS),
        "heads-up, ten side wagers": rate(TEN_WAGERS),
        **{f"{seats} seats": rate(PLAIN, seats) for seats in (3, 7)},
        **{f"heads-up, {name}": rate(text) for name, text in decks.items()},
    }
    return medians(runs)


def live_engine() -> Figures:
    """Rounds a processor second of the live engine."""

    def rate(play: Callable[[int], None], rounds: int) -> Callable[[], float]:
        def measured() -> float:
            start = time.process_time()
            play(rounds)
            return rounds / (time.process_time() - start)

        measured()
        return measured

    return medians(
        {
            "heads-up": rate(engine.heads_up, 4_000),
            "seven seats, six wagers": rate(engine.full_table, 200),
        }
    )


def commands() -> Figures:
    """Processor seconds of commands; cold ones compile, in a new cache."""
    sim = (*UPCARD, "sim", SEVEN_SEATS, "--rounds", "1", "--json")
    with tempfile.TemporaryDirectory() as folder:
        warm = {
            "import typer and rich": (sys.executable, "-c", "import typer, rich"),
            "upcard --help": (*UPCARD, "--help"),
            "upcard check": (*UPCARD, "check", SEVEN_SEATS),
            "upcard strategy": (*UPCARD, "strategy", SEVEN_SEATS),
            "all printed odds": odds.EVERYTHING,
            "a simulation of one round": sim,
        }
        runs = {name: command(*words, cache=folder) for name, words in warm.items()}
        cold = {
            "all printed odds, cold": command(*odds.EVERYTHING, cache=""),
            "a simulation of one round, cold": command(*sim, cache=""),
        }
        for run in runs.values():  # compiles
            run()
        return {**medians(runs), **medians(cold, 1)}


def cost_of_a_command() -> Figures:
    """Microseconds of processor time of a command at 64 tables on SQLite, of the server alone."""
    numbers = range(1, TABLES + 1)
    commands_of = channel.script(numbers, COMMAND_ROUNDS)
    warm = min(len(of_table) for of_table in commands_of.values()) // 4
    with channel.places("sqlite") as places:
        return medians(
            {
                "in process": lambda: channel.in_process(
                    commands_of, warm, next(places), 1, numbers
                )[0],
                "over the channel": lambda: channel.over(
                    channel.over_the_channel, commands_of, warm, next(places)
                )[0],
                "over REST": lambda: channel.over(
                    channel.over_rest, commands_of, warm, next(places)
                )[0],
            },
            COMMAND_REPEATS,
        )


SECTIONS: Final[Mapping[str, Callable[[], Figures]]] = {
    "engine": live_engine,
    "commands": commands,
    "channel": cost_of_a_command,
    "simulation": rounds_a_second,
    "precision": precision.figures,
}


def main() -> None:
    """Measure the named sections, or all; print and write them."""
    written = json.loads(OUT.read_text()) if OUT.exists() else {}
    for name in sys.argv[1:] or SECTIONS:
        figures = SECTIONS[name]()
        written[name] = {"machine": machine(), "figures": figures}
        for title, figure in figures.items():
            print(f"{name:12} {title:34} {json.dumps(figure)}")
    OUT.write_text(json.dumps(written, indent=1) + "\n")


def machine() -> Figures:
    """The machine, the day and the load."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
        "day": date.today().isoformat(),
    }


if __name__ == "__main__":
    main()
