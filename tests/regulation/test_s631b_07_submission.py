"""What § 631b.7 and chapter 631a ask of the Rules Submission of a Baccarat table."""

import pytest

from amounts import dollars
from submission.examples import Rule, assert_fails_and_passes, findings_of
from upcard.submission.compiling.text import rules_of

TABLE = '[table]\nname = "BAC-01"\ngame = "baccarat"\n'
MAJESTIC = "[wagers.majestic-match]\n"

RULES = {
    "(a) areas on both hands": Rule(
        "layout.majestic_match_areas",
        "631b.7(a)",
        TABLE + "[layout]\nmajestic_match_areas = false\n" + MAJESTIC,
        TABLE + "[layout]\nmajestic_match_areas = false\n",
    ),
    "(d) its paytable": Rule(
        "wagers.majestic-match.paytable",
        "631b.7(d)",
        TABLE + MAJESTIC + 'paytable = "B"\n',
        TABLE + MAJESTIC + 'paytable = "standard"\n',
    ),
    "Blackjack's choices": Rule(
        "layout.inscriptions", "631a.8(a)", TABLE + "[layout]\ninscriptions = true\n", TABLE
    ),
    "dealing of other games": Rule(
        "table.dealing", "631a.8(a)", TABLE + 'dealing = "double-shoe"\n', TABLE
    ),
    "wagers of other games": Rule("wagers.red", "631a.8(a)", TABLE + "[wagers.red]\n", TABLE),
    "amounts that chips make": Rule(
        "table.minimum", "601a.2", TABLE + 'minimum = "10.25"\n', TABLE + 'minimum = "10.50"\n'
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_each_rule_fails_and_passes(rule: Rule) -> None:
    """§ 631b.7(a), § 631b.7(d)."""
    assert_fails_and_passes(rule)


@pytest.mark.parametrize("decks", [6, 8])
def test_six_or_eight_decks(decks: int) -> None:
    assert findings_of(TABLE + f"decks = {decks}\n" + MAJESTIC) == []
    assert rules_of(TABLE + f"decks = {decks}\n").decks == decks


@pytest.mark.parametrize("decks", [1, 4, 7])
def test_no_other_decks(decks: int) -> None:
    found = findings_of(TABLE + f"decks = {decks}\n")
    assert [(finding.field, finding.section) for finding in found] == [
        ("table.decks", "58 Pa. Code ch. 631a")
    ]
    assert found[0].allowed == (6, 8)


def test_the_wagers_of_the_game_are_offered_without_being_named() -> None:
    rules = rules_of(TABLE + "minimum = 20\n" + MAJESTIC + "maximum = 100\n")
    assert rules.decks == 8
    limits = {wager.slug: (wager.minimum, wager.maximum) for wager in rules.wagers}
    assert limits.pop("majestic-match") == (dollars("0.50"), dollars(100))
    assert limits == dict.fromkeys(
        ("baccarat-player", "baccarat-banker", "baccarat-tie"), (dollars(20), dollars(2_000))
    )
