"""The charts of a PAR sheet."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.reports.rendering.figures import dollars
from upcard.reports.rendering.paper import Drawing, PaperBlock, PaperPart
from upcard.reports.rendering.plots import ROUNDS, svg
from upcard.rules.loader import wager_rules

MOST_LINES: Final = 36
"""The most paytables in one chart: more do not fit on a page."""


def result_drawing(record: ParRecord) -> Drawing:
    """The exact distribution of the result after `ROUNDS` rounds."""
    meters = "; meters at their seeds" if record.shares else ""
    return Drawing(
        svg("result", [record]),
        f"The distribution of a player's result after {ROUNDS:,} rounds of {record.title}",
        f"Result of a player after {ROUNDS:,} rounds of one unit each, exactly{meters}",
    )


def meter_drawings(record: ParRecord) -> Iterator[PaperBlock]:
    """The house edge by the amount that each meter shows; nothing where no meter breaks even."""
    if record.break_even_meters:
        others = "; other meters at their seeds" if len(record.break_even_meters) > 1 else ""
        yield Drawing(
            svg("meter", [record]),
            f"The house edge of {record.title} by what its meters show",
            f"House edge by what a meter shows, on {dollars(record.wager_units)} wagered{others}",
        )


def edge_parts(record: ParRecord, as_of: date) -> Iterator[PaperPart]:
    """The edges of all paytables and numbers of decks of the wager; a ring marks the record's.

    Nothing where a rulebook has more paytables than a chart shows.
    """
    if record.note:
        return
    tables = wager_rules(record.wager, record.jurisdiction).in_force(as_of)
    if len(tables) > MOST_LINES:
        return
    counted = [
        entry for entry in records(record.wager, record.jurisdiction, as_of=as_of) if not entry.note
    ]
    if len(counted) > 1:
        drawing = Drawing(
            svg("edge", counted, chosen=record),
            f"House edges of all paytables of {record.title}",
            "House edge by paytable and number of decks; the ring is this table",
        )
        yield PaperPart("Among all paytables", (drawing,))
