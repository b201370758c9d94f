"""``upcard odds``: exact odds as a table, as CSV or as JSON."""

import gc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.cli.submissions import AsJson, complying_rules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from upcard.cards.composition import Shoe
    from upcard.exact.par import Record
    from upcard.library.money import Dollars
    from upcard.library.rules import Rules

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
Without = Annotated[
    str | None,
    typer.Option(metavar="CARDS", help="Cards that are gone from the shoe, such as 'Ks Qs 5h'."),
]
LeftInShoe = Annotated[
    str | None,
    typer.Option(
        "--shoe", metavar="COUNTS", help="The cards that are left, such as 'A♠=3, K=12'; no others."
    ),
]
Removal = Annotated[
    bool, typer.Option("--removal", help="How one more card gone changes the expected win.")
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
    without: Without = None,
    left: LeftInShoe = None,
    removal: Removal = False,
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
    if removal and (exposure or compare):
        raise BadInput("Ask for --removal, for --exposure or for --compare, not for several.")
    for prized in prize or []:
        if "=" not in prized:
            raise BadInput(f"{quoted(prized)} names no row; write ROW=DOLLARS.")
    from upcard.library.odds import odds as exact_odds

    rules = None if submission is None else complying_rules(submission, as_json=as_json)
    day = _date(as_of)
    with _without_collection():
        answers = exact_odds(
            wager,
            rules=rules,
            jurisdiction=jurisdiction,
            paytable=paytable,
            decks=decks,
            meters=_named(meter),
            prizes=_named(prize),
            amount=_amount(amount),
            as_of=day,
            readings={"reading": combinations, **readings},
            third_card=third_card,
            shoe=_shoe(left, without, rules.table.decks if rules is not None else decks),
        )
    if wager is None:
        _report_left_out(rules, jurisdiction, day)
    priced = [answer.record for answer in answers]
    if plot is not None:
        from upcard.cli.odds import plot as odds_plot

        odds_plot.write(priced, plot, chart, rounds)
    if removal:
        from upcard.cli.odds import removal as odds_removal

        odds_removal.print_effects(answers, as_csv=as_csv, as_json=as_json)
    elif exposure:
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


def _report_left_out(rules: "Rules | None", jurisdiction: str | None, day: "date") -> None:
    """Names wagers without odds on standard error, so that none is left out silently."""
    from upcard.exact import record, table

    if rules is not None:
        titles = table.unpriced(rules.table)
    else:
        titles = [*record.fees(jurisdiction, day), *record.unpriced(jurisdiction, day)]
    if titles:
        typer.echo(f"Left out, without odds: {'; '.join(titles)}.", err=True)


def _shoe(left: str | None, without: str | None, decks: int | None) -> "Shoe | None":
    """The shoe that --shoe and --without describe; None where all its cards are there."""
    from upcard.cards.composition import full_shoe, shoe_of_text

    if left is None and without is None:
        return None
    if left is None and decks is None:
        raise BadInput("--without takes cards out of a shoe: give its --decks.")
    shoe = full_shoe(decks or 1) if left is None else shoe_of_text(left, decks)
    return shoe if without is None else shoe.without(without)


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


def _readings(texts: list[str] | None) -> "dict[str, str | bool]":
    """Readings by key, from KEY=VALUE; a VALUE alone has the key ``reading``."""
    from upcard.rules.readings import parse_reading

    return dict(parse_reading(text) for text in texts or [])


def _named(texts: list[str] | None) -> dict[str, "Dollars"]:
    """Amounts by name, from NAME=DOLLARS; the name is empty for DOLLARS alone."""
    pairs = [text.rpartition("=") for text in texts or []]
    return {name: dollars for name, _, dollars in pairs}


def _amount(text: str | None) -> str | None:
    from upcard.money.amount import parse_dollars

    if text is not None and parse_dollars(text) == 0:
        raise BadInput("A wager of $0 loses nothing; ask for an amount above it.")
    return text


def _date(text: str | None) -> "date":
    from upcard.cli.output import parse_date
    from upcard.rules.loader import RULEBOOK_DATE

    return RULEBOOK_DATE if text is None else parse_date(text)
