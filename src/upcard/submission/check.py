"""Whether a Rules Submission complies: every finding at once, each with its rule and section."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from upcard.submission.checks import load_rules
from upcard.submission.checks.assumed import assumed, is_assumed
from upcard.submission.checks.form import as_the_wager_has_it, form_problem
from upcard.submission.checks.games import OUT_OF_PLACE
from upcard.submission.checks.registry import OF_TABLES, OF_WAGERS, Path, Problem, Rule
from upcard.submission.compiling.offers import offers
from upcard.submission.compiling.variations import cite
from upcard.submission.game_choices import out_of_place
from upcard.submission.read import Document, Place
from upcard.submission.schema import Submission, field_path

DECISIVE: Final = (("table",), ("table", "game"), ("table", "jurisdiction"))
"""The keys without which nobody knows what the other choices mean."""


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


def check(document: Document) -> tuple[Submission | None, list[Finding]]:
    """The submission, where it has the right form, and all findings in the file's order.

    What has a wrong form is set aside, so that the rest is checked as well.
    """
    load_rules()
    submission, found = _formed(document.data)
    sound, wrong = not found, [field_path(problem.path) for _, problem in found]
    found = [(rule, as_the_wager_has_it(submission, problem)) for rule, problem in found]
    if not any(path in DECISIVE for path in wrong):
        spare = set(out_of_place(submission))
        for rule, problem in _problems(submission):
            if problem.path in spare and rule.id not in OUT_OF_PLACE:
                continue
            # What is set aside would seem to be missing: warnings wait until the form is right.
            if (sound or rule.severity == "error") and not _is_told(problem.path, wrong):
                found.append((rule, problem))
    findings = [_finding(document, submission, rule, problem) for rule, problem in found]
    return submission if sound else None, sorted(findings, key=_place)


def check_together(documents: Sequence[Document]) -> list[list[Finding]]:
    """All findings of several tables' submissions, with those on the meters that they share."""
    # Few commands read several files: they alone need the rules of progressive systems.
    from upcard.submission.checks.linked import (  # noqa: PLC0415 - see above
        BY_V003,
        LINKED,
        by_v003_problems,
        linked_problems,
    )

    checked = [check(document) for document in documents]
    told = [list(findings) for _, findings in checked]
    sound = [(place, one) for place, (one, _) in enumerate(checked) if one is not None]
    submissions = [submission for _, submission in sound]
    found = [(LINKED, *one) for one in linked_problems(submissions)]
    found += [(BY_V003, *one) for one in by_v003_problems(submissions)]
    for rule, index, problem in found:
        place, submission = sound[index]
        told[place].append(_finding(documents[place], submission, rule, problem))
    return [sorted(findings, key=_place) for findings in told]


def _place(finding: Finding) -> Place:
    return finding.line or 0, finding.column or 0


def _formed(data: dict[str, Any]) -> tuple[Submission, list[tuple[Rule, Problem]]]:
    """The submission without what has a wrong form, and what that is, a key once."""
    try:
        return Submission.model_validate(data), []
    except ValidationError as error:
        told: dict[Path, tuple[Rule, Problem]] = {}
        for detail in error.errors():
            rule, problem = form_problem(dict(detail))
            told.setdefault(problem.path, (rule, problem))
            data = _without(data, problem.path)
        table = data.get("table")
        named = {"name": "?", **(table if isinstance(table, dict) else {})}
        return Submission.model_validate({**data, "table": named}), list(told.values())


def _without(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """The data without the key at a path, or without the nearest key above it."""
    if not path or path[0] not in data:
        return data
    inner = data[path[0]]
    if len(path) > 1 and isinstance(inner, dict) and path[1] in inner:
        return {**data, path[0]: _without(inner, path[1:])}
    return {key: value for key, value in data.items() if key != path[0]}


def _problems(submission: Submission) -> Iterator[tuple[Rule, Problem]]:
    """What every rule says of a submission and of each wager that it offers."""
    for rule, look in OF_TABLES:
        yield from ((rule, problem) for problem in look(submission))
    for offer in offers(submission):
        for rule, look_at in OF_WAGERS:
            yield from ((rule, problem) for problem in look_at(offer))


def _is_told(path: Path, wrong: list[Path]) -> bool:
    """Whether a key is one of those whose form is wrong, or stands within one."""
    return any(path[: len(other)] == other for other in wrong)


def _finding(document: Document, submission: Submission, rule: Rule, problem: Problem) -> Finding:
    place: Place | tuple[None, None] = document.place(problem.path) or (None, None)
    section, message = problem.section or rule.cited[0], problem.message
    severity = rule.severity
    if is_assumed(submission, rule.id, section):
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
