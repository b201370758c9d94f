"""Tables on one server, and spread over several: commands a second, and latency at half load.

Whole rounds with a progressive side wager. On SQLite each server has a file of its own, on
PostgreSQL all share one database. One and several servers take turns, so that other work on the
machine slows both. A client has a process of its own, whose processor time is counted apart.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.channel import in_process, over, over_the_channel, paced, places, script

from upcard.service.process import keep_to_share_of_processors

ROUNDS = 30
THREADS = 2
"""Threads of a server that carry out commands, as many as `upcard serve` has for the channel."""

SECONDS = 10
"""How long the latency at half load is measured."""


def be_a_worker(options: argparse.Namespace) -> None:
    """Send rounds to the tables of some numbers as soon as a line comes; print what it cost."""
    numbers = range(*map(int, options.be.split(":")))
    if not options.place:  # as `upcard serve --workers` does, where each has a file
        keep_to_share_of_processors(numbers.start - 1, numbers.step)
    commands_of = script(numbers, options.rounds)
    warm = min(len(commands) for commands in commands_of.values()) // 4
    report: dict[str, float] = {
        "count": sum(len(commands) - warm for commands in commands_of.values())
    }

    def ready() -> None:
        print(flush=True)
        sys.stdin.readline()

    with tempfile.TemporaryDirectory() as folder:
        place = options.place or str(Path(folder) / "floor.journal")
        if options.rate:
            times = paced(commands_of, place, options.rate, ready)
            report |= {f"p{percent}": times[len(times) * percent // 100] for percent in (50, 99)}
        elif options.way == "channel":
            server, client, took = over(over_the_channel, commands_of, warm, place, ready)
            report |= {"server": server, "client": client, "took": took}
        else:
            server, took = in_process(commands_of, warm, place, options.threads, numbers, ready)
            report |= {"server": server, "client": 0.0, "took": took}
    print(json.dumps(report), flush=True)


def measured(
    workers: int, options: argparse.Namespace, place: str, rounds: int, rate: float = 0
) -> list[dict[str, float]]:
    """What each of some workers says; each has its share of the tables, and all begin at once."""
    processes: list[subprocess.Popen[str]] = []
    for first in range(1, workers + 1):
        arguments: dict[str, Any] = {
            "be": f"{first}:{options.tables + 1}:{workers}",
            "rounds": rounds,
            "way": options.way,
            "threads": options.threads,
            "rate": rate / workers,
            "place": place,
        }
        words = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
        command = [sys.executable, "-m", "benchmarks.workers", *words]
        processes.append(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        if place:  # the first one makes the schema
            assert processes[-1].stdout is not None
            processes[-1].stdout.readline()
    for process in processes if not place else ():
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [json.loads(process.communicate()[0]) for process in processes]


def rate_of(reports: Sequence[dict[str, float]]) -> float:
    """Commands a second of all workers, until the last of them has finished."""
    slowest = max(report["took"] * report["count"] for report in reports)
    return 1e6 * sum(report["count"] for report in reports) / slowest


def lines(options: argparse.Namespace, journals: Iterator[str]) -> Iterator[str]:
    """What was measured: medians and ratios."""
    reports_of: dict[int, list[list[dict[str, float]]]] = {1: [], options.workers: []}
    for _ in range(options.repeats):
        for workers, turns in reports_of.items():
            turns.append(measured(workers, options, next(journals), options.rounds))
    for workers, turns in reports_of.items():
        rate = statistics.median(map(rate_of, turns))
        server, client = (
            statistics.mean(report[kind] for reports in turns for report in reports)
            for kind in ("server", "client")
        )
        yield (
            f"{workers} servers: {rate:6.0f} commands a second, {server:.0f} µs of processor time "
            f"each, the client's {client:.0f} µs"
        )
    ratios = [
        rate_of(several) / rate_of(one)
        for one, several in zip(reports_of[1], reports_of[options.workers], strict=True)
    ]
    yield f"ratio in each turn: {', '.join(f'{ratio:.2f}' for ratio in ratios)}"
    if options.way == "channel":
        half = statistics.median(map(rate_of, reports_of[options.workers])) / 2
        rounds = max(1, int(half * SECONDS / options.tables / 8))  # about eight commands a round
        reports = measured(options.workers, options, next(journals), rounds, half)
        p50, p99 = (max(report[name] for report in reports) for name in ("p50", "p99"))
        yield f"at half load, {half:.0f} a second: p50 {p50:.1f} ms, p99 {p99:.1f} ms"


def main() -> None:
    """Measure one and several servers in turns, and print what they did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=THREADS)
    parser.add_argument("--way", choices=("process", "channel"), default="process")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--be", help="be a worker for the tables FIRST:END:STEP")
    parser.add_argument("--place", default="", help="a worker's journal, unless it makes its own")
    parser.add_argument("--rate", type=float, default=0, help="a worker's commands a second")
    options = parser.parse_args()
    if options.be is not None:
        be_a_worker(options)
        return
    print(
        f"{options.way}, {options.database}, {options.tables} tables, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}"
    )
    if options.database == "sqlite":
        print(*lines(options, iter(lambda: "", None)), sep="\n")
        return
    with places(options.database) as journals:
        print(*lines(options, journals), sep="\n")


if __name__ == "__main__":
    main()
