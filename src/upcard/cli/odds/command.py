"""``upcard odds``: exact odds as a table, as CSV or as JSON."""

import gc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from upcard.exact.record import OddsRequest, Record

TEXT: Final = "text"

Slug = Annotated[
    str | None,
    typer.Argument(metavar="WAGER", help="The wager, such as lucky-ladies.", show_default=False),
]
Jurisdiction = Annotated[
    str | None,
    typer.Option(
        metavar="pa|wa",
        help="Whose rules; default: Pennsylvania's if it has the wager, and both with --all.",
    ),
]
PaytableId = Annotated[
    str | None, typer.Option(metavar="ID", help="A paytable by its printed name; default: all.")
]
Decks = Annotated[
    int | None, typer.Option(metavar="N", help="A number of decks; default: every legal one.")
]
Meters = Annotated[
    list[str] | None,
    typer.Option(
        "--meter",
        metavar="[NAME=]DOLLARS",
        help="What the meter shows; with its name if there are several. Repeatable.",
    ),
]
Prizes = Annotated[
    list[str] | None,
    typer.Option(
        "--prize",
        metavar="ROW=DOLLARS",
        help='What the house pays for a row that is printed as "$". Repeatable.',
    ),
]
Submitted = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="A Rules Submission: its decks, paytables, choices and rules of play."
    ),
]
Amount = Annotated[
    str | None,
    typer.Option("--wager", metavar="DOLLARS", help="An amount wagered, for its expected loss."),
]
AsOf = Annotated[
    str | None,
    typer.Option(metavar="DATE", help="The rules in force on a date such as 2024-06-29."),
]
Readings = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="KEY=VALUE",
        help="Which reading, where the text has several, or text or industry alone; "
        "`upcard rules WAGER` lists them.",
    ),
]
ThirdCard = Annotated[
    str,
    typer.Option(metavar="draw|upcard", help="The third card of Blazing 7's; default: both."),
]
Every = Annotated[bool, typer.Option("--all", help="Every wager.")]
Compare = Annotated[
    bool, typer.Option("--compare", help="Rank paytables and numbers of decks by house edge.")
]
Plot = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw a chart: an SVG, PNG or PDF file.")
]
Chart = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="The chart of --plot: outcomes, edge, meter, result or ladder; without it outcomes of "
        "one record, the ladder of several.",
    ),
]
Rounds = Annotated[
    int, typer.Option(min=1, metavar="N", help="The number of rounds for --chart result.")
]
Exposed = Annotated[
    bool, typer.Option("--exposure", help="Show what card counting is worth against the wager.")
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
    reading: Readings = None,
    third_card: ThirdCard = "",
    submission: Submitted = None,
    every: Every = False,
    compare: Compare = False,
    plot: Plot = None,
    chart: Chart = None,
    rounds: Rounds = 1_000,
    exposure: Exposed = False,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """Exact odds of a wager: every legal paytable and number of decks, unless narrowed down."""
    readings = _readings(reading)
    named = "" if submission is not None else str(readings.get("reading", ""))
    combinations = str(readings.pop("reading", TEXT))
    selecting = _selecting_options(jurisdiction, paytable, decks, as_of, reading, third_card)
    _refuse(wager, selecting, every=every, submitted=submission is not None)
    if as_csv and as_json:
        raise BadInput("Use --csv or --json, not both.")
    if exposure and compare:
        raise BadInput("Use --exposure or --compare, not both.")
    if chart is not None and plot is None:
        raise BadInput("--chart needs --plot FILE.")
    day = _date(as_of)
    request = _asked(meter, prize, amount, combinations, readings, third_card)
    with _without_collection():
        if submission is not None:
            priced = _of_table(submission, wager, request, as_json=as_json)
        elif wager is None:
            priced = _of_all(jurisdiction, decks, day, request)
        else:
            from upcard.exact.record import records

            priced = records(wager, jurisdiction, paytable, decks, day, request=request)
    if plot is not None:
        from upcard.cli.odds import plot as odds_plot

        odds_plot.write(priced, plot, chart, rounds)
    if exposure:
        from upcard.cli.odds import exposure as odds_exposure

        odds_exposure.print_exposure(priced, as_csv=as_csv, as_json=as_json)
    else:
        _print(priced, named, compare=compare, as_csv=as_csv, as_json=as_json)


def _print(
    priced: "list[Record]", reading: str, *, compare: bool, as_csv: bool, as_json: bool
) -> None:
    from upcard.cli.odds import data

    if as_json:
        (data.print_ranking_json if compare else data.print_json)(priced)
    elif as_csv:
        (data.print_ranking_csv if compare else data.print_csv)(priced)
    else:
        from upcard.cli.odds import forms

        if compare:
            forms.print_ranking(priced)
        else:
            forms.print_tables(priced, reading)


def _of_all(
    jurisdiction: str | None, decks: int | None, day: "date", request: "OddsRequest"
) -> "list[Record]":
    """The records of every wager that has odds; names those left out on standard error."""
    from upcard.exact.record import all_records, fees, unpriced

    priced = all_records(jurisdiction, decks, day, request=request)
    _report_left_out([*fees(jurisdiction, day), *unpriced(jurisdiction, day)])
    return priced


def _of_table(
    submission: Path, wager: str | None, request: "OddsRequest", *, as_json: bool
) -> "list[Record]":
    """The records of a table whose submission complies; names those left out likewise."""
    from upcard.cli.submissions import complying
    from upcard.exact.table import table_records, unpriced

    table = complying(submission, as_json=as_json)
    priced = table_records(table, wager, request=request)
    _report_left_out(unpriced(table) if wager is None else [])
    return priced


def _report_left_out(titles: list[str]) -> None:
    """Names wagers without odds on standard error, so that none is left out silently."""
    if titles:
        typer.echo(f"Left out, without odds: {'; '.join(titles)}.", err=True)


@contextmanager
def _without_collection() -> "Iterator[None]":
    """Suspends garbage collection: records have no reference cycles, and this saves a tenth."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _selecting_options(
    jurisdiction: str | None,
    paytable: str | None,
    decks: int | None,
    as_of: str | None,
    reading: list[str] | None,
    third_card: str,
) -> list[str]:
    """The given options that select among records; ``BadInput`` for an unknown third card."""
    if third_card not in ("", "draw", "upcard"):
        raise BadInput(f"{quoted(third_card)} is not a third card; there are draw and upcard.")
    options = {
        "--jurisdiction": jurisdiction,
        "--paytable": paytable,
        "--decks": decks,
        "--as-of": as_of,
        "--reading": [chosen for chosen in reading or [] if chosen != TEXT] or None,
        "--third-card": third_card or None,
    }
    return [name for name, value in options.items() if value is not None]


def _refuse(wager: str | None, selecting: list[str], *, every: bool, submitted: bool) -> None:
    """Raises ``BadInput`` for options that exclude each other."""
    if submitted and (every or selecting):
        other = "--all" if every else selecting[0]
        raise BadInput(f"--submission says what the table offers: it goes without {other}.")
    if every and (wager is not None or "--paytable" in selecting):
        raise BadInput("--all takes no wager and no --paytable.")
    if not every and not submitted and wager is None:
        raise BadInput("Name a wager, such as lucky-ladies, or use --all.")


def _asked(
    meters: list[str] | None,
    prizes: list[str] | None,
    amount: str | None,
    combinations: str,
    readings: "dict[str, str | bool]",
    third_card: str,
) -> "OddsRequest":
    from upcard.exact.pricing import OddsRequest

    for prize in prizes or []:
        if "=" not in prize:
            raise BadInput(f"{quoted(prize)} names no row; write ROW=DOLLARS.")
    return OddsRequest(
        wager_units=_units(amount),
        meters=_named(meters),
        prizes=_named(prizes),
        reading=combinations,
        readings=readings,
        third_card=third_card,
    )


def _readings(texts: list[str] | None) -> "dict[str, str | bool]":
    """Readings by key, from KEY=VALUE; a VALUE alone has the key ``reading``."""
    from upcard.rules.readings import parse_reading

    return dict(parse_reading(text) for text in texts or [])


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
