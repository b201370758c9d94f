"""The whole ledger of a journal, posted event by event: tables' and meters' accounts together."""

from collections import Counter

from upcard.engine.core.ledger import postings as table_postings
from upcard.host.bodies.record_body import RecordBody, decode_body
from upcard.journal.journal import Journal
from upcard.progressives.ledger import PAYABLE
from upcard.progressives.ledger import postings as meter_postings


def accounts(opened: Journal) -> Counter[str]:
    """Every account, in units; holds the ledger to balance after every single event."""
    found: Counter[str] = Counter()
    for record in opened.all_records():
        for entries in _entries(decode_body(record.body)):
            assert sum(amount for _, amount in entries) == 0
            for account, amount in entries:
                found[account] += amount
        assert found[PAYABLE] >= 0, f"record {record.position} paid what nobody had won"
        assert found["layout"] >= 0
    assert sum(found.values()) == 0
    return found


def _entries(body: RecordBody) -> list[tuple[tuple[str, int], ...]]:
    steps = [table_postings(event) for step in body.steps for event in step.events]
    meters = [meter_postings(event) for step in body.meters for event in step.events]
    awards = [table_postings(event) for step in body.awards for event in step.events]
    return steps + meters + awards
