"""``upcard daily``: the papers of a gaming day, from a journal."""

from typing import Annotated

import typer

from upcard.cli.journal.options import Place, opened_journal
from upcard.cli.options import Out, Size
from upcard.rules.violation import BadInput

Day = Annotated[str, typer.Option("--date", metavar="DATE", help="The day (UTC): 2026-11-23.")]


def daily(journal: Place, *, date: Day, out: Out, paper: Size = "letter") -> None:
    """Write a day's papers: a statement of each table, of all meters, slips of jackpots."""
    from upcard.cli.output import console, parse_date, plain
    from upcard.host.daily.meter_day import meter_days
    from upcard.host.daily.sheets import head_of, jackpot_slip, meter_statement, table_statement
    from upcard.host.daily.table_day import table_day
    from upcard.host.records.replay import tables_of
    from upcard.reports.report import write_paper
    from upcard.submission.compiling.text import rules_of

    day = parse_date(date)
    papers, rules = [], None
    with opened_journal(journal) as opened:
        for table in tables_of(opened):
            found = table_day(opened, table, day)
            if not found.submission:
                continue
            rules = rules_of(found.submission)
            papers.append(table_statement(found, rules))
            papers += [jackpot_slip(jackpot, rules) for jackpot in found.jackpots]
        meters = meter_days(opened, day)
    if rules is None:
        raise BadInput(f"No table of this journal was open on {day.isoformat()} or before.")
    if meters:
        papers.append(meter_statement(meters, day.isoformat(), head_of(rules)))
    for printed in papers:
        for file in write_paper(printed, out, paper, day):
            console().print(plain(file.path), soft_wrap=True)
