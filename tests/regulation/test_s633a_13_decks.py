"""Any number of decks that fits the words: "multiple", "four or more", or no word at all."""

import importlib
import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from rules.parsed_rules import parse_wager_file
from submission.examples import findings_of
from upcard.cli.app import app
from upcard.exact.record import all_records, records
from upcard.rules.loader import all_wagers
from upcard.rules.rule_files import rule_files
from upcard.rules.violation import RulebookError, RuleViolation
from upcard.submission.compiling.rules import compile_table
from upcard.submission.validate import valid_submission
from upcard.wagers.catalogue import checked_rules

TODAY = date(2024, 6, 29)
NO_WORD = (
    *("insurance", "lucky-ladies", "in-between", "kings-bounty", "bad-beat", "three-card-poker"),
    *("hit-and-run", "straight-jack", "perfect-pairs", "top-3", "lucky-aces", "blazing-7s"),
    "switch-hands-ante",
)
LEAST = {
    **{(slug, table.id): 1 for slug in NO_WORD for table in checked_rules(slug).paytables},
    **{("royal-match-21", table): 2 for table in "CDE"},
    **{("bet-the-set-21", table): 4 for table in "CD"},
    ("house-money", "multiple-deck"): 2,
}
"""The fewest decks of each paytable whose number the text leaves open (§§ 633a.13, 633c)."""


def test_the_text_leaves_the_number_open_for_these_and_no_others() -> None:
    found = {
        (rules.data.slug, table.id): table.data.least_decks
        for rules in all_wagers()
        for table in rules.paytables
        if table.data.least_decks
    }
    assert found == LEAST


@pytest.mark.parametrize("decks", [1, 2, 3, 5, 7, 10, 12, 100])
def test_the_paytables_that_fit(decks: int) -> None:
    """§ 633a.13(f): one deck or multiple; (g): one, two, four or more; (n): one or multiple."""
    fitting = {
        slug: "".join(table.id[0] for table in checked_rules(slug).in_force(TODAY, decks))
        for slug in ("royal-match-21", "bet-the-set-21", "house-money")
    }
    assert fitting == {
        "royal-match-21": "AB" if decks == 1 else "CDE",
        "bet-the-set-21": {1: "A", 2: "B", 3: ""}.get(decks, "CD"),
        "house-money": "s" if decks == 1 else "m",
    }
    assert all(checked_rules(slug).in_force(TODAY, decks) for slug in NO_WORD)


@pytest.mark.parametrize("decks", [3, 5, 7, 10])
def test_check_lets_such_a_table_play(decks: int) -> None:
    offered = [
        slug for slug in NO_WORD if slug not in ("insurance", "switch-hands-ante", "lucky-aces")
    ]
    offered += ["royal-match-21", "house-money"]
    meters = {"bad-beat": 5_000, "hit-and-run": 1_000, "straight-jack": 5_000, "blazing-7s": 2_000}
    text = f'[table]\nname = "A"\ndecks = {decks}\n'
    for slug in offered:
        text += f"[wagers.{slug}]\n"
        if slug in meters:
            text += f'seed = {meters[slug]}\nreseed = {meters[slug]}\nincrement = "5%"\n'
    assert [finding for finding in findings_of(text) if finding.severity == "error"] == []


def test_three_decks_fit_no_paytable_of_bet_the_set_21() -> None:
    """§ 633a.13(g)."""
    (finding,) = findings_of('[table]\nname = "A"\ndecks = 3\n[wagers.bet-the-set-21]\n')
    assert (finding.rule, finding.severity) == ("wager.decks", "error")
    assert finding.section.startswith("58 Pa. Code § 633a.13(g)")
    with pytest.raises(RuleViolation, match="for 1, 2, 4 or more decks, not for 3") as refused:
        records("bet-the-set-21", decks=3)
    assert refused.value.section == "58 Pa. Code § 633a.13(g)"


@pytest.mark.nightly(but=6)
@pytest.mark.parametrize(
    ("slug", "decks"),
    [
        *(("house-money", decks) for decks in (3, 7, 100)),
        *(("royal-match-21", decks) for decks in (3, 9)),
        *(("bet-the-set-21", decks) for decks in (5, 7, 12)),
        *(("in-between", decks) for decks in (3, 7)),
        *(("three-card-poker", decks) for decks in (3, 10)),
        *(("straight-jack", decks) for decks in (3, 7)),
        *(("hit-and-run", decks) for decks in (3, 12, 30)),
    ],
)
def test_their_odds_are_those_of_a_naive_count(slug: str, decks: int) -> None:
    """§ 633a.13(e), (f), (g), (k), (l), (m), (n): the naive counts know no bound of decks."""
    module = {"straight-jack": "naive_rounds", "hit-and-run": "naive_dealer"}.get(slug, "naive")
    ways = importlib.import_module(f"odds.{module}").count(slug, decks)
    total = sum(ways.values())
    found = records(slug, decks=decks)
    assert found
    for record in found:
        assert record.decks == decks
        chances = {row.outcome: row.probability for row in record.outcomes if row.probability}
        assert chances == {name: Fraction(way, total) for name, way in ways.items() if way}


@pytest.mark.parametrize("decks", [3, 14, 15, 40])
def test_bad_beat_is_priced_for_any_number_of_decks(decks: int) -> None:
    """§ 633a.13(j): sums beyond 14 decks pass 63 bits; they go on where the others stop."""
    (record,) = (
        record for record in records("bad-beat", decks=decks) if not record.options["any_20"]
    )
    assert sum(row.probability for row in record.outcomes) == 1
    blackjack = next(row for row in record.outcomes if row.outcome == "blackjack")
    cards = 52 * decks
    made = Fraction(2 * 4 * decks * 16 * decks, cards * (cards - 1))
    assert 0 < blackjack.probability < made
    assert 0.48 < record.fixed_return < 0.484


def test_lists_show_the_usual_numbers_of_decks() -> None:
    """Every legal number is answered; without one the usual ones that fit are listed."""
    shown = {
        slug: sorted({record.decks for record in records(slug)})
        for slug in ("in-between", "house-money", "royal-match-21", "bet-the-set-21")
    }
    assert set(map(tuple, shown.values())) == {(1, 2, 4, 5, 6, 8)}
    by_table = {record.paytable: record.decks for record in records("bet-the-set-21", decks=8)}
    assert by_table == {"C": 8, "D": 8}
    seven = {record.wager for record in all_records("pa", decks=7)}
    assert {"bad-beat", "house-money", "perfect-pairs", "insurance"} <= seven
    assert not seven & {"match-the-dealer", "super-4", "trilux-deluxe", "upcard-luck"}


def test_rules_says_it_in_words() -> None:
    run = CliRunner().invoke(app, ["rules", "house-money"])
    assert "Paytable multiple-deck, 2 or more decks" in " ".join(run.stdout.split())
    assert "2, 4, 5, 6, 8" not in run.stdout
    told: Any = json.loads(CliRunner().invoke(app, ["rules", "house-money", "--json"]).stdout)
    single, multiple = told["wagers"][0]["paytables"]
    assert (single["decks"], single["least_decks"]) == ([1], None)
    assert (multiple["decks"], multiple["least_decks"]) == ([2, 4, 5, 6, 8], 2)


def test_a_table_of_seven_decks_is_compiled() -> None:
    wagers: dict[str, Any] = {"house-money": {}, "bet-the-set-21": {"paytable": "D"}}
    rules = compile_table(valid_submission({"table": {"name": "A", "decks": 7}, "wagers": wagers}))
    chosen = {wager.slug: wager.paytable.id for wager in rules.wagers}
    assert chosen == {"house-money": "multiple-deck", "bet-the-set-21": "D"}


def test_a_rule_file_names_its_decks_in_one_way() -> None:
    assert "house_money.toml" in rule_files()
    text = (
        'title = "X"\nslug = "house-money"\njurisdiction = "pa"\nsettles = "peek"\ngames = []\n'
        'effective = 2024-05-25\nsection = "58 Pa. Code § 633a.13(n)"\n'
        'settlement = "58 Pa. Code § 633a.13(n)"\ncollects = "58 Pa. Code § 633a.13(n)"\n'
        '[[paytable]]\nid = "A"\nsection = "58 Pa. Code § 633a.13(n)"\neffective = 2024-05-25\n'
        "decks = [6]\nleast_decks = 4\npays = {}\n"
    )
    with pytest.raises(RulebookError, match="decks or least_decks, not both"):
        parse_wager_file("x.toml", text)
