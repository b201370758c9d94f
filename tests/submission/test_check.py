"""Compliance of a Rules Submission: each rule with an example that fails and one that passes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from submission.examples import TABLE, Rule, assert_fails_and_passes, findings_of
from upcard.submission.check import check
from upcard.submission.compile_rules import compile_table
from upcard.submission.explain import all_choices, explain
from upcard.submission.read import Document, SubmissionSyntaxError, parse


def _table(line: str, rest: str = "") -> str:
    return f"{TABLE}{line}\n{rest}"


LADIES = "[wagers.lucky-ladies]\nmaximum = 25\n"
RULES = {
    "the name": Rule("table.name", "601a.2", "[table]\ndecks = 6\n", TABLE),
    "the jurisdiction": Rule(
        "table.jurisdiction",
        "601a.2",
        _table('jurisdiction = "nj"'),
        _table('jurisdiction = "pa"'),
    ),
    "the game": Rule(
        "table.game", "633a.6(d)", _table('game = "faro"'), _table('game = "blackjack"')
    ),
    "the date": Rule(
        "table.as_of", "633a.6(d)", _table("as_of = 2001-01-01"), _table("as_of = 2024-06-29")
    ),
    "at least one deck": Rule("table.decks", "633a.3(a)", _table("decks = 0"), _table("decks = 1")),
    "decks from the hand": Rule(
        "table.decks",
        "633a.12(b)(1)",
        _table('decks = 6\ndealing = "from-the-hand"'),
        _table('decks = 2\ndealing = "from-the-hand"'),
    ),
    "the dealing": Rule(
        "table.dealing", "633a.7(a)", _table('dealing = "hat"'), _table('dealing = "shoe"')
    ),
    "seven positions": Rule(
        "table.positions", "633a.2(a)", _table("positions = 8"), _table("positions = 7")
    ),
    "maximum above minimum": Rule(
        "table.maximum",
        "601a.2",
        _table("minimum = 50\nmaximum = 25"),
        _table("minimum = 25\nmaximum = 25"),
    ),
    "chips make the minimum": Rule(
        "table.minimum",
        "633a.6(a)",
        _table("minimum = 15\nsmallest_chip = 10\nmaximum = 100"),
        _table("minimum = 20\nsmallest_chip = 10\nmaximum = 100"),
    ),
    "chips make the maximum": Rule(
        "table.maximum",
        "633a.6(a)",
        _table("minimum = 10\nsmallest_chip = 10\nmaximum = 105"),
        _table("minimum = 10\nsmallest_chip = 10\nmaximum = 100"),
    ),
    "boxes within the positions": Rule(
        "table.adjacent_boxes",
        "633a.6(f)",
        _table("positions = 2\nadjacent_boxes = 3"),
        _table("positions = 2\nadjacent_boxes = 2"),
    ),
    "a card reader": Rule(
        "table.card_reader", "633a.2(f)", _table("card_reader = false"), _table("")
    ),
    "the double card": Rule(
        "table.double_card",
        "633a.10(c)",
        _table('double_card = "sideways"'),
        _table('double_card = "face-down"'),
    ),
    "the sides of a double shoe": Rule(
        "table.double_shoe_colors",
        "633a.7(d)(1)",
        _table('double_shoe_colors = "blue"'),
        _table('double_shoe_colors = "red-second"'),
    ),
    "money is no float": Rule(
        "table.minimum", "601a.2", _table("minimum = 15.0"), _table('minimum = "15.00"')
    ),
    "the aggregate limit in dollars": Rule(
        "table.aggregate_limit",
        "633a.13(o)",
        _table("aggregate_limit = 24999", LADIES),
        _table("aggregate_limit = 25000", LADIES),
    ),
    "the aggregate limit by the largest win": Rule(
        "table.aggregate_limit",
        "633a.13(o)",
        _table("aggregate_limit = 49999", LADIES.replace("25", "50")),
        _table("aggregate_limit = 50000", LADIES.replace("25", "50")),
    ),
    "the aggregate limit over a player's boxes": Rule(
        "table.aggregate_limit",
        "633a.13(o)",
        _table("adjacent_boxes = 2\naggregate_limit = 25000", LADIES),
        _table("adjacent_boxes = 2\naggregate_limit = 50000", LADIES),
    ),
    "an aggregate limit needs its wager": Rule(
        "table.aggregate_limit",
        "633a.13(o)",
        _table("aggregate_limit = 25000"),
        _table("aggregate_limit = 25000", LADIES),
    ),
    "resplits": Rule(
        "blackjack.resplits",
        "633a.11(c)",
        TABLE + "[blackjack]\nresplits = -1\n",
        TABLE + "[blackjack]\nresplits = 0\n",
    ),
    "split aces": Rule(
        "blackjack.split_aces",
        "633a.11(c)",
        TABLE + '[blackjack]\nsplit_aces = "two-cards"\n',
        TABLE + '[blackjack]\nsplit_aces = "one-card"\n',
    ),
    "even money": Rule(
        "blackjack.even_money",
        "633a.8(e)",
        TABLE + '[blackjack]\neven_money = "yes"\n',
        TABLE + "[blackjack]\neven_money = false\n",
    ),
    "when a Blackjack is paid": Rule(
        "blackjack.settle_blackjack",
        "633a.7(i)(1)(ii)",
        TABLE + '[blackjack]\nsettle_blackjack = "never"\n',
        TABLE + '[blackjack]\nsettle_blackjack = "after-reveal"\n',
    ),
    "the payoff order": Rule(
        "blackjack.payoff_order",
        "633a.7(r)",
        TABLE + '[blackjack]\npayoff_order = "left-to-right"\n',
        TABLE + '[blackjack]\npayoff_order = "right-to-left"\n',
    ),
    "a wager that exists": Rule(
        "wagers.over-under",
        "633a.6(e)",
        TABLE + "[wagers.over-under]\n",
        TABLE + "[wagers.in-between]\n",
    ),
    "a paytable for the decks": Rule(
        "wagers.match-the-dealer.paytable",
        "633a.13(d)",
        _table("decks = 4", "[wagers.match-the-dealer]\n"),
        _table("decks = 8", "[wagers.match-the-dealer]\n"),
    ),
    "a paytable that exists": Rule(
        "wagers.royal-match-21.paytable",
        "633a.13(f)(1)",
        TABLE + '[wagers.royal-match-21]\npaytable = "F"\n',
        TABLE + '[wagers.royal-match-21]\npaytable = "E"\n',
    ),
    "a paytable for one deck": Rule(
        "wagers.bet-the-set-21.paytable",
        "633a.13(g)(1)",
        TABLE + '[wagers.bet-the-set-21]\npaytable = "A"\n',
        _table("decks = 1", '[wagers.bet-the-set-21]\npaytable = "A"\n'),
    ),
    "a paytable in force": Rule(
        "wagers.three-card-poker.paytable",
        "633a.13(k)",
        _table("as_of = 2013-01-01", "[wagers.three-card-poker]\n"),
        _table("as_of = 2015-01-01", "[wagers.three-card-poker]\n"),
    ),
    "a wager's limits": Rule(
        "wagers.in-between.maximum",
        "601a.2",
        TABLE + "[wagers.in-between]\nminimum = 10\nmaximum = 5\n",
        TABLE + "[wagers.in-between]\nminimum = 5\nmaximum = 5\n",
    ),
    "chips make a wager's limits": Rule(
        "wagers.in-between.minimum",
        "633a.6(a)",
        TABLE + '[wagers.in-between]\nminimum = "0.75"\n',
        TABLE + '[wagers.in-between]\nminimum = "1.50"\n',
    ),
    "the Crown Treasure's wager": Rule(
        "wagers.in-between.crown_treasure",
        "633a.7(g)(4)",
        TABLE + "[wagers.in-between]\ncrown_treasure = true\n",
        TABLE + "[wagers.royal-match-21]\ncrown_treasure = true\n",
    ),
    "the pressed wager": Rule(
        "wagers.in-between.press",
        "633a.7(g)(10)(ii)(A)",
        TABLE + '[wagers.in-between]\npress = "50%"\n',
        TABLE + '[wagers.house-money]\npress = "50%"\n',
    ),
    "a wager of one dollar or five": Rule(
        "wagers.jackpot-party.wager",
        "633c.2(e)",
        TABLE + '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 3\n',
        TABLE + '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n',
    ),
    "a wager of five dollars": Rule(
        "wagers.super-4.wager",
        "633c.6(e)",
        TABLE + "[wagers.super-4]\nwager = 1\n",
        TABLE + "[wagers.super-4]\nwager = 5\n",
    ),
    "a companion wager": Rule(
        "wagers.top-3",
        "633c.7(c)",
        TABLE + "[wagers.top-3]\n",
        TABLE + "[wagers.top-3]\n[wagers.three-card-poker]\n",
    ),
    "a fully automated table": Rule(
        "wagers.lucky-aces",
        "633c.8(a)",
        TABLE + "[wagers.lucky-aces]\n",
        _table("fully_automated = true", "[wagers.lucky-aces]\n"),
    ),
    "the decks of a progressive": Rule(
        "wagers.blackjack-match.paytable",
        "633c.10(b)",
        _table("decks = 4", "[wagers.blackjack-match]\n"),
        _table("decks = 8", "[wagers.blackjack-match]\n"),
    ),
    "a mystery configuration": Rule(
        "wagers.hit-and-run.must_hit_by",
        "633c.14(c)(4)",
        TABLE + '[wagers.hit-and-run]\nincrement = "5%"\nmust_hit_by = "E-1"\n',
        TABLE + '[wagers.hit-and-run]\nincrement = "5%"\nmust_hit_by = "B-2"\n',
    ),
    "one system for a mystery meter": Rule(
        "wagers.straight-jack.must_hit_by",
        "633c.14(c)(1)",
        TABLE + '[wagers.hit-and-run]\nincrement = "5%"\nmust_hit_by = "B-2"\n'
        '[wagers.straight-jack]\nincrement = "5%"\nmust_hit_by = "B-2"\n',
        TABLE + '[wagers.straight-jack]\nincrement = "5%"\nmust_hit_by = "B-2"\n',
    ),
    "the wager of a mystery configuration": Rule(
        "wagers.blazing-7s.must_hit_by",
        "633c.14(c)(4)",
        TABLE + '[wagers.blazing-7s]\nincrement = "5%"\nwager = 1\nmust_hit_by = "B-5"\n',
        TABLE + '[wagers.blazing-7s]\nincrement = "5%"\nwager = 5\nmust_hit_by = "B-5"\n',
    ),
    "a mystery beside a wager that qualifies": Rule(
        "wagers.in-between.must_hit_by",
        "633c.14(c)(4)",
        TABLE + '[wagers.in-between]\nmust_hit_by = "B-2"\n',
        TABLE + '[wagers.jackpot-party]\nwager = 5\nmust_hit_by = "B-5"\n',
    ),
    "Super 4's mystery": Rule(
        "wagers.in-between.mystery",
        "633c.6(j)",
        TABLE + "[wagers.in-between]\nmystery = 2\n",
        TABLE + "[wagers.super-4]\nmystery = 2\n",
    ),
    "the holder's name": Rule(
        "layout.certificate_holder",
        "633a.2(b)(1)",
        TABLE + "[layout]\ncertificate_holder = false\n",
        TABLE + "[layout]\ncertificate_holder = true\n",
    ),
    "the betting areas": Rule(
        "layout.blackjack_areas",
        "633a.2(b)(2)",
        TABLE + "[layout]\nblackjack_areas = false\n",
        TABLE + "[layout]\nblackjack_areas = true\n",
    ),
    "the inscriptions": Rule(
        "layout.inscriptions",
        "633a.2(b)(3)",
        TABLE + "[layout]\ninscriptions = false\n",
        TABLE + "[layout]\ninscriptions = true\n",
    ),
    "the wagers' areas": Rule(
        "layout.wager_areas",
        "633a.2(b)",
        TABLE + LADIES + "[layout]\nwager_areas = false\n",
        TABLE + "[layout]\nwager_areas = false\n",
    ),
    "where payouts are shown": Rule(
        "layout.payouts",
        "633a.2(b)(15)",
        TABLE + '[layout]\npayouts = "nowhere"\n',
        TABLE + '[layout]\npayouts = "sign"\n',
    ),
    "where the limit is shown": Rule(
        "layout.payout_limit",
        "633a.2(b)(16)",
        TABLE + '[layout]\npayout_limit = "nowhere"\n',
        TABLE + '[layout]\npayout_limit = "sign"\n',
    ),
    "the drop box": Rule(
        "equipment.drop_box",
        "633a.2(e)",
        TABLE + "[equipment]\ndrop_box = false\n",
        TABLE + "[equipment]\ndrop_box = true\n",
    ),
    "the discard rack": Rule(
        "equipment.discard_rack",
        "633a.2(g)",
        TABLE + '[equipment]\ndiscard_rack = "lower"\n',
        TABLE + '[equipment]\ndiscard_rack = "marked"\n',
    ),
    "the shuffler from the hand": Rule(
        "equipment.shuffler",
        "633a.12(b)(2)",
        _table('dealing = "from-the-hand"\ndecks = 2', "[equipment]\nshuffler = false\n"),
        _table('dealing = "shoe"', "[equipment]\nshuffler = false\n"),
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_a_rule_fails_and_passes(rule: Rule) -> None:
    assert_fails_and_passes(rule)


def test_everything_is_found_at_once_with_its_place() -> None:
    text = (
        '[table]\nname = "x"\npositions = 9\n\n[wagers.in-between]\npress = "50%"\n'
        '\n[wagers."over-under"]\n'
    )
    assert [(one.line, one.column, one.field) for one in findings_of(text)] == [
        (3, 1, "table.positions"),
        (6, 1, "wagers.in-between.press"),
        (8, 2, "wagers.over-under"),
    ]


def test_a_wrong_form_does_not_hide_the_rest() -> None:
    text = (
        '[table]\nname = "a"\npositions = 8\nnonsense = 1\ndecks = 4\nminimum = 15.5\n'
        '[wagers.match-the-dealer]\n[wagers.lucky-ladies]\npaytable = "Q"\nmaximum = true\n'
    )
    assert [(one.line, one.field) for one in findings_of(text)] == [
        (3, "table.positions"),
        (4, "table.nonsense"),
        (6, "table.minimum"),
        (7, "wagers.match-the-dealer.paytable"),
        (9, "wagers.lucky-ladies.paytable"),
        (10, "wagers.lucky-ladies.maximum"),
    ]


def test_amounts_are_whole_cents() -> None:
    (found,) = findings_of(_table('smallest_chip = "0.0001"'))
    assert (found.field, found.section) == ("table.smallest_chip", "58 Pa. Code § 633a.6(a)")
    assert findings_of(_table('smallest_chip = "0.01"')) == []


def test_places_of_dotted_and_inline_keys() -> None:
    text = 'table = { name = "x", positions = 9 }\n'
    (found,) = findings_of(text)
    assert (found.line, found.column) == (1, 23)
    (found,) = findings_of('table.name = "x"\ntable.positions = 9\n')
    assert (found.line, found.column) == (2, 1)


def test_a_key_given_twice_is_no_toml() -> None:
    with pytest.raises(SubmissionSyntaxError, match="not TOML"):
        parse('[table]\nname = "a"\nname = "b"\n')


def test_the_name_alone_is_a_complete_submission() -> None:
    submission, findings = check(parse(TABLE))
    assert findings == []
    assert submission is not None
    rules = compile_table(submission)
    assert (rules.decks, rules.positions, rules.adjacent_boxes) == (6, 7, 1)


def test_the_default_paytable_is_one_that_the_decks_allow() -> None:
    text = '[table]\nname = "x"\ndecks = 1\n[wagers.royal-match-21]\n[wagers.house-money]\n'
    submission, findings = check(parse(text))
    assert findings == []
    assert submission is not None
    royal, money = compile_table(submission).wagers
    assert (royal.paytable.id, money.paytable.id) == ("A", "single-deck")


def test_every_choice_can_be_explained() -> None:
    for choice in all_choices():
        field = choice.field.replace("NAME", "lucky-ladies")
        assert explain(field).section == choice.section
    with pytest.raises(KeyError, match="no field"):
        explain("table.colour")


WORDS = st.sampled_from(
    ["table", "name", "decks", "wagers", "lucky-ladies", "paytable", "blackjack", "minimum"]
)
VALUES = st.recursive(
    st.none().flatmap(lambda _: st.booleans() | st.integers(-3, 20) | st.floats() | st.text()),
    lambda inner: st.dictionaries(WORDS, inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=12,
)


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.dictionaries(WORDS, VALUES, max_size=5))
def test_no_data_breaks_the_check(data: dict[str, object]) -> None:
    """Whatever a file holds, the answer is findings, each with a section and a sentence."""
    submission, findings = check(Document(data, {}))
    assert submission is not None or findings
    for found in findings:
        assert found.section
        assert found.message
