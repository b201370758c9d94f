"""The export of typed tables: events a second for each CPU, and the memory that a process takes.

Robots play at four tables that feed one meter; then the journal is exported in parts, by one
process and by two.
"""

import resource
import tempfile
import time
from pathlib import Path

from upcard.cards.shuffle import live_bits
from upcard.engine.core import commands as c
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.table import TableHost
from upcard.host.tabular.parquet import export_tables, write_tables
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import ROOT
from upcard.rules.digest import rules_digest
from upcard.submission.compiling.text import rules_of

EVENTS = 100_000
TABLES = 4
VAULT = Vault(Installation(bytes(32)))
SUBMISSION = """
[table]
name = "T-{number:02}"
game = "blackjack"
decks = 6
positions = 5

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
link = "BANK"

[wagers.perfect-pairs]
"""


def events_in(journal: Journal) -> int:
    """The events of all tables."""
    return sum(head.events for name, head in journal.heads().items() if name != ROOT)


def play(place: str) -> None:
    """Rounds in turn at every table, until there are enough events."""
    journal = open_journal(place, rules=rules_digest())
    tables = [
        TableHost(journal, SUBMISSION.format(number=number), rules_of, VAULT)
        for number in range(TABLES)
    ]
    robots = [Robot(position, live_bits) for position in range(1, 6)]
    while events_in(journal) < EVENTS:
        for table in tables * 10:
            for robot in robots:
                table.send_all(robot.wagers(table.rules))
            table.send(c.CloseBets())
            while (asked := question(table.state)) is not None:
                table.send(robots[asked.position - 1].answer(table.state, asked))
            table.send(c.ClearTable())
    journal.close()


def main() -> None:
    """Play, export and print."""
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/bench.journal"
        play(place)
        journal = open_journal(place, rules=rules_digest(), writable=False)
        heads = {name: head for name, head in journal.heads().items() if name != ROOT}
        events = events_in(journal)
        for part in (4, 2, 1):
            versions = {name: head.position // part for name, head in heads.items()}
            begin = time.process_time()
            write_tables(journal, versions, rules_of, Path(folder) / f"one-{part}", "1")
            seconds = time.process_time() - begin
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{events // part:>9,} events: {events / part / seconds:>9,.0f} a CPU second, "
                  f"{memory} MB")  # fmt: skip
        journal.close()
        begin = time.perf_counter()
        export_tables(place, Path(folder) / "two", rules_of, 2)
        print(f"{events:>9,} events by two processes: {time.perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
