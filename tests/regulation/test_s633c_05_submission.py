"""What § 633c.5 asks of the Rules Submission of a hybrid table."""

import pytest

from submission.examples import Rule, assert_fails_and_passes
from upcard.games.hybrid import HybridRules
from upcard.submission.compiling.text import rules_of

TABLE = '[table]\nname = "HY-01"\ngame = "hybrid-blackjack"\n'
OPEN = TABLE.replace("hybrid-blackjack", "hybrid-blackjack-no-hole-card")
EQUIPMENT = "[equipment]\n"

RULES = {
    "(a) chapter 605a": Rule(
        "equipment.electronic_tables",
        "633c.5(a)",
        TABLE + EQUIPMENT + "electronic_tables = false\n",
        TABLE,
    ),
    "(b) the boxes": Rule(
        "layout.hybrid_boxes", "633c.5(b)", TABLE + "[layout]\nhybrid_boxes = false\n", TABLE
    ),
    "(b) three positions": Rule(
        "table.positions", "633c.5(b)", TABLE + "positions = 2\n", TABLE + "positions = 3\n"
    ),
    "(c) the rules icon": Rule(
        "equipment.rules_icon", "633c.5(c)", TABLE + EQUIPMENT + "rules_icon = false\n", TABLE
    ),
    "(d) the card reader": Rule(
        "equipment.hybrid_card_reader",
        "633c.5(d)",
        TABLE + EQUIPMENT + "hybrid_card_reader = false\n",
        TABLE,
    ),
    "(e) the discard rack": Rule(
        "equipment.hybrid_discard_rack",
        "633c.5(e)",
        TABLE + EQUIPMENT + 'hybrid_discard_rack = "continuous-shuffler"\n',
        TABLE
        + 'dealing = "continuous-shuffler"\n'
        + EQUIPMENT
        + 'hybrid_discard_rack = "continuous-shuffler"\n',
    ),
    "(f) six or eight decks": Rule(
        "table.decks", "633c.5(f)", TABLE + "decks = 4\n", TABLE + "decks = 8\n"
    ),
    "(f) six or eight decks, without a hole card": Rule(
        "table.decks", "633c.5(f)", OPEN + "decks = 4\n", OPEN + "decks = 8\n"
    ),
    "(p) who takes no action stands": Rule(
        "hybrid.at_countdown",
        "633c.5(p)(2)",
        TABLE + "[hybrid]\nat_countdown = [11]\n",
        OPEN + "[hybrid]\nat_countdown = [11]\n",
    ),
    "(y) one position": Rule(
        "table.positions", "633c.5(y)", OPEN + "positions = 2\n", OPEN + "positions = 1\n"
    ),
    "(z) point counts of a decision": Rule(
        "hybrid.at_countdown",
        "633c.5(z)",
        OPEN + "[hybrid]\nat_countdown = [21]\n",
        OPEN + "[hybrid]\nat_countdown = [10, 11]\n",
    ),
    "(l) one box for each player": Rule(
        "table.adjacent_boxes", "633c.5(l)", TABLE + "adjacent_boxes = 2\n", TABLE
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_each_rule_fails_and_passes(rule: Rule) -> None:
    """§ 633c.5(a), § 633c.5(b), § 633c.5(c), § 633c.5(d), § 633c.5(e), § 633c.5(f)."""
    assert_fails_and_passes(rule)


def test_what_the_countdown_does_is_compiled() -> None:
    assert rules_of(TABLE).variation == HybridRules(20, ())
    chosen = "[hybrid]\ncountdown_seconds = 12\nat_countdown = [11, 10]\n"
    rules = rules_of(OPEN + chosen)
    assert rules.variation == HybridRules(12, (10, 11), hole_card=False)
    assert rules.positions == 1
