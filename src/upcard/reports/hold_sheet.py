"""The expected-hold sheet: what each wager earns an hour, by rounds and average wager."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from upcard.analysis.long_run import long_run_edge
from upcard.exact.par import ParRecord
from upcard.exact.pricing import OddsRequest
from upcard.exact.table import table_records
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import FixedAmount
from upcard.reports.par.risk import largest_wager
from upcard.reports.rendering.figures import dollars, money, percent
from upcard.reports.rendering.paper import Paper, PaperPart, PaperTable, Words, right
from upcard.reports.source import PaperSource

ROUNDS: Final = (30, 45, 60, 80, 100, 200, 400)
"""Rounds an hour, from a full hand-dealt table to one player at a terminal."""

STEPS: Final = (1, 2, 5, 10, 20)
"""Average wagers as multiples of the smallest."""

Line = tuple[int, Fraction]
"""An average wager in units, and the house edge on it."""


def hold_sheet(source: PaperSource) -> Paper:
    """The sheet: for each wager a table of the expected hold of one position an hour."""
    table = source.table
    parts = []
    if source.is_blackjack:
        parts.append(_base(source))
    for record in source.records:
        offered = source.offered(record)
        if offered is not None and offered.slug != table.insurance.slug:
            lines = list(_lines(table, record, offered))
            parts.append(PaperPart(record.title, (_hold(lines),), record.section))
    notes = (
        "Dollars an hour that the house may expect to hold from one position that places the wager "
        "in every round; all positions together hold as many times as much. The edge counts "
        "meters as they pay in the long run, with what the house puts on them after each hit, "
        "and the additional payouts of the wager. Envy bonuses, bonuses for a lucky position and "
        "mystery meters are not counted."
    )
    return Paper(
        name="expected-hold",
        title="Expected hold",
        subtitle="By rounds an hour and average wager, for one position",
        head=source.head,
        parts=(*parts, PaperPart("How to read it", (Words(notes),))),
    )


def _base(source: PaperSource) -> PaperPart:
    base, table = source.base, source.table
    if base.refused:
        return PaperPart("Blackjack wager", (Words(base.refused),))
    edge = Fraction(-base.expected_value)
    lines = [(units, edge) for units in _averages(table.minimum, table.maximum)]
    note = Words(f"For {table.variation.unit}, against the best play; most players give up more.")
    return PaperPart("Blackjack wager", (_hold(lines), note))


def _lines(table: TableRules, record: ParRecord, offered: OfferedWager) -> Iterator[Line]:
    """The average wagers with their edges: an award in dollars is worth less on a larger wager."""
    in_dollars = any(isinstance(pay, FixedAmount) for row in record.outcomes for pay in row.award)
    averages = offered.amounts or _averages(offered.minimum, largest_wager(table, offered))
    for units in averages:
        wager_record = record
        if (in_dollars or record.shares or record.bonuses) and units != record.wager_units:
            request = OddsRequest(wager_units=units)
            wager_record = next(iter(table_records(table, offered.slug, request=request)))
        yield units, long_run_edge(wager_record, offered)


def _averages(least: int, most: int) -> tuple[int, ...]:
    return tuple(least * step for step in STEPS if least * step <= most)


def _hold(lines: list[Line]) -> PaperTable:
    columns = (
        *right("Wager", "House edge"),
        *right(*(f"{rounds} rounds" for rounds in ROUNDS)),
    )
    rows = tuple(
        (
            dollars(units),
            percent(edge, 3),
            *(money(round(edge * units * rounds / 100) * 100) for rounds in ROUNDS),
        )
        for units, edge in lines
    )
    return PaperTable(columns, rows)
