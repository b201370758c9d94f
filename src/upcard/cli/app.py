"""The commands, each in its own module; what fails says so in one sentence and exits with 2."""

import os
import sys
from typing import Annotated, Final

import typer

from upcard.cli.check import check, new
from upcard.cli.coverage import coverage
from upcard.cli.deal import deal
from upcard.cli.odds import odds
from upcard.cli.rules import rules

BAD_INPUT: Final = 2

app = typer.Typer(
    name="upcard",
    help="Casino table games as executable regulations: play a table, price every wager, "
    "prove what happened.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for command in (rules, odds, new, check, deal, coverage):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        from upcard import __version__

        typer.echo(f"upcard {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Casino table games as executable regulations."""


def run() -> int:
    """The exit status: 0 done, 1 the answer is no, 2 bad input."""
    from upcard.rules.violation import RulebookError, RuleViolation

    try:
        app()
    except (RuleViolation, RulebookError, ValueError) as error:
        typer.echo(str(error), err=True)
        return BAD_INPUT
    except KeyError as error:
        typer.echo(str(error.args[0]), err=True)
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0
