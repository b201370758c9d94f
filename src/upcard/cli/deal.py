"""``upcard deal``: rounds on the live engine, interactive, automatic or from a script."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.submissions import AsJson, SubmissionFile, complying
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from upcard.games.table_rules import TableRules


def deal(
    submission: SubmissionFile,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Deal so many rounds with robots at every seat.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Repeatable shuffles; without it they are random.")
    ] = None,
    script: Annotated[
        Path | None, typer.Option(help="Cards and decisions from a file instead.")
    ] = None,
    seat: Annotated[int, typer.Option(min=1, help="Your position at the table.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Deal rounds in the terminal: play yourself, or use --rounds or --script."""
    rules = complying(submission, as_json=as_json)
    if script is not None:
        if rounds is not None or seed is not None:
            raise BadInput("A script gives its own rounds and cards: leave --rounds and --seed.")
        _from_script(rules, script, as_json=as_json)
    elif rounds is not None:
        _automatic(rules, rounds, seed, as_json=as_json)
    elif as_json or not sys.stdin.isatty():
        raise BadInput("Give --rounds N or --script FILE: there is no terminal to play at.")
    else:
        from upcard.cli.play import play

        if seat > rules.positions:
            raise BadInput(f"There is no seat {seat}; this table has {rules.positions}.")
        play(rules, seat, seed)


def _from_script(rules: "TableRules", path: Path, *, as_json: bool) -> None:
    from upcard.host.rounds import ScriptedTable
    from upcard.host.script import read_script

    blocks = read_script(path)
    table = ScriptedTable(rules)
    refused = False
    for block in blocks:
        record = table.play(block)
        refused |= "refused" in record
        _show(record, as_json=as_json)
    if refused:
        raise typer.Exit(1)


def _automatic(rules: "TableRules", rounds: int, seed: int | None, *, as_json: bool) -> None:
    from upcard.host.rounds import RobotTable

    table = RobotTable(rules, seed)
    for _ in range(rounds):
        _show(table.play(), as_json=as_json)
        table.table.forget()
    if not as_json:
        from upcard.cli.screen import print_accounts

        print_accounts(table.table.state)


def _show(record: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        from upcard.cli.output import print_json_line

        print_json_line(record)
    else:
        from upcard.cli.screen import print_record

        print_record(record)
