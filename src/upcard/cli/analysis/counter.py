"""``upcard counter``: what a card counter wins at a table, by count, and the best wagers."""

from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.options import Penetration, Play, Strategy
from upcard.cli.submissions import AsJson, SubmissionFile

if TYPE_CHECKING:
    from rich.console import Console

    from upcard.analysis.intervals import Interval
    from upcard.library.counter import Counter

System = Annotated[
    str,
    typer.Option(metavar="SYSTEM", help="A published count, or the file of one: NAME.toml."),
]
Spread = Annotated[float, typer.Option(metavar="X", help="The largest wager, in units.")]
Bets = Annotated[
    str | None,
    typer.Option("--bets", metavar="'1=1 2=2 …'", help="A ramp of your own, in whole units."),
]
Boxes = Annotated[int, typer.Option(metavar="N", help="The most boxes that the counter plays.")]
Seats = Annotated[
    int | None, typer.Option(metavar="N", help="All boxes in play; default: the counter's.")
]
NoIndices = Annotated[
    bool, typer.Option("--no-indices", help="Keep to the best play of a full shoe.")
]
InsuranceCount = Annotated[
    str | None, typer.Option(metavar="SYSTEM", help="Decide Insurance by this count.")
]
Enter = Annotated[int | None, typer.Option(metavar="COUNT", help="Sit down at this count.")]
Leave = Annotated[int | None, typer.Option(metavar="COUNT", help="Stand up below this count.")]
MostChange = Annotated[
    float | None,
    typer.Option(metavar="X", help="For cover: wagers change at most by this factor."),
]
FollowsResults = Annotated[
    bool,
    typer.Option("--follow-results", help="For cover: raise after wins, lower after losses only."),
]
Bankroll = Annotated[str | None, typer.Option(metavar="DOLLARS", help="The counter's bankroll.")]
Kelly = Annotated[float, typer.Option(metavar="F", help="The Kelly fraction of the bankroll.")]
Unit = Annotated[
    str | None,
    typer.Option(metavar="DOLLARS", help="The smallest wager; the ramp then grows --bankroll."),
]
Rounds = Annotated[int, typer.Option(metavar="N", help="The rounds to deal.")]
Seed = Annotated[int | None, typer.Option(min=0, metavar="S", help="The seed; default random.")]


def counter(
    submission: SubmissionFile,
    *,
    count: System = "hi-lo",
    penetration: Penetration = None,
    seats: Seats = None,
    boxes: Boxes = 1,
    spread: Spread = 12.0,
    bets: Bets = None,
    no_indices: NoIndices = False,
    strategy: Strategy = None,
    play: Play = "total",
    insurance_count: InsuranceCount = None,
    enter: Enter = None,
    leave: Leave = None,
    most_change: MostChange = None,
    follow_results: FollowsResults = False,
    bankroll: Bankroll = None,
    kelly: Kelly = 1.0,
    unit: Unit = None,
    rounds: Rounds = 1_000_000,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """What a card counter wins: EV by count, the best ramp of wagers, SCORE, and the risk."""
    from upcard.analysis.counters.bets_by_count import parse_bets
    from upcard.cli.output import print_json
    from upcard.cli.progress import rounds_bar
    from upcard.cli.submissions import complying_rules
    from upcard.library.counter import counter as library

    rules = complying_rules(submission, as_json=as_json)
    with rounds_bar(rounds) as dealt:
        answer = library(
            rules,
            count,
            penetration=penetration,
            seats=seats,
            boxes=boxes,
            spread=spread,
            ramp=None if bets is None else parse_bets(bets),
            indices=not no_indices,
            strategy=strategy,
            play=play,
            insurance_count=insurance_count,
            enter=enter,
            leave=leave,
            most_change=most_change,
            follows_results=follow_results,
            bankroll=_dollars(bankroll),
            kelly=kelly,
            unit=_dollars(unit),
            rounds=rounds,
            seed=seed,
            progress=dealt,
        )
    if as_json:
        print_json(answer.to_dict())
    else:
        _print(answer)


def _dollars(text: str | None) -> float | None:
    from upcard.money.amount import UNITS_PER_DOLLAR, parse_dollars

    return None if text is None else parse_dollars(text) / UNITS_PER_DOLLAR


def _print(counted: "Counter") -> None:
    """Print the rows by count, then what the ramp wins and risks."""
    from rich.table import Table

    from upcard.cli.output import console, plain, print_table
    from upcard.library.counter import HEADERS

    out = console()
    kind = "true count, rounded down" if counted.true_count else "running count"
    out.print(
        f"\n[bold]{plain(counted.title)}[/bold] ({plain(counted.source)}), by the {kind}: "
        f"{counted.rounds:,} rounds, "
        f"{counted.seats} box{'es' if counted.seats > 1 else ''} in play, "
        f"{100 * counted.penetration:g} % dealt, seed {counted.seed}"
    )
    table = Table(box=None, pad_edge=False)
    for head in HEADERS:
        table.add_column(f"\n{head}", justify="right")
    for line in counted.lines():
        table.add_row(*line)
    print_table(out, table)
    _print_indices(out, counted)
    for sentence in _sentences(counted):
        out.print(sentence)


def _print_indices(out: "Console", counted: "Counter") -> None:
    """Print the index plays as a chart, and from what count on Insurance is placed."""
    from rich.table import Table

    from upcard.analysis.counters.index_chart import HEADERS, index_lines, insured_from
    from upcard.cli.output import print_table

    lines = list(index_lines(counted.indices))
    if lines:
        chart = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        for head in HEADERS:
            chart.add_column(f"\n{head}", justify="right" if head != HEADERS[0] else "left")
        for line in lines:
            chart.add_row(*line)
        print_table(out, chart)
        out.print(
            "[dim]Index plays of the first two cards: 3S is to stand from a count of 3 on, ≤-2H to "
            "hit at -2 and below; D doubles, P splits, R surrenders. Elsewhere the best play of a "
            "full shoe.[/dim]"
        )
    insured = insured_from(counted.indices)
    if counted.insurance_count is not None:
        out.print(f"Insurance is decided by {counted.insurance_count}.")
    elif insured is not None:
        out.print(f"Insurance is placed from a count of {insured:+d} on.")


def _percents(interval: "Interval") -> str:
    low, high = interval
    return f"{100 * low:.4g} to {100 * (1.0 if high is None else high):.4g} %; 95 %"


def _sentences(counted: "Counter") -> list[str]:
    played, free = counted.played, counted.free
    lines = [
        f"\nPer 100 rounds dealt, of which {100 * counted.share_played:.2f} % are played: "
        f"{100 * played.mean:+.3f} ± {100 * played.standard_error:.3f} units (1 s.e.), with "
        f"{played.average_bet:.3f} units wagered a round played and a deviation of "
        f"{played.deviation:.3f} a round."
    ]
    span = played.n0_interval
    if span is not None and not played.distinct:
        unknown = "That cannot be told from zero after so few rounds: SCORE and risk are not known."
        return [*lines, f"{unknown} N0 is {span[0]:,.0f} or more rounds."]
    if played.n0 is None or span is None or span[1] is None:
        return [*lines, "These wagers win nothing: there is no SCORE, and no bankroll is enough."]
    lines.append(
        f"SCORE {free.score:.2f} ± {free.score_error:.2f} with wagers of any size, c-SCORE "
        f"{played.score:.2f} ± {played.score_error:.2f} as played; DI {played.desirability:.2f}, "
        f"N0 {played.n0:,.0f} rounds ({span[0]:,.0f} to {span[1]:,.0f}; 95 %)."
    )
    risk = counted.risk
    if risk is not None and risk.best_unit is not None:
        lines.append(
            f"A bankroll of ${risk.bankroll:,.0f} with units of ${risk.unit:,.2f} is ever lost "
            f"with a chance of {100 * risk.risk_of_ruin:.4g} % ({_percents(risk.ruin_interval)}). "
            f"For the same ramp {risk.kelly:g} of Kelly is a unit of ${risk.best_unit:,.2f}, with "
            f"a chance of {100 * risk.kelly_risk:.4g} %."
        )
    return lines
