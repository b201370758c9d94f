"""Tables on one process, and spread over several with an SQLite file each: commands a second.

Whole rounds with a progressive side wager, in process. One and several processes take turns, so
that other work on the machine slows both.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.channel import in_process, script

ROUNDS = 30


def be_a_worker(numbers: range, rounds: int) -> None:
    """Play rounds at the tables of these numbers as soon as a line comes; print the costs."""
    sent = script(numbers, rounds)
    warm = min(len(some) for some in sent.values()) // 4
    count = sum(len(some) - warm for some in sent.values())

    def ready() -> None:
        print(count, flush=True)
        sys.stdin.readline()

    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "floor.journal")
        cpu, _ = in_process(sent, warm, place, 1, numbers, ready)
    print(cpu, flush=True)


def measured(workers: int, tables: int, rounds: int) -> tuple[float, float]:
    """Commands a second of all workers together; microseconds of processor time of one."""
    numbers = [
        f"{first}:{tables + 1}:{workers}" for first in range(1, workers + 1)
    ]  # every table is at one worker
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.workers", "--be", each, "--rounds", str(rounds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for each in numbers
    ]

    def said(process: "subprocess.Popen[str]") -> str:
        assert process.stdout is not None
        return process.stdout.readline()

    count = sum(int(said(process)) for process in processes)
    start = time.perf_counter()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    cpu = [float(said(process)) for process in processes]
    took = time.perf_counter() - start
    for process in processes:
        process.communicate()
    return count / took, statistics.mean(cpu)


def main() -> None:
    """Measure one process and several in turns, and print the medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--be", help="be a worker for the tables FIRST:END:STEP")
    asked = parser.parse_args()
    if asked.be is not None:
        be_a_worker(range(*map(int, asked.be.split(":"))), asked.rounds)
        return
    each: dict[int, list[tuple[float, float]]] = {1: [], asked.workers: []}
    print(f"{asked.tables} tables, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for _ in range(asked.repeats):
        for workers, found in each.items():
            found.append(measured(workers, asked.tables, asked.rounds))
    for workers, found in each.items():
        rate, cpu = (statistics.median(one) for one in zip(*found, strict=True))
        print(f"{workers} processes: {rate:6.0f} commands a second, {cpu:.0f} µs of processor time")
    ratios = [
        several[0] / one[0] for one, several in zip(each[1], each[asked.workers], strict=True)
    ]
    print(f"ratio in each turn: {', '.join(f'{ratio:.2f}' for ratio in ratios)}")


if __name__ == "__main__":
    main()
