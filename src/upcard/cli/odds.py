"""``upcard odds``: exact odds as a table, as CSV or as JSON."""

import gc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from upcard.odds.pricing import Asked

READINGS: Final = ("text", "industry", "card-by-card", "row-name")
"""The reading of the text, the trade's, and two more of Blackjack Match (§ 633c.10(a))."""

Slug = Annotated[
    str | None,
    typer.Argument(metavar="WAGER", help="The wager, such as lucky-ladies.", show_default=False),
]
Jurisdiction = Annotated[
    str | None,
    typer.Option(
        metavar="pa|wa",
        help="Whose rules; without it Pennsylvania's where it has the wager, and with --all both.",
    ),
]
PaytableId = Annotated[
    str | None, typer.Option(metavar="ID", help="One paytable, as printed; every one without it.")
]
Decks = Annotated[
    int | None, typer.Option(metavar="N", help="One number of decks; every legal one without it.")
]
Meters = Annotated[
    list[str] | None,
    typer.Option(
        "--meter",
        metavar="[NAME=]DOLLARS",
        help="What the meter shows; by name where there are several (repeatable).",
    ),
]
Prizes = Annotated[
    list[str] | None,
    typer.Option(
        "--prize",
        metavar="ROW=DOLLARS",
        help='What the house pays for a row that is printed as "$" (repeatable).',
    ),
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
ThirdCard = Annotated[
    str,
    typer.Option(metavar="draw|upcard", help="The third card of Blazing 7's; both without it."),
]
Every = Annotated[bool, typer.Option("--all", help="Every wager.")]
Compare = Annotated[
    bool, typer.Option("--compare", help="Rank paytables and numbers of decks by house edge.")
]
Plot = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw what is handed back, as an SVG file.")
]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV, one row for each outcome.")]


def odds(
    wager: Slug = None,
    *,
    jurisdiction: Jurisdiction = None,
    paytable: PaytableId = None,
    decks: Decks = None,
    meter: Meters = None,
    prize: Prizes = None,
    amount: Amount = None,
    as_of: AsOf = None,
    reading: Reading = "text",
    third_card: ThirdCard = "",
    every: Every = False,
    compare: Compare = False,
    plot: Plot = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """Exact odds of a wager: every legal paytable and number of decks, unless narrowed down."""
    from upcard.cli import odds_forms as forms
    from upcard.odds.record import all_records, records

    _refuse(wager, paytable, reading, third_card, every=every, both=as_csv and as_json)
    day = _date(as_of)
    asked = _asked(meter, prize, amount, reading, third_card)
    if wager is None:
        with _uncollected():
            found = all_records(jurisdiction, decks, day, asked=asked)
        _say_what_is_left_out(jurisdiction, day)
    else:
        found = records(wager, jurisdiction, paytable, decks, day, asked=asked)
    if compare:
        found.sort(key=lambda record: record.house_edge)
    if plot is not None:
        from upcard.cli import odds_plot

        plot.write_text(odds_plot.plot(found), encoding="utf-8")
    if as_json:
        forms.print_json(found)
    elif as_csv:
        forms.print_csv(found)
    elif compare:
        forms.print_ranking(found)
    else:
        forms.print_tables(found, reading)


@contextmanager
def _uncollected() -> "Iterator[None]":
    """No search for cycles while many small things are made that have none: a tenth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _refuse(
    wager: str | None,
    paytable: str | None,
    reading: str,
    third_card: str,
    *,
    every: bool,
    both: bool,
) -> None:
    """Raise ``ValueError`` for choices that do not go together."""
    if reading not in READINGS:
        raise BadInput(f"{reading!r} is not a reading; there are {', '.join(READINGS)}.")
    if third_card not in ("", "draw", "upcard"):
        raise BadInput(f"{third_card!r} is not a third card; there are draw and upcard.")
    if both:
        raise BadInput("Ask for --csv or for --json, not for both.")
    if every and (wager is not None or paytable is not None):
        raise BadInput("--all goes with no wager and no --paytable.")
    if not every and wager is None:
        raise BadInput("Name a wager, such as lucky-ladies, or ask for --all.")


def _asked(
    meters: list[str] | None,
    prizes: list[str] | None,
    amount: str | None,
    reading: str,
    third_card: str,
) -> "Asked":
    from upcard.odds.pricing import Asked

    for prize in prizes or []:
        if "=" not in prize:
            raise BadInput(f"{prize!r} names no row; write ROW=DOLLARS.")
    return Asked(
        wager_units=_units(amount),
        meters=_named(meters),
        prizes=_named(prizes),
        reading=reading,
        third_card=third_card,
    )


def _named(texts: list[str] | None) -> dict[str, int]:
    """Units by name, from NAME=DOLLARS; the name is empty for DOLLARS alone."""
    from upcard.money.amount import parse_dollars

    pairs = [text.rpartition("=") for text in texts or []]
    return {name: parse_dollars(dollars) for name, _, dollars in pairs}


def _units(text: str | None) -> int | None:
    from upcard.money.amount import parse_dollars

    if text is None:
        return None
    units = parse_dollars(text)
    if units == 0:
        raise BadInput("A wager of $0 loses nothing; ask for an amount above it.")
    return units


def _date(text: str | None) -> "date":
    from upcard.cli.output import parse_date
    from upcard.rules.loader import RULEBOOK_DATE

    return RULEBOOK_DATE if text is None else parse_date(text)


def _say_what_is_left_out(jurisdiction: str | None, day: "date") -> None:
    """Name on standard error what has no method yet: nothing is left out silently."""
    from upcard.odds.record import unpriced

    titles = unpriced(jurisdiction, day)
    if titles:
        typer.echo(f"Left out, without a method yet: {'; '.join(titles)}.", err=True)
