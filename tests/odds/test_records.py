"""Records of odds: what they sum to, known values, their JSON, refusals."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from math import comb

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import dollars
from tables import SIDE_WAGERS_633A
from upcard.exact.first_cards import bonus_counts, counts
from upcard.exact.record import (
    OddsRequest,
    ParRecord,
    all_records,
    as_json,
    fees,
    records,
    unpriced_titles,
)
from upcard.exact.returns import Stakes
from upcard.money.odds import Award, FixedAmount, MeterShare, PaidOdds
from upcard.rules.loader import all_wagers
from upcard.rules.violation import RuleViolation
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule

FIRST_CARDS = ["insurance", *SIDE_WAGERS_633A]
"""Wagers of § 633a.13 that the first cards decide and that pay odds alone."""


def one(slug: str, paytable: str, decks: int) -> ParRecord:
    (record,) = records(slug, paytable=paytable, decks=decks)
    return record


def combinations(slug: str, decks: int) -> dict[str, int]:
    return counts(wager(slug), decks)


# What every record keeps


@pytest.mark.parametrize("slug", FIRST_CARDS)
def test_probabilities_sum_to_one_and_returns_to_the_return(slug: str) -> None:
    for record in records(slug):
        rows = record.outcomes
        assert sum(row.probability for row in rows) == 1
        assert all(row.probability == Fraction(row.combinations, record.total) for row in rows)
        assert sum(row.returns for row in rows) == record.fixed_return
        assert record.house_edge + record.fixed_return == 1
        assert record.variance > 0
        lost = [row for row in rows if row.outcome == "lose"]
        assert lost == [rows[-1]]
        assert record.hit_frequency == 1 - lost[0].probability
        # Both readings differ by the stake, which winners alone get back.
        assert record.fixed_return_to_1 - record.fixed_return_for_1 == record.hit_frequency
        assert record.fixed_return == record.fixed_return_to_1
        assert record.convention == "to-1"


def test_one_in_n() -> None:
    (win, lose) = one("insurance", "standard", 6).outcomes
    assert win.one_in == Fraction(311, 96)
    assert lose.one_in == Fraction(311, 215)
    best = one("lucky-ladies", "standard", 1).outcomes[0]
    assert (best.combinations, best.one_in) == (0, None), "one deck has one queen of hearts"


def test_what_outcomes_are_worth_with_their_shares_of_the_meter() -> None:
    """In wagers of $5: all of $50,000, a tenth of it, and a fixed award."""
    assert one("jackpot-party", "P1", 6).worth()[:3] == [10_000, 1_000, 150]


TOTALS: dict[str, Callable[[int], int]] = {
    "first second": lambda n: comb(n, 2),
    "first second upcard": lambda n: comb(n, 2) * (n - 2),
    "first second dealer_blackjack": lambda n: comb(n, 2) * (n - 2) * (n - 3),
    "hole": lambda n: n - 1,
}


@settings(max_examples=100)
@given(slug=st.sampled_from(FIRST_CARDS), decks=st.integers(1, 20))
def test_counts_sum_to_the_number_of_deals(slug: str, decks: int) -> None:
    facts = " ".join(wager(slug).facts)
    assert sum(combinations(slug, decks).values()) == TOTALS[facts](52 * decks)
    if wager(slug).bonus is not None:
        total = TOTALS["first second dealer_blackjack"](52 * decks)
        assert sum(bonus_counts(wager(slug), decks).values()) == total


@settings(max_examples=12)
@given(cards=st.tuples(*[st.integers(0, 51)] * 3), decks=st.integers(1, 8))
def test_a_deal_counts_as_often_as_its_cards_can_be_dealt(
    cards: tuple[int, int, int], decks: int
) -> None:
    low, high, up = min(cards[:2]), max(cards[:2]), cards[2]

    def classify(first: int, second: int, upcard: int) -> int:
        return int((first, second, upcard) == (low, high, up))

    pair = comb(decks, 2) if low == high else decks**2
    left = decks - cards[:2].count(up)
    found = counts(WagerRule("one-deal", ("lose", "dealt"), classify), decks)
    assert found["dealt"] == pair * max(left, 0)


# What is handed back


@pytest.mark.parametrize(
    ("award", "stake", "back"),
    [
        ((), True, 0),
        ((PaidOdds(25),), True, 26),
        ((PaidOdds(25),), False, 25),
        ((PaidOdds(25, 10),), True, Fraction(7, 2)),
        ((PaidOdds(1000, 1, for_one=True),), True, 1000),
        ((PaidOdds(13, 2, for_one=True),), False, Fraction(13, 2)),
        ((FixedAmount(dollars(750)),), False, 150),
        ((MeterShare(100),), True, 0),
        ((MeterShare(100), PaidOdds(200)), True, 201),
        ((MeterShare(10), PaidOdds(200)), False, 200),
    ],
)
def test_to_1_returns_the_stake_and_for_1_does_not(
    award: Award, stake: bool, back: Fraction
) -> None:
    assert Stakes(stake).back(award, dollars(5)) == back


def test_standard_deviation() -> None:
    record = one("insurance", "standard", 6)
    assert record.variance == 9 * Fraction(96, 311) * Fraction(215, 311)
    assert record.standard_deviation == pytest.approx(1.385848, abs=1e-6)


# Order, refusals


def test_every_legal_combination_in_printed_order() -> None:
    """§ 633a.13(f), § 633a.13(d)."""
    found = [(record.paytable, record.decks) for record in records("royal-match-21")]
    several = (2, 4, 5, 6, 8)
    assert found == [("A", 1), ("B", 1), *((name, n) for name in "CDE" for n in several)]
    matches = records("match-the-dealer", paytable="standard")
    assert [(record.section[-9:], record.decks) for record in matches] == [
        (".13(d)(1)", 6),
        (".13(d)(2)", 8),
    ]


def test_all_records() -> None:
    found = all_records()
    assert set(FIRST_CARDS) <= {record.wager for record in found}
    assert {record.decks for record in all_records(decks=1)} == {1}
    assert {record.decks for record in all_records("pa", decks=3)} == {3}
    with pytest.raises(ValueError, match="for 3 decks"):
        all_records("wa", decks=3)
    assert {record.jurisdiction for record in found} == {"pa", "wa"}
    assert {record.jurisdiction for record in all_records("wa")} == {"wa"}


def test_every_wager_of_the_rulebook_has_its_odds() -> None:
    """Fees are named apart: what never comes back has no odds (§ 633c.4(c))."""
    assert unpriced_titles() == []
    assert fees() == ["Switch Hands ante"]
    assert fees("wa") == fees(as_of=date(2024, 5, 24)) == []
    priced = {(record.wager, record.jurisdiction) for record in all_records()}
    rulebook = {
        (rules.data.slug, rules.data.jurisdiction)
        for rules in all_wagers()
        if rules.data.title not in fees()
    }
    assert rulebook <= priced


def test_a_straight_wager_without_lucky_numbers() -> None:
    """§ 617b.3(f): 29 to 1; how often Lucky Numbers come is the Rules Submission's."""
    (record,) = records("lightning-straight")
    rows = {row.outcome: row.combinations for row in record.outcomes if row.combinations}
    assert rows == {"straight": 1, "lose": 36}
    assert record.house_edge == Fraction(7, 37)
    assert record.options == {"lucky_numbers": "none counted"}


def test_baccarat_is_the_published_one() -> None:
    """Ch. 631a: the counts of eight decks, as every book on the game has them."""
    (banker,) = records("baccarat-banker", decks=8)
    (player,) = records("baccarat-player", decks=8)
    counted = {row.outcome: row.combinations for row in banker.outcomes}
    assert counted == {
        "win": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
        "lose": 2_230_518_282_592_256,
    }
    edges = [f"{float(100 * record.house_edge):.4f}" for record in (banker, player)]
    assert edges == ["1.0579", "1.2351"]
    assert f"{float(records('baccarat-tie', decks=8)[0].house_edge):.4f}" == "0.1436"
    assert banker.hit_frequency + player.hit_frequency < 1, "a push is no hit"


def test_without_a_jurisdiction_the_wager_is_looked_for_in_both() -> None:
    assert {record.jurisdiction for record in records("match-the-dealer")} == {"pa"}
    assert {record.jurisdiction for record in records("match-the-dealer-down")} == {"wa"}


@pytest.mark.parametrize(
    ("slug", "paytable", "decks", "section", "words"),
    [
        ("royal-match-21", "A", 6, "(f)(1)", "paytable A is for 1 deck, not 6"),
        ("royal-match-21", "C", 1, "(f)(2)", "paytable C is for 2 or more decks, not 1"),
        ("bet-the-set-21", None, 3, "(g)", "for 1, 2, 4 or more decks, not for 3"),
        ("bet-the-set-21", "C", 3, "(g)(3)", "paytable C is for 4 or more decks, not 3"),
        ("match-the-dealer", None, 4, "(d)", "for 6, 8 decks, not for 4"),
        ("match-the-dealer", "standard", 4, "(d)", "for 6, 8 decks, not for 4"),
        ("insurance", None, 0, "(b)", "1 or more decks, not 0"),
        ("bet-the-set-21", "B", 6, "(g)(2)", "paytable B is for 2 decks, not 6"),
    ],
)
def test_decks_without_a_paytable_are_refused(
    slug: str, paytable: str | None, decks: int, section: str, words: str
) -> None:
    """§§ 633a.13(b), 633a.13(d), 633a.13(f), 633a.13(g)."""
    with pytest.raises(RuleViolation) as error:
        records(slug, paytable=paytable, decks=decks)
    assert error.value.section == f"58 Pa. Code § 633a.13{section}"
    assert words in error.value.message


def test_what_the_rulebook_does_not_have_is_refused_in_one_sentence() -> None:
    with pytest.raises(KeyError, match=r"no wager 'lucky-lads'; did you mean lucky-ladies or "):
        records("lucky-lads")
    with pytest.raises(KeyError, match=r"no wager 'qqq'; `upcard rules` lists what there is\.$"):
        records("qqq")
    with pytest.raises(KeyError, match="of 'wa' has no wager 'lucky-ladies'"):
        records("lucky-ladies", "wa")
    with pytest.raises(KeyError, match="no jurisdiction 'xx'; there are pa and wa"):
        records("lucky-ladies", "xx")
    with pytest.raises(KeyError, match="no paytable 'F'; there is A, B, C, D, E"):
        records("royal-match-21", paytable="F")
    with pytest.raises(RuleViolation, match="no paytable in force on 2014-11-07"):
        records("lucky-ladies", as_of=date(2014, 11, 7))


@pytest.mark.parametrize(
    ("slug", "paytable", "decks", "section"),
    [
        ("jackpot-party", None, 5, "633c.2(b)"),
        ("jackpot-party", "P1", 8, "633c.2(i)"),
        ("match-the-dealer-progressive", "1", 4, "633c.3(b)"),
        ("buzzer-beater", None, 4, "633c.5(f)"),
        ("super-4", None, 5, "633c.6(b)"),
        ("blackjack-match", "A", 4, "633c.10(b)"),
        ("trilux-deluxe", None, 5, "633c.11(i)"),
        ("trilux-deluxe", "TLX-1", 6, "633c.11(i)(1)"),
        ("trilux-deluxe", "TLX-3", 2, "633c.11(i)(3)"),
        ("axman", None, 4, "633c.12(a)"),
        ("buster-blackjack", None, 2, "633c.13(c)"),
        ("upcard-luck", "standard", 1, "633c.15(b)"),
        ("super-match", None, 4, "633a.13(i)"),
    ],
)
def test_a_wrong_number_of_decks_cites_the_provision_on_decks(
    slug: str, paytable: str | None, decks: int, section: str
) -> None:
    with pytest.raises(RuleViolation) as error:
        records(slug, paytable=paytable, decks=decks)
    assert error.value.section == f"58 Pa. Code § {section}"


def test_what_no_cards_decide_has_no_decks() -> None:
    """§ 617b.3: a wheel."""
    with pytest.raises(ValueError, match="is played without cards"):
        records("lightning-straight", decks=6)
    assert as_json(records("lightning-straight")[0])["decks"] is None


@pytest.mark.parametrize(
    ("slug", "section", "words"),
    [
        ("switch-hands-ante", "58 Pa. Code § 633c.4(c)", "a fee that is never returned"),
        ("blackjack", "58 Pa. Code § 633a.6(d)", "`upcard strategy` prices it"),
    ],
)
def test_what_is_placed_without_odds_of_its_own(slug: str, section: str, words: str) -> None:
    with pytest.raises(RuleViolation, match=words) as error:
        records(slug)
    assert error.value.section == section


@pytest.mark.parametrize(
    ("name", "wager"),
    [
        ("straight-17", "lightning-straight"),
        ("split-1-2", "split"),
        ("red", "even-chance"),
        ("dozen-1", "dozen"),
        ("majestic-match-banker", "majestic-match"),
    ],
)
def test_a_wager_by_the_name_under_which_it_is_placed(name: str, wager: str) -> None:
    """§§ 617b.3(e), 631b.7(a)."""
    assert {record.wager for record in records(name)} == {wager}


# JSON


def test_json_has_the_form_of_the_contract() -> None:
    (record,) = records("royal-match-21", paytable="C", decks=6)
    form = msgspec.json.decode(msgspec.json.encode(as_json(record)))
    assert list(form) == [
        *("wager", "jurisdiction", "section", "paytable", "decks", "method", "outcomes"),
        *("hit_frequency", "fixed_return", "fixed_return_to_1", "fixed_return_for_1"),
        *("house_edge", "standard_deviation", "stake_returned", "wager_amount"),
        *("reading", "meter_share"),
        *("house_edge_at_meter", "printed_house_edge", "house_edge_as_printed", "convention"),
        *("break_even_meter", "bonuses", "options"),
    ]
    rows = {row["outcome"]: row for row in form["outcomes"]}
    assert list(rows) == ["royal-match", "suited-match", "lose"]
    assert rows["royal-match"] == {
        "outcome": "royal-match",
        "pays": "30 to 1",
        "combinations": 144,
        "probability": "12/4043",
        "probability_float": 12 / 4043,
        "returns": 31 * 12 / 4043,
    }
    assert (rows["suited-match"]["pays"], rows["lose"]["pays"]) == ("2.5 to 1", "")
    assert form["section"] == "58 Pa. Code § 633a.13(f)(2)"
    assert (form["method"], form["reading"], form["convention"]) == ("exact", "text", "to-1")
    assert (form["house_edge_at_meter"], form["printed_house_edge"]) == (None, None)
    (bonus,) = form["bonuses"]
    assert bonus["total_combinations"] == comb(312, 2) * 310 * 309
    assert bonus["section"] == "58 Pa. Code § 633a.7(g)(4)"


def test_json_of_what_cannot_be_dealt() -> None:
    form = as_json(one("lucky-ladies", "standard", 1))
    assert form["outcomes"][0]["probability"] == "0/1"
    assert (form["meter_share"], form["bonuses"], form["options"]) == ({}, [], {})


def test_json_names_the_amount_asked_about() -> None:
    (record,) = records("insurance", decks=6, request=OddsRequest(wager_units=dollars("7.50")))
    assert as_json(record)["options"] == {"wager": "7.50"}
