"""``upcard daily``: the papers of a gaming day, from a journal."""

from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.journal.options import Place, opened_journal
from upcard.cli.options import Out, Size
from upcard.cli.submissions import Filed
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from upcard.reports.filing import Filing

Day = Annotated[str, typer.Option("--date", metavar="DATE", help="The day (UTC): 2026-11-23.")]
Counts = Annotated[
    list[str] | None,
    typer.Option(
        "--count",
        metavar="TABLE=AMOUNT",
        help="What a table's inventory was counted at when the day began: BJ-21=25000.",
    ),
]


def daily(
    journal: Place,
    *,
    date: Day,
    out: Out,
    paper: Size = "letter",
    filing: Filed = None,
    count: Counts = None,
) -> None:
    """Write a day's papers: a statement of each table, of all meters, slips of jackpots.

    Where the journal has several tables, its papers have neither revision nor date of a filing.
    """
    from upcard.cli.output import console, parse_date, plain
    from upcard.host.daily.heading import head_of
    from upcard.host.daily.meter_day import meter_days
    from upcard.host.daily.meters_shown import meters_shown, of_jackpot, slips_by_meter
    from upcard.host.daily.persons import titles_of
    from upcard.host.daily.sheets import meter_statement, table_statement
    from upcard.host.daily.slips import jackpot_slip, needs_slip
    from upcard.host.daily.table_day import table_day
    from upcard.host.records.replay import tables_of
    from upcard.reports.filing import Filing, read_filing
    from upcard.reports.report import write_paper
    from upcard.submission.compiling.text import rules_of

    day, counts = parse_date(date), _counts(count or [])
    papers, by_slip = [], []
    rules = None
    filed = Filing() if filing is None else read_filing(filing)
    with opened_journal(journal) as opened:
        tables, titles = list(tables_of(opened)), titles_of(opened, day)
        if unknown := counts.keys() - set(tables):
            raise BadInput(f"This journal has no table {quoted(min(unknown))}.")
        if len(tables) > 1:
            filed = _without_revision(filed)
        for table in tables:
            figures = table_day(opened, table, day)
            if not figures.submission:
                continue
            rules = rules_of(figures.submission)
            by_slip += [jackpot for jackpot in figures.jackpots if needs_slip(jackpot)]
            papers.append(table_statement(figures, rules, filed, counts.get(table)))
        levels = meters_shown(opened, day) if by_slip else {}
        papers += [
            jackpot_slip(
                jackpot, rules_of(jackpot.submission), filed, titles, of_jackpot(jackpot, levels)
            )
            for jackpot in by_slip
        ]
        meters = meter_days(opened, day)
    if rules is None:
        raise BadInput(f"No table of this journal was open on {day.isoformat()} or before.")
    if meters:
        slips, head = slips_by_meter(by_slip, levels), head_of(rules)
        statement = meter_statement(
            meters, day.isoformat(), head, filed, slips, jurisdiction=rules.jurisdiction
        )
        papers.append(statement)
    for daily_paper in papers:
        for file in write_paper(daily_paper, out, paper, day):
            console().print(plain(file.path), soft_wrap=True)


def _without_revision(filed: "Filing") -> "Filing":
    """The filing for papers of several tables, each of which was filed by itself."""
    from msgspec.structs import replace

    return replace(filed, revision="", effective=None)


def _counts(texts: list[str]) -> dict[str, int]:
    """The counts by table, in units; raises `BadInput` for what is no table and amount."""
    from upcard.money.amount import AmountError, parse_dollars

    counts = {}
    for text in texts:
        table, _, amount = text.partition("=")
        try:
            counts[table] = parse_dollars(amount)
        except AmountError as error:
            raise BadInput(f"{quoted(text)} is no count such as BJ-21=25000: {error}") from None
    return counts
