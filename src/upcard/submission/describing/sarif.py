"""Findings as a SARIF 2.1.0 log, which CI systems show beside the lines of a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from upcard import __version__
from upcard.submission.check import Finding
from upcard.submission.checks import every_rule
from upcard.submission.checks.registry import Rule

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif_log(by_path: Mapping[Path, Sequence[Finding]]) -> dict[str, Any]:
    """The log of some files; every rule is described in it, with its sections as help."""
    rules = every_rule()
    index = {rule.id: place for place, rule in enumerate(rules)}
    driver = {
        "name": "upcard",
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in rules],
    }
    results = [
        _result(path, finding, index) for path, findings in by_path.items() for finding in findings
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Any]:
    cited = "\n".join(rule.cited)
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": f"{rule.summary}\n\n{cited}"},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"sections": list(rule.cited)},
    }


def _result(path: Path, finding: Finding, index: Mapping[str, int]) -> dict[str, Any]:
    text = f"{finding.message} ({finding.section})"
    if finding.allowed:
        text += f" Allowed: {', '.join(map(str, finding.allowed))}."
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(path.as_posix())}}
    if finding.line is not None:
        place["region"] = {"startLine": finding.line, "startColumn": finding.column}
    return {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": finding.severity,
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": place,
                "logicalLocations": [{"fullyQualifiedName": finding.field}],
            }
        ],
    }
