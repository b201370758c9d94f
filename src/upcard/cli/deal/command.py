"""``upcard deal``: rounds on the live engine, interactive, automatic or from a script."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.submissions import AsJson, SubmissionFile, complying_table
from upcard.rules.violation import BadInput
from upcard.text import schemas
from upcard.text.extras import needs_extras

if TYPE_CHECKING:
    from upcard.games.table_rules import TableRules
    from upcard.host.scripts.rounds import LiveTable, RobotTable


def deal(
    submission: SubmissionFile,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Deal this many rounds, with robots at every seat.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Repeatable shuffles; without it they are random.")
    ] = None,
    script: Annotated[
        Path | None, typer.Option(help="Cards and decisions from a file instead.")
    ] = None,
    journal: Annotated[
        str | None, typer.Option(help="Play on a journal: a file, or postgresql://….")
    ] = None,
    void_by: Annotated[
        str, typer.Option(help="The person who gives up what a lost installation key sealed.")
    ] = "",
    seat: Annotated[int, typer.Option(min=1, help="Your position at the table.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Deal rounds in the terminal: play yourself, or use --rounds or --script."""
    rules = complying_table(submission, as_json=as_json)
    if journal is not None and seed is not None:
        raise BadInput("Cards on a journal cannot be repeated: use --seed or --journal, not both.")
    if script is not None:
        if rounds is not None or seed is not None or journal is not None:
            raise BadInput(
                "A script has its own rounds and cards: leave out --rounds, --seed and --journal."
            )
        _from_script(rules, script, as_json=as_json)
    elif rounds is None and (as_json or not sys.stdin.isatty()):
        raise BadInput("Give --rounds N or --script FILE: there is no terminal to play at.")
    elif seat > rules.positions:
        raise BadInput(f"There is no seat {seat}; this table has {rules.positions}.")
    else:
        with _table(submission, rules, seed, journal, void_by) as table:
            if rounds is not None:
                _automatic(table, rounds, as_json=as_json)
                return
            from upcard.cli.deal.interactive import play

            play(table, seat)


@contextmanager
def _table(
    submission: Path, rules: "TableRules", seed: int | None, journal: str | None, void_by: str
) -> "Iterator[RobotTable[LiveTable]]":
    """A table with robots, in memory or on a journal."""
    from upcard.host.scripts.rounds import RobotTable, bits_of, robot_table

    if journal is None:
        yield robot_table(rules, seed)
        return
    from upcard.rules.digest import rules_digest
    from upcard.rules.user_files import SUBMISSION, read_user_file
    from upcard.submission.compiling.text import rules_of

    text, bits = read_user_file(submission, SUBMISSION), bits_of(seed)
    with needs_extras("`upcard deal --journal`"):
        from upcard.host.seals.installation import open_installation
        from upcard.host.seals.sealing import Vault
        from upcard.host.tables.card_supply import CardSupply
        from upcard.host.tables.opening import OpeningTerms
        from upcard.host.tables.table import TableHost
        from upcard.journal.opening import open_journal

        supply = CardSupply(Vault(open_installation()), bits)
        opened = open_journal(journal, rules=rules_digest())
    try:
        host = TableHost(opened, text, rules_of, supply, OpeningTerms(void_by=void_by))
        yield RobotTable(rules, host, bits)
        host.close()
    finally:
        opened.close()


def _from_script(rules: "TableRules", path: Path, *, as_json: bool) -> None:
    from upcard.host.scripts.playing import ScriptedTable
    from upcard.host.scripts.script import read_script

    blocks = read_script(path)
    table = ScriptedTable(rules)
    any_refused = False
    for block in blocks:
        record = table.play(block)
        any_refused |= "refused" in record
        _show(record, as_json=as_json)
    if any_refused:
        raise typer.Exit(1)


def _automatic(table: "RobotTable[LiveTable]", rounds: int, *, as_json: bool) -> None:
    from upcard.host.scripts.rounds import MemoryTable

    for _ in range(rounds):
        _show(table.play(), as_json=as_json)
        if isinstance(table.table, MemoryTable):
            table.table.forget()
    if not as_json:
        from upcard.cli.deal.screen import print_accounts

        print_accounts(table.table.state)


def _show(record: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        from upcard.cli.output import print_line

        print_line(schemas.DEAL, record)
    else:
        from upcard.cli.deal.screen import print_record

        print_record(record)
