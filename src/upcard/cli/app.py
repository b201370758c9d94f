"""The commands, each in its own module; what fails says so in one sentence and exits with 2."""

import io
import os
import sys
from typing import Annotated, Final

import typer

from upcard.cli.check import check, new
from upcard.cli.coverage import coverage
from upcard.cli.deal import deal
from upcard.cli.diff import diff
from upcard.cli.journal import export, import_, replay, verify
from upcard.cli.odds import odds
from upcard.cli.penalty import penalty
from upcard.cli.report import report
from upcard.cli.rules import rules
from upcard.cli.serve import serve
from upcard.cli.sim import sim
from upcard.cli.strategy import strategy

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

app = typer.Typer(
    name="upcard",
    help="Casino table games as executable regulations: play a table, price every wager, "
    "prove what happened.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for command in (
    rules,
    odds,
    strategy,
    sim,
    new,
    check,
    diff,
    report,
    deal,
    serve,
    verify,
    replay,
    export,
    coverage,
    penalty,
):
    app.command()(command)
app.command("import")(import_)


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
    from upcard.cards.card import CardNameError
    from upcard.journal.port import JournalError, JournalTampered
    from upcard.money.amount import AmountError
    from upcard.rules.violation import BadInput, RulebookError, RuleViolation

    _write_anything()
    try:
        status = app(standalone_mode=False)
    except JournalTampered as error:
        _fail(str(error))
        return 1  # the answer is no: this is not what was written
    except (BadInput, CardNameError, AmountError, JournalError) as error:
        return _fail(str(error))
    except (RuleViolation, RulebookError) as error:
        return _fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{error.filename or 'The output'}: {error.strerror}.")
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _fail(error.format_message())  # what Typer says of wrong options
    return status if isinstance(status, int) else 0


def _fail(message: str) -> int:
    typer.echo(message, err=True)
    return BAD_INPUT


def _write_anything() -> None:
    """Suits and section signs have a place on any terminal, if only as marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
