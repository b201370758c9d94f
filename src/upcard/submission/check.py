"""Checks a Rules Submission: reports every finding at once, each with its rule and section."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from upcard.rules.citation import HOUSE
from upcard.rules.loader import is_from_outside
from upcard.submission.checks import load_rules
from upcard.submission.checks.assumed_duties import assumed, is_assumed
from upcard.submission.checks.form import form_problem, with_wagers_section
from upcard.submission.checks.games import OUT_OF_PLACE
from upcard.submission.checks.registry import OF_TABLES, OF_WAGERS, Path, Problem, Rule
from upcard.submission.checks.unbound import is_unbound
from upcard.submission.game_choices import cite, out_of_place
from upcard.submission.offered.wagers import is_house, offers
from upcard.submission.read import FilePlace, SubmissionDocument
from upcard.submission.schema import Submission, field_path
from upcard.submission.validate import read_submission

BY_TRADE: Final = ("blackjack.split-aces",)
"""The rules that find a choice which is the trade's rule and not the text's."""

DECISIVE: Final = (("table",), ("table", "game"), ("table", "jurisdiction"))
"""Keys that all other choices depend on: where one is malformed, only the form is checked."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=False):
    """Something that does not comply (``error``) or deserves a look (``warning``, ``note``).

    A note is upcard's assumption where the text of the jurisdiction says nothing.
    `rule` is the name of the rule, `field` the key with its table, `line` and `column` where it
    stands, from 1; `allowed` is what would comply, where that can be listed.
    """

    severity: str
    field: str
    line: int | None
    column: int | None
    section: str
    message: str
    allowed: tuple[str | int, ...] = ()
    rule: str = ""


def check(document: SubmissionDocument) -> tuple[Submission | None, list[Finding]]:
    """Return the submission (None where its form is wrong) and all findings in the file's order.

    Malformed keys are left out, so that the rest is checked as well. Raises `BadInput` for a
    variation from outside whose hooks contradict its data.
    """
    load_rules()
    submission, malformed = read_submission(document.data)
    sound, wrong = not malformed, [field_path(key.path) for key in malformed]
    problems = [
        (rule, with_wagers_section(submission, problem))
        for rule, problem in map(form_problem, malformed)
    ]
    if not any(path in DECISIVE for path in wrong):
        spare = set(out_of_place(submission))
        for rule, problem in _problems(submission):
            if problem.path in spare and rule.id not in OUT_OF_PLACE:
                continue
            if is_unbound(submission, rule.id):
                continue
            # A removed key looks like a missing one: warnings wait until the form is right.
            if (sound or rule.severity == "error") and not _is_malformed(problem.path, wrong):
                problems.append((rule, problem))
    findings = [_make_finding(document, submission, rule, problem) for rule, problem in problems]
    complies = sound and not any(finding.severity == "error" for finding in findings)
    if complies and is_from_outside(submission.table.game):
        # Imported late: a submission of the rulebook's games is checked without being compiled.
        from upcard.submission.compiling.rules import compile_table  # noqa: PLC0415 - start-up

        compile_table(submission)
    return submission if sound else None, sorted(findings, key=_place)


def fields_by_trade(document: SubmissionDocument) -> frozenset[str]:
    """The fields whose values are the trade's rule and not the text's, which `check` warns of."""
    _, findings = check(document)
    return frozenset(finding.field for finding in findings if finding.rule in BY_TRADE)


def check_together(documents: Sequence[SubmissionDocument]) -> list[list[Finding]]:
    """All findings of several tables' submissions, with those on the meters that they share."""
    # Imported late: only commands that read several files need the rules of progressive systems.
    from upcard.submission.checks.linked import (  # noqa: PLC0415 - for several files alone
        BY_V003,
        LINKED,
        by_v003_problems,
        linked_problems,
    )

    checked = [check(document) for document in documents]
    reported = [list(findings) for _, findings in checked]
    sound = [(index, entry) for index, (entry, _) in enumerate(checked) if entry is not None]
    submissions = [submission for _, submission in sound]
    problems = [(LINKED, *problem) for problem in linked_problems(submissions)]
    problems += [(BY_V003, *problem) for problem in by_v003_problems(submissions)]
    for rule, sound_index, problem in problems:
        index, submission = sound[sound_index]
        reported[index].append(_make_finding(documents[index], submission, rule, problem))
    return [sorted(findings, key=_place) for findings in reported]


def _place(finding: Finding) -> FilePlace:
    return finding.line or 0, finding.column or 0


def _problems(submission: Submission) -> Iterator[tuple[Rule, Problem]]:
    """Run every rule on a submission and on each wager that it offers."""
    for rule, look in OF_TABLES:
        yield from ((rule, problem) for problem in look(submission))
    for offer in offers(submission):
        for rule, look_at in OF_WAGERS:
            yield from ((rule, problem) for problem in look_at(offer))


def _is_malformed(path: Path, wrong: list[Path]) -> bool:
    """Whether a key is one of those with a wrong form, or lies within one."""
    return any(path[: len(other)] == other for other in wrong)


def _make_finding(
    document: SubmissionDocument, submission: Submission, rule: Rule, problem: Problem
) -> Finding:
    place: FilePlace | tuple[None, None] = document.place(problem.path) or (None, None)
    section, message = problem.section or rule.cited[0], problem.message
    severity = rule.severity
    if is_house(submission):
        section = f"{HOUSE}: {'.'.join(problem.path)}"
    elif is_assumed(submission, rule.id, section):
        severity = "note"
        message, section = assumed(rule.id, problem, section)
    else:
        section = cite(submission, section)
    return Finding(
        severity=severity,
        field=".".join(problem.path),
        line=place[0],
        column=place[1],
        section=section,
        message=message,
        allowed=problem.allowed,
        rule=rule.id,
    )
