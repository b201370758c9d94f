"""The exact return of a wheel wager; of a straight wager under a configuration of Lucky Numbers.

The naive side goes through every set of Lucky Numbers, every payout and every compartment.
"""

from fractions import Fraction
from itertools import combinations

import pytest

from tables_of_games import NUMBERS, PAYOUTS
from upcard.exact.counting import count_outcomes
from upcard.exact.record import OddsRequest, all_records, records
from upcard.exact.wheel import counts
from upcard.games.roulette import lightning_rules
from upcard.wagers.catalogue import checked_rules, wager

STRAIGHT = "lightning-straight"


def naive_return(numbers: dict[int, int], payouts: dict[int, int], wagered: int) -> Fraction:
    """What a straight wager hands back on average; only one and two Lucky Numbers are listed."""
    back = Fraction(0)
    average = Fraction(
        sum(payout * weight for payout, weight in payouts.items()), sum(payouts.values())
    )
    for count, weight in numbers.items():
        sets = list(combinations(range(37), count))
        for lucky in sets:
            chance = Fraction(weight, sum(numbers.values()) * len(sets) * 37)
            back += chance * (1 + (average if wagered in lucky else 29))
    return back


@pytest.mark.parametrize("wagered", [0, 17])
@pytest.mark.parametrize("numbers", [{1: 1}, {2: 1}, {1: 3, 2: 5}])
def test_the_return_of_a_configured_table(numbers: dict[int, int], wagered: int) -> None:
    """§ 617b.3(e), (f), (g): as a naive listing of everything that may fall."""
    rules = lightning_rules(numbers, PAYOUTS)
    (record,) = records(STRAIGHT, request=OddsRequest(lightning=rules))
    assert record.fixed_return == naive_return(numbers, PAYOUTS, wagered)
    assert record.options == {"lucky_numbers": "as configured"}


def test_the_outcomes_of_a_configured_table() -> None:
    """Five lucky numbers of 37 whose payouts weigh 1 to 9."""
    payouts = dict(zip(sorted(PAYOUTS), range(1, 10), strict=True))
    found = counts(wager(STRAIGHT), lightning_rules({5: 2}, payouts))
    total = sum(found.values())
    assert Fraction(found["lose"], total) == Fraction(36, 37)
    assert Fraction(found["straight"], total) == Fraction(32, 37 * 37)
    for payout, weight in payouts.items():
        chance = Fraction(5 * weight, 37 * 37 * 45)
        assert Fraction(found[f"lucky-number-{payout}"], total) == chance


def test_counts_are_in_lowest_terms() -> None:
    once, twice = (lightning_rules({1: n}, dict.fromkeys(PAYOUTS, 2 * n)) for n in (1, 7))
    assert counts(wager(STRAIGHT), once) == counts(wager(STRAIGHT), twice)


def test_more_lucky_numbers_and_higher_payouts_return_more() -> None:
    def edge(numbers: dict[int, int], payouts: dict[int, int]) -> Fraction:
        asked = OddsRequest(lightning=lightning_rules(numbers, payouts))
        (record,) = records(STRAIGHT, request=asked)
        return record.house_edge

    assert edge({1: 1}, PAYOUTS) > edge(NUMBERS, PAYOUTS) > edge({5: 1}, PAYOUTS)
    assert edge(NUMBERS, PAYOUTS) > edge(NUMBERS, {**PAYOUTS, 499: 50})


@pytest.mark.parametrize(
    ("name", "slug", "wins"),
    [
        ("split-1-2", "split", 2),
        ("trio-0-2", "street", 3),
        ("first-four", "corner", 4),
        ("six-line-1-6", "six-line", 6),
        ("dozen-1", "dozen", 12),
        ("column-3", "column", 12),
        ("red", "even-chance", 18),
    ],
)
def test_standard_wagers_lose_one_of_37(name: str, slug: str, wins: int) -> None:
    (record,) = records(name)
    assert record.wager == slug
    assert {row.outcome: row.combinations for row in record.outcomes} == {
        "win": wins,
        "lose": 37 - wins,
    }
    assert record.house_edge == Fraction(1, 37)
    assert record.options == {}


def test_a_configuration_touches_no_other_wager() -> None:
    rules = lightning_rules(NUMBERS, PAYOUTS)
    ordinary = {record.wager: record.house_edge for record in all_records("pa", decks=0)}
    for slug, edge in ordinary.items():
        if slug != STRAIGHT:
            (record,) = records(slug, request=OddsRequest(lightning=rules))
            assert record.house_edge == edge
    assert len(ordinary) == 8
    plain = count_outcomes(checked_rules(STRAIGHT).data, wager(STRAIGHT), 0)
    assert plain.combinations["straight"] == 1
