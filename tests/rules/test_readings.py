"""Doubtful passages: readings by name, with a section, listed where a reader looks for them."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rules.parsed_rules import parse_wager_file
from upcard.cli.app import app
from upcard.rules.loader import all_games, all_wagers
from upcard.rules.readings import parse_reading, readings_by_key
from upcard.rules.violation import BadInput, RulebookError
from upcard.submission.fields import fields_of
from upcard.submission.schema import WagerSection
from upcard.submission.wager_choices import READINGS

DOCS = Path(__file__).parents[2] / "docs" / "interpretations.md"


def test_every_reading_of_a_wager_is_a_key_of_a_submission_with_the_same_default() -> None:
    fields = fields_of(WagerSection)
    for rules in all_wagers():
        for key, reading in rules.data.readings.items():
            assert fields[key].default == reading.default, (rules.data.slug, key)
    found = [key for rules in all_wagers() for key in rules.data.readings]
    assert list(dict.fromkeys(found)) == list(READINGS)
    assert set(READINGS) <= set(fields)


def test_the_list_of_readings_names_every_key_and_value() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for key, values in readings_by_key().items():
        assert f"`{key}" in text, key
        for value in values:
            assert str(value).lower() in text, (key, value)


def test_rules_lists_the_readings_with_their_sections() -> None:
    found = json.loads(CliRunner().invoke(app, ["rules", "--json"]).stdout)
    listed = {
        (wager["jurisdiction"], wager["wager"], reading["key"]): reading["section"]
        for wager in found["wagers"]
        for reading in wager["readings"]
    }
    listed |= {
        ("game", game["game"], reading["key"]): reading["section"]
        for game in found["games"]
        for reading in game["readings"]
    }
    there = {
        (rules.data.jurisdiction, rules.data.slug, key): reading.section
        for rules in all_wagers()
        for key, reading in rules.data.readings.items()
    }
    there |= {
        ("game", game.slug, key): reading.section
        for game in all_games()
        for key, reading in game.readings.items()
    }
    assert listed == there


def test_rules_prints_the_default_first() -> None:
    printed = CliRunner().invoke(app, ["rules", "blackjack-match"]).stdout
    assert "reading = text, or card-by-card, row-name" in printed


def test_a_reading_is_named_by_key_and_value() -> None:
    assert parse_reading("industry") == ("reading", "industry")
    assert parse_reading("reading=row-name") == ("reading", "row-name")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mine", "'mine' is not a reading"),
        ("colour=red", "No passage has the key 'colour'"),
    ],
)
def test_an_unknown_reading_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_reading(text)


def test_a_passage_with_one_reading_is_refused() -> None:
    data = Path(__file__).parents[2] / "src/upcard/rules/data/super_4.toml"
    text = data.read_text(encoding="utf-8").replace('["text", "industry"]', '["text"]')
    with pytest.raises(RulebookError, match="fewer than two readings"):
        parse_wager_file("super_4.toml", text)


def test_rules_lists_additional_payouts_with_their_rows() -> None:
    """§§ 633a.13(j)(1), 633c.13(i): beside the wager's own tables, in words and in JSON."""
    beside = {
        "bad-beat": {
            "magic-card": {"magic-card-bonus": "20 for 1"},
            "lucky-player": {"lucky-player-bonus": "5 for 1"},
        },
        "buster-blackjack": {
            "B1": {"seven-cards": "$1,000", "eight-or-more-cards": "$8,000"},
            "B2": {"seven-cards": "$1,000", "eight-or-more-cards": "$5,000"},
        },
    }
    for slug, tables in beside.items():
        (found,) = json.loads(CliRunner().invoke(app, ["rules", slug, "--json"]).stdout)["wagers"]
        assert {bonus["paytable"]: bonus["pays"] for bonus in found["bonuses"]} == tables
        assert not {paytable["paytable"] for paytable in found["paytables"]} & set(tables)
        printed = CliRunner().invoke(app, ["rules", slug]).stdout
        for name, rows in tables.items():
            assert f"Bonus {name}, " in printed
            shown = printed.partition(f"Bonus {name}, ")[2]
            for row, pays in rows.items():
                assert re.search(rf"{row} +. {re.escape(pays)} ", shown), (row, pays)
    (other,) = json.loads(CliRunner().invoke(app, ["rules", "in-between", "--json"]).stdout)[
        "wagers"
    ]
    assert other["bonuses"] == []
