"""Must-Hit-By Mystery: twelve configurations beside four progressive wagers."""

from datetime import date

from upcard.rules.loader import all_mysteries, wager_rules
from upcard.rules.odds_text import parse_award

(RULES,) = (rules for rules in all_mysteries() if rules.slug == "must-hit-by-mystery")
SECTION = "58 Pa. Code § 633c.14"


def test_a_beside_four_progressive_wagers() -> None:
    assert RULES.section == f"{SECTION}(a)"
    assert RULES.wagers == ("jackpot-party", "blazing-7s", "hit-and-run", "straight-jack")
    for slug in RULES.wagers:
        assert wager_rules(slug).data.options["must_hit_by"] == f"{SECTION}(c)"


def test_c_1_and_3_where_it_is_won() -> None:
    assert (RULES.qualifies, RULES.settlement) == (f"{SECTION}(c)(1)", f"{SECTION}(c)(3)")
    assert (RULES.jurisdiction, RULES.effective) == ("pa", date(2024, 5, 25))


def test_c_4_twelve_configurations() -> None:
    assert [
        (each.id, each.wager, each.minimum, each.maximum, each.increment)
        for each in RULES.configuration
    ] == [
        ("A-1", "$1", "$100", "$200", "2%"),
        ("A-2", "$2", "$100", "$200", "1.5%"),
        ("A-5", "$5", "$100", "$250", "1%"),
        ("B-1", "$1", "$100", "$500", "5%"),
        ("B-2", "$2", "$100", "$500", "3.5%"),
        ("B-5", "$5", "$100", "$500", "2%"),
        ("C-1", "$1", "$250", "$500", "2%"),
        ("C-2", "$2", "$250", "$500", "1.5%"),
        ("C-5", "$5", "$250", "$500", "0.5%"),
        ("D-1", "$1", "$250", "$1,000", "5%"),
        ("D-2", "$2", "$250", "$1,000", "3%"),
        ("D-5", "$5", "$250", "$1,000", "2%"),
    ]
    assert {each.section for each in RULES.configuration} == {f"{SECTION}(c)(4)"}


def test_c_7_pays_the_whole_meter() -> None:
    assert (RULES.pays, RULES.pays_section) == ("100% of meter", f"{SECTION}(c)(7)")
    assert [str(pay) for pay in parse_award(RULES.pays)] == ["100% of meter"]
