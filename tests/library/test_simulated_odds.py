"""Odds of wagers that play decides, under rules that no enumeration knows: simulated."""

import json
from pathlib import Path
from typing import Final

import pytest

import upcard
from upcard.analysis.simulated_odds import counting
from upcard.cli.odds.command import odds as command
from upcard.exact.table import table_records
from upcard.library.rules import rules_of_text

WAGERS: Final = """
[wagers.straight-jack]
seed = 5000
reseed = 5000
increment = "10%"
[wagers.perfect-pairs]
"""
TEXT: Final = rules_of_text(f'[table]\nname = "T"\n{WAGERS}')
HITS: Final = rules_of_text(
    f'[table]\nname = "H"\njurisdiction = "house"\n[blackjack]\nsoft_17 = "hit"\n{WAGERS}'
)


def test_dealt_rounds_give_the_odds_that_are_exact_under_the_rules_of_the_text() -> None:
    (exact,) = table_records(TEXT.table, "straight-jack")
    offered = TEXT.table.offered("straight-jack")
    assert offered is not None
    found = counting(TEXT.table, 300_000, 4)(offered)
    assert found is not None
    assert sum(found.combinations.values()) == 300_000
    backs = {row.outcome: float(row.back) for row in exact.outcomes}
    mean = sum(backs[name] * ways for name, ways in found.combinations.items()) / 300_000
    assert found.standard_error is not None
    assert abs(mean - float(exact.fixed_return)) < 4.5 * found.standard_error


def test_a_house_s_rules_have_odds_with_an_error_beside_exact_ones() -> None:
    jack, pairs = sorted(
        upcard.odds(rules=HITS, simulated_rounds=20_000), key=lambda one: one.method, reverse=True
    )[:2]
    assert (jack.wager, jack.method) == ("straight-jack", "simulated")
    assert sum(row.combinations for row in jack.outcomes) == 20_000
    assert jack.standard_error == pytest.approx(jack.standard_deviation / 20_000**0.5, rel=0.05)
    assert (pairs.method, pairs.standard_error) == ("exact", None)
    again = upcard.odds("straight-jack", rules=HITS, simulated_rounds=20_000).one()
    assert again.to_dict() == jack.to_dict()
    with pytest.raises(upcard.BadInput, match="not decided by cards alone"):
        jack.effects_of_removal()


def test_at_a_remaining_shoe_they_are_left_out() -> None:
    left = upcard.shoe(6).without("As")
    found = upcard.odds(rules=HITS, shoe=left)
    assert [wager.wager for wager in found] == ["insurance", "perfect-pairs"]
    with pytest.raises(upcard.BadInput, match="depend on how players decide"):
        upcard.odds("straight-jack", rules=HITS, shoe=left)


def test_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HITS.text, encoding="utf-8")
    command("straight-jack", submission=file)
    shown = capsys.readouterr()
    assert "Simulated, with this play: best play by total; the standard error" in " ".join(
        shown.out.split()
    )
    assert shown.err == ""
    command(None, submission=file, as_json=True)
    printed = capsys.readouterr()
    methods = {record["wager"]: record["method"] for record in json.loads(printed.out)["records"]}
    assert methods["straight-jack"] == "simulated"
    assert "Left out" not in printed.err
