"""``upcard sim``: the whole table by Monte Carlo, beside what is known exactly."""

from typing import Annotated, Final, Literal

import typer

from upcard.cli.submissions import AsJson, SubmissionFile, complying
from upcard.rules.violation import BadInput

ROUNDS: Final = 1_000_000
"""Where neither rounds nor an error are asked for."""

INTERRUPTED: Final = 130

Rounds = Annotated[int | None, typer.Option(min=1, metavar="N", help="Rounds at most; 1,000,000.")]
Seed = Annotated[
    int | None,
    typer.Option(min=0, max=(1 << 64) - 1, metavar="S", help="Repeats a simulation; random."),
]
UntilError = Annotated[
    float | None,
    typer.Option(metavar="X", help="Until the Blackjack wager's mean is known to this error."),
]
Workers = Annotated[
    int | None, typer.Option(min=1, metavar="W", help="Threads; as many as processors.")
]
Seats = Annotated[int, typer.Option(min=1, metavar="N", help="Players at the table.")]
FreshShoe = Annotated[bool, typer.Option("--fresh-shoe", help="A new shoe for every round.")]
Play = Annotated[
    Literal["total", "composition"], typer.Option(help="Hands are played by total or by cards.")
]


def sim(
    submission: SubmissionFile,
    *,
    rounds: Rounds = None,
    seed: Seed = None,
    until_se: UntilError = None,
    workers: Workers = None,
    seats: Seats = 1,
    fresh_shoe: FreshShoe = False,
    play: Play = "total",
    as_json: AsJson = False,
) -> None:
    """Deal many rounds at once: what each wager wins, how surely, beside its exact value."""
    import secrets

    from upcard.analysis.controls import expected_values, with_controls
    from upcard.analysis.strategies import table_of
    from upcard.cli import sim_forms as forms
    from upcard.odds.strategy.rules import full_shoe, rules_of
    from upcard.odds.strategy.solve import solve
    from upcard.simulation.run import is_compiled, simulate

    if until_se is not None and until_se <= 0:
        raise BadInput("The error of --until-se is more than 0.")
    if rounds is None and until_se is None:
        rounds = ROUNDS
    rules = complying(submission, as_json=as_json)
    solution = solve(rules_of(rules), full_shoe(rules.decks), play)
    if not is_compiled(rules):
        forms.say("Compiling what this table needs: some seconds, the first time alone.")
    with forms.Bar(rounds, until_se) as bar:
        dealt = simulate(
            rules,
            table_of(solution),
            rounds,
            secrets.randbits(32) if seed is None else seed,
            workers=workers,
            until_se=until_se,
            fresh_shoe=fresh_shoe,
            seats=seats,
            progress=bar.show,
        )
    result = with_controls(dealt, expected_values(rules, solution))
    forms.print_result(rules, result, as_json=as_json)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)
