"""Makes all papers of a table from its submission, and writes them as HTML, PDF and an index."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.analysis.meters.long_run import long_run, long_run_edge
from upcard.exact.par import ParRecord, as_json
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.money.amount import format_dollars
from upcard.reports.names import words_of
from upcard.reports.own_rules import as_cited, without_keys
from upcard.reports.paper_cache import cached_papers
from upcard.reports.par.base_sheet import STRATEGY, base_sheet
from upcard.reports.par.dealt_sheet import dealt_sheets
from upcard.reports.par.largest_win import largest_win
from upcard.reports.par.risk import CONFIDENCES, quantile
from upcard.reports.par.sheet import par_sheets
from upcard.reports.part_cache import cached_fit
from upcard.reports.rendering.fit import Size
from upcard.reports.rendering.html import index, page
from upcard.reports.rendering.paper import Paper
from upcard.reports.rendering.pdf import fitted, pdf
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.layout_sheet import felt_file, layout_sheet
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource

PRINTERS: Final = 2
"""Threads that print papers while the next ones are computed."""


class File(msgspec.Struct, frozen=True):
    """A file that was written: its paper, its form (``html``, ``pdf`` or ``svg``), its path."""

    paper: str
    title: str
    form: str
    path: str


def papers(source: PaperSource) -> tuple[Paper, ...]:
    """Every paper of a table, in the order of the index."""
    return _with_form(source, tuple(_each(source)))


def _with_form(source: PaperSource, table_papers: tuple[Paper, ...]) -> tuple[Paper, ...]:
    form = submission_form(source, tuple(paper.label for paper in table_papers))
    return (*table_papers, _with_own_sections(source, form))


def _with_own_sections(source: PaperSource, paper: Paper) -> Paper:
    """The paper with the game's own sections, and with none where the rules are a house's."""
    cited_paper = as_cited(paper, source.table.cite)
    return without_keys(cited_paper) if source.table.is_house else cited_paper


def _each(source: PaperSource) -> Iterator[Paper]:
    """Every paper as soon as it is made; a mystery meter of two wagers has only one sheet."""
    names_made: set[str] = set()
    for paper in _papers(source):
        if paper.name not in names_made:
            names_made.add(paper.name)
            yield _with_own_sections(source, paper)


def _papers(source: PaperSource) -> Iterator[Paper]:
    if source.is_blackjack:
        yield base_sheet(source)
    yield from par_sheets(source)
    yield from dealt_sheets(source)
    yield hold_sheet(source)
    flow = cash_flow(source)
    if flow is not None:
        yield flow
    yield payout_sign(source)
    yield rack_card(source)
    yield layout_sheet(source)


def write(
    source: PaperSource,
    out: Path,
    size: Size,
    report_progress: Callable[[str], None] = lambda _: None,
    signs: Iterable[Path] = (),
) -> list[File]:
    """Write every paper of a table into a folder, which is created if it is missing.

    Papers that were made before come from the user's cache. `report_progress` is called with the
    label of each paper as it is made. `signs` are files of words, or codes of
    languages: the payout sign is also written in each. A paper is printed by another thread while
    the next one is computed.
    """
    translated = [
        _with_own_sections(source, payout_sign(source, path.stem, words_of(path))) for path in signs
    ]
    out.mkdir(parents=True, exist_ok=True)
    jobs: dict[str, Future[list[File]]] = {}
    with ThreadPoolExecutor(PRINTERS) as printers:

        def put(paper: Paper) -> None:
            if paper.name not in jobs:
                job = printers.submit(write_paper, paper, out, size, source.table.as_of)
                jobs[paper.name] = job

        def make(source: PaperSource) -> Iterator[Paper]:
            for paper in _each(source):
                report_progress(paper.label)
                put(paper)
                yield paper

        made = (*_with_form(source, cached_papers(source, make)), *translated)
        for paper in made:
            put(paper)
    files = [file for paper in made for file in jobs[paper.name].result()]
    place = out / "layout.svg"
    place.write_text(felt_file(source), encoding="utf-8")
    files.append(File("layout", "Layout, to scale", "svg", str(place)))
    place = out / "index.html"
    place.write_text(index(source.head, made), encoding="utf-8")
    return [File("index", "All papers", "html", str(place)), *files]


def write_paper(paper: Paper, out: Path, size: Size, as_of: date) -> list[File]:
    """Write one paper as a page and as a PDF into a folder, which is created if it is missing."""
    out.mkdir(parents=True, exist_ok=True)
    html, printed = out / f"{paper.name}.html", out / f"{paper.name}.pdf"
    fit = cached_fit(paper, size, lambda: fitted(paper, size))
    html.write_text(page(paper, fit, size), encoding="utf-8")
    printed.write_bytes(pdf(paper, size, as_of, fit))
    return [
        File(paper.name, paper.label, "html", str(html)),
        File(paper.name, paper.label, "pdf", str(printed)),
    ]


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
        "mystery": float(run.mystery),
        "restored": float(run.restored),
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
