"""What other programs read: the SARIF log of CI systems, the JSON Schema of editors."""

import json
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from upcard.submission.check import check
from upcard.submission.checks import every_rule
from upcard.submission.describing.json_schema import json_schema
from upcard.submission.describing.sarif import sarif_log
from upcard.submission.read import read
from upcard.submission.schema import tables
from upcard.submission.writing.new import new_submission

ROOT: Final = Path(__file__).resolve().parents[2]
REFUSED: Final = Path("docs/refused.toml")

TEXT: Final = {"type": "object", "required": ["text"], "properties": {"text": {"minLength": 1}}}
ESSENTIAL: Final = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}},
    },
    "additionalProperties": False,
    "$defs": {
        "run": {
            "type": "object",
            "required": ["tool", "results"],
            "properties": {
                "tool": {
                    "type": "object",
                    "required": ["driver"],
                    "properties": {"driver": {"$ref": "#/$defs/driver"}},
                },
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "results": {"type": "array", "items": {"$ref": "#/$defs/result"}},
            },
            "additionalProperties": False,
        },
        "driver": {
            "type": "object",
            "required": ["name", "rules"],
            "properties": {
                "name": {"type": "string", "minLength": 1},
                "semanticVersion": {"pattern": r"^\d+\.\d+\.\d+"},
                "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}},
            },
            "additionalProperties": False,
        },
        "rule": {
            "type": "object",
            "required": ["id", "shortDescription", "help"],
            "properties": {
                "id": {"type": "string", "pattern": r"^[a-z_.0-9-]+$"},
                "shortDescription": TEXT,
                "help": TEXT,
                "defaultConfiguration": {
                    "properties": {"level": {"enum": ["none", "note", "warning", "error"]}}
                },
                "properties": {"type": "object"},
            },
            "additionalProperties": False,
        },
        "result": {
            "type": "object",
            "required": ["message", "ruleId", "ruleIndex", "locations"],
            "properties": {
                "ruleId": {"type": "string"},
                "ruleIndex": {"type": "integer", "minimum": 0},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": TEXT,
                "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
            },
            "additionalProperties": False,
        },
        "location": {
            "type": "object",
            "required": ["physicalLocation"],
            "properties": {
                "physicalLocation": {
                    "required": ["artifactLocation"],
                    "properties": {
                        "artifactLocation": {
                            "required": ["uri"],
                            "properties": {"uri": {"type": "string", "format": "uri-reference"}},
                        },
                        "region": {
                            "required": ["startLine"],
                            "properties": {
                                "startLine": {"type": "integer", "minimum": 1},
                                "startColumn": {"type": "integer", "minimum": 1},
                            },
                        },
                    },
                    "additionalProperties": False,
                },
                "logicalLocations": {"type": "array"},
            },
            "additionalProperties": False,
        },
    },
}
"""The parts of SARIF 2.1.0 that a log of findings uses, as the standard requires them."""


# SARIF


@pytest.mark.parametrize("path", [REFUSED, Path("submissions/seven-seats.toml")])
def test_the_log_is_sarif(path: Path) -> None:
    _, findings = check(read(ROOT / path))
    log = sarif_log({path: findings})
    validator = jsonschema_rs.validator_for(ESSENTIAL, validate_formats=True)
    assert [error.message for error in validator.iter_errors(json.loads(json.dumps(log)))] == []
    (run,) = log["runs"]
    described = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert described == [rule.id for rule in every_rule()]
    assert [described[result["ruleIndex"]] for result in run["results"]] == [
        finding.rule for finding in findings
    ]


def test_a_rule_s_help_cites_its_sections() -> None:
    (run,) = sarif_log({REFUSED: []})["runs"]
    by_id = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert by_id["table.deck-change"]["help"]["text"].endswith("\n\n58 Pa. Code § 633a.3(d)")
    assert by_id["meter.grows"]["defaultConfiguration"] == {"level": "warning"}


def test_the_command_prints_the_log_and_says_no() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "upcard", "check", str(REFUSED), "--sarif"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (1, "")
    (run,) = json.loads(result.stdout)["runs"]
    first = run["results"][0]
    assert first["ruleId"] == "table.positions-at-most"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "docs/refused.toml"},
        "region": {"startLine": 5, "startColumn": 1},
    }


# JSON Schema


def _plain(value: Any) -> Any:
    """TOML's values as JSON's: an editor reads a date as text."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return value.isoformat() if isinstance(value, date) else value


def _wrong(text: str) -> list[str]:
    validator = jsonschema_rs.validator_for(json_schema())
    found = validator.iter_errors(_plain(tomllib.loads(text)))
    return [".".join(map(str, error.instance_path)) for error in found]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "submissions").glob("*.toml")), ids=lambda path: path.stem
)
def test_the_schema_accepts_what_complies(path: Path) -> None:
    assert _wrong(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("game", ["blackjack", "switch-hands", "hybrid-blackjack"])
def test_the_schema_accepts_what_new_writes(game: str) -> None:
    assert _wrong(new_submission(game)) == []


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('dealing = "hat"', "table.dealing"),
        ("minimum = 15.5", "table.minimum"),
        ("minimum = -5", "table.minimum"),
        ('minimum = "five"', "table.minimum"),
        ("decks = -1", "table.decks"),
        ("colour = 1", "table"),
        ("[wagers.over-under]", "wagers"),
        ('[wagers.bad-beat]\nincrement = "10"', "wagers.bad-beat.increment"),
    ],
)
def test_the_schema_refuses_a_wrong_form(line: str, field: str) -> None:
    assert _wrong(f'[table]\nname = "A"\n{line}\n') == [field]


def test_every_key_is_described_with_its_section_and_default() -> None:
    schema = json_schema()
    assert schema["$schema"].endswith("2020-12/schema")
    for model in tables().values():
        for key, part in schema["$defs"][model.__name__]["properties"].items():
            assert (
                "§" in part["description"]
                or "ch. " in part["description"]
                or ("WSGC" in part["description"])
                or ("WAC" in part["description"])
            ), key
            assert not {"section", "games"} & set(part), key
    table = schema["$defs"]["TableSection"]["properties"]
    assert (table["minimum"]["default"], table["smallest_chip"]["default"]) == (15, "0.50")
    assert (table["as_of"]["default"], table["as_of"]["format"]) == ("2024-06-29", "date")
    assert table["dealing"]["enum"][0] == "shoe"
