"""A rule of a Rules Submission by two examples: a text that breaks it and one that complies."""

from typing import NamedTuple

from upcard.submission.check import Finding, check
from upcard.submission.read import parse

TABLE = '[table]\nname = "BJ-01"\n'


class Rule(NamedTuple):
    """A field, the section that a wrong value breaks, a text that fails and one that passes."""

    field: str
    section: str
    fails: str
    passes: str


def findings_of(text: str) -> list[Finding]:
    """All findings of a submission's text."""
    return check(parse(text))[1]


def assert_fails_and_passes(rule: Rule) -> None:
    """The one text has this one finding, the other none."""
    found = findings_of(rule.fails)
    assert [(finding.field, finding.section) for finding in found] == [
        (rule.field, f"58 Pa. Code § {rule.section}")
    ]
    assert found[0].severity == "error"
    assert found[0].message.endswith(".")
    assert findings_of(rule.passes) == []
