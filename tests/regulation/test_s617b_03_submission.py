"""What § 617b.3 asks of the Rules Submission of a Lightning Roulette table."""

import pytest

from amounts import dollars
from submission.examples import Rule, assert_fails_and_passes, findings_of
from upcard.games.roulette import LightningRules
from upcard.submission.compiling.text import rules_of

TABLE = '[table]\nname = "LR-01"\ngame = "lightning-roulette"\n'
NUMBERS = "numbers = { 1 = 4, 2 = 3, 3 = 2, 5 = 1 }\n"
PAYOUTS = (
    "payouts = { 49 = 40, 99 = 25, 149 = 12, 199 = 8, 249 = 6, 299 = 4, 349 = 2, 399 = 2, 499 = 1 }"
)
LIGHTNING = f"[lightning]\n{NUMBERS}{PAYOUTS}\n"
WHOLE = TABLE + LIGHTNING

RULES = {
    "(a) a single-zero wheel": Rule(
        "equipment.single_zero_wheel",
        "617b.3(a)",
        WHOLE + "[equipment]\nsingle_zero_wheel = false\n",
        WHOLE + "[equipment]\nsingle_zero_wheel = true\n",
    ),
    "(a) no cards": Rule(
        "table.decks",
        "617b.3(a)",
        TABLE + "decks = 6\n" + LIGHTNING,
        TABLE + "decks = 0\n" + LIGHTNING,
    ),
    "(b) a random number generator": Rule(
        "equipment.random_number_generator",
        "617b.3(b)",
        WHOLE + "[equipment]\nrandom_number_generator = false\n",
        WHOLE + "[equipment]\nrandom_number_generator = true\n",
    ),
    "(d) Lucky Numbers are illuminated": Rule(
        "layout.lucky_numbers",
        "617b.3(d)",
        WHOLE + "[layout]\nlucky_numbers = false\n",
        WHOLE + "[layout]\nlucky_numbers = true\n",
    ),
    "(d) how many Lucky Numbers fall is never invented": Rule(
        "lightning.numbers", "617b.3(d)", f"{TABLE}[lightning]\n{PAYOUTS}\n", WHOLE
    ),
    "(d) one to five": Rule(
        "lightning.numbers",
        "617b.3(d)",
        f"{TABLE}[lightning]\nnumbers = {{ 6 = 1 }}\n{PAYOUTS}\n",
        f"{TABLE}[lightning]\nnumbers = {{ 5 = 1 }}\n{PAYOUTS}\n",
    ),
    "(d) counts are numbers": Rule(
        "lightning.numbers",
        "617b.3(d)",
        f"{TABLE}[lightning]\nnumbers = {{ few = 1 }}\n{PAYOUTS}\n",
        WHOLE,
    ),
    "(g) how often a payout falls is never invented": Rule(
        "lightning.payouts", "617b.3(g)", f"{TABLE}[lightning]\n{NUMBERS}", WHOLE
    ),
    "(g) all nine payouts": Rule(
        "lightning.payouts",
        "617b.3(g)",
        f"{TABLE}[lightning]\n{NUMBERS}payouts = {{ 49 = 1, 499 = 1 }}\n",
        WHOLE,
    ),
    "(g) each may be selected": Rule(
        "lightning.payouts", "617b.3(g)", WHOLE.replace("399 = 2", "399 = 0"), WHOLE
    ),
    "Blackjack's choices": Rule(
        "blackjack.resplits", "617b.3(a)", WHOLE + "[blackjack]\nresplits = 1\n", WHOLE
    ),
    "Blackjack's keys of the table": Rule(
        "table.card_reader", "617b.3(a)", TABLE + "card_reader = true\n" + LIGHTNING, WHOLE
    ),
    "wagers of other games": Rule(
        "wagers.lucky-ladies", "617b.3(a)", WHOLE + "[wagers.lucky-ladies]\n", WHOLE
    ),
    "dealing of other games": Rule(
        "table.dealing", "617b.3(a)", TABLE + 'dealing = "shoe"\n' + LIGHTNING, WHOLE
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_each_rule_fails_and_passes(rule: Rule) -> None:
    """§ 617b.3(a), § 617b.3(b), § 617b.3(d), § 617b.3(g)."""
    assert_fails_and_passes(rule)


def test_blackjack_has_no_lucky_numbers() -> None:
    (found,) = findings_of(f'[table]\nname = "BJ-01"\n[lightning]\n{NUMBERS}')
    assert (found.field, found.section) == ("lightning.numbers", "58 Pa. Code § 633a.6(d)")


def test_every_wager_of_the_layout_is_offered_within_the_limits_of_the_table() -> None:
    chosen = '[wagers.lightning-straight]\nminimum = "0.50"\nmaximum = 50\n'
    rules = rules_of(TABLE + "minimum = 2\nmaximum = 100\n" + LIGHTNING + chosen)
    assert rules.variation == LightningRules((4, 3, 2, 0, 1), (40, 25, 12, 8, 6, 4, 2, 2, 1))
    assert (rules.decks, rules.dealing) == (0, "wheel")
    limits = {wager.slug: (wager.minimum, wager.maximum) for wager in rules.wagers}
    assert limits.pop("lightning-straight") == (dollars("0.50"), dollars(50))
    assert limits == dict.fromkeys(
        ("split", "street", "corner", "six-line", "column", "dozen", "even-chance"),
        (dollars(2), dollars(100)),
    )


def test_the_variation_ends_with_its_temporary_regulation() -> None:
    (found,) = [
        finding
        for finding in findings_of(TABLE + "as_of = 2024-12-04\n" + LIGHTNING)
        if finding.field == "table.as_of"
    ]
    assert found.section == "58 Pa. Code § 617b.3(a)"
