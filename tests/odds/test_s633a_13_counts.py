"""How often the rows of § 633a.13 come, counted by hand: binomials, no enumeration."""

from fractions import Fraction
from math import comb

import pytest

from upcard.exact.first_cards import bonus_counts, counts
from upcard.exact.record import ParRecord, records
from upcard.wagers.catalogue import wager

TEN_VALUES = 16
"""Types of ten-value cards in a deck."""


def one(slug: str, paytable: str, decks: int) -> ParRecord:
    (record,) = records(slug, paytable=paytable, decks=decks)
    return record


def combinations(slug: str, decks: int) -> dict[str, int]:
    return counts(wager(slug), decks)


def test_b_insurance() -> None:
    """§§ 633a.8(a), 633a.13(b): six decks leave 96 ten-value cards of 311 under the ace."""
    record = one("insurance", "standard", 6)
    assert [row.combinations for row in record.outcomes] == [96, 215]
    assert record.outcomes[0].probability == Fraction(96, 311)
    assert record.house_edge == 1 - 3 * Fraction(96, 311) == Fraction(23, 311)
    for decks in (1, 2, 4, 5, 8):
        (win, _) = one("insurance", "standard", decks).outcomes
        assert win.probability == Fraction(TEN_VALUES * decks, 52 * decks - 1)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_c_lucky_ladies(decks: int) -> None:
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
def test_d_match_the_dealer_as_washington_printed_it(
    decks: int, edge: str, hits: str, one_in: str
) -> None:
    """§ 633a.13(d); the odds are those of WSGC Match the Dealer Blackjack, Table 2."""
    record = one("match-the-dealer", "standard", decks)
    assert f"{float(100 * record.house_edge):.2f}" == edge
    assert f"{float(100 * record.hit_frequency):.1f}" == hits
    assert f"{float(1 / record.hit_frequency):.1f}" == one_in


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_d_match_the_dealer_pays_each_card(decks: int) -> None:
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
def test_e_in_between(decks: int) -> None:
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
def test_f_royal_match_21(decks: int) -> None:
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


def test_g_bet_the_set_21() -> None:
    """§ 633a.13(g): a suited pair cannot be dealt from one deck, and its table has no such row."""
    assert combinations("bet-the-set-21", 6) == {"lose": 44_928, "pair": 2_808, "suited-pair": 780}
    (single,) = records("bet-the-set-21", decks=1)
    assert [row.outcome for row in single.outcomes] == ["pair", "lose"]
    assert single.house_edge == 1 - 16 * Fraction(3, 51)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_h_kings_bounty(decks: int) -> None:
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
def test_k_three_card_poker(decks: int) -> None:
    """§§ 633a.6(e)(9), 633a.13(k): any of the three cards may be the upcard."""
    found = combinations("three-card-poker", decks)
    runs, kinds = 12, 13 * comb(4 * decks, 3)
    assert found["straight-flush"] == 3 * runs * 4 * decks**3
    assert found["straight"] == 3 * runs * (64 - 4) * decks**3
    assert found["three-of-a-kind"] == 3 * kinds
    one_suit = 4 * (comb(13 * decks, 3) - 13 * comb(decks, 3))
    assert found["flush"] == 3 * (one_suit - runs * 4 * decks**3)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_n_house_money(decks: int) -> None:
    """§ 633a.13(n): thirteen runs of two ranks, the ace at either end."""
    found = combinations("house-money", decks)
    assert found["ace-king-suited"] == 4 * decks**2
    assert found["two-card-straight-flush"] == 12 * 4 * decks**2
    assert found["two-card-straight"] == 13 * 12 * decks**2
    assert found["pair"] == 13 * comb(4 * decks, 2)
