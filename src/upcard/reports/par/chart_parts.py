"""The charts of a PAR sheet, each with a heading: one may begin a page."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from msgspec.structs import replace

from upcard.analysis.envy import envy_at
from upcard.analysis.meters.flow import LivedMeter
from upcard.analysis.meters.long_run import bonus_return, mystery_beside
from upcard.analysis.meters.together import at_table
from upcard.exact.par import ZERO, ParRecord
from upcard.exact.record import records
from upcard.games.offered_wager import OfferedWager
from upcard.reports.charts.plots import ROUNDS, svg
from upcard.reports.charts.record_charts import Beside, even_amounts
from upcard.reports.names import has_one_paytable
from upcard.reports.par.risk_parts import left_out, own_bonuses
from upcard.reports.rendering.figures import dollars
from upcard.reports.rendering.paper import Drawing, PaperPart
from upcard.rules.loader import wager_rules
from upcard.wagers.catalogue import offered_where

MAX_LINES: Final = 36
"""The most paytables in one chart: more do not fit on a page."""


def outcome_part(record: ParRecord) -> PaperPart:
    """How likely each outcome is, and what it adds to the return."""
    drawing = Drawing(
        svg("outcomes", [record]),
        f"Bars of the probability of each outcome of {record.title}, and of what it adds",
    )
    return PaperPart("Probability and contribution of each outcome", (drawing,), floats=True)


def result_part(record: ParRecord) -> PaperPart:
    """The exact distribution of the result after `ROUNDS` rounds."""
    meters = "; meters at their seeds" if record.shares else ""
    meters += _no_bonus(record)
    where = offered_where(record.wager, record.jurisdiction)
    after = f"{ROUNDS:,} {record.title} wagers" if where else f"{ROUNDS:,} rounds"
    drawing = Drawing(
        svg("result", [record]),
        f"The distribution of a player's result after {after}"
        + ("" if where else f" of {record.title}"),
        f"One unit a {'wager' if where else 'round'}; exact{meters}",
    )
    return PaperPart(f"Result of a player after {after}", (drawing,), floats=True)


def _no_bonus(record: ParRecord) -> str:
    return "; bonuses not counted" if own_bonuses(record) else ""


def _left_out_words(record: ParRecord) -> str:
    """What the charts of fixed odds leave out of the edges."""
    out = left_out(record)
    return f"; {out}" if out else ""


def meter_parts(
    record: ParRecord, offered: OfferedWager, lived: Sequence[LivedMeter], positions: int
) -> Iterator[PaperPart]:
    """The house edge by the amount that each meter shows; nothing where no meter breaks even.

    What is counted in addition to the meter is what the break-even amounts of the sheet count.
    """
    means = {meter.name: round(meter.life.mean) for meter in lived}
    if means:
        record = at_table(record, offered, positions)
    record_at_means = replace(record, meters=means) if means else record
    beside = bonus_return(record) + mystery_beside(record, offered)
    counted = beside + envy_at(record, positions) if means else ZERO
    if not even_amounts(record_at_means, counted):
        return
    limits = {meter.name.partition("/")[2]: meter.limit for meter in offered.meters if meter.limit}
    shown = Beside(counted, "mean" if means else "seed", limits)
    drawing = Drawing(
        svg("meter", [record_at_means], beside=shown),
        f"The house edge of {record.title} by what its meters show",
        f"On {dollars(record.wager_units)} wagered{_counted(record, offered, lived, positions)}",
    )
    yield PaperPart("House edge by what a meter shows", (drawing,), floats=True)


def _counted(
    record: ParRecord, offered: OfferedWager, lived: Sequence[LivedMeter], positions: int
) -> str:
    """What a chart of meters counts in addition to each meter, behind its wager."""
    several = len({share.meter for share in record.shares}) > 1
    words = f"; other meters at their {'means' if lived else 'seeds'}" if several else ""
    if not lived:
        return words + _no_bonus(record)
    if any(meter.winners > 1 for meter in lived):
        words += f"; with the wager at all {positions} positions, which share the meter"
    if offered.mystery is not None:
        words += "; the mystery counted"
    if envy_at(record, positions):
        words += f"; envy bonuses counted, with the wager at all {positions} positions"
    return words


def edge_parts(record: ParRecord, as_of: date) -> Iterator[PaperPart]:
    """The edges of all paytables and numbers of decks of the wager; a ring marks the record's.

    Nothing where a rulebook has more paytables than a chart shows.
    """
    if record.note:
        return
    tables = wager_rules(record.wager, record.jurisdiction).in_force(as_of)
    if len(tables) > MAX_LINES:
        return
    counted = [
        entry for entry in records(record.wager, record.jurisdiction, as_of=as_of) if not entry.note
    ]
    if len(counted) > 1:
        has_one = has_one_paytable(record.wager, record.jurisdiction)
        grouping = "number of decks" if has_one else "paytable and number of decks"
        drawing = Drawing(
            svg("edge", counted, own_record=record),
            f"House edges of {record.title} by {grouping}",
            f"House edge by {grouping}; the ring is this table{_left_out_words(record)}",
        )
        yield PaperPart(
            f"House edge by {grouping}" if has_one else "Among all paytables",
            (drawing,),
            floats=True,
        )
