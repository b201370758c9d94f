"""``upcard sim``: the whole table by Monte Carlo, compared with what is known exactly."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard.cli.options import Penetration, Play, Strategy
from upcard.cli.submissions import AsJson, SubmissionFile
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from upcard.games.table_rules import TableRules
    from upcard.library.rules import Rules
    from upcard.library.simulation.simulate import SeatedPlayers

INTERRUPTED: Final = 130
"""The exit status of a command that the user interrupted, or that was told to end."""

LOST: Final = 1
"""The exit status where the workers of a cluster were lost."""

Rounds = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="The most rounds to deal; default 1,000,000.")
]
Seed = Annotated[
    int | None,
    typer.Option(
        min=0, metavar="S", help="The seed, which makes a simulation repeatable; default random."
    ),
]
UntilError = Annotated[
    float | None,
    typer.Option(metavar="X", help="Stop when the first wager's mean has this standard error."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, metavar="W", help="Number of threads; default one for each processor."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Deal on a dask cluster, such as tcp://10.0.0.1:8786."),
]
Cuda = Annotated[bool, typer.Option("--cuda", help="Deal on a CUDA device; needs `upcard[cuda]`.")]
Seats = Annotated[int, typer.Option(min=1, metavar="N", help="Players at the table.")]
Raw = Annotated[
    bool, typer.Option("--raw", help="Print plain means of what was dealt, without corrections.")
]
FreshShoe = Annotated[bool, typer.Option("--fresh-shoe", help="A new shoe for every round.")]
Count = Annotated[
    str | None, typer.Option(metavar="SYSTEM", help="Count cards by a system such as hi-lo.")
]
CountBets = Annotated[
    str | None,
    typer.Option("--bets", metavar="'1=1 2=2 …'", help="Units to wager from each count on."),
]
Indices = Annotated[
    bool, typer.Option("--indices", help="Depart from basic strategy by the count.")
]
Bankroll = Annotated[
    str | None,
    typer.Option(metavar="DOLLARS", help="Show the risk of ruin of a player with this bankroll."),
]
RiskOfRuin = Annotated[
    float, typer.Option("--risk", metavar="R", help="Show the bankroll that has this risk of ruin.")
]
RoundsPerHour = Annotated[
    float | None,
    typer.Option(metavar="N", help="The speed of the game; default: by the number of players."),
]
Hours = Annotated[
    float | None,
    typer.Option(metavar="H", help="Show the risk of losing --bankroll within these hours."),
]

Counted = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES", help="The wagers whose risk is shown, such as blackjack; default all."
    ),
]


def sim(
    submission: SubmissionFile,
    *,
    rounds: Rounds = None,
    seed: Seed = None,
    until_se: UntilError = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    cuda: Cuda = False,
    seats: Seats = 1,
    fresh_shoe: FreshShoe = False,
    penetration: Penetration = None,
    raw: Raw = False,
    play: Play = "total",
    strategy: Strategy = None,
    count: Count = None,
    bets: CountBets = None,
    indices: Indices = False,
    bankroll: Bankroll = None,
    risk: RiskOfRuin = 0.05,
    rounds_per_hour: RoundsPerHour = None,
    hours: Hours = None,
    wagers: Counted = None,
    as_json: AsJson = False,
) -> None:
    """Deal many rounds at once: each wager's mean result and its error, with the exact value."""
    from upcard.analysis.risk.bankroll import risk_of
    from upcard.cli.sim import forms
    from upcard.cli.sim.ending import interrupted_by_sigterm
    from upcard.cli.submissions import complying_rules
    from upcard.library.simulation.simulate import most_rounds, seed_of

    _check_backends(workers, scheduler, cuda=cuda)
    rounds, seed = most_rounds(rounds, until_se), seed_of(seed)
    units = _bankroll_units(bankroll, risk, rounds_per_hour, hours)
    rules = complying_rules(submission, as_json=as_json)
    counts: dict[str, Any] = {"count": count, "ramp": _ramp(count, bets, indices=indices)}
    counts |= {"indices": indices, "penetration": penetration}
    seated = _seat_players(rules, strategy, play=play, raw=raw, **counts)
    _announce_compiling(seated)
    with interrupted_by_sigterm(), forms.Bar(rounds, until_se) as bar:
        dealt = seated.deal_rounds(
            rounds=rounds,
            seed=seed,
            workers=workers,
            scheduler=scheduler,
            cuda=cuda,
            until_se=until_se,
            fresh_shoe=fresh_shoe,
            penetration=penetration,
            seats=seats,
            progress=bar.show,
        )
    names = None if wagers is None else wagers.replace(",", " ").split()
    figures: dict[str, Any] = {"rounds_per_hour": rounds_per_hour, "hours": hours, "wagers": names}
    figures |= {"bankroll": units, "risk": risk}
    risks = [risk_of(rules.table, dealt.result, **figures, corrected=yes) for yes in (False, True)]
    forms.print_result(dealt, *risks, as_json=as_json)
    if dealt.interrupted:
        raise typer.Exit(LOST if dealt.result.lost else INTERRUPTED)


def _check_backends(workers: int | None, scheduler: str | None, *, cuda: bool) -> None:
    """Raise ``BadInput`` for more than one of them, and where no scheduler answers."""
    if (workers is not None) + (scheduler is not None) + cuda > 1:
        raise BadInput("Use only one of --workers, --scheduler and --cuda.")
    if scheduler is not None:
        from upcard.simulation.workers.scheduler_probe import check_scheduler

        check_scheduler(scheduler)


def _announce_solving(rules: "TableRules") -> None:
    """Print a line where finding the best play takes seconds."""
    from upcard.cli.sim.forms import print_note
    from upcard.exact.strategy.games import part_of

    if part_of(rules.game).is_slow:
        print_note("Solving the game for some seconds: every hand beside every other.")


def _seat_players(rules: "Rules", strategy: Path | None, **options: Any) -> "SeatedPlayers":
    """The players; ``BadInput`` where the best play is needed and not known."""
    from upcard.exact.strategy.games import NoBestPlay
    from upcard.library.simulation.simulate import seat

    _announce_solving(rules.table)
    try:
        seated = seat(rules, strategy=strategy, **options)
    except NoBestPlay as unknown:
        advice = "Name a strategy to play by with --strategy FILE."
        if strategy is not None:
            advice = "--indices are computed from it."
        raise BadInput(f"{unknown} {advice}") from None
    if strategy is not None:
        _announce_other_hands(rules.table)
    return seated


def _announce_other_hands(rules: "TableRules") -> None:
    """Print how hands are played that the custom strategy does not name."""
    from upcard.cli.sim.forms import print_note
    from upcard.exact.strategy.games import knows_best_play

    strategy_in_words = "by the best play" if knows_best_play(rules) else "as at Blackjack"
    print_note(f"Hands that the strategy does not name are played {strategy_in_words}.")


def _announce_compiling(seated: "SeatedPlayers") -> None:
    """Print a line where kernels of this table are not compiled yet."""
    from upcard.cli.sim.forms import print_note

    if not seated.is_compiled:
        print_note("Compiling the kernels for this table, which takes some seconds the first time.")


def _bankroll_units(
    bankroll: str | None, risk: float, rounds_per_hour: float | None, hours: float | None
) -> int | None:
    """The bankroll in units; ``BadInput`` for options from which no risk can be computed."""
    from upcard.money.amount import parse_dollars

    if not 0 < risk < 1:
        raise BadInput("The risk of --risk lies between 0 and 1, such as 0.05.")
    for name, number in (("--rounds-per-hour", rounds_per_hour), ("--hours", hours)):
        if number is not None and not 0 < number < 1e9:
            raise BadInput(f"{name} is more than 0.")
    if hours is not None and bankroll is None:
        raise BadInput("--hours asks how a --bankroll fares.")
    units = None if bankroll is None else parse_dollars(bankroll)
    if units == 0:
        raise BadInput("A bankroll of $0 is lost already; ask for an amount above it.")
    return units


def _ramp(count: str | None, bets: str | None, *, indices: bool) -> dict[int, int] | None:
    """The units wagered by count; ``BadInput`` for a ramp or indices without a count."""
    from upcard.analysis.counters.bets_by_count import parse_bets

    if count is None and (bets is not None or indices):
        raise BadInput("--bets and --indices go by a count; name one with --count.")
    return None if bets is None else parse_bets(bets)
