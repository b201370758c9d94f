"""Prints records of ``upcard odds`` in a terminal: a table for each, or a ranking."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final, TypeAlias

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from upcard.cards.card import in_decks
from upcard.cards.composition import Shoe
from upcard.cli import output
from upcard.cli.odds.data import by_house_edge, options
from upcard.cli.odds.words import are_lucky_numbers_open, notes, prize_note, totals
from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.reports.outcome_order import in_printed_order
from upcard.reports.rendering.figures import LONG, one_in, percent, probability, whole

WIDTH: Final = 120
"""The width of a table where the output is not a terminal."""

FOLDED: Final = 12
"""The width in characters to which outcomes' names and their payouts may be folded."""

CITED: Final = 24
"""The width in characters to which the sections of a ranking may be folded."""

UNLIMITED_WIDTH: Final = 10_000
"""A width in characters that no table exceeds."""

ColumnText: TypeAlias = Callable[[OutcomeRecord, Fraction], str]
"""The text of a cell, from the outcome and the probability of its row or one above it."""


def print_tables(records: Iterable[ParRecord], reading: str) -> None:
    """Print a table for each record: the section above, totals and notes below."""
    out = _console()
    for record in records:
        out.print(f"\n[bold]{record.title}[/bold], {record.section}", soft_wrap=True)
        decks = in_decks(record.decks)
        if record.left is not None:
            decks = repr(Shoe(record.decks, record.left))
        words = [f"paytable {record.paytable}", decks, options(record)]
        out.print(", ".join(word for word in words if word), soft_wrap=True)
        tables = (_table(record, narrow=narrow) for narrow in (False, True))
        _show(out, *tables, spare=_spare(record))
        if record.total >= LONG:
            _print_combinations(out, record)
        for name, figure in totals(record):
            out.print(f"{name:<20} {figure}", soft_wrap=True, markup=False)
        for line in notes(record, reading):
            out.print(f"[dim]{line}[/dim]", soft_wrap=True)


def print_ranking(unsorted: Iterable[ParRecord]) -> None:
    """Print all records by house edge."""
    records = by_house_edge(unsorted)
    out = _console()
    if len({(record.wager, record.jurisdiction) for record in records}) == 1:
        out.print(f"\n[bold]{records[0].title}[/bold]", soft_wrap=True)
    sections = max(len(record.section) for record in records)
    tables = (_ranking_table(records, narrow=narrow) for narrow in (False, True))
    _show(out, *tables, spare=max(0, sections - CITED))
    if any(record.shares for record in records):
        out.print("[dim]The house edge counts no meter.[/dim]", soft_wrap=True)
    for line in prize_note(records):
        out.print(f"[dim]{line}[/dim]", soft_wrap=True)


# Tables


def _console() -> Console:
    """Standard output, `WIDTH` wide where it is not a terminal."""
    out = output.console()
    if not out.is_terminal:
        out.width = WIDTH
    return out


def _show(out: Console, wide: Table, narrow: Table, *, spare: int) -> None:
    """Print a table as wide as the terminal allows; no figure is ever cut off.

    `spare` is the width in characters that a table saves when its words are folded.
    """
    width = out.width
    fits = _width(out, wide) - spare <= width
    out.width = width if fits else max(width, _width(out, narrow) - spare)
    out.print(wide if fits else narrow)
    out.width = width


def _width(out: Console, table: Table) -> int:
    return Measurement.get(out, out.options.update(max_width=UNLIMITED_WIDTH), table).maximum


def _spare(record: ParRecord) -> int:
    """The width in characters that a table saves when names and payouts are folded."""
    names = max(len(row.outcome) for row in record.outcomes)
    pays = max(len(row.pays) for row in record.outcomes)
    return max(0, names - FOLDED) + max(0, pays - FOLDED)


def _table(record: ParRecord, *, narrow: bool) -> Table:
    """A row for each outcome; a narrow table has no column of cumulative probabilities."""
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, collapse_padding=True)
    if narrow:
        table.padding, table.pad_edge = (0, 1, 0, 0), False
    table.add_column("outcome", "total", overflow="fold")
    columns: dict[str, tuple[str, ColumnText]] = {
        "combinations": (whole(record.total), lambda row, _: whole(row.combinations)),
        "probability": ("1", lambda row, _: probability(row.probability)),
        "or better": ("", lambda _, chance: probability(chance)),
        "1 in N": ("", lambda row, _: one_in(row.one_in)),
        "pays": ("", lambda row, _: row.pays or "–"),
        "returns" if narrow else "contribution": (
            f"{float(record.fixed_return):.6f}",
            lambda row, _: f"{float(row.returns):.6f}",
        ),
    }
    if narrow:
        del columns["or better"]
    if record.total >= LONG:
        del columns["combinations"]
    for heading, (footer, _) in columns.items():
        table.add_column(heading, footer, justify="right", no_wrap=heading != "pays")
    uncounted = are_lucky_numbers_open(record)
    for row, chance in in_printed_order(record):
        if uncounted and not row.combinations:
            continue
        cells = [cell(row, chance) for _, cell in columns.values()]
        table.add_row(row.outcome.replace("-", " "), *cells)
    return table


def _print_combinations(out: Console, record: ParRecord) -> None:
    """Print the combinations of each outcome in full, over the same cycle, a line each."""
    rows = [
        (row.outcome.replace("-", " "), row.combinations) for row, _ in in_printed_order(record)
    ]
    total = whole(record.total)
    out.print(f"combinations in a cycle of {total}", soft_wrap=True)
    names = max(len(name) for name, _ in rows)
    width = min(names, max(FOLDED, out.width - len(total) - 4))
    for name, combinations in rows:
        out.print(f"  {name:<{width}}  {whole(combinations):>{len(total)}}", soft_wrap=True)
    out.print()


def _ranking_table(records: list[ParRecord], *, narrow: bool) -> Table:
    padding = (0, 1, 0, 0) if narrow else (0, 1)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=padding)
    table.add_column("rank", justify="right", no_wrap=True)
    several = len({(record.wager, record.jurisdiction) for record in records}) > 1
    at_meter = any(record.house_edge_at_meter is not None for record in records)
    for heading in ("wager", "paytable") if several else ("paytable",):
        table.add_column(heading, no_wrap=True)
    edges = ("house edge", "at the meter") if at_meter else ("house edge",)
    for heading in ("decks", *edges, "hits") if narrow else ("decks", *edges, "hits", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("section", overflow="fold")
    for rank, record in enumerate(records, 1):
        name = f"{record.paytable} {options(record)}".strip()
        edges_shown = (
            (record.house_edge, record.effective_edge) if at_meter else (record.house_edge,)
        )
        table.add_row(
            str(rank),
            *((record.wager, name) if several else (name,)),
            str(record.decks or "–"),
            *(percent(share) for share in edges_shown),
            percent(record.hit_frequency),
            *(() if narrow else (f"{record.standard_deviation:.4f}",)),
            record.section,
        )
    return table
