"""The PAR sheet of a wager by itself."""

from upcard.odds.par import Record
from upcard.reports.paper import Paper
from upcard.reports.par_sheet import par_sheets, sheet_name
from upcard.reports.source import Source
from upcard.reports.wager_source import wager_source


def wager_sheet(record: Record) -> tuple[Source, Paper]:
    """The sheet of a record, and the table that it is made from; raises as `wager_source` does."""
    source, name = wager_source(record), sheet_name(record)
    return source, next(paper for paper in par_sheets(source) if paper.name == name)
