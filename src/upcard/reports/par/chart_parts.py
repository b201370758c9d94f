"""The charts of a PAR sheet, each with a heading: one may begin a page."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.reports.charts.plots import ROUNDS, svg
from upcard.reports.names import has_one_paytable
from upcard.reports.par.risk_parts import left_out, own_bonuses
from upcard.reports.rendering.figures import dollars
from upcard.reports.rendering.paper import Drawing, PaperPart
from upcard.rules.loader import wager_rules

MOST_LINES: Final = 36
"""The most paytables in one chart: more do not fit on a page."""


def outcome_part(record: ParRecord) -> PaperPart:
    """How likely each outcome is, and what it adds to the return."""
    drawing = Drawing(
        svg("outcomes", [record]),
        f"Bars of the probability of each outcome of {record.title}, and of what it adds",
    )
    return PaperPart("Probability and contribution of each outcome", (drawing,))


def result_part(record: ParRecord) -> PaperPart:
    """The exact distribution of the result after `ROUNDS` rounds."""
    meters = "; meters at their seeds" if record.shares else ""
    meters += _no_bonus(record)
    drawing = Drawing(
        svg("result", [record]),
        f"The distribution of a player's result after {ROUNDS:,} rounds of {record.title}",
        f"One unit a round; exact{meters}",
    )
    return PaperPart(f"Result of a player after {ROUNDS:,} rounds", (drawing,))


def _no_bonus(record: ParRecord) -> str:
    return "; bonuses not counted" if own_bonuses(record) else ""


def _left_out_words(record: ParRecord) -> str:
    """What the charts of fixed odds leave out of the edges."""
    out = left_out(record)
    return f"; {out}" if out else ""


def meter_parts(record: ParRecord) -> Iterator[PaperPart]:
    """The house edge by the amount that each meter shows; nothing where no meter breaks even."""
    if record.break_even_meters:
        others = "; other meters at their seeds" if len(record.break_even_meters) > 1 else ""
        drawing = Drawing(
            svg("meter", [record]),
            f"The house edge of {record.title} by what its meters show",
            f"On {dollars(record.wager_units)} wagered{others}{_no_bonus(record)}",
        )
        yield PaperPart("House edge by what a meter shows", (drawing,))


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
        has_one = has_one_paytable(record.wager, record.jurisdiction)
        by = "number of decks" if has_one else "paytable and number of decks"
        drawing = Drawing(
            svg("edge", counted, own_record=record),
            f"House edges of {record.title} by {by}",
            f"House edge by {by}; the ring is this table{_left_out_words(record)}",
        )
        yield PaperPart(f"House edge by {by}" if has_one else "Among all paytables", (drawing,))
