"""What `check` finds in a text, as the API and the pages have it."""

import msgspec
from pydantic import BaseModel

from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.read import parse
from upcard.text.json_object import Json


class Checked(BaseModel):
    """Whether a submission complies, and every finding, as `upcard check --json` has them."""

    complies: bool
    findings: list[Json]


def check_text(text: str) -> Checked:
    """The findings of `upcard check` for a text."""
    try:
        submission, findings = check(parse(text))
    except BadInput as error:
        finding = {"severity": "error", "field": "", "message": str(error)}
        return Checked(complies=False, findings=[finding])
    errors = any(finding.severity == "error" for finding in findings)
    return Checked(
        complies=submission is not None and not errors,
        findings=[msgspec.to_builtins(finding) for finding in findings],
    )
