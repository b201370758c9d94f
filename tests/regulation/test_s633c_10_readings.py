"""Blackjack Match in its three readings, through every layer that a submission reaches.

58 Pa. Code § 633c.10(a)(1)—(3): a hand of ace and king in two suits against the same cards, and
two Blackjacks each suited in itself, are told apart.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from tables import rules_from
from upcard.analysis.controls import counted_values
from upcard.cli.app import app
from upcard.exact.table import table_records
from upcard.reports.par import sheet as sheet_module
from upcard.reports.par.sheet import par_sheets
from upcard.reports.source import source_of
from upcard.simulation.blackjack.columns import columns_of
from upcard.submission.check import check
from upcard.submission.read import parse
from upcard.submission.writing.new import new_submission
from upcard.wagers.catalogue import form_of

CROSSED: Final = "As As Kh Kh"
"""Player: ace of spades, king of hearts; dealer the same."""

OWN_SUITS: Final = "As Ah Ks Kh"
"""Player: ace and king of spades; dealer: of hearts."""

READINGS: Final = {
    "text": ("player-and-dealer-blackjacks", "player-and-dealer-blackjacks"),
    "card-by-card": ("ace-king-matching-suited-blackjacks", "player-and-dealer-blackjacks"),
    "row-name": ("player-and-dealer-blackjacks", "player-and-dealer-suited-blackjacks"),
}
"""What `CROSSED` and `OWN_SUITS` are by each reading."""

PRINTED: Final = {
    "text": "as the section is worded",
    "card-by-card": "card by card",
    "row-name": "by the row's name",
}
"""How the sheet says each reading."""

PAID: Final = {
    "player-and-dealer-blackjacks": "150.00",
    "player-and-dealer-suited-blackjacks": "1000.00",
    "ace-king-matching-suited-blackjacks": "10000.65",
}
"""Of $5 by paytable A, the meter at its seed with 13% of the wager."""

TEXT: Final = """
[table]
name = "BM-10"
decks = 6
fully_automated = true
[wagers.blackjack-match]
paytable = "A"
wager = 5
reading = "{reading}"
"""

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "odds"


def golden(reading: str) -> dict[str, int]:
    """The naive counts for six decks."""
    name = "blackjack-match" if reading == "text" else f"blackjack-match.{reading}"
    lines = (GOLDEN / f"{name}.odds").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line.startswith("6 ")]
    return {outcome: int(count) for _, outcome, count in rows}


def run(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(params=READINGS)
def reading(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def file(tmp_path: Path, reading: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TEXT.format(reading=reading), encoding="utf-8")
    return path


def test_it_complies_and_chooses_the_classifier(file: Path, reading: str) -> None:
    assert json.loads(run("check", str(file)))["complies"] is True
    (offered,) = rules_from(file.read_text(encoding="utf-8")).wagers
    assert form_of(offered.wager) == ("" if reading == "text" else reading)
    assert offered.readings["reading"] == reading


def test_another_wagers_reading_is_refused() -> None:
    """`industry` is Super 4's: the finding lists these three and cites the passage."""
    submission, findings = check(parse(TEXT.format(reading="industry")))
    (told,) = [finding for finding in findings if finding.severity == "error"]
    assert (told.field, told.section) == (
        "wagers.blackjack-match.reading",
        "58 Pa. Code § 633c.10(a)",
    )
    assert told.allowed == tuple(READINGS)
    assert submission is not None


@pytest.mark.parametrize(("hand", "cards"), [(0, CROSSED), (1, OWN_SUITS)])
def test_rounds_are_settled_by_it(file: Path, reading: str, hand: int, cards: str) -> None:
    script = file.with_name("round.script")
    script.write_text(f"cards {cards}\nwager 1 blackjack 15, blackjack-match 5\n", encoding="utf-8")
    (line,) = run("deal", str(file), "--script", str(script)).splitlines()
    (own,) = [
        settlement
        for settlement in json.loads(line)["settlements"]
        if settlement["wager"] == "blackjack-match"
    ]
    row = READINGS[reading][hand]
    assert (own["outcome"], own["paid"]) == (row, PAID[row])


@pytest.mark.nightly(but=1)
def test_odds_of_the_table_are_the_naive_counts(file: Path, reading: str) -> None:
    (record,) = [
        record
        for record in json.loads(run("odds", "blackjack-match", "--submission", str(file)))[
            "records"
        ]
        if record["wager"] == "blackjack-match"
    ]
    assert record["reading"] == reading
    found = {row["outcome"]: row["combinations"] for row in record["outcomes"]}
    naive = golden(reading)
    scale = sum(found.values()) // sum(naive.values())
    assert found == {name: scale * count for name, count in naive.items()}


@pytest.mark.nightly(but=1)
def test_the_simulation_plays_it_and_its_control_is_exact(file: Path) -> None:
    """The column's classifier is the reading's; the exact value beside it is that of the odds."""
    table = rules_from(file.read_text(encoding="utf-8"))
    (column,) = [column for column in columns_of(table) if column.name == "blackjack-match"]
    assert column.wager is table.wagers[0].wager
    (record,) = table_records(table, "blackjack-match")
    exact = counted_values(table, columns_of(table))["blackjack-match"]
    assert exact == pytest.approx(float(-record.house_edge), abs=1e-12)
    result = json.loads(run("sim", str(file), "--rounds", "2000", "--seed", "1"))
    (told,) = [wager for wager in result["wagers"] if wager["wager"] == "blackjack-match"]
    assert told["exact"] == pytest.approx(exact, abs=1e-9)
    assert abs(told["mean"] - exact) < 5 * told["standard_error"]


@pytest.mark.nightly(but=1)
def test_the_par_sheet_names_it(file: Path, reading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What counting wins is left out: it takes seconds, and names no reading."""
    monkeypatch.setattr(sheet_module, "counting", lambda *_told, **_how: None)
    document = parse(file.read_text(encoding="utf-8"))
    submission, _ = check(document)
    assert submission is not None
    (sheet,) = [
        sheet
        for sheet in par_sheets(source_of(document, submission))
        if sheet.name == "par-blackjack-match"
    ]
    words = repr(sheet)
    assert repr(PRINTED[reading]) in words
    for row in ("player-and-dealer-suited-blackjacks", "ace-king-matching-suited-blackjacks"):
        count = golden(reading)[row]
        assert f"'{count:,}'" in words


def test_a_new_submission_writes_the_key() -> None:
    assert '# reading = "text" # 58 Pa. Code § 633c.10(a)' in new_submission("blackjack")
