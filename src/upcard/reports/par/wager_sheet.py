"""The PAR sheet of a wager by itself."""

from upcard.exact.par import Record
from upcard.reports.par.sheet import par_sheets, sheet_name
from upcard.reports.par.wager_source import wager_source
from upcard.reports.rendering.paper import Paper
from upcard.reports.source import PaperSource


def wager_sheet(record: Record) -> tuple[PaperSource, Paper]:
    """The sheet of a record, and the table that it is made from; raises as `wager_source` does."""
    source, name = wager_source(record), sheet_name(record)
    return source, next(paper for paper in par_sheets(source) if paper.name == name)
