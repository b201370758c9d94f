"""All papers of a gaming day: of each table, of each jackpot with a slip, and of all meters."""

from collections.abc import Mapping
from datetime import date

from msgspec.structs import replace

from upcard.analysis.diff import house_edges
from upcard.host.daily.heading import head_of
from upcard.host.daily.meter_day import meter_days
from upcard.host.daily.meters_shown import meters_shown, of_jackpot, slips_by_meter
from upcard.host.daily.persons import titles_of
from upcard.host.daily.sheets import meter_statement, table_statement
from upcard.host.daily.slips import jackpot_slip
from upcard.host.daily.table_day import needs_slip, table_day
from upcard.host.records.replay import tables_of
from upcard.host.tables.recorded_table import RulesOf
from upcard.journal.journal import Journal
from upcard.reports.filing import Filing
from upcard.reports.rendering.paper import Paper
from upcard.rules.violation import BadInput
from upcard.text.words import quoted


def daily_papers(
    journal: Journal, rules_of: RulesOf, day: date, filed: Filing, counts: Mapping[str, int]
) -> list[Paper]:
    """The papers of a day, in order; `counts` are what inventories were counted at, in units.

    Where the journal has several tables, each of which was filed by itself, the papers have neither
    revision nor date of a filing. Raises `BadInput` for a count of a table that the journal does
    not have, and for a day before its first table was opened.
    """
    tables = list(tables_of(journal))
    if unknown := counts.keys() - set(tables):
        raise BadInput(f"This journal has no table {quoted(min(unknown))}.")
    if len(tables) > 1:
        filed = replace(filed, revision="", effective=None)
    figures_by_table = {table: table_day(journal, table, day) for table in tables}
    opened = {table: figures for table, figures in figures_by_table.items() if figures.submission}
    if not opened:
        raise BadInput(f"No table of this journal was open on {day.isoformat()} or before.")
    rules = {table: rules_of(figures.submission) for table, figures in opened.items()}
    statements = [
        table_statement(figures, rules[table], filed, counts.get(table), house_edges(rules[table]))
        for table, figures in opened.items()
    ]
    by_slip = [
        jackpot
        for figures in opened.values()
        for jackpot in figures.jackpots
        if needs_slip(jackpot)
    ]
    levels = meters_shown(journal, day) if by_slip else {}
    titles = titles_of(journal, day)
    slips = [
        jackpot_slip(
            jackpot, rules_of(jackpot.submission), filed, titles, of_jackpot(jackpot, levels)
        )
        for jackpot in by_slip
    ]
    meters = meter_days(journal, day)
    if not meters:
        return [*statements, *slips]
    last_rules = list(rules.values())[-1]
    statement = meter_statement(
        meters,
        day.isoformat(),
        head_of(last_rules),
        filed,
        slips_by_meter(by_slip, levels),
        jurisdiction=last_rules.jurisdiction,
    )
    return [*statements, *slips, statement]
