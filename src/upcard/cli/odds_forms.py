"""How ``upcard odds`` shows records: JSON, CSV, a ranking, tables, a drawing."""

import csv
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from upcard.cli import output
from upcard.money.amount import format_dollars, whole_cents
from upcard.odds.par import BonusRecord, Record, as_json

WIDTH: Final = 120
"""Of a table where the output is no terminal."""


# For programs


def print_json(found: Iterable[Record]) -> None:
    """CONTRACT's list of records."""
    output.print_json([as_json(record) for record in found])


def print_csv(found: Iterable[Record]) -> None:
    """A row for each outcome; `at_least` is the probability of as much handed back, or more."""
    keys = ("wager", "jurisdiction", "section", "paytable", "decks")
    of_row = ("outcome", "pays", "combinations", "probability", "probability_float", "returns")
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow((*keys, "options", *of_row, "at_least"))
    for record in found:
        form = as_json(record)
        before = [*(form[key] for key in keys), _options(record)]
        for outcome, chance in zip(form["outcomes"], record.at_least(), strict=True):
            rows.writerow([*before, *(outcome[key] for key in of_row), float(chance)])


# For a terminal


def _console() -> Console:
    """Standard output; wide enough for a table where it is no terminal."""
    out = output.console()
    if not out.is_terminal:
        out.width = WIDTH
    return out


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.4f} %"


def _one_in(number: Fraction | None) -> str:
    return "never" if number is None else f"{float(number):,.2f}"


def _decks(decks: int) -> str:
    return {0: "no cards", 1: "1 deck"}.get(decks, f"{decks} decks")


def _options(record: Record) -> str:
    """The choices of a record in words: ``third card upcard``."""
    words = [
        f"{'' if value is True else 'no ' if value is False else ''}{name.replace('_', ' ')}"
        + (f" {value}" if isinstance(value, str) else "")
        for name, value in record.choices.items()
    ]
    return ", ".join(words)


def print_tables(found: Iterable[Record], reading: str) -> None:
    """A table for each record: the section above, totals and notes below."""
    out = _console()
    for record in found:
        out.print(f"\n[bold]{record.title}[/bold], {record.section}", soft_wrap=True)
        words = [f"paytable {record.paytable}", _decks(record.decks), _options(record)]
        out.print(", ".join(word for word in words if word), soft_wrap=True)
        out.print(_table(record))
        for name, figure in _totals(record):
            out.print(f"{name:<20} {figure}", soft_wrap=True, markup=False)
        for line in _notes(record, reading):
            out.print(f"[dim]{line}[/dim]", soft_wrap=True)


def _table(record: Record) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, collapse_padding=True)
    table.add_column("outcome", "total", overflow="fold")
    totals = {
        "combinations": _whole(record.total),
        "probability": "1",
        "contribution": f"{float(record.fixed_return):.6f}",
    }
    headings = ("combinations", "probability", "or better", "1 in N", "pays", "contribution")
    for heading in headings:
        table.add_column(heading, totals.get(heading, ""), justify="right", no_wrap=True)
    for row, chance in zip(record.outcomes, record.at_least(), strict=True):
        table.add_row(
            row.outcome.replace("-", " "),
            _whole(row.combinations),
            _probability(row.probability),
            _probability(chance),
            _one_in(row.one_in),
            row.pays or "–",
            f"{float(row.returns):.6f}",
        )
    return table


def _whole(number: int) -> str:
    """A number of combinations: in full up to eighteen digits, else in five."""
    return f"{number:,}" if number < 10**18 else f"{number:.4e}"


def _probability(chance: Fraction) -> str:
    return (
        f"{float(chance):.8f}"
        if chance == 0 or chance >= Fraction(1, 10**6)
        else (f"{float(chance):.3e}")
    )


def _money(units: int) -> str:
    """Dollars with at least cents: ``$61,234.50``, ``-$0.3886``."""
    whole, _, part = format_dollars(abs(units)).partition(".")
    return f"{'-' if units < 0 else ''}${int(whole):,}.{part}"


def _totals(record: Record) -> list[tuple[str, str]]:
    hits = record.hit_frequency
    lines = [
        ("hit frequency", f"{_percent(hits)}, 1 in {_one_in(1 / hits if hits else None)}"),
        ("return", _percent(record.fixed_return)),
        ("house edge", _percent(record.house_edge)),
        ("standard deviation", f"{record.standard_deviation:.4f} for each unit wagered"),
    ]
    if record.asked:
        loss = round(record.house_edge * record.wager_units)
        lines.append(("expected loss", f"{_money(loss)} on {_money(record.wager_units)}"))
    if record.printed_house_edge is not None and record.house_edge_as_printed is not None:
        ours = _percent(record.house_edge_as_printed)
        printed = f"{float(100 * record.printed_house_edge):.2f} %"
        lines.append(("as Washington counts", f"{ours}; printed {printed}"))
    return lines + _of_meters(record) + [_bonus(bonus) for bonus in record.bonuses]


def _of_meters(record: Record) -> list[tuple[str, str]]:
    lines = []
    for share in record.shares:
        chance = f"won 1 in {_one_in(1 / share.probability if share.probability else None)}"
        lines.append(("meter share", f"{share.label} {chance}: {float(share.expected):.4e}"))
    if record.house_edge_at_meter is not None:
        shown = ", ".join(
            f"{name} {_money(units)}".strip() for name, units in record.meters.items()
        )
        lines.append(("edge at the meter", f"{_percent(record.house_edge_at_meter)} at {shown}"))
    for name, units in record.break_even_meters.items():
        dollars = _money(whole_cents(round(units)))
        where = f"{dollars} on a wager of {_money(record.wager_units)}"
        lines.append((f"break-even {name or 'meter'}", where))
    return lines


def _bonus(bonus: BonusRecord) -> tuple[str, str]:
    won = bonus.won
    chance = (
        f"{_whole(won.combinations)} of {_whole(bonus.total)} deals, 1 in {_one_in(won.one_in)}"
    )
    each = bonus.each or "where offered"
    label = (
        won.outcome
        if bonus.option.replace("_", "-") == won.outcome
        else (f"{bonus.option}: {won.outcome.replace('-', ' ')}")
    )
    return label, f"{won.pays} {each} adds {_percent(won.returns)}: {chance}"


def _notes(record: Record, reading: str) -> list[str]:
    if record.note:
        return [record.note]
    if record.stake_returned:
        line = 'Read as printed: "N to 1" pays N and returns the stake, "N for 1" pays N in all.'
    else:
        line = (
            'The stake is not returned. Edge with all odds read "to 1": '
            f'{_percent(1 - record.fixed_return_to_1)}; "for 1": '
            f"{_percent(1 - record.fixed_return_for_1)}."
        )
    if reading != record.reading:
        line += f" The {reading} reading changes nothing here."
    elif reading != "text":
        line += f" The reading is {reading}."
    lines = [line]
    if record.shares:
        lines.append("The edge counts no meter.")
    if record.strategy:
        lines.append(f"Exact for this play: {record.strategy}.")
    return lines


def print_ranking(found: list[Record]) -> None:
    """All records by house edge."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rank", justify="right", no_wrap=True)
    several = len({(record.wager, record.jurisdiction) for record in found}) > 1
    for heading in ("wager", "paytable") if several else ("paytable",):
        table.add_column(heading, no_wrap=True)
    for heading in ("decks", "house edge", "hits", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("section")
    for rank, record in enumerate(found, 1):
        name = f"{record.paytable} {_options(record)}".strip()
        table.add_row(
            str(rank),
            *((record.wager, name) if several else (name,)),
            str(record.decks),
            _percent(record.house_edge),
            _percent(record.hit_frequency),
            f"{record.standard_deviation:.4f}",
            record.section,
        )
    out = _console()
    if not several:
        out.print(f"\n[bold]{found[0].title}[/bold]", soft_wrap=True)
    out.print(table)
