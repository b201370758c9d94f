"""The options of ``upcard odds``."""

from pathlib import Path
from typing import Annotated

import typer

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
