"""``upcard distribution``: what one player has won with wagers after many rounds."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.options import Play, Svg
from upcard.cli.submissions import AsJson, SubmissionFile

if TYPE_CHECKING:
    from upcard.library.distribution.result import Distribution

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
LossLimit = Annotated[
    str | None,
    typer.Option(metavar="UNITS", help="Also count players who stop once they have lost UNITS."),
]
ShoeRounds = Annotated[
    int,
    typer.Option(
        min=0,
        metavar="N",
        help="The rounds dealt from real shoes, to say what is different there; 0 for none.",
    ),
]
Penetration = Annotated[
    float | None,
    typer.Option(metavar="P", help="The part of these shoes that is dealt; default 0.75."),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV: each result with its probability.")]


def distribution(
    submission: SubmissionFile,
    *,
    rounds: Rounds = 1_000,
    wager: Wagers = None,
    strategy: Strategy = None,
    play: Play = "total",
    loss_limit: LossLimit = None,
    shoe_rounds: ShoeRounds = 1_000_000,
    penetration: Penetration = None,
    simulated_rounds: SimulatedRounds = None,
    seed: Seed = None,
    svg: Svg = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """What one player has won after many rounds: mean, deviation, chance to be ahead, quantiles."""
    from upcard.cli.output import print_json, refuse_two_forms
    from upcard.cli.progress import share_bar
    from upcard.cli.submissions import complying_rules
    from upcard.games.blackjack import BLACKJACK_WAGER
    from upcard.library.distribution import distribution as library

    refuse_two_forms(as_csv=as_csv, as_json=as_json)
    rules = complying_rules(submission, as_json=as_json)
    with share_bar() as progress:
        results = library.distribution(
            rules,
            rounds,
            wager=wager or BLACKJACK_WAGER,
            strategy=strategy,
            play=play,
            loss_limit=loss_limit,
            shoe_rounds=0 if as_csv else shoe_rounds,
            penetration=penetration,
            simulated_rounds=simulated_rounds or library.SIMULATED,
            seed=seed,
            progress=progress,
        )
    if svg is not None:
        svg.write_text(results.svg(), encoding="utf-8")
    if as_json:
        print_json(results.to_dict())
    elif as_csv:
        import csv

        from upcard.library.distribution.result import COLUMNS

        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow([column.name for column in COLUMNS])
        rows.writerows(zip(results.sum.units.tolist(), results.sum.chances.tolist(), strict=True))
    else:
        _print(results)


def _print(results: "Distribution") -> None:
    """Print the figures and the quantiles, each with those of real shoes and of a loss limit."""
    from rich.table import Table

    from upcard.cli.output import console, plain, print_table
    from upcard.money.amount import printed_amount

    out = console()
    out.print(
        f"\n[bold]{plain(results.wager)}[/bold], {results.rounds:,} rounds, in units of "
        f"{printed_amount(results.unit)}"
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    table.add_column("new shoe each round", justify="right")
    rows = _figures(results)
    if results.shoe is not None:
        table.add_column("real shoes", justify="right")
    if results.stopped is not None:
        table.add_column(f"stops at −{float(results.stopped.limit):g}", justify="right")
    for row in rows:
        table.add_row(*row)
    print_table(out, table)
    _print_covariances(results)
    out.print()
    for sentence in _notes(results):
        out.print(f"[dim]{sentence}[/dim]")


def _print_covariances(results: "Distribution") -> None:
    """Print the covariances of several wagers in one round."""
    from rich.table import Table

    from upcard.cli.output import console, plain, print_table

    if not results.covariances:
        return
    table = Table(box=None, pad_edge=False, title="covariance in one round, per unit of each wager")
    table.add_column("")
    for name in results.wagers:
        table.add_column(plain(name), justify="right")
    for name, row in zip(results.wagers, results.covariances, strict=True):
        table.add_row(
            plain(name),
            *(f"{covariance.value:.4f}{_error(covariance.standard_error)}" for covariance in row),
        )
    console().print()
    print_table(console(), table)


def _figures(results: "Distribution") -> list[list[str]]:
    """The rows: what each is called, and its figure for each kind of play."""
    shoe, stopped, ahead_error = results.shoe, results.stopped, results.ahead_error
    ahead = "" if ahead_error is None else f" ± {100 * ahead_error:.4f} %"
    rows = [
        ["mean", f"{results.mean:+,.4f}{_error(results.mean_error)}"],
        ["standard deviation", f"{results.standard_deviation:,.4f}"],
        ["ahead", f"{100 * results.ahead:.4f} %{ahead}"],
    ]
    rows += [
        [f"{100 * share:g} % below", _amount(result)] for share, result in results.quantiles.items()
    ]
    if shoe is not None:
        figures = [
            f"{shoe.mean:+,.4f}{_error(shoe.mean_error)}",
            f"{shoe.standard_deviation:,.4f}{_error(shoe.deviation_error)}",
            f"{100 * shoe.ahead:.4f} %",
            *(f"{result:+,.2f}" for result in shoe.quantiles.values()),
        ]
        rows = [[*row, figure] for row, figure in zip(rows, figures, strict=True)]
    if stopped is not None:
        figures = [
            f"{stopped.mean:+,.4f}",
            f"{stopped.standard_deviation:,.4f}",
            f"{100 * stopped.ahead:.4f} %",
            *(_amount(stopped.quantile(share)) for share in results.quantiles),
        ]
        rows = [[*row, figure] for row, figure in zip(rows, figures, strict=True)]
        blank_cells = [""] * (len(rows[0]) - 2)
        rows += [["stopped", *blank_cells, f"{100 * stopped.stopped:.4f} %"]]
        rows += [["mean rounds played", *blank_cells, f"{stopped.rounds:,.1f}"]]
    return rows


def _notes(results: "Distribution") -> Iterator[str]:
    """How the figures are known, in sentences."""
    if results.simulated_rounds is not None:
        yield (
            f"The law of one round is simulated: {results.simulated_rounds:,} rounds, seed "
            f"{results.seed}, ± 1 standard error. Wagers of a round are added up round by round."
        )
    else:
        yield "Exact." if results.method == "exact" else "Exact under basic strategy."
    if results.resplit:
        yield (
            f"In {100 * results.resplit:.3g} % of rounds a pair becomes three hands or more, whose "
            "probability, mean and mean square are exact. No chance to be below an amount is wrong "
            f"by more than {100 * results.error_bound:.2g} %."
        )
    if results.beyond:
        yield (
            f"Without awards above {float(results.largest):,.10g}, of which one is won with "
            f"{100 * results.beyond:.3g} %."
        )
    if results.shoe is not None:
        cut = results.shoe.penetration
        depth = "" if cut is None else f" dealt to {100 * cut:g} %"
        yield (
            f"Real shoes{depth} are simulated: {results.shoe.rounds:,} rounds, seed "
            f"{results.shoe.seed}, ± 1 standard error; the other figures there follow from this "
            "mean and deviation."
        )


def _amount(units: float) -> str:
    """A result in units, to four places where it is not a multiple of a half."""
    return f"{units:+,.10g}" if (2 * units).is_integer() else f"{units:+,.4f}"


def _error(error: float | None) -> str:
    return "" if error is None else f" ± {error:,.4f}"
