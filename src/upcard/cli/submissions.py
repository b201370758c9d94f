"""Reads a submission for a command; ends the command with status 1 if it does not comply."""

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.text import schemas

if TYPE_CHECKING:
    from upcard.games.table_rules import TableRules
    from upcard.library.rules import Rules
    from upcard.submission.check import Finding
    from upcard.submission.read import SubmissionDocument
    from upcard.submission.schema import Submission

SubmissionFile = Annotated[Path, typer.Argument(help="A Rules Submission (TOML).")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]
Filed = Annotated[
    Path | None,
    typer.Option("--filing", metavar="FILE", help="Who files the submission, when (TOML)."),
]


def complying_table(path: Path, *, as_json: bool) -> "TableRules":
    """The table rules of a submission; ends the command where it does not comply."""
    from upcard.submission.compiling.rules import compile_table

    _, submission = complying_submission(path, as_json=as_json)
    return compile_table(submission)


def complying_rules(path: Path, *, as_json: bool) -> "Rules":
    """The rules of a submission for the library; ends the command where it does not comply."""
    from upcard.library.rules import DoesNotComply, load

    try:
        return load(path)
    except DoesNotComply as refused:
        print_findings(path, refused.findings, as_json=as_json)
        raise typer.Exit(1) from None


def complying_submission(path: Path, *, as_json: bool) -> "tuple[SubmissionDocument, Submission]":
    """A file and the submission in it; ends the command where that does not comply."""
    from upcard.submission.check import check
    from upcard.submission.read import read

    document = read(path)
    submission, findings = check(document)
    if submission is None or has_errors(findings):
        print_findings(path, findings, as_json=as_json)
        raise typer.Exit(1)
    return document, submission


def has_errors(findings: "list[Finding]") -> bool:
    """Whether the submission of these findings does not comply."""
    return any(finding.severity == "error" for finding in findings)


def answer(findings: "list[Finding]") -> dict[str, object]:
    """The findings of a file, for JSON."""
    return {"complies": not has_errors(findings), "findings": findings}


def print_findings(path: Path, findings: "list[Finding]", *, as_json: bool) -> None:
    """Print all findings: as JSON, or as a block each."""
    if as_json:
        from upcard.cli.output import print_document

        print_document(schemas.CHECK, answer(findings))
        return
    if has_errors(findings):
        _say(typer.style(f"{path} does not comply: {count_findings(findings)}.", fg="red"))
    else:
        _say(typer.style(f"{path} complies.", fg="green"))
    for finding in findings:
        print_finding(path, finding)


def count_findings(findings: "list[Finding]") -> str:
    """The number of findings of each severity: ``4 errors, 1 note``."""
    numbers = Counter(finding.severity for finding in findings)
    kinds = [kind for kind in ("error", "warning", "note") if numbers[kind]]
    return ", ".join(f"{numbers[kind]} {kind}{'s' * (numbers[kind] > 1)}" for kind in kinds)


def print_finding(path: Path, finding: "Finding") -> None:
    """Print one finding as a block: place, message, allowed values, section."""
    place = f"{path}:{finding.line}:{finding.column}" if finding.line else str(path)
    kind = "" if finding.severity == "error" else f"{finding.severity}  "
    _say(f"\n{typer.style(place, bold=True)}  {kind}{finding.field}")
    _say(f"  {finding.message}")
    if finding.allowed:
        _say(f"  Allowed: {', '.join(map(str, finding.allowed))}")
    _say(typer.style(f"  {finding.section}", dim=True))


def _say(line: str) -> None:
    """Print a line in full, with its colors on a terminal; Rich would take longer to import."""
    typer.echo(line, color=False if os.environ.get("NO_COLOR") else None)
