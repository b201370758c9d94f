"""Makes all papers of a table from its submission, and writes them as HTML, PDF and an index."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from upcard.analysis.long_run import long_run, long_run_edge
from upcard.exact.par import ParRecord, as_json
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.money.amount import format_dollars
from upcard.reports.form import submission_form
from upcard.reports.hold_sheet import hold_sheet
from upcard.reports.layout_sheet import layout_sheet
from upcard.reports.par.base_sheet import STRATEGY, base_sheet
from upcard.reports.par.risk import CONFIDENCES, largest_win, quantile
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.html import index, page
from upcard.reports.rendering.paper import Paper
from upcard.reports.rendering.pdf import Size, pdf
from upcard.reports.sign import payout_sign, rack_card
from upcard.reports.source import PaperSource


class File(msgspec.Struct, frozen=True):
    """A file that was written: its paper, its form (``html`` or ``pdf``), its path."""

    paper: str
    title: str
    form: str
    path: str


def papers(source: PaperSource) -> tuple[Paper, ...]:
    """Every paper of a table, in the order of the index.

    A mystery meter beside two wagers has only one sheet.
    """
    return tuple({paper.name: paper for paper in _papers(source)}.values())


def _papers(source: PaperSource) -> Iterator[Paper]:
    if source.is_blackjack:
        yield base_sheet(source)
    yield from par_sheets(source)
    yield hold_sheet(source)
    yield payout_sign(source)
    yield rack_card(source)
    yield layout_sheet(source)
    yield submission_form(source)


def write(source: PaperSource, out: Path, size: Size) -> list[File]:
    """Writes every paper of a table into a folder, which is created if it is missing."""
    out.mkdir(parents=True, exist_ok=True)
    made = papers(source)
    files = []
    for paper in made:
        place = out / f"{paper.name}.html"
        place.write_text(page(paper), encoding="utf-8")
        files.append(File(paper.name, paper.label, "html", str(place)))
        place = out / f"{paper.name}.pdf"
        place.write_bytes(pdf(paper, size, source.table.as_of))
        files.append(File(paper.name, paper.label, "pdf", str(place)))
    place = out / "index.html"
    place.write_text(index(source.head, made), encoding="utf-8")
    return [File("index", "All papers", "html", str(place)), *files]


def figures(source: PaperSource) -> list[dict[str, Any]]:
    """The figures of the PAR sheets for programs: each record, its long run and its exposure."""
    rows = []
    if source.is_blackjack and not source.base.refused:
        edges = {
            "wager": BLACKJACK_WAGER,
            "house_edge": -source.base.expected_value,
            "standard_deviation": source.base.standard_deviation,
            "strategy": STRATEGY,
        }
        rows.append(edges)
    return rows + [_figures(source, record) for record in source.records]


def _figures(source: PaperSource, record: ParRecord) -> dict[str, Any]:
    offered = source.offered(record)
    run = long_run(record, offered)
    form = as_json(record)
    form["cycle"] = record.total
    form["long_run"] = {
        "fixed": float(run.fixed),
        "seed": float(run.seed),
        "increment": float(run.increment),
        "house_edge": float(long_run_edge(record, offered)),
    }
    form["volatility_index"] = quantile(CONFIDENCES[0]) * record.standard_deviation
    if offered is not None:
        largest = largest_win(source.table, offered)
        form["exposure"] = {
            "wager": format_dollars(largest.wager),
            "win": format_dollars(largest.total),
        }
    return form
