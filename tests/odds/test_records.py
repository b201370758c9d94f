"""Records of odds: what they sum to, known values, their JSON, refusals."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from math import comb

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard.money.odds import Award, Odds
from upcard.odds.enumerate import bonus_counts, counts
from upcard.odds.record import Record, all_records, as_json, handed_back, records
from upcard.rules.violation import RuleViolation
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import Wager

SHARED = (
    "insurance lucky-ladies match-the-dealer in-between royal-match-21 bet-the-set-21 "
    "kings-bounty three-card-poker house-money"
).split()

TEN_VALUES = 16
"""Types of ten-value cards in a deck."""


def one(slug: str, paytable: str, decks: int) -> Record:
    (record,) = records(slug, paytable=paytable, decks=decks)
    return record


def combinations(slug: str, decks: int) -> dict[str, int]:
    return counts(wager(slug), decks)


def mine() -> Iterator[Record]:
    for slug in SHARED:
        yield from records(slug)


# What every record keeps


@pytest.mark.parametrize("slug", SHARED)
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


TOTALS = {
    "first second": lambda n: comb(n, 2),
    "first second upcard": lambda n: comb(n, 2) * (n - 2),
    "first second dealer_blackjack": lambda n: comb(n, 2) * (n - 2) * (n - 3),
    "hole": lambda n: n - 1,
}


@settings(derandomize=True, max_examples=100)
@given(slug=st.sampled_from(SHARED), decks=st.integers(1, 20))
def test_counts_sum_to_the_number_of_deals(slug: str, decks: int) -> None:
    facts = " ".join(wager(slug).facts)
    assert sum(combinations(slug, decks).values()) == TOTALS[facts](52 * decks)
    if wager(slug).bonus is not None:
        total = TOTALS["first second dealer_blackjack"](52 * decks)
        assert sum(bonus_counts(wager(slug), decks).values()) == total


@settings(derandomize=True, max_examples=12, deadline=None)
@given(cards=st.tuples(*[st.integers(0, 51)] * 3), decks=st.integers(1, 8))
def test_a_deal_counts_as_often_as_its_cards_can_be_dealt(
    cards: tuple[int, int, int], decks: int
) -> None:
    low, high, up = min(cards[:2]), max(cards[:2]), cards[2]

    def classify(first: int, second: int, upcard: int) -> int:
        return int((first, second, upcard) == (low, high, up))

    pair = comb(decks, 2) if low == high else decks**2
    left = decks - cards[:2].count(up)
    found = counts(Wager("one-deal", ("lose", "dealt"), classify), decks)
    assert found["dealt"] == pair * max(left, 0)


# Known values, by hand


def test_insurance() -> None:
    """§§ 633a.8(a), 633a.13(b): six decks leave 96 ten-value cards of 311 under the ace."""
    record = one("insurance", "standard", 6)
    assert [row.combinations for row in record.outcomes] == [96, 215]
    assert record.outcomes[0].probability == Fraction(96, 311)
    assert record.house_edge == 1 - 3 * Fraction(96, 311) == Fraction(23, 311)
    for decks in (1, 2, 4, 5, 8):
        (win, _) = one("insurance", "standard", decks).outcomes
        assert win.probability == Fraction(TEN_VALUES * decks, 52 * decks - 1)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_lucky_ladies(decks: int) -> None:
    """§ 633a.13(c): tens in pairs, and ace with nine."""
    found = combinations("lucky-ladies", decks)
    left = 52 * decks - 2
    dealers = left * (left - 1)
    same = comb(decks, 2)
    suited = 4 * (comb(4 * decks, 2) - 4 * same + decks * decks)
    assert found["suited-20"] == suited * dealers
    assert found["matched-20"] == (TEN_VALUES - 1) * same * dealers
    twenty = comb(TEN_VALUES * decks, 2) + (4 * decks) ** 2
    assert found["any-20"] == (twenty - suited - TEN_VALUES * same) * dealers
    blackjacks = 2 * (4 * decks) * (TEN_VALUES * decks - 2)
    assert found["queen-of-hearts-pair-and-dealer-blackjack"] == same * blackjacks
    assert found["queen-of-hearts-pair"] == same * (dealers - blackjacks)


@pytest.mark.parametrize(
    ("decks", "edge", "hits", "one_in"), [(6, "4.06", "14.3", "7.0"), (8, "3.67", "14.4", "6.9")]
)
def test_match_the_dealer_as_washington_printed_it(
    decks: int, edge: str, hits: str, one_in: str
) -> None:
    """§ 633a.13(d); the odds are those of WSGC Match the Dealer Blackjack, Table 2."""
    record = one("match-the-dealer", "standard", decks)
    assert f"{float(100 * record.house_edge):.2f}" == edge
    assert f"{float(100 * record.hit_frequency):.1f}" == hits
    assert f"{float(1 / record.hit_frequency):.1f}" == one_in


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_match_the_dealer_pays_each_card(decks: int) -> None:
    """§§ 633a.7(g)(2), 633a.13(d): each of two cards matches alike, so expectations add."""
    n = 52 * decks
    found = combinations("match-the-dealer", decks)
    total = sum(found.values())
    same = found["same-suit-match"] + found["same-and-different-suit-matches"]
    different = found["different-suit-match"] + found["same-and-different-suit-matches"]
    same += 2 * found["two-same-suit-matches"]
    different += 2 * found["two-different-suit-matches"]
    assert Fraction(same, total) == 2 * Fraction(decks - 1, n - 1)
    assert Fraction(different, total) == 2 * Fraction(3 * decks, n - 1)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_in_between(decks: int) -> None:
    """§§ 633a.7(g)(3), 633a.13(e): ranks so far apart, the upcard one of those between."""
    of_rank = 4 * decks
    by_spread = {gap: (12 - gap) * gap * of_rank**3 for gap in range(1, 12)}
    found = combinations("in-between", decks)
    assert found["triple-match"] == 13 * comb(of_rank, 3) * 3
    assert found["one-card-spread"] == by_spread[1]
    assert found["two-card-spread"] == by_spread[2]
    assert found["three-card-spread"] == by_spread[3]
    assert found["all-others"] == sum(by_spread[gap] for gap in range(4, 12))


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_royal_match_21(decks: int) -> None:
    """§§ 633a.7(g)(4), 633a.13(f): with the Crown Treasure, which the edge does not count."""
    found = combinations("royal-match-21", decks)
    assert found["royal-match"] == 4 * decks**2
    assert found["suited-match"] == 4 * comb(13 * decks, 2) - 4 * decks**2
    crowned = bonus_counts(wager("royal-match-21"), decks)["crown-treasure"]
    assert crowned == 4 * decks**2 * 2 * ((decks - 1) ** 2 + 3 * decks**2)
    for record in records("royal-match-21", decks=decks):
        (bonus,) = record.bonuses
        assert bonus.won.pays == "1,000 for 1"
        assert bonus.won.returns == 1_000 * Fraction(crowned, bonus.total)


def test_bet_the_set_21() -> None:
    """§ 633a.13(g): a suited pair cannot be dealt from one deck, and its table has no such row."""
    assert combinations("bet-the-set-21", 6) == {"lose": 44_928, "pair": 2_808, "suited-pair": 780}
    (single,) = records("bet-the-set-21", decks=1)
    assert [row.outcome for row in single.outcomes] == ["pair", "lose"]
    assert single.house_edge == 1 - 16 * Fraction(3, 51)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_kings_bounty(decks: int) -> None:
    """§ 633a.13(h)."""
    found = combinations("kings-bounty", decks)
    left = 52 * decks - 2
    dealers = left * (left - 1)
    same = comb(decks, 2)
    assert found["suited-kings-pair"] == 3 * same * dealers
    assert found["suited-queens-jacks-or-10s-pair"] == 12 * same * dealers
    assert found["pair-of-kings"] == 6 * decks**2 * dealers
    assert found["suited-20"] == combinations("lucky-ladies", decks)["suited-20"]
    blackjacks = 2 * (4 * decks) * (TEN_VALUES * decks - 2)
    assert found["king-of-spades-pair-and-dealer-blackjack"] == same * blackjacks


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_three_card_poker(decks: int) -> None:
    """§§ 633a.6(e)(9), 633a.13(k): any of the three cards may be the upcard."""
    found = combinations("three-card-poker", decks)
    runs, kinds = 12, 13 * comb(4 * decks, 3)
    assert found["straight-flush"] == 3 * runs * 4 * decks**3
    assert found["straight"] == 3 * runs * (64 - 4) * decks**3
    assert found["three-of-a-kind"] == 3 * kinds
    one_suit = 4 * (comb(13 * decks, 3) - 13 * comb(decks, 3))
    assert found["flush"] == 3 * (one_suit - runs * 4 * decks**3)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_house_money(decks: int) -> None:
    """§ 633a.13(n): thirteen runs of two ranks, the ace at either end."""
    found = combinations("house-money", decks)
    assert found["ace-king-suited"] == 4 * decks**2
    assert found["two-card-straight-flush"] == 12 * 4 * decks**2
    assert found["two-card-straight"] == 13 * 12 * decks**2
    assert found["pair"] == 13 * comb(4 * decks, 2)


# What is handed back


@pytest.mark.parametrize(
    ("award", "stake", "back"),
    [
        ((), True, 0),
        ((Odds(25),), True, 26),
        ((Odds(25),), False, 25),
        ((Odds(25, 10),), True, Fraction(7, 2)),
        ((Odds(1000, 1, for_one=True),), True, 1000),
        ((Odds(13, 2, for_one=True),), False, Fraction(13, 2)),
    ],
)
def test_to_1_returns_the_stake_and_for_1_does_not(
    award: Award, stake: bool, back: Fraction
) -> None:
    assert handed_back(award, stake=stake) == back


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
    assert {record.wager for record in mine()} <= {record.wager for record in found}
    assert {record.decks for record in all_records(decks=1)} == {1}
    with pytest.raises(ValueError, match="for 3 decks"):
        all_records(decks=3)


@pytest.mark.parametrize(
    ("slug", "paytable", "decks", "section", "words"),
    [
        ("royal-match-21", "A", 6, "(f)(1)", "paytable A is for 1 deck, not 6"),
        ("royal-match-21", "C", 1, "(f)(2)", "paytable C is for 2, 4, 5, 6, 8 decks, not 1"),
        ("royal-match-21", None, 3, "(f)", "for 1, 2, 4, 5, 6, 8 decks, not for 3"),
        ("match-the-dealer", None, 4, "(d)", "for 6, 8 decks, not for 4"),
        ("match-the-dealer", "standard", 4, "(d)", "for 6, 8 decks, not for 4"),
        ("insurance", None, 7, "(b)", "not 7"),
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
    with pytest.raises(KeyError, match=r"no wager 'lucky-lads'; there is insurance, lucky-ladies,"):
        records("lucky-lads")
    with pytest.raises(KeyError, match="of 'xx' has no wager 'lucky-ladies'; there is none"):
        records("lucky-ladies", "xx")
    with pytest.raises(KeyError, match="no paytable 'F'; there is A, B, C, D, E"):
        records("royal-match-21", paytable="F")
    with pytest.raises(RuleViolation, match="no paytable in force on 2014-11-07"):
        records("lucky-ladies", as_of=date(2014, 11, 7))


# JSON


def test_json_has_the_form_of_the_contract() -> None:
    (record,) = records("royal-match-21", paytable="C", decks=6)
    form = msgspec.json.decode(msgspec.json.encode(as_json(record)))
    assert (
        list(form)
        == (
            "wager jurisdiction section paytable decks method outcomes hit_frequency fixed_return "
            "fixed_return_to_1 fixed_return_for_1 house_edge standard_deviation stake_returned reading "
            "meter_share house_edge_at_meter printed_house_edge convention bonuses options"
        ).split()
    )
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
    (record,) = records("insurance", decks=6, wager_units=75_000)
    assert as_json(record)["options"] == {"wager": "7.50"}
