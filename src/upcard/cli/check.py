"""``upcard check`` and ``upcard new``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.submissions import AsJson, answer, has_errors, print_finding, print_findings
from upcard.rules.violation import BadInput
from upcard.text import schemas

if TYPE_CHECKING:
    from upcard.submission.describing.explain import FieldChoice


def check(
    submissions: Annotated[
        list[Path] | None,
        typer.Argument(help="A Rules Submission (TOML), or those of tables that share meters."),
    ] = None,
    explain: Annotated[
        str | None,
        typer.Option(help="Explain a field, such as table.decks, instead of checking a file."),
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="List the rules instead of checking a file.")
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a file, for editors.")
    ] = False,
    sarif: Annotated[
        bool, typer.Option("--sarif", help="Findings as a SARIF 2.1.0 log, for CI systems.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a Rules Submission: every finding at once, each with its section."""
    has_files = bool(submissions) and explain is None
    if sum((has_files, explain is not None, rules, schema)) != 1:
        raise BadInput("Name a Rules Submission to check, or use --explain, --rules or --schema.")
    if explain is not None:
        _explain(explain, submissions or [], as_json=as_json)
    elif rules:
        _rules(as_json=as_json)
    elif schema:
        from upcard.cli.output import print_json
        from upcard.submission.describing.json_schema import json_schema

        print_json(json_schema())
    else:
        _check(submissions or [], sarif=sarif, as_json=as_json)


def _check(paths: list[Path], *, sarif: bool, as_json: bool) -> None:
    from upcard.cli.output import print_json, print_records
    from upcard.submission.check import check as findings_of
    from upcard.submission.check import check_together
    from upcard.submission.read import read

    documents = [read(path) for path in paths]
    is_only_file = len(paths) == 1
    findings_by_file = [findings_of(documents[0])[1]] if is_only_file else check_together(documents)
    by_path = dict(zip(paths, findings_by_file, strict=True))
    if sarif:
        from upcard.submission.describing.sarif import sarif_log

        print_json(sarif_log(by_path))
    elif as_json and not is_only_file:
        by_file = ({"file": str(path), **answer(findings)} for path, findings in by_path.items())
        print_records(schemas.CHECKS, by_file)
    else:
        for path, findings in by_path.items():
            print_findings(path, findings, as_json=as_json)
    if any(map(has_errors, findings_by_file)):
        raise typer.Exit(1)


def _explain(field: str, paths: list[Path], *, as_json: bool) -> None:
    """Print what a field means and, with a submission, the findings on it."""
    from msgspec import to_builtins

    from upcard.cli.output import print_document
    from upcard.submission.check import check as findings_of
    from upcard.submission.describing.explain import explain
    from upcard.submission.read import read

    if len(paths) > 1:
        raise BadInput("A field is explained for one Rules Submission at a time.")
    choice = explain(field)
    findings = [
        problem
        for path in paths
        for problem in findings_of(read(path))[1]
        if problem.field == field
    ]
    if as_json:
        details = {"findings": findings} if paths else {}
        print_document(schemas.FIELD, to_builtins(choice) | details)
    else:
        _print_choice(choice)
        for finding in findings:
            print_finding(paths[0], finding)
    if has_errors(findings):
        raise typer.Exit(1)


def _print_choice(choice: "FieldChoice") -> None:
    from upcard.cli.output import console, plain

    out = console()
    out.print(f"[bold]{plain(choice.field)}[/bold]  {plain(choice.summary)}")
    out.print(f"  Choices: {choice.choices}", markup=False)
    out.print(f"  Default: {choice.default}", markup=False)
    for section in choice.sections:
        out.print(f"  [dim]{section}[/dim]")


def _rules(*, as_json: bool) -> None:
    from upcard.cli.output import console, plain, print_records
    from upcard.submission.checks import every_rule

    rules = every_rule()
    if as_json:
        names = ("rule", "severity", "sections", "summary")
        lines = ((rule.id, rule.severity, rule.cited, rule.summary) for rule in rules)
        print_records(
            schemas.CHECK_RULES, (dict(zip(names, values, strict=True)) for values in lines)
        )
        return
    out = console()
    for rule in rules:
        kind = "" if rule.severity == "error" else f"  {rule.severity}"
        out.print(f"[bold]{plain(rule.id)}[/bold]{kind}  {plain(rule.summary)}")
        first, *further = rule.cited
        more = f" and {len(further)} more" if further else ""
        out.print(f"  [dim]{first}{more}[/dim]")
    out.print(f"\n{len(rules)} rules", markup=False)


def new(
    game: Annotated[str, typer.Argument(help="A game, such as blackjack.")],
    jurisdiction: Annotated[
        str | None,
        typer.Option(
            help="pa, wa or house (own rules), where the game is played there.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a commented Rules Submission with defaults that comply."""
    from upcard.cli.output import print_document
    from upcard.submission.writing.new import new_submission

    text = new_submission(game, jurisdiction)
    if as_json:
        print_document(schemas.NEW, {"game": game, "submission": text})
    else:
        typer.echo(text, nl=False)
