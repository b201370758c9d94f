"""``upcard distribution``: what one player has won with wagers after many rounds."""

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.sim.command import Play
from upcard.cli.submissions import AsJson, SubmissionFile
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from upcard.library.distribution import Distribution

Rounds = Annotated[int, typer.Option(metavar="N", help="The number of rounds.")]
Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        metavar="WAGER",
        help="A wager that the table offers; repeated, several together. Default: blackjack.",
    ),
]
Strategy = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A strategy of one's own: CSV, JSON or TOML."),
]
SimulatedRounds = Annotated[
    int | None,
    typer.Option(metavar="N", help="The rounds from which a law is estimated; default 1,000,000."),
]
Seed = Annotated[
    int | None, typer.Option(min=0, metavar="S", help="The seed of these rounds; default random.")
]
Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the chart, as an SVG file.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV: each result with its probability.")]


def distribution(
    submission: SubmissionFile,
    *,
    rounds: Rounds = 1_000,
    wager: Wagers = None,
    strategy: Strategy = None,
    play: Play = "total",
    simulated_rounds: SimulatedRounds = None,
    seed: Seed = None,
    svg: Svg = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """What one player has won after many rounds: mean, deviation, chance to be ahead, quantiles."""
    from upcard.cli.output import print_json
    from upcard.cli.submissions import complying_rules
    from upcard.games.blackjack import BLACKJACK_WAGER
    from upcard.library import distribution as of_library

    if as_csv and as_json:
        raise BadInput("Use --csv or --json, not both.")
    rules = complying_rules(submission, as_json=as_json)
    found = of_library.distribution(
        rules,
        rounds,
        wager=wager or BLACKJACK_WAGER,
        strategy=strategy,
        play=play,
        simulated_rounds=simulated_rounds or of_library.SIMULATED,
        seed=seed,
    )
    if svg is not None:
        svg.write_text(found.svg(), encoding="utf-8")
    if as_json:
        print_json(found.to_dict())
    elif as_csv:
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow([column.name for column in of_library.COLUMNS])
        rows.writerows(zip(found.sum.units.tolist(), found.sum.chances.tolist(), strict=True))
    else:
        _print(found)


def _print(found: "Distribution") -> None:
    """Prints the figures and the quantiles."""
    from rich.table import Table

    from upcard.cli.output import console, plain, print_table

    out = console()
    out.print(
        f"\n[bold]{plain(found.wager)}[/bold], {found.rounds:,} rounds, in units of ${found.unit}"
    )
    figures = Table(box=None, pad_edge=False, show_header=False)
    figures.add_column()
    figures.add_column(justify="right")
    figures.add_row("mean", f"{found.mean:+,.4f}{_error(found.mean_error)}")
    figures.add_row("standard deviation", f"{found.standard_deviation:,.4f}")
    ahead_error = found.ahead_error
    figures.add_row(
        "ahead",
        f"{100 * found.ahead:.4f} %"
        + ("" if ahead_error is None else f" ± {100 * ahead_error:.4f} %"),
    )
    if found.beyond:
        figures.add_row(
            f"a result above {float(found.largest):,.10g}", f"{100 * found.beyond:.3g} %"
        )
    print_table(out, figures)
    table = Table(box=None, pad_edge=False)
    for head in ("\nplayers below", "\nresult"):
        table.add_column(head, justify="right")
    for share, result in found.quantiles.items():
        table.add_row(f"{100 * share:g} %", f"{result:+,.10g}")
    print_table(out, table)
    how = found.method
    if found.simulated_rounds is not None:
        how = (
            f"The law of one round is simulated: {found.simulated_rounds:,} rounds, seed "
            f"{found.seed}, ± 1 standard error. Wagers of a round are added up round by round."
        )
    elif how == "exact":
        how = "Exact."
    else:
        how = "Exact under basic strategy."
    note = " Without larger awards." if found.beyond else ""
    out.print(f"\n[dim]{how} Each round has a new shoe.{note}[/dim]")


def _error(error: float | None) -> str:
    return "" if error is None else f" ± {error:,.4f}"
