"""Tables on a journal, end to end: commands a second, verification, the start of a long history.

A command is a player's or dealer's, with the automatic steps that follow, acknowledged after
the commit. Every table plays in a thread of its own; all feed one progressive meter.
"""

import gc
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.journal import postgres, raw_commits

from upcard.__main__ import GARBAGE_THRESHOLDS
from upcard.cards.shuffle import live_bits
from upcard.engine.core.commands import ClearTable, CloseBets, Command
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.submission.compiling.text import rules_of

gc.set_threshold(*GARBAGE_THRESHOLDS)  # as a server does

REPEATS = 3
SECONDS = 2.0
LONG = 1_000_000
VAULT = Vault(Installation(bytes(32)))
SUBMISSION = """
[table]
name = "T-{number:02}"
game = "blackjack"
decks = 6
positions = 2

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
link = "BANK"
"""


class Player:
    """Two robots at a table of their own; `sent` counts acknowledged commands."""

    def __init__(self, journal: Journal, number: int) -> None:
        self.table = TableHost(
            journal, SUBMISSION.format(number=number), rules_of, CardSupply(VAULT)
        )
        self.robots = [Robot(position, live_bits) for position in (1, 2)]
        self.sent = 0

    def send(self, command: Command) -> None:
        """One command."""
        self.table.send(command, key=f"{self.table.stream} {time.perf_counter_ns()}")
        self.sent += 1

    def round(self) -> None:
        """One round."""
        for robot in self.robots:
            for command in robot.wagers(self.table.rules):
                self.send(command)
        self.send(CloseBets())
        while (pending := question(self.table.state)) is not None:
            self.send(self.robots[pending.position - 1].answer(self.table.state, pending))
        self.send(ClearTable())

    def play_until(self, end: float) -> None:
        """Rounds until the clock says so."""
        while time.perf_counter() < end:
            self.round()


def rate(players: list[Player]) -> float:
    """Acknowledged commands a second."""
    before, start = sum(player.sent for player in players), time.perf_counter()
    threads = [
        threading.Thread(target=player.play_until, args=(start + SECONDS,)) for player in players
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (sum(player.sent for player in players) - before) / (time.perf_counter() - start)


def measure(kind: str, place: str, folder: Path) -> None:
    """Print medians for 1, 8 and 64 tables, and how fast the journal is verified."""
    raw = statistics.median(raw_commits(folder) for _ in range(REPEATS))
    print(f"{kind}: the disk alone {raw:,.0f} commits a second")
    journal = open_journal(place, rules="0" * 64)
    players = [Player(journal, number) for number in range(64)]
    for tables in (1, 8, 64):
        rates = [rate(players[:tables]) for _ in range(REPEATS)]
        print(f"{kind} {tables:2} tables {statistics.median(rates):8,.0f} commands a second")
    start = time.perf_counter()
    verdict = verify(journal, rules_of)
    assert verdict.verified, verdict
    seconds = time.perf_counter() - start
    print(f"{kind} verified at {verdict.events / seconds:,.0f} events a second")
    journal.close()


def long_history(place: str, events: int) -> None:
    """Print how long a table with so many events takes to start."""
    journal = open_journal(place, rules="0" * 64)
    player = Player(journal, 1)
    while journal.head(player.table.stream).events < events:
        player.round()
    player.table.close()
    start = time.perf_counter()
    TableHost(journal, SUBMISSION.format(number=1), rules_of, CardSupply(VAULT))
    seconds = time.perf_counter() - start
    made = journal.head(player.table.stream).events
    print(f"a table with {made:,} events starts in {seconds:.3f} s")
    journal.close()


def main() -> None:
    """Measure on the disk of the temporary folder; ``long`` adds the million events."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure("memory", "memory:", folder)
        measure("SQLite", str(folder / "floor.journal"), folder)
        address, stop = postgres(folder)
        measure("PostgreSQL", address, folder)
        stop()
        long_history("memory:", LONG if "long" in sys.argv else LONG // 50)


if __name__ == "__main__":
    main()
