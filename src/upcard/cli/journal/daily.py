"""``upcard daily``: the papers of a gaming day, from a journal."""

from typing import Annotated

import typer

from upcard.cli.journal.options import Place, opened_journal
from upcard.cli.options import Out, Size
from upcard.cli.submissions import Filed
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

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
    from upcard.host.daily.papers import daily_papers
    from upcard.reports.filing import Filing, read_filing
    from upcard.reports.report import write_paper
    from upcard.submission.compiling.text import rules_of

    day, counts = parse_date(date), _counts(count or [])
    filed = Filing() if filing is None else read_filing(filing)
    with opened_journal(journal) as opened:
        papers = daily_papers(opened, rules_of, day, filed, counts)
    for daily_paper in papers:
        for file in write_paper(daily_paper, out, paper, day):
            console().print(plain(file.path), soft_wrap=True)


def _counts(texts: list[str]) -> dict[str, int]:
    """The counts by table, in units; raises `BadInput` for anything but a table and an amount."""
    from upcard.money.amount import AmountError, parse_dollars

    counts = {}
    for text in texts:
        table, _, amount = text.partition("=")
        try:
            counts[table] = parse_dollars(amount)
        except AmountError as error:
            raise BadInput(f"{quoted(text)} is no count such as BJ-21=25000: {error}") from None
    return counts
