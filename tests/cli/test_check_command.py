"""What `upcard check` prints beside findings: its rules, its schema, several tables at once."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from upcard.cli.app import app
from upcard.submission.checks import every_rule
from upcard.submission.describing.json_schema import json_schema


def _printed(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["check", *arguments], env={"COLUMNS": "200"})
    assert result.exit_code == status, result.output
    return str(result.stdout)


def test_the_rules_are_listed() -> None:
    listed: list[dict[str, Any]] = json.loads(_printed("--rules", "--json"))["records"]
    assert [row["rule"] for row in listed] == [rule.id for rule in every_rule()]
    by_name = {row["rule"]: row for row in listed}
    assert by_name["table.deck-change"] == {
        "rule": "table.deck-change",
        "severity": "error",
        "sections": ["58 Pa. Code § 633a.3(d)"],
        "summary": "The decks of a Blackjack table are changed at least once every 24 hours.",
    }
    shown = _printed("--rules")
    assert f"{len(listed)} rules" in shown
    assert "meter.grows  warning" in shown


def test_the_schema_is_printed() -> None:
    assert json.loads(_printed("--schema")) == json_schema()


def _tables(tmp_path: Path, *paytables: str) -> list[str]:
    """Files of tables that share a meter, each with its paytable of Super 4."""
    paths = []
    for number, paytable in enumerate(paytables, 1):
        path = tmp_path / f"{number}.toml"
        wager = f'[wagers.super-4]\npaytable = "{paytable}"\nlink = "pit-1"\n'
        path.write_text(f'[table]\nname = "BJ-{number}"\n{wager}', encoding="utf-8")
        paths.append(str(path))
    return paths


def test_tables_that_share_a_meter_are_checked_together(tmp_path: Path) -> None:
    """§ 605a.8."""
    paths = _tables(tmp_path, "1-1", "1-1", "2-1")
    told = json.loads(_printed(*paths, "--json", status=1))["records"]
    assert [checked["file"] for checked in told] == paths
    assert [checked["complies"] for checked in told] == [True, True, False]
    (found,) = told[2]["findings"]
    assert (found["rule"], found["section"]) == ("linked.same-meter", "58 Pa. Code § 605a.8")
    assert (found["line"], found["column"]) == (5, 1)
    log = json.loads(_printed(*paths, "--sarif", status=1))
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["linked.same-meter"]
    shown = " ".join(_printed(*paths, status=1).split())
    assert shown.count("complies.") == 2
    assert shown.count("does not comply: 1 error.") == 1
    assert json.loads(_printed(*paths[:2], "--json"))["records"][1]["complies"] is True


def test_a_field_is_explained_with_what_is_wrong_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        '[table]\nname = "T"\npositions = 9\n\n[wagers.perfect-pairs]\npaytable = "Z"\n'
    )
    asked = (str(file), "--explain", "table.positions")
    assert "for no more than" in _printed(*asked, status=1)
    form = json.loads(_printed(*asked, "--json", status=1))
    assert form["summary"] == "Betting positions."
    assert [finding["field"] for finding in form["findings"]] == ["table.positions"]
    file.write_text('[table]\nname = "T"\n')
    assert "findings" in json.loads(_printed(*asked, "--json"))


def test_findings_are_counted_by_their_severity(tmp_path: Path) -> None:
    path = tmp_path / "wa.toml"
    head = '[table]\nname = "W"\ngame = "match-the-dealer-blackjack"\nmaximum = 500\n'
    path.write_text(head, encoding="utf-8")
    assert "does not comply: 1 error." in _printed(str(path), status=1)
    path.write_text(f"{head}positions = 9\ndecks = 0\n", encoding="utf-8")
    assert "does not comply: 2 errors, 1 note." in _printed(str(path), status=1)
    more = 'card_reader = false\ndown_card_checked = "at-settlement"\n'
    path.write_text(f"{head}positions = 9\n{more}", encoding="utf-8")
    assert "does not comply: 1 error, 1 warning, 2 notes." in _printed(str(path), status=1)
