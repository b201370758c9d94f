"""Tables of house rules: `jurisdiction = "house"` claims no State's text."""

import pytest

from upcard.exact.table import table_records
from upcard.games.table_rules import TableRules
from upcard.money.odds import PaidOdds
from upcard.rules.loader import wager_rules, wagers_of
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse
from upcard.submission.writing.new import new_submission

TABLE = '[table]\nname = "H-1"\njurisdiction = "house"\n'


def rules_of(text: str) -> TableRules:
    submission, findings = check(parse(text))
    assert findings == []
    assert submission is not None
    return compile_table(submission)


@pytest.mark.parametrize("decks", [1, 3, 100])
def test_a_house_table_has_any_number_of_decks_and_every_wager(decks: int) -> None:
    wagers = [rule.data.slug for rule in wagers_of("house") if "blackjack" in rule.data.games]
    meters = 'seed = 1000\nreseed = 1000\nincrement = "10%"\n'
    text = f"{TABLE}decks = {decks}\nmaximum = 5\nminimum = 1\n"
    for slug in wagers:
        if slug != "insurance":
            terms = wager_rules(slug, "house").data.meter
            text += f"[wagers.{slug}]\n" + (meters if terms and terms.specified else "")
    rules = rules_of(text)
    assert len(rules.wagers) == len(wagers) - 1
    assert "match-the-dealer-down" in wagers


def test_the_wagers_are_cited_by_their_keys_and_keep_the_printed_paytables() -> None:
    rules = rules_of(TABLE + '[wagers.top-3]\npaytable = "B"\n[wagers.match-the-dealer]\n')
    assert {wager.data.jurisdiction for wager in rules.wagers} == {"house"}
    top_3 = rules.offered("top-3")
    assert top_3 is not None
    assert top_3.paytable.data.section == "submission: wagers.top-3.paytable"
    printed = wager_rules("top-3").in_force(rules.as_of, 6)[1]
    assert top_3.paytable.awards == printed.awards
    assert "Pa. Code" not in repr(rules)
    assert "WSGC" not in repr(rules)


def test_the_nearest_printed_paytable_stands_for_other_decks() -> None:
    rules = rules_of(TABLE + "decks = 7\n[wagers.match-the-dealer-down]\n")
    (record,) = table_records(rules, "match-the-dealer-down")
    assert record.section == "submission: wagers.match-the-dealer-down.paytable"
    assert 0 < record.house_edge < 0.1


def test_a_house_sets_what_a_blackjack_pays() -> None:
    assert rules_of(TABLE + '[blackjack]\nblackjack_pays = "6:5"\n').blackjack_odds == PaidOdds(
        6, 5
    )
    assert rules_of(TABLE).blackjack_odds == PaidOdds(3, 2)


@pytest.mark.parametrize(
    ("key", "section"),
    [
        ('soft_17 = "hit"', "58 Pa. Code § 633a.7(m)"),
        ("peek = false", "58 Pa. Code § 633a.7(h)"),
        ('double = "9-11"', "58 Pa. Code § 633a.10(a)"),
        ("das = false", "58 Pa. Code § 633a.11(c)"),
        ('surrender = "early"', "58 Pa. Code § 633a.9(a)"),
        ('blackjack_pays = "6 to 5"', "58 Pa. Code § 633a.13(a)"),
    ],
)
def test_a_state_table_is_refused_with_the_section_that_fixes_the_rule(
    key: str, section: str
) -> None:
    _, (finding,) = check(parse(f'[table]\nname = "P"\n[blackjack]\n{key}\n'))
    assert (finding.section, finding.severity) == (section, "error")


def test_declarations_of_a_state_and_other_games_are_no_choices_of_a_house() -> None:
    _, (finding,) = check(parse(TABLE + "[equipment]\ndrop_box = true\n"))
    assert finding.section == "submission: equipment.drop_box"
    _, (finding,) = check(parse(TABLE + 'game = "baccarat"\ndecks = 8\n'))
    assert finding.field == "table.jurisdiction"


def test_a_new_submission_of_a_house_complies_and_cites_itself() -> None:
    text = new_submission("blackjack", "house")
    assert check(parse(text))[1] == []
    assert 'soft_17 = "stand"' in text
    assert "Pa. Code" not in text
