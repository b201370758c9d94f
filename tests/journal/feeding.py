"""A process of its own that feeds a counter from several tables at once."""

from collections import deque
from concurrent.futures import Future

from journal.writing import ENGINE, RULES, proposal
from upcard.journal.opening import open_journal
from upcard.journal.port import Receipt

METER = "meter/a"
EVENTS = 5
"""Events of one record."""


def feed(place: str, tables: list[str], records: int) -> int:
    """Appends as many records to each table, all tables at work at the same time."""
    journal = open_journal(place, rules=RULES, engine=ENGINE)
    fences = {
        table: journal.lease(table, f"feeder of {tables[0]}", 3_600).fence for table in tables
    }

    def submit(table: str, version: int) -> tuple[str, int, Future[Receipt]]:
        command = proposal(table, version, "", METER, fence=fences[table], events=EVENTS)
        return table, version + 1, journal.submit(command)

    at_work = deque(submit(table, 0) for table in tables)
    done = 0
    while at_work:
        table, version, future = at_work.popleft()
        future.result()
        done += 1
        if version < records:
            at_work.append(submit(table, version))
    journal.close()
    return done
