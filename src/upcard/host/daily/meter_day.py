"""What each meter took and paid on one day, from the records of the tables that feed it."""

from dataclasses import dataclass
from datetime import date
from heapq import merge

from upcard.host.bodies.record_body import body_of
from upcard.host.daily.table_day import day_of
from upcard.host.records.replay import tables_of
from upcard.journal.journal import Journal
from upcard.progressives.events import Awarded, Contributed, MeterEvents, MysteryHit
from upcard.progressives.ledger import meter_account, postings, reserve_account


@dataclass
class MeterDay:
    """A meter's day in units: what it showed, took and paid, and its reserve.

    `closing` is `opening` plus `contributed` and `seeded`, less `paid`. `from_house` is what the
    house paid in addition to the meter.
    """

    meter: str
    opening: int = 0
    contributed: int = 0
    seeded: int = 0
    paid: int = 0
    closing: int = 0
    reserve_opening: int = 0
    reserved: int = 0
    reserve_used: int = 0
    reserve_closing: int = 0
    from_house: int = 0
    wagers: int = 0
    awards: int = 0


def meter_days(journal: Journal, day: date) -> list[MeterDay]:
    """Every meter that was open at the end of a day: by link, then as they were opened."""
    days: dict[str, MeterDay] = {}
    streams = (journal.records(f"table/{table}") for table in tables_of(journal))
    for record in merge(*streams, key=lambda record: record.at):
        if day_of(record.at) > day:
            break
        today = day_of(record.at) == day
        for step in body_of(record).meters:
            for event in step.events:
                of_meter = days.setdefault(event.meter, MeterDay(event.meter))
                _add_event(of_meter, event, today=today)
    return sorted(days.values(), key=lambda of_meter: of_meter.meter.partition("/")[0])


def _add_event(day: MeterDay, event: MeterEvents, *, today: bool) -> None:
    """Add what an event moved; one of an earlier day only moves the opening amounts."""
    changes = dict(postings(event))
    meter = changes.get(meter_account(event.meter), 0)
    reserve = changes.get(reserve_account(event.meter), 0)
    day.closing += meter
    day.reserve_closing += reserve
    if not today:
        day.opening, day.reserve_opening = day.closing, day.reserve_closing
        return
    if isinstance(event, Contributed):
        day.contributed += meter
        day.reserved += reserve
        day.wagers += event.wagers
    elif isinstance(event, Awarded | MysteryHit):
        day.paid -= meter
        day.awards += 1
        day.from_house += event.from_house if isinstance(event, Awarded) else 0
    else:
        day.seeded += meter
        day.reserve_used -= reserve
