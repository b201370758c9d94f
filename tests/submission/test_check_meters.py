"""Progressive meters in a Rules Submission: what is printed, what is left to the house."""

import pytest

from submission.examples import TABLE, Rule, assert_fails_and_passes, findings_of
from tables import SEEDS
from upcard.rules.citation import full_citation


def _wager(slug: str, *lines: str) -> str:
    return f"{TABLE}[wagers.{slug}]\n" + "".join(f"{line}\n" for line in lines)


def _open(slug: str, *lines: str) -> str:
    """A wager whose rate, initial and reset amounts have to be submitted: the least that comply."""
    given = {line.partition(" = ")[0]: line for line in lines}
    seed = SEEDS[slug] * (5 if given.get("wager") == "wager = 5" and slug == "blazing-7s" else 1)
    seeds = [f"{key} = {seed}" for key in ("seed", "reseed") if key not in given]
    rate = [] if "increment" in given else ['increment = "10%"']
    return _wager(slug, *rate, *seeds, *lines)


RULES = {
    "the least seed of Bad Beat": Rule(
        "wagers.bad-beat.seed",
        "633a.13(j)(2)",
        _open("bad-beat", "seed = 4999", "reseed = 5000"),
        _open("bad-beat", "seed = 5000"),
    ),
    "the least reset amount of Bad Beat": Rule(
        "wagers.bad-beat.reseed",
        "633a.13(j)(2)",
        _open("bad-beat", "seed = 8000", 'reseed = "4999.99"'),
        _open("bad-beat", "seed = 8000", "reseed = 5000"),
    ),
    "the least seed of Hit and Run": Rule(
        "wagers.hit-and-run.seed",
        "633a.13(l)(2)",
        _open("hit-and-run", "seed = 999", "reseed = 1000"),
        _open("hit-and-run", "seed = 1000"),
    ),
    "the least reset amount of Hit and Run": Rule(
        "wagers.hit-and-run.reseed",
        "633a.13(l)(2)",
        _open("hit-and-run", "reseed = 999"),
        _open("hit-and-run", "reseed = 1000"),
    ),
    "the least seed of Straight Jack": Rule(
        "wagers.straight-jack.seed",
        "633a.13(m)(2)",
        _open("straight-jack", "seed = 4999", "reseed = 5000"),
        _open("straight-jack", "seed = 5000"),
    ),
    "the least reset amount of Straight Jack": Rule(
        "wagers.straight-jack.reseed",
        "633a.13(m)(2)",
        _open("straight-jack", "reseed = 4999"),
        _open("straight-jack", "reseed = 5000"),
    ),
    "the least seed of Blazing 7's for $1": Rule(
        "wagers.blazing-7s.seed",
        "633c.9(g)",
        _open("blazing-7s", "wager = 1", "seed = 1999", "reseed = 2000"),
        _open("blazing-7s", "wager = 1", "seed = 2000"),
    ),
    "the least seed of Blazing 7's for $5": Rule(
        "wagers.blazing-7s.seed",
        "633c.9(g)",
        _open("blazing-7s", "wager = 5", "seed = 9999", "reseed = 10000"),
        _open("blazing-7s", "wager = 5", "seed = 10000"),
    ),
    "the least reset amount of Blazing 7's": Rule(
        "wagers.blazing-7s.reseed",
        "633c.9(g)",
        _open("blazing-7s", "wager = 5", "reseed = 9999"),
        _open("blazing-7s", "wager = 5", "reseed = 10000"),
    ),
    "the printed seed of Jackpot Party": Rule(
        "wagers.jackpot-party.seed",
        "633c.2(i)",
        _wager("jackpot-party", 'paytable = "P1"', "seed = 60000", "reseed = 50000"),
        _wager("jackpot-party", 'paytable = "P1"', "seed = 50000"),
    ),
    "the printed rates of Jackpot Party": Rule(
        "wagers.jackpot-party.increment",
        "633c.2(i)",
        _wager("jackpot-party", 'paytable = "P1"', 'increment = "15%"'),
        _wager("jackpot-party", 'paytable = "P1"', 'increment = "16%"'),
    ),
    "the secondary rate of Jackpot Party": Rule(
        "wagers.jackpot-party.secondary_increment",
        "633c.2(i)",
        _wager("jackpot-party", 'paytable = "P1"', 'secondary_increment = "3.5%"'),
        _wager("jackpot-party", 'paytable = "P1"', 'secondary_increment = "3.75%"'),
    ),
    "the total rate of Jackpot Party": Rule(
        "wagers.jackpot-party.increment",
        "633c.2(i)",
        _wager(
            "jackpot-party",
            'paytable = "P10"',
            'increment = "15%"',
            'secondary_increment = "3%"',
        ),
        _wager(
            "jackpot-party",
            'paytable = "P10"',
            'increment = "15%"',
            'secondary_increment = "3.5%"',
        ),
    ),
    "a rate above the total of Jackpot Party": Rule(
        "wagers.jackpot-party.increment",
        "633c.2(i)",
        _wager("jackpot-party", 'paytable = "P10"', 'increment = "18.51%"'),
        _wager("jackpot-party", 'paytable = "P10"', 'increment = "15%"'),
    ),
    "the rates of several meters": Rule(
        "wagers.jackpot-party.increment",
        "633c.2(i)",
        _wager("jackpot-party", 'paytable = "P20-A"', 'increment = "7%"'),
        _wager("jackpot-party", 'paytable = "P20-B"', 'increment = "7%"'),
    ),
    "the seed of Match the Dealer": Rule(
        "wagers.match-the-dealer-progressive.seed",
        "633c.3(j)",
        _wager("match-the-dealer-progressive", "wager = 5", "seed = 1000", "reseed = 5000"),
        _wager("match-the-dealer-progressive", "wager = 5", "seed = 5000"),
    ),
    "the rates of Match the Dealer": Rule(
        "wagers.match-the-dealer-progressive.secondary_increment",
        "633c.3(j)",
        _wager("match-the-dealer-progressive", 'secondary_increment = "5%"'),
        _wager("match-the-dealer-progressive", 'increment = "15%"', 'secondary_increment = "6%"'),
    ),
    "the one rate of Super 4": Rule(
        "wagers.super-4.secondary_increment",
        "633c.6(i)",
        _wager("super-4", 'secondary_increment = "1%"'),
        _wager("super-4", 'secondary_increment = "0%"'),
    ),
    "the rate of Blackjack Match": Rule(
        "wagers.blackjack-match.increment",
        "633c.10(i)",
        _wager("blackjack-match", 'increment = "13.5%"'),
        _wager("blackjack-match", 'increment = "13%"'),
    ),
    "rates within the wager": Rule(
        "wagers.bad-beat.increment",
        "605a.7",
        _open("bad-beat", 'increment = "60%"', 'secondary_increment = "41%"'),
        _open("bad-beat", 'increment = "60%"', 'secondary_increment = "40%"'),
    ),
    "a rate that is one": Rule(
        "wagers.bad-beat.increment",
        "605a.7",
        _open("bad-beat").replace('"10%"', '"10"'),
        _open("bad-beat").replace('"10%"', '"10.25%"'),
    ),
    "a limit above the seed": Rule(
        "wagers.bad-beat.limit",
        "605a.7",
        _open("bad-beat", "limit = 4999"),
        _open("bad-beat", "limit = 5000"),
    ),
    "a limit above the reseed": Rule(
        "wagers.bad-beat.limit",
        "605a.7",
        _open("bad-beat", "seed = 5000", "reseed = 6000", "limit = 5999"),
        _open("bad-beat", "seed = 5000", "reseed = 6000", "limit = 6000"),
    ),
    "a wager that has a meter": Rule(
        "wagers.in-between.seed",
        "605a.7",
        _wager("in-between", "seed = 5000"),
        _open("straight-jack", "seed = 5000"),
    ),
    "a link of a meter": Rule(
        "wagers.in-between.link",
        "605a.8",
        _wager("in-between", 'link = "floor"'),
        _open("bad-beat", 'link = "floor"'),
    ),
    "a link that is a name": Rule(
        "wagers.bad-beat.link",
        "605a.8",
        _open("bad-beat", 'link = "a/b"'),
        _open("bad-beat", 'link = "a-b"'),
    ),
    "an envy bonus that is printed": Rule(
        "wagers.jackpot-party.envy",
        "633c.2(i)",
        _wager("jackpot-party", 'paytable = "P1"', "envy = true"),
        _wager("jackpot-party", 'paytable = "P10"', "envy = true"),
    ),
    "an envy bonus of its wager": Rule(
        "wagers.super-4.envy",
        "633c.10(k)",
        _wager("super-4", "envy = true"),
        _wager("blackjack-match", "envy = true"),
    ),
    "how the mystery is paid": Rule(
        "wagers.jackpot-party.must_hit_by_paid",
        "633c.14(c)(6)",
        _wager("jackpot-party", 'must_hit_by = "A-1"', 'must_hit_by_paid = "card"'),
        _wager("jackpot-party", 'must_hit_by = "A-1"', 'must_hit_by_paid = "inventory"'),
    ),
    "a mystery to pay": Rule(
        "wagers.jackpot-party.must_hit_by_paid",
        "633c.14(c)(6)",
        _wager("jackpot-party", 'must_hit_by_paid = "inventory"'),
        _wager("jackpot-party", 'must_hit_by = "A-1"', 'must_hit_by_paid = "slip"'),
    ),
    "a paytable's wager for the mystery": Rule(
        "wagers.jackpot-party.must_hit_by",
        "633c.14(c)(4)",
        _wager("jackpot-party", 'paytable = "P3"', 'must_hit_by = "B-5"'),
        _wager("jackpot-party", 'paytable = "P10"', 'must_hit_by = "B-5"'),
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_a_rule_of_meters_fails_and_passes(rule: Rule) -> None:
    assert_fails_and_passes(rule)


@pytest.mark.parametrize(
    ("slug", "section"),
    [
        ("bad-beat", "633a.13(j)(2)"),
        ("hit-and-run", "633a.13(l)(2)"),
        ("straight-jack", "633a.13(m)(2)"),
        ("blazing-7s", "633c.9(g)"),
    ],
)
def test_rate_initial_and_reset_amounts_have_to_be_specified(slug: str, section: str) -> None:
    given = {"seed": SEEDS[slug], "reseed": SEEDS[slug], "increment": '"10%"'}
    (found,) = findings_of(_wager(slug))
    assert (found.severity, found.field, found.line) == ("error", f"wagers.{slug}.seed", 3)
    assert found.section == full_citation(section)
    assert found.message.endswith(
        f'write for example seed = {SEEDS[slug]}, reseed = {SEEDS[slug]}, increment = "10%".'
    )
    for missing, value in given.items():
        lines = [f"{key} = {one}" for key, one in given.items() if key != missing]
        (found,) = findings_of(_wager(slug, *lines))
        assert (found.severity, found.field) == ("error", f"wagers.{slug}.{missing}")
        assert found.message.endswith(f"write for example {missing} = {value}.")
    assert findings_of(_open(slug)) == []
    (found,) = findings_of(_open(slug, 'increment = "0%"'))
    assert (found.severity, found.field) == ("warning", f"wagers.{slug}.increment")
    assert "does not grow" in found.message


def test_what_has_to_be_specified_for_blazing_7s_follows_its_wager() -> None:
    """§ 633c.9(g)."""
    (found,) = findings_of(_wager("blazing-7s", "wager = 5"))
    assert "seed = 10000, reseed = 10000" in found.message


def test_a_seed_of_the_smaller_wager_is_refused_in_dollars_as_printed() -> None:
    """§ 633c.9(g): 2,000 times the wager."""
    lines = ("wager = 5", "seed = 2000", "reseed = 10000", 'increment = "10%"')
    (found,) = findings_of(_wager("blazing-7s", *lines))
    assert found.message.endswith("has a seed of at least $10,000.00, not $2,000.00.")
    assert found.allowed == ("10000.00",)


def test_a_finding_says_what_the_text_prints() -> None:
    (found,) = findings_of(_wager("blackjack-match", 'secondary_increment = "3%"'))
    assert found.message == (
        "Blackjack Match's meter has a secondary increment rate of 2.5%, not 3%."
    )
    assert found.allowed == ("2.5%",)
    (found,) = findings_of(_wager("jackpot-party", 'paytable = "P20-C"', "limit = 9999"))
    assert found.message == (
        "Jackpot Party's mega meter starts at $10,000.00, above its limit of $9,999.00."
    )


def test_an_amount_that_is_not_permitted_has_no_seed() -> None:
    """§ 633c.9(g): the wager is $1 or $5; nothing is told of seeds for $2."""
    lines = ("wager = 2", "seed = 2000", "reseed = 2000", 'increment = "10%"')
    (found,) = findings_of(_wager("blazing-7s", *lines))
    assert (found.field, found.rule) == ("wagers.blazing-7s.wager", "wager.permitted-amount")
    findings = findings_of(_wager("blazing-7s", "wager = 2"))
    assert [finding.rule for finding in findings] == ["meter.specified", "wager.permitted-amount"]
    assert "seed, reseed and increment of" in findings[0].message
    assert "seed = 2000, reseed = 2000" in findings[0].message
