"""Meters, envy bonuses and validated payouts as a submission's table has them."""

from typing import Any

import msgspec
import pytest

from amounts import dollars
from tables import rules_from, table_rules
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.progressives.meter import LINKED, MeterRules, Sharing
from upcard.rules.loader import RULEBOOK_DATE, all_wagers, wager_rules
from upcard.rules.meter_text import RateError, format_rate, parse_rate, parse_seed
from upcard.submission.offered.meters import meters_of
from upcard.submission.schema import WagerSection

PERCENT = 10_000
"""Parts per million."""


def _offered(slug: str, decks: int = 6, **choices: Any) -> OfferedWager:
    (offered,) = table_rules(decks=decks, wagers={slug: choices}).wagers
    return offered


def _outcomes(offered: OfferedWager, indices: frozenset[int]) -> set[str]:
    return {offered.wager.outcomes[index] for index in indices}


# Meters


def test_s633a_13_j_2_bad_beat_starts_at_the_least_seed_and_does_not_grow() -> None:
    """§ 633a.13(j)(2)."""
    (meter,) = _offered("bad-beat").meters
    assert meter == MeterRules(
        name="bad-beat",
        link="T-01",
        wager="bad-beat",
        paytable="standard (decks: 1 or more)",
        section="58 Pa. Code § 633a.13(j)(2)",
        seed=dollars(5000),
        reseed=dollars(5000),
        increment=0,
        sharing=Sharing.IN_PROPORTION,
        machine_paid=True,
    )
    assert meter.stream == "meter/T-01/bad-beat"


def test_what_is_left_to_the_submission_is_what_it_says() -> None:
    """§ 633a.13(l)(2)."""
    choices: dict[str, Any] = {
        "seed": 8000,
        "reseed": 6000,
        "increment": "12.5%",
        "secondary_increment": "3.0625%",
        "limit": 90_000,
        "link": "floor",
    }
    (meter,) = _offered("hit-and-run", **choices).meters
    assert (meter.seed, meter.reseed, meter.limit) == (
        dollars(8000),
        dollars(6000),
        dollars(90_000),
    )
    assert (meter.increment, meter.secondary_increment) == (125_000, 30_625)
    assert (meter.link, meter.key) == ("floor", "floor/hit-and-run")
    (alone,) = _offered("hit-and-run", seed=8000).meters
    assert alone.reseed == dollars(8000)


@pytest.mark.parametrize(("wager", "least"), [(1, 2_000), (5, 10_000)])
def test_s633c_09_g_least_seed_by_the_wager(wager: int, least: int) -> None:
    """§ 633c.9(g)."""
    (meter,) = _offered("blazing-7s", wager=wager).meters
    assert (meter.seed, meter.reseed) == (dollars(least), dollars(least))


@pytest.mark.parametrize("wager", [1, 5])
def test_s633c_03_j_a_thousand_times_the_wager(wager: int) -> None:
    """§ 633c.3(j), and § 685c.1(j) in the same words."""
    (meter,) = _offered("match-the-dealer-progressive", wager=wager).meters
    assert meter.seed == dollars(1_000 * wager)
    assert (meter.increment, meter.secondary_increment) == (15 * PERCENT, 6 * PERCENT)


def test_s633c_02_i_five_meters_by_their_names() -> None:
    """§ 633c.2(i)."""
    meters = _offered("jackpot-party", decks=8, paytable="P36-C", wager=5).meters
    assert [(meter.name, meter.seed, meter.increment) for meter in meters] == [
        ("jackpot-party/mega", dollars(10_000), 75_000),
        ("jackpot-party/major", dollars(5_000), 20_000),
        ("jackpot-party/minor", dollars(500), 30_000),
        ("jackpot-party/mini", dollars(300), 30_000),
        ("jackpot-party/micro", dollars(250), 30_000),
    ]
    assert {meter.link_section for meter in meters} == {LINKED}


def test_s633c_02_i_primary_and_secondary_rates() -> None:
    (meter,) = _offered("jackpot-party", paytable="P3").meters
    assert (meter.increment, meter.secondary_increment) == (19 * PERCENT, 42_500)


@pytest.mark.parametrize(
    ("choices", "rates"),
    [
        ({}, (185_000, 0)),
        ({"increment": "15%"}, (150_000, 35_000)),
        ({"secondary_increment": "3.5%"}, (150_000, 35_000)),
        ({"increment": "15%", "secondary_increment": "3.5%"}, (150_000, 35_000)),
    ],
)
def test_s633c_02_i_a_total_rate_is_divided_as_submitted(
    choices: dict[str, Any], rates: tuple[int, int]
) -> None:
    (meter,) = _offered("jackpot-party", paytable="P10", **choices).meters
    assert (meter.increment, meter.secondary_increment) == rates


def test_s633c_10_j_blackjack_match_shares_each_amount() -> None:
    """§ 633c.10(i), (j)."""
    (meter,) = _offered("blackjack-match", paytable="D").meters
    assert meter.sharing is Sharing.EQUALLY_EACH_LEVEL
    assert (meter.seed, meter.secondary_increment) == (dollars(5_000), 32_500)


def test_the_sharing_of_every_wager() -> None:
    found = {
        (rules.data.slug, rules.data.jurisdiction): rules.data.meter.sharing
        for rules in all_wagers()
        if rules.data.meter is not None
    }
    equally = {
        ("hit-and-run", "pa"),
        ("straight-jack", "pa"),
        ("blazing-7s", "pa"),
        ("jackpot-party", "pa"),
        ("match-the-dealer-progressive", "pa"),
        ("super-4", "pa"),
    }
    assert {wager for wager, sharing in found.items() if sharing == "equally"} == equally
    assert {wager: sharing for wager, sharing in found.items() if wager not in equally} == {
        ("bad-beat", "pa"): "in-proportion-to-wagers",
        ("blackjack-match", "pa"): "equally-for-the-same-amount",
        ("match-the-dealer-progressive", "wa"): "in-order",
    }
    assert set(found) == {
        (rules.data.slug, rules.data.jurisdiction)
        for rules in all_wagers()
        if rules.data.progressive
    }


def test_wsgc_the_house_sets_seed_and_rates() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)."""
    rules = wager_rules("match-the-dealer-progressive", "wa")
    table = rules.in_force(RULEBOOK_DATE, 4)[0]
    chosen = WagerSection(
        seed=dollars(2500), increment=150_000, secondary_increment=60_000, link="pit-2"
    )
    (meter,) = meters_of("WA-1", rules.data, table, chosen, UNITS_PER_DOLLAR)
    assert (meter.seed, meter.reseed, meter.increment) == (dollars(2500), dollars(2500), 150_000)
    assert meter.sharing is Sharing.IN_ORDER
    assert (
        meter.link_section == "WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003)"
    )


def test_equal_paytables_of_other_decks_are_not_the_same() -> None:
    """Paytable 1 pays 12 to 1 with six decks and 9 to 1 with eight."""
    six, eight = (
        _offered("match-the-dealer-progressive", decks=decks, paytable="1").meters[0].paytable
        for decks in (6, 8)
    )
    assert (six, eight) == ("1 (decks: 6)", "1 (decks: 8)")


def test_wagers_without_a_meter_have_none() -> None:
    assert _offered("buster-blackjack", bonus="B1").meters == ()


# Mystery


@pytest.mark.parametrize(
    ("number", "low", "high", "rate"),
    [
        (1, 250, 1_000, 5),
        (2, 100, 500, 5),
        (3, 100, 200, 2),
    ],
)
def test_s633c_06_j_mystery(number: int, low: int, high: int, rate: int) -> None:
    """§ 633c.6(j)."""
    offered = _offered("super-4", mystery=number, link="floor")
    meter = offered.mystery
    assert meter is not None
    assert (meter.seed, meter.reseed, meter.maximum) == (dollars(low), dollars(low), dollars(high))
    assert (meter.increment, meter.stream) == (rate * PERCENT, "meter/floor/super-4-mystery")
    assert not meter.from_inventory
    assert offered.mystery_jackpot is not None
    assert offered.mystery_jackpot.validate == "58 Pa. Code § 633c.6(h)(3)"


def test_s633c_14_c_4_must_hit_by() -> None:
    """§ 633c.14(c)(4), (5)(ii), (6)."""
    offered = _offered("straight-jack", must_hit_by="D-2", must_hit_by_paid="inventory")
    meter = offered.mystery
    assert meter is not None
    assert (meter.name, meter.wager) == ("must-hit-by-mystery", "straight-jack")
    assert (meter.reseed, meter.maximum, meter.increment) == (dollars(250), dollars(1_000), 30_000)
    assert meter.from_inventory
    assert offered.minimum == dollars(2)
    assert offered.mystery_jackpot is not None
    assert offered.mystery_jackpot.validate == "58 Pa. Code § 633c.14(c)(5)(ii)"
    assert _offered("straight-jack").mystery is None


def test_s633c_14_c_4_the_default_wager_qualifies() -> None:
    offered = _offered("jackpot-party", paytable="P10", must_hit_by="A-2")
    assert (offered.minimum, offered.amounts) == (dollars(5), (dollars(5),))
    offered = _offered("blazing-7s", minimum=5, seed=10_000)
    assert (offered.minimum, offered.amounts) == (dollars(5), (dollars(5),))


# Envy


@pytest.mark.parametrize(("wager", "top", "second"), [(1, 600, 200), (5, 3_000, 1_000)])
def test_s633c_10_k_envy(wager: int, top: int, second: int) -> None:
    """§ 633c.10(k)."""
    offered = _offered("blackjack-match", wager=wager, envy=True)
    assert offered.envy == {
        "ace-king-matching-suited-blackjacks": dollars(top),
        "matching-suited-blackjacks": dollars(second),
    }
    assert (offered.envy_wager, offered.envy_section) == (
        dollars(wager),
        "58 Pa. Code § 633c.10(k)",
    )


def test_s633c_02_i_envy_for_a_dollar_is_a_fifth() -> None:
    offered = _offered("jackpot-party", paytable="P10", wager=1, envy=True)
    assert offered.envy == {
        "royal-flush-diamonds": dollars(600),
        "royal-flush-other-suit": dollars(200),
    }


def test_envy_is_offered_only_where_it_is_submitted() -> None:
    offered = _offered("blackjack-match")
    assert (offered.envy, offered.envy_wager, offered.envy_section) == ({}, 0, "")


# Validation by a floorperson


def _validated(slug: str, **choices: Any) -> set[str]:
    offered = _offered(slug, **choices)
    return _outcomes(offered, offered.validated)


def test_s633a_07_o_1_validated_from_100_for_1() -> None:
    """§ 633a.7(o)(1)(ii)(B)."""
    assert _validated("bad-beat") == {
        "21-with-seven-or-more-cards",
        "21-with-six-cards",
        "21-with-five-cards",
    }
    assert _offered("bad-beat").validation == "58 Pa. Code § 633a.7(o)(1)(ii)(B)"


def test_s633a_07_o_2_validated_from_200_for_1() -> None:
    """§ 633a.7(o)(2)(ii)(B)."""
    assert _validated("hit-and-run") == {"eight-or-more-cards", "seven-cards"}


def test_s633a_07_o_3_validated_from_100_for_1() -> None:
    """§ 633a.7(o)(3)(ii)(B)."""
    assert _validated("straight-jack") == {
        "six-card-straight-with-an-ace-of-spades",
        "six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts",
        "five-card-straight",
    }


def test_s633c_09_e_2_validated_above_200_for_1() -> None:
    """§ 633c.9(e)(2): 200 to 1 is 201 for 1."""
    assert _validated("blazing-7s", paytable="A") == {
        "three-7s-same-suit",
        "three-7s-same-color",
        "three-7s",
    }
    assert _validated("blazing-7s", paytable="B") == {
        "three-7s-diamonds",
        "three-7s-clubs-spades-hearts",
        "three-7s-same-color",
        "three-7s",
    }


@pytest.mark.parametrize(
    ("slug", "section"),
    [
        ("jackpot-party", "633c.2(h)(3)"),
        ("match-the-dealer-progressive", "633c.3(h)(3)"),
        ("super-4", "633c.6(h)(3)"),
        ("blackjack-match", "633c.10(h)(3)"),
    ],
)
def test_every_progressive_payout_is_validated(slug: str, section: str) -> None:
    """§§ 633c.2(h)(3), 633c.3(h)(3), 633c.6(h)(3), 633c.10(h)(3)."""
    offered = _offered(slug)
    assert _outcomes(offered, offered.validated) == set(offered.wager.outcomes) - {"lose"}
    assert offered.validation == f"58 Pa. Code § {section}"


def test_other_wagers_need_no_validation() -> None:
    offered = _offered("lucky-ladies")
    assert (offered.validated, offered.validation) == (frozenset(), "")


# The rules of a table travel as JSON


def test_meter_rules_are_plain_json() -> None:
    rules = rules_from(
        '[table]\nname = "A"\n[wagers.super-4]\nmystery = 1\n'
        '[wagers.bad-beat]\nincrement = "10%"\nlimit = "6000.50"\n'
        "seed = 5000\nreseed = 5000\n"
    )
    for offered in rules.wagers:
        for meter in (*offered.meters, *([offered.mystery] if offered.mystery else [])):
            assert msgspec.json.decode(msgspec.json.encode(meter), type=MeterRules) == meter


# Printed text


def test_rates_and_seeds_are_read() -> None:
    assert [parse_rate(text) for text in ("10%", "3.75%", "0%", "100%", "18.50%", "0.0001%")] == [
        100_000,
        37_500,
        0,
        1_000_000,
        185_000,
        1,
    ]
    assert [format_rate(rate) for rate in (100_000, 37_500, 0, 1)] == [
        "10%",
        "3.75%",
        "0%",
        "0.0001%",
    ]
    assert parse_seed("$50,000", 1) == dollars(50_000)
    assert parse_seed("1,000× the wager", dollars(5)) == dollars(5_000)
    assert parse_seed("", dollars(5)) == 0


@pytest.mark.parametrize("text", ["10", "%", "100.01%", "-1%", "1.23456%", "1e1%", 10, None, "a%"])
def test_what_is_no_rate_is_refused(text: object) -> None:
    with pytest.raises(RateError, match=r"\.$"):
        parse_rate(text)
