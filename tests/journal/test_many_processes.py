"""64 tables in several processes feed one shared state on PostgreSQL."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import msgspec
import pytest

from journal.feeding import EVENTS, METER, feed
from journal.writing import RULES, Body, records_of
from nightly import NIGHTLY
from upcard.journal.checking import check_chain
from upcard.journal.opening import open_journal

TOTAL = 1_000_000 if NIGHTLY else 20_000
TABLES = 64
PROCESSES = 4
RECORDS = -(-TOTAL // (EVENTS * TABLES))


@pytest.fixture
def fed(schemas: Iterator[str]) -> str:
    """A journal that all processes have written to at once."""
    place = next(schemas)
    tables = [f"table/{number}" for number in range(TABLES)]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=spawn) as pool:
        feeding = [
            pool.submit(feed, place, tables[number::PROCESSES], RECORDS)
            for number in range(PROCESSES)
        ]
        assert [each.result() for each in feeding] == [TABLES // PROCESSES * RECORDS] * PROCESSES
    return place


def test_the_total_is_exact_and_in_the_order_of_commits(fed: str) -> None:
    journal = open_journal(fed, rules=RULES, writable=False)
    records = TABLES * RECORDS
    assert sum(head.events for head in check_chain(journal).values()) == records * EVENTS >= TOTAL
    assert journal.shared(METER) == str(records).encode()
    writers: list[str] = []
    for counted, record in enumerate(records_of(journal), start=1):
        assert msgspec.json.decode(record.body, type=Body).counted == {METER: counted}
        assert record.shared == {METER: counted}
        writers.append(record.stream)
    assert set(journal.versions().values()) == {RECORDS}
    assert len(set(writers[: records // 2])) > TABLES // PROCESSES  # they did write at once
    journal.close()
