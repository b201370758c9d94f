"""Compiles the text of a Rules Submission, as a journal keeps it, to the rules of the table."""

from functools import lru_cache

from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse


@lru_cache(maxsize=64)
def rules_of(text: str) -> TableRules:
    """The rules of the table; `BadInput` for a submission that does not comply."""
    submission, findings = check(parse(text))
    errors = [finding for finding in findings if finding.severity == "error"]
    if submission is None or errors:
        first = errors[0]
        raise BadInput(
            f"The submission does not comply: {first.field}: {first.message} ({first.section})"
        )
    return compile_table(submission)
