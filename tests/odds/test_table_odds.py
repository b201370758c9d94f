"""``upcard odds --submission``: the odds of one table, under its decks, choices and rules."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import compiled, specified
from upcard.cli.odds.command import odds
from upcard.exact.record import OddsRequest, ParRecord, records
from upcard.exact.table import table_records
from upcard.games.table_rules import TableRules
from upcard.submission.compiling.text import rules_of
from upcard.submission.read import SubmissionDocument, parse
from upcard.wagers.catalogue import wager

TABLE = """
[table]
name = "BJ-21"
decks = {decks}
[blackjack]
split_aces = "{split_aces}"
"""


def table(wagers: str, decks: int = 6, split_aces: str = "play") -> TableRules:
    """A table; what has to be specified of a meter and is not given is the least that complies."""
    data = parse(TABLE.format(decks=decks, split_aces=split_aces) + wagers).data
    data["wagers"] = {slug: specified(slug, one) for slug, one in data.get("wagers", {}).items()}
    return compiled(SubmissionDocument(data))


def one(rules: TableRules, slug: str, asked: OddsRequest | None = None) -> ParRecord:
    record, *_ = table_records(rules, slug, request=asked or OddsRequest())
    return record


def test_every_wager_of_the_table_with_its_paytable_and_decks() -> None:
    rules = table('[wagers.royal-match-21]\npaytable = "D"\n[wagers.lucky-ladies]\n', decks=4)
    found = {record.wager: record for record in table_records(rules)}
    assert list(found) == ["insurance", "lucky-ladies", "royal-match-21"]
    assert {record.decks for record in found.values()} == {4}
    (same,) = records("royal-match-21", paytable="D", decks=4)
    assert found["royal-match-21"].outcomes == same.outcomes
    assert found["royal-match-21"].bonuses == (), "no Crown Treasure is offered"


@pytest.mark.parametrize(
    ("choice", "options"),
    [
        ("[wagers.bad-beat]\nany_20 = true", {"any_20": True}),
        ("[wagers.bad-beat]", {"any_20": False}),
        ('[wagers.blazing-7s]\nthird_card = "upcard"', {"third_card": "upcard"}),
        ("[wagers.blazing-7s]", {"third_card": "draw"}),
    ],
)
def test_choices_of_the_submission(choice: str, options: dict[str, Any]) -> None:
    """§§ 633a.7(o)(1)(i), 633c.9(h)."""
    rules = table(choice)
    (offered,) = rules.wagers
    record = one(rules, offered.slug)
    assert record.options == options
    (same,) = [
        found
        for found in records(offered.slug, paytable=record.paytable, decks=6)
        if found.options == options
    ]
    assert record.outcomes == same.outcomes


def test_hands_are_played_under_the_rules_of_the_table() -> None:
    """§ 633a.11(c): one card on split aces is part of the strategy that a record names."""
    plain = one(table("[wagers.straight-jack]"), "straight-jack")
    one_card = one(table("[wagers.straight-jack]", split_aces="one-card"), "straight-jack")
    assert "one card on split aces" not in plain.strategy
    assert "one card on split aces" in one_card.strategy


def test_bonuses_are_those_that_are_offered() -> None:
    """§§ 633a.7(g)(4), 633a.13(j)(1), 633c.13(i), 633c.10(h)(5)."""
    crown = one(table("[wagers.royal-match-21]\ncrown_treasure = true"), "royal-match-21")
    assert [bonus.won.outcome for bonus in crown.bonuses] == ["crown-treasure"]
    cash = one(table('[wagers.buster-blackjack]\nbonus = "B2"'), "buster-blackjack")
    assert {bonus.option for bonus in cash.bonuses} == {"B2"}
    magic = one(table("[wagers.bad-beat]\nmagic_card = true"), "bad-beat")
    assert {bonus.option for bonus in magic.bonuses} == {"magic-card"}
    for offered in (True, False):
        envy = table(f"[wagers.blackjack-match]\nenvy = {str(offered).lower()}")
        found = {bonus.option for bonus in one(envy, "blackjack-match").bonuses}
        assert found == ({"envy"} if offered else set())
    words = "for each other player"
    for reading, each in (("holder", words), ("wagerer", f"{words} with the wager")):
        chosen = f'[wagers.blackjack-match]\nenvy = true\nenvy_from = "{reading}"'
        assert {bonus.each for bonus in one(table(chosen), "blackjack-match").bonuses} == {each}


def test_meters_start_at_the_seeds_of_the_table() -> None:
    """§ 633a.13(j)(2): at least $5,000; and dollars are for the smallest wager of the table."""
    rules = table('[wagers.bad-beat]\nseed = 8000\nincrement = "20%"\nminimum = 5')
    record = one(rules, "bad-beat")
    assert record.meters == {"": dollars(8_000)}
    assert record.wager_units == dollars(5)
    assert not record.asked
    asked = one(rules, "bad-beat", OddsRequest(meters={"": dollars(90_000)}))
    share = next(line.probability for line in record.outcomes if "seven" in line.outcome)
    assert asked.house_edge_at_meter == record.house_edge - share * Fraction(90_000, 5)


def test_a_mystery_meter_beside_a_wager() -> None:
    """§ 633c.14(c)(4)."""
    rules = table('[wagers.hit-and-run]\nmust_hit_by = "B-1"\nwager = 1')
    found = [(record.wager, record.paytable) for record in table_records(rules, "hit-and-run")]
    assert found == [("hit-and-run", "standard"), ("must-hit-by-mystery", "B-1")]


@pytest.mark.parametrize("paid", ["house", "meter"])
def test_prizes_of_the_house_are_those_of_the_submission(paid: str) -> None:
    """WSGC Match the Dealer Blackjack, Table 5c: the printed advantage counts none of them."""
    text = f"""
        [table]
        name = "W-06"
        jurisdiction = "wa"
        game = "match-the-dealer-blackjack"
        decks = 6
        [wagers.match-the-dealer]
        [wagers.match-the-dealer-progressive]
        paytable = "5c-1"
        wager = 1
        seed = 10000
        increment = "15%"
        secondary_increment = "6%"
        prizes = {{ two-suited-matches = "$250" }}
        prizes_paid = "{paid}"
    """
    record = one(rules_of(text), "match-the-dealer-progressive")
    rows = {line.outcome: line for line in record.outcomes}
    assert rows["two-suited-matches"].pays == "$250"
    (plain,) = records("match-the-dealer-progressive", "wa", "5c-1")
    chance = rows["two-suited-matches"].probability
    assert record.fixed_return == plain.fixed_return + 250 * chance
    assert record.house_edge_as_printed == plain.house_edge_as_printed


@pytest.mark.nightly
def test_a_suit_of_super_4_and_the_reading_of_the_trade() -> None:
    """§ 633c.6(a)(1): which suit is chosen changes no odds, the reading does."""
    hearts = one(table('[wagers.super-4]\nchosen_suit = "hearts"'), "super-4")
    rules = table("[wagers.super-4]")
    (offered,) = rules.wagers
    by_rank = replace(offered, wager=wager("super-4", "pa", "industry-hearts"))
    trade = one(replace(rules, wagers=(by_rank,)), "super-4")
    (same,) = records("super-4", paytable=hearts.paytable, decks=6)
    assert hearts.outcomes == same.outcomes
    assert (hearts.reading, trade.reading) == ("text", "industry")
    assert trade.house_edge < hearts.house_edge


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE.format(decks=2, split_aces="play") + "[wagers.perfect-pairs]\n")
    odds("perfect-pairs", submission=file, as_json=True)
    (record,) = json.loads(capsys.readouterr().out)["records"]
    assert (record["wager"], record["decks"]) == ("perfect-pairs", 2)
    odds(submission=file, compare=True, as_csv=True)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[:2] for line in lines[1:]] == [
        ["1", "insurance"],
        ["2", "perfect-pairs"],
    ]


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"wager": "bad-beat"}, "BJ-21 does not offer 'bad-beat'; it offers insurance, lucky"),
        ({"every": True}, "goes without --all"),
        ({"decks": 6}, "goes without --decks"),
        ({"paytable": "A"}, "goes without --paytable"),
        ({"reading": ["industry"]}, "goes without --reading"),
        ({"as_of": "2024-06-29"}, "goes without --as-of"),
    ],
)
def test_what_does_not_go_with_a_submission(
    tmp_path: Path, choices: dict[str, Any], words: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE.format(decks=6, split_aces="play") + "[wagers.lucky-ladies]\n")
    with pytest.raises(ValueError, match=words):
        odds(submission=file, **choices)
