"""``upcard check`` and ``upcard new``."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.submissions import AsJson, print_findings
from upcard.rules.violation import BadInput


def check(
    submission: Annotated[
        Path | None, typer.Argument(help="A Rules Submission (TOML).", show_default=False)
    ] = None,
    explain: Annotated[
        str | None,
        typer.Option(help="Explain a field, such as table.decks, instead of checking a file."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a Rules Submission: every finding at once, each with its section."""
    if explain is not None:
        _explain(explain, as_json=as_json)
        return
    if submission is None:
        raise BadInput("Name a Rules Submission to check, or a field with --explain.")
    from upcard.submission.check import check as findings_of
    from upcard.submission.read import read

    _, findings = findings_of(read(submission))
    print_findings(submission, findings, as_json=as_json)
    if any(finding.severity == "error" for finding in findings):
        raise typer.Exit(1)


def _explain(field: str, *, as_json: bool) -> None:
    from upcard.cli.output import console, plain, print_json
    from upcard.submission.explain import explain

    choice = explain(field)
    if as_json:
        print_json(choice)
        return
    out = console()
    out.print(f"[bold]{plain(choice.field)}[/bold]  {plain(choice.summary)}")
    out.print(f"  Choices: {choice.choices}", markup=False)
    out.print(f"  Default: {choice.default}", markup=False)
    out.print(f"  [dim]{choice.section}[/dim]")


def new(
    game: Annotated[str, typer.Argument(help="A game, such as blackjack.")],
    as_json: AsJson = False,
) -> None:
    """Write a commented Rules Submission with defaults that comply."""
    from upcard.cli.output import print_json
    from upcard.submission.new import new_submission

    text = new_submission(game)
    if as_json:
        print_json({"game": game, "submission": text})
    else:
        typer.echo(text, nl=False)
