"""Rebuilds the records of past rounds from the journal alone."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from upcard.engine.core.events import Event, TableCleared
from upcard.engine.play import evolve
from upcard.host.bodies.record_body import body_of
from upcard.host.records.games import record_of
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, open_table
from upcard.journal.journal import Journal


def tables_of(journal: Journal) -> list[str]:
    """The names of the tables in a journal."""
    return [name.removeprefix("table/") for name in journal.versions() if name.startswith("table/")]


def rounds_of(
    journal: Journal,
    table: str,
    rules_of: RulesOf,
    after: int = 0,
    before: RecordedTable | None = None,
) -> Iterator[dict[str, Any]]:
    """The record of each round of a table; the last one may still be under way (``open``).

    ``records`` are the positions of the journal's records that hold the round. With `after` and
    `before`, only the rounds that follow a record, which cleared the table and left it so.
    """
    events: list[Event] = []
    positions = [after] if after else []
    cards = CardReader(journal)
    for record in journal.records(f"table/{table}", after):
        body = cards.with_known_cards(record, body_of(record))
        if body.submission:
            before = open_table(before, body.submission, rules_of(body.submission), fed=body.fed)
        assert before is not None, "a table's first record opens it"
        state = before.state
        positions.append(record.position)
        for step in (*body.steps, *body.awards):
            if any(isinstance(event, TableCleared) for event in step.events):
                yield {**record_of(state, events), "records": positions}
                events, positions = [], [record.position]
            else:
                events += step.events
            for event in step.events:
                state = evolve(state, event)
        before = replace(before, state=state)
    if before is not None and before.state.has_wagers:
        yield {**record_of(before.state, events), "records": positions, "open": True}
