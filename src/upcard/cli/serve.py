"""``upcard serve``: the table server with its pages."""

from pathlib import Path
from typing import Annotated, Final

import typer

from upcard.cli.wagers import WagersFolder, load_wagers
from upcard.rules.violation import BadInput

FED_HELP: Final = (
    "A table whose cards or numbers come from a shoe or wheel that reads them; people deal it. "
    "Repeatable."
)


def serve(
    submissions: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[SUBMISSION …]",
            help="The tables to serve; without one, a demonstration floor.",
            show_default=False,
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, or postgresql://…; default: a file of your own."),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="The port.", min=0, max=65_535)] = 8080,
    attended: Annotated[
        bool, typer.Option("--attended", help="People deal: they close wagers and clear the cards.")
    ] = False,
    fed: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE", help=FED_HELP, show_default=False),
    ] = None,
    two_persons_above: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="A jackpot above this is paid by someone other than the person who validated it.",
        ),
    ] = None,
    wagers: WagersFolder = None,
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Send cookies only over HTTPS, behind a proxy.")
    ] = False,
) -> None:
    """Serve live tables: pages, API, feeds, signs."""
    from upcard import bootstrap
    from upcard.money.amount import parse_dollars
    from upcard.service.demonstration import PACE, TWO_PERSONS_ABOVE
    from upcard.service.table_server import Settings
    from upcard.service.tables.croupier import Pace

    load_wagers(wagers)
    named = submissions or []
    for path in named:
        if not path.is_file():
            raise BadInput(f"There is no submission {path}.")
    above = None if two_persons_above is None else parse_dollars(two_persons_above)
    settings = Settings(
        pace=Pace() if named else PACE,
        attended=attended,
        two_persons_above=TWO_PERSONS_ABOVE if above is None and not named else above,
        demonstration=not named,
        secure_cookies=secure_cookies,
        fed=tuple(fed or ()),
    )
    bootstrap.serve(named, database, host, port, settings, _say)


def _say(line: str) -> None:
    typer.echo(line, err=True)
