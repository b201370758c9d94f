"""What each meter showed before it paid an award, and after: for jackpot slips."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from heapq import merge
from typing import NamedTuple, TypeAlias

from upcard.engine.jackpots.steps import MYSTERY_OUTCOME
from upcard.host.bodies.record_body import body_of
from upcard.host.daily.table_day import PaidJackpot, day_of, slip_number
from upcard.host.records.replay import tables_of
from upcard.journal.journal import Journal
from upcard.progressives.events import Awarded, MeterEvents, MysteryHit, Reseeded, SeedRestored
from upcard.progressives.ledger import meter_account, postings

Won: TypeAlias = tuple[str, int, int, str]
"""What won an award: the table, its round, the position and the outcome."""


class MeterShown(NamedTuple):
    """A meter by its key, and the units on it before the awards of a round, and after them."""

    meter: str
    before: int
    after: int


@dataclass
class _MeterPaid:
    """The units on a meter, and the awards that it pays now with the units before the first."""

    units: int = 0
    before: int = 0
    paying: list[Won] = field(default_factory=list)


def meters_shown(journal: Journal, day: date) -> dict[Won, list[MeterShown]]:
    """The meters of every award until the end of a day; after it is when they are filled up."""
    meters: dict[str, _MeterPaid] = defaultdict(_MeterPaid)
    shown: dict[Won, list[MeterShown]] = defaultdict(list)
    streams = (journal.records(f"table/{table}") for table in tables_of(journal))
    for record in merge(*streams, key=lambda record: record.at):
        if day_of(record.at) > day:
            break
        for step in body_of(record).meters:
            for event in step.events:
                _follow(event, meters[event.meter], shown)
    for key, meter in meters.items():
        _close(key, meter, shown)
    return dict(shown)


def of_jackpot(
    jackpot: PaidJackpot, shown: Mapping[Won, Sequence[MeterShown]]
) -> Sequence[MeterShown]:
    """The meters that paid a payout; none for one by odds alone or an envy bonus."""
    return shown.get((jackpot.table, jackpot.round, jackpot.position, jackpot.outcome), ())


def slips_by_meter(
    by_slip: Sequence[PaidJackpot], shown: Mapping[Won, Sequence[MeterShown]]
) -> dict[str, list[str]]:
    """The numbers of the slips of the payouts that each meter paid, by the meter's key."""
    numbers: dict[str, list[str]] = defaultdict(list)
    for jackpot in by_slip:
        for meter in of_jackpot(jackpot, shown):
            numbers[meter.meter].append(slip_number(jackpot))
    return dict(numbers)


def _follow(event: MeterEvents, meter: _MeterPaid, shown: dict[Won, list[MeterShown]]) -> None:
    """Note an award; whatever is neither an award nor what fills the meter up ends the awards."""
    if isinstance(event, Awarded | MysteryHit):
        outcome = event.outcome if isinstance(event, Awarded) else MYSTERY_OUTCOME
        if not meter.paying:
            meter.before = meter.units
        meter.paying.append((event.table, event.round, event.position, outcome))
    elif not isinstance(event, Reseeded | SeedRestored):
        _close(event.meter, meter, shown)
    meter.units += dict(postings(event)).get(meter_account(event.meter), 0)


def _close(key: str, meter: _MeterPaid, shown: dict[Won, list[MeterShown]]) -> None:
    """End the awards that a meter pays: it shows now what it shows after them."""
    for won in dict.fromkeys(meter.paying):
        shown[won].append(MeterShown(key, meter.before, meter.units))
    meter.paying = []
