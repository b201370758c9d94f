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

ROUNDS = 30
THREADS = 2
"""Threads of a server that carry out commands, as many as `upcard serve` has for the channel."""

SECONDS = 10
"""How long the latency at half load is measured."""


def be_a_worker(asked: argparse.Namespace) -> None:
    """Send rounds to the tables of some numbers as soon as a line comes; print what it cost."""
    numbers = range(*map(int, asked.be.split(":")))
    sent = script(numbers, asked.rounds)
    warm = min(len(some) for some in sent.values()) // 4
    said: dict[str, float] = {"count": sum(len(some) - warm for some in sent.values())}

    def ready() -> None:
        print(flush=True)
        sys.stdin.readline()

    with tempfile.TemporaryDirectory() as folder:
        place = asked.place or str(Path(folder) / "floor.journal")
        if asked.rate:
            times = paced(sent, place, asked.rate, ready)
            said |= {f"p{each}": times[len(times) * each // 100] for each in (50, 99)}
        elif asked.way == "channel":
            server, client, took = over(over_the_channel, sent, warm, place, ready)
            said |= {"server": server, "client": client, "took": took}
        else:
            server, took = in_process(sent, warm, place, asked.threads, numbers, ready)
            said |= {"server": server, "client": 0.0, "took": took}
    print(json.dumps(said), flush=True)


def measured(
    workers: int, asked: argparse.Namespace, place: str, rounds: int, rate: float = 0
) -> list[dict[str, float]]:
    """What each of some workers says; each has its share of the tables, and all begin at once."""
    processes: list[subprocess.Popen[str]] = []
    for first in range(1, workers + 1):
        arguments: dict[str, Any] = {
            "be": f"{first}:{asked.tables + 1}:{workers}",
            "rounds": rounds,
            "way": asked.way,
            "threads": asked.threads,
            "rate": rate / workers,
            "place": place,
        }
        given = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
        command = [sys.executable, "-m", "benchmarks.workers", *given]
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


def rate_of(said: Sequence[dict[str, float]]) -> float:
    """Commands a second of all workers, until the last of them has finished."""
    slowest = max(report["took"] * report["count"] for report in said)
    return 1e6 * sum(report["count"] for report in said) / slowest


def lines(asked: argparse.Namespace, journals: Iterator[str]) -> Iterator[str]:
    """What was measured: medians and ratios."""
    each: dict[int, list[list[dict[str, float]]]] = {1: [], asked.workers: []}
    for _ in range(asked.repeats):
        for workers, found in each.items():
            found.append(measured(workers, asked, next(journals), asked.rounds))
    for workers, found in each.items():
        rate = statistics.median(map(rate_of, found))
        server, client = (
            statistics.mean(report[what] for said in found for report in said)
            for what in ("server", "client")
        )
        yield (
            f"{workers} servers: {rate:6.0f} commands a second, {server:.0f} µs of processor time "
            f"each, the client's {client:.0f} µs"
        )
    ratios = [
        rate_of(several) / rate_of(one)
        for one, several in zip(each[1], each[asked.workers], strict=True)
    ]
    yield f"ratio in each turn: {', '.join(f'{ratio:.2f}' for ratio in ratios)}"
    if asked.way == "channel":
        half = statistics.median(map(rate_of, each[asked.workers])) / 2
        rounds = max(1, int(half * SECONDS / asked.tables / 8))  # about eight commands a round
        said = measured(asked.workers, asked, next(journals), rounds, half)
        p50, p99 = (max(report[name] for report in said) for name in ("p50", "p99"))
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
    asked = parser.parse_args()
    if asked.be is not None:
        be_a_worker(asked)
        return
    print(
        f"{asked.way}, {asked.database}, {asked.tables} tables, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}"
    )
    if asked.database == "sqlite":
        print(*lines(asked, iter(lambda: "", None)), sep="\n")
        return
    with places(asked.database) as journals:
        print(*lines(asked, journals), sep="\n")


if __name__ == "__main__":
    main()
