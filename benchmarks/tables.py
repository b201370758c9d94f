"""The export of typed tables: events a second for each CPU, and the memory that a process takes.

Robots play at four tables that feed one meter; then the journal is exported in parts, by one
process and by two. With `--events 10_000_000` what they played is copied to streams of other
names, each with a chain of its own, until there are as many, and that is exported by two processes.
"""

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from upcard.cards.shuffle import live_bits
from upcard.engine.core.commands import ClearTable, CloseBets
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.tabular.parquet import export_tables, write_tables
from upcard.journal.integrity.chain import genesis, link
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import ROOT, Header, Link
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
        TableHost(journal, SUBMISSION.format(number=number), rules_of, CardSupply(VAULT))
        for number in range(TABLES)
    ]
    robots = [Robot(position, live_bits) for position in range(1, 6)]
    while events_in(journal) < EVENTS:
        for table in tables * 10:
            for robot in robots:
                table.send_all(robot.wagers(table.rules))
            table.send(CloseBets())
            while (pending := question(table.state)) is not None:
                table.send(robots[pending.position - 1].answer(table.state, pending))
            table.send(ClearTable())
    journal.close()


def copies(played: Journal, header: Header, events: int) -> Iterator[Link]:
    """The records of all tables again and again, in streams of other names, with their hashes.

    A copy has a meter of its own, so that the changes of each meter are numbered as before.
    """
    names = [name for name in played.heads() if name != ROOT]
    for copy in range(-(-events // events_in(played))):
        for name in names:
            stream = f"{name}-{copy}"
            before = genesis(header, stream).hash
            for record in played.records(name):
                shared = {f"{meter}-{copy}": number for meter, number in record.shared.items()}
                copied = link(before, replace(record, stream=stream, shared=shared))
                before = copied.hash
                yield copied


def many(played: str, place: str, events: int) -> None:
    """Copy what was played until there are so many events, export it, and print what it took."""
    source = open_journal(played, rules=rules_digest(), writable=False)
    journal = open_journal(place, rules=rules_digest())
    begin = time.process_time()
    journal.restore(journal.header, copies(source, journal.header, events))
    made = events_in(journal)
    for opened in (source, journal):
        opened.close()
    size = Path(place).stat().st_size / 1e9
    print(f"{made:,} events made in {time.process_time() - begin:.0f} CPU s, {size:.1f} GB")
    begin = time.perf_counter()
    rows = export_tables(place, Path(f"{place}.tables"), rules_of, 2)
    took = time.perf_counter() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    print(
        f"exported by two processes in {seconds:.0f} CPU s, {made / seconds:,.0f} events in each, "
        f"{took:.0f} s by the clock (load {os.getloadavg()[0]:.0f}); "
        f"{used.ru_maxrss // 1024} MB a process, {sum(rows.values()):,} rows"
    )


def main() -> None:
    """Play, export and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=0, help="copy until there are so many")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/bench.journal"
        play(place)
        if options.events:
            many(place, f"{folder}/many.journal", options.events)
        else:
            measure(folder, place)


def measure(folder: str, place: str) -> None:
    """Export parts of what was played by one process, then all by two, and print."""
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
