"""``upcard odds``: exact odds as a table, as CSV or as JSON."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.cli.submissions import AsJson

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from fractions import Fraction

    from rich.console import Console

    from upcard.odds.par import BonusRecord, Record

READINGS: Final = ("text", "industry")

Slug = Annotated[
    str | None,
    typer.Argument(metavar="WAGER", help="The wager, such as lucky-ladies.", show_default=False),
]
Jurisdiction = Annotated[
    str, typer.Option(metavar="pa|wa", help="Whose rules: Pennsylvania's or Washington's.")
]
PaytableId = Annotated[
    str | None, typer.Option(metavar="ID", help="One paytable, as printed; every one without it.")
]
Decks = Annotated[
    int | None, typer.Option(metavar="N", help="One number of decks; every legal one without it.")
]
Amount = Annotated[
    str | None,
    typer.Option("--wager", metavar="DOLLARS", help="An amount wagered, for its expected loss."),
]
AsOf = Annotated[
    str | None, typer.Option(metavar="DATE", help="The rules of a date such as 2024-06-29.")
]
Reading = Annotated[
    str, typer.Option(metavar="text|industry", help="Which reading, where the text has two.")
]
Every = Annotated[bool, typer.Option("--all", help="Every wager.")]
Compare = Annotated[
    bool, typer.Option("--compare", help="Rank paytables and numbers of decks by house edge.")
]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV, one row for each outcome.")]


def odds(
    wager: Slug = None,
    *,
    jurisdiction: Jurisdiction = "pa",
    paytable: PaytableId = None,
    decks: Decks = None,
    amount: Amount = None,
    as_of: AsOf = None,
    reading: Reading = "text",
    every: Every = False,
    compare: Compare = False,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """Exact odds of a wager: every legal paytable and number of decks, unless narrowed down."""
    from upcard.odds.record import all_records, records

    _refuse(wager, paytable, reading, every=every, both=as_csv and as_json)
    day, units = _date(as_of), _units(amount)
    if wager is None:
        found = all_records(jurisdiction, decks, day, wager_units=units)
    else:
        found = records(wager, jurisdiction, paytable, decks, day, wager_units=units)
    if compare:
        found.sort(key=lambda record: record.house_edge)
    if as_json:
        _print_json(found)
    elif as_csv:
        _print_csv(found)
    elif compare:
        _print_ranking(found)
    else:
        _print_tables(found, reading)


def _refuse(
    wager: str | None, paytable: str | None, reading: str, *, every: bool, both: bool
) -> None:
    """Raise ``ValueError`` for choices that do not go together."""
    if reading not in READINGS:
        raise ValueError(f"{reading!r} is not a reading; there are text and industry.")
    if both:
        raise ValueError("Ask for --csv or for --json, not for both.")
    if every and (wager is not None or paytable is not None):
        raise ValueError("--all goes with no wager and no --paytable.")
    if not every and wager is None:
        raise ValueError("Name a wager, such as lucky-ladies, or ask for --all.")


def _date(text: str | None) -> "date":
    from datetime import date

    from upcard.rules.loader import RULEBOOK_DATE

    if text is None:
        return RULEBOOK_DATE
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a date such as 2024-06-29.") from error


def _units(text: str | None) -> int | None:
    from upcard.money.amount import parse_dollars

    if text is None:
        return None
    units = parse_dollars(text)
    if units == 0:
        raise ValueError("A wager of $0 loses nothing; ask for an amount above it.")
    return units


# For programs


def _print_json(found: "Iterable[Record]") -> None:
    from upcard.cli.output import print_json
    from upcard.odds.par import as_json

    print_json([as_json(record) for record in found])


def _print_csv(found: "Iterable[Record]") -> None:
    import csv
    import sys

    from upcard.odds.par import as_json

    keys = ("wager", "jurisdiction", "section", "paytable", "decks")
    of_row = ("outcome", "pays", "combinations", "probability", "probability_float", "returns")
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow((*keys, *of_row))
    for record in found:
        form = as_json(record)
        for outcome in form["outcomes"]:
            rows.writerow([form[key] for key in keys] + [outcome[key] for key in of_row])


# For a terminal


def _console() -> "Console":
    """Standard output; wide enough for a table where it is no terminal."""
    from upcard.cli.output import console

    out = console()
    if not out.is_terminal:
        out.width = 120
    return out


def _percent(share: "Fraction") -> str:
    return f"{float(100 * share):.4f} %"


def _one_in(number: "Fraction | None") -> str:
    return "never" if number is None else f"{float(number):,.2f}"


def _decks(decks: int) -> str:
    return "1 deck" if decks == 1 else f"{decks} decks"


def _print_tables(found: "Iterable[Record]", reading: str) -> None:
    from rich import box
    from rich.table import Table

    out = _console()
    for record in found:
        out.print(f"\n[bold]{record.title}[/bold], {record.section}", soft_wrap=True)
        out.print(f"paytable {record.paytable}, {_decks(record.decks)}", soft_wrap=True)
        table = Table(box=box.SIMPLE_HEAD, show_footer=True, collapse_padding=True)
        table.add_column("outcome", "total", overflow="fold")
        totals = {"combinations": f"{record.total:,}", "probability": "1"}
        totals["contribution"] = f"{float(record.fixed_return):.6f}"
        for heading in ("combinations", "probability", "1 in N", "pays", "contribution"):
            table.add_column(heading, totals.get(heading, ""), justify="right", no_wrap=True)
        for row in record.outcomes:
            table.add_row(
                row.outcome.replace("-", " "),
                f"{row.combinations:,}",
                f"{float(row.probability):.8f}",
                _one_in(row.one_in),
                row.pays or "–",
                f"{float(row.returns):.6f}",
            )
        out.print(table)
        for name, figure in _totals(record):
            out.print(f"{name:<20}{figure}", soft_wrap=True)
        for line in _notes(record, reading):
            out.print(f"[dim]{line}[/dim]", soft_wrap=True)


def _totals(record: "Record") -> list[tuple[str, str]]:
    from upcard.money.amount import format_dollars

    hits = record.hit_frequency
    lines = [
        ("hit frequency", f"{_percent(hits)}, 1 in {_one_in(1 / hits if hits else None)}"),
        ("return", _percent(record.fixed_return)),
        ("house edge", _percent(record.house_edge)),
        ("standard deviation", f"{record.standard_deviation:.4f} for each unit wagered"),
    ]
    if record.wager_units is not None:
        loss, amount = round(record.house_edge * record.wager_units), record.wager_units
        lines.append(("expected loss", f"${format_dollars(loss)} on ${format_dollars(amount)}"))
    return lines + [_bonus(bonus) for bonus in record.bonuses]


def _bonus(bonus: "BonusRecord") -> tuple[str, str]:
    won = bonus.won
    chance = f"{won.combinations:,} of {bonus.total:,} deals, 1 in {_one_in(won.one_in)}"
    return won.outcome, f"{won.pays} where offered adds {_percent(won.returns)}: {chance}"


def _notes(record: "Record", reading: str) -> list[str]:
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
    return [line]


def _print_ranking(found: "list[Record]") -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rank", justify="right", no_wrap=True)
    several = len({record.wager for record in found}) > 1
    for heading in ("wager", "paytable") if several else ("paytable",):
        table.add_column(heading, no_wrap=True)
    for heading in ("decks", "house edge", "hits", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("section")
    for rank, record in enumerate(found, 1):
        table.add_row(
            str(rank),
            *((record.wager, record.paytable) if several else (record.paytable,)),
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
