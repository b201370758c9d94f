"""Who gets how much: each wager's own way of sharing a meter."""

import pytest

from amounts import dollars
from progressives.meters import OTHER, TABLE, Meter, claim, meter_rules, of_kind
from upcard.progressives.events import Awarded, Reseeded, SeedRestored
from upcard.progressives.ledger import HOUSE, PAYABLE, meter_account
from upcard.progressives.meter import JointAwards, Sharing

WITHIN = {"awards_together": JointAwards.WITHIN_METER}


def _meter(amount: int | str, sharing: Sharing, **changes: object) -> Meter:
    """A meter that does not grow and reseeds to $1,000, at so many dollars; one round is open.

    Its winners are paid in full unless `changes` say otherwise.
    """
    rules = meter_rules(
        increment=0, secondary_increment=0, reseed=dollars(1_000), sharing=sharing, **changes
    )
    meter = Meter(rules, TABLE, OTHER, amount=dollars(amount))
    meter.lock(1, 5)
    return meter


def _dollars(*amounts: int | str) -> list[int]:
    return [dollars(amount) for amount in amounts]


def test_the_increments_of_a_round_count_in_its_awards() -> None:
    meter = Meter(meter_rules())
    meter.lock(1, 5)
    assert meter.win(1, claim(1, 100)) == _dollars("5000.50")


def test_an_award_is_whole_cents_and_the_rest_stays() -> None:
    meter = Meter(meter_rules(increment=33_333, secondary_increment=0))
    meter.lock(1, 1)
    assert meter.win(1, claim(1, 100)) == _dollars("5000.03")
    assert meter.state.amount == dollars("5000.0033")


def test_10_percent_of_the_meter_as_it_was_locked_for_each_winner() -> None:
    meter = _meter("7777.77", Sharing.EQUALLY)
    assert meter.win(1, claim(1, 10), claim(2, 10)) == _dollars("777.77", "777.77")
    assert meter.state.amount == dollars("6222.23")


def test_100_percent_is_shared_equally() -> None:
    """§§ 633a.7(o)(2)(ii)(C), 633a.7(o)(3)(ii)(C), 633c.9(e)(3)."""
    meter = _meter("10000", Sharing.EQUALLY)
    shares = meter.win(1, claim(1, 100, 1), claim(2, 100, 5), claim(5, 100, 25))
    assert shares == _dollars("3333.33", "3333.33", "3333.33")
    assert meter.state.amount == dollars("1000.01")
    (again,) = of_kind(meter.events, Reseeded)
    assert (again.paid, again.winners) == (dollars("9999.99"), 3)


def test_100_percent_is_100_percent_also_beside_a_winner_of_10() -> None:
    """§§ 633c.9(e)(3), 633a.13: several share the whole; the house pays what the meter lacks."""
    meter = _meter("10000", Sharing.EQUALLY)
    assert meter.win(1, claim(1, 100), claim(2, 10), claim(3, 100)) == _dollars(5_000, 1_000, 5_000)
    assert meter.state.amount == dollars(1_000)
    assert meter.state.house_paid == dollars(1_000)
    assert [event.from_house for event in of_kind(meter.events, Awarded)] == _dollars(0, 1_000, 0)
    (again,) = of_kind(meter.events, Reseeded)
    assert (again.paid, again.winners) == (dollars(10_000), 2)


def test_what_the_house_adds_is_posted() -> None:
    """The accounts: 10,000 for the meter, 1,000 beside it, 1,000 for the reseed."""
    meter = _meter("10000", Sharing.EQUALLY)
    meter.win(1, claim(1, 100), claim(2, 10))
    assert meter.balance(HOUSE) == -dollars(12_000)
    assert meter.balance(PAYABLE) == dollars(11_000) == meter.state.cumulative_paid
    assert meter.balance(meter_account(meter.state.rules.key)) == dollars(1_000)


def test_more_winners_of_10_percent_than_the_meter_holds() -> None:
    meter = _meter("10000.005", Sharing.EQUALLY)
    many = [claim(position, 10) for position in range(1, 13)]
    assert meter.win(1, *many) == _dollars(*["1000"] * 12)
    assert meter.state.house_paid == dollars(2_000)
    assert meter.state.amount == 50, "half a cent stays"


def test_in_full_shares_in_proportion_and_keeps_parts_of_a_cent() -> None:
    """§ 633a.7(o)(1)(ii)(C): what rounding leaves on the meter is paid before the house adds."""
    meter = _meter("10000", Sharing.IN_PROPORTION)
    claims = (claim(1, 100, 1), claim(2, 100, 2), claim(3, 100, 4), claim(4, 10))
    assert meter.win(1, *claims) == _dollars("1428.57", "2857.14", "5714.28", "1000")
    assert meter.state.house_paid == dollars("999.99")
    assert meter.state.amount == dollars(1_000)


def test_s633c_10_j_in_full_each_level_is_shared_of_the_locked_meter() -> None:
    """§ 633c.10(j): 10% of 10,000 among three, and 10,000 between two."""
    meter = _meter("10000", Sharing.EQUALLY_EACH_LEVEL)
    claims = (claim(1, 10), claim(2, 100), claim(3, 10), claim(4, 100), claim(5, 10))
    assert meter.win(1, *claims) == _dollars("333.33", "5000.00", "333.33", "5000.00", "333.33")
    assert meter.state.house_paid == dollars("999.99")


# The other form: within the meter


def test_100_percent_is_what_the_10_percent_winners_left() -> None:
    meter = _meter("10000", Sharing.EQUALLY, **WITHIN)
    assert meter.win(1, claim(1, 100), claim(2, 10), claim(3, 100)) == _dollars(4_500, 1_000, 4_500)
    assert meter.state.amount == dollars(1_000)
    assert meter.state.house_paid == 0


def test_shared_in_proportion_to_the_wagers() -> None:
    """§ 633a.7(o)(1)(ii)(C)."""
    meter = _meter("10000", Sharing.IN_PROPORTION)
    shares = meter.win(1, claim(1, 100, 1), claim(2, 100, 2), claim(3, 100, 4))
    assert shares == _dollars("1428.57", "2857.14", "5714.28")
    assert {type(share) for share in shares} == {int}, "no amount is a floating-point number"
    assert meter.state.amount == dollars("1000.01")


def test_s633c_10_j_every_amount_is_shared_equally() -> None:
    """§ 633c.10(j)."""
    meter = _meter("10000", Sharing.EQUALLY_EACH_LEVEL, **WITHIN)
    claims = (claim(1, 10), claim(2, 100), claim(3, 10), claim(4, 100), claim(5, 10))
    assert meter.win(1, *claims) == _dollars("333.33", "4500.00", "333.33", "4500.00", "333.33")


def test_s633c_10_j_the_text_s_example() -> None:
    meter = _meter("12345.67", Sharing.EQUALLY_EACH_LEVEL)
    assert meter.win(1, claim(1, 100), claim(2, 100)) == _dollars("6172.83", "6172.83")
    assert meter.state.amount == dollars("1000.01")


def test_s633c_10_j_one_winner_of_a_percentage_has_it_alone() -> None:
    meter = _meter("10000", Sharing.EQUALLY_EACH_LEVEL)
    assert meter.win(1, claim(1, 10)) == _dollars(1_000)


# Washington: in sequence of occurrence


def test_wsgc_each_award_is_subtracted_before_the_next_is_determined() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)."""
    meter = _meter("10000", Sharing.IN_ORDER)
    assert meter.win(1, claim(2, 10), claim(4, 10)) == _dollars(1_000, 900)
    assert meter.state.amount == dollars(8_100)


def test_wsgc_10_percent_then_100_percent() -> None:
    meter = _meter("10000", Sharing.IN_ORDER)
    assert meter.win(1, claim(2, 10), claim(4, 100)) == _dollars(1_000, 9_000)
    assert meter.state.amount == dollars(1_000)


def test_wsgc_after_100_percent_the_meter_starts_again() -> None:
    meter = _meter("10000", Sharing.IN_ORDER)
    shares = meter.win(1, claim(1, 100), claim(2, 10), claim(3, 100))
    assert shares == _dollars(10_000, 100, 900)
    assert meter.state.amount == dollars(1_000)
    assert meter.state.hits == 2


def test_wsgc_the_same_claims_in_another_order_bring_other_amounts() -> None:
    meter = _meter("10000", Sharing.IN_ORDER)
    assert meter.win(1, claim(1, 10), claim(2, 100), claim(3, 100)) == _dollars(1_000, 9_000, 1_000)


@pytest.mark.parametrize("sharing", [Sharing.IN_ORDER, Sharing.EQUALLY])
def test_wsgc_a_prize_that_the_house_set_is_paid_from_the_meter(sharing: Sharing) -> None:
    meter = _meter("10000", sharing)
    assert meter.win(1, claim(1, 0, prize="1234.50")) == _dollars("1234.50")
    assert meter.state.amount == dollars("8765.50")
    assert meter.house == -dollars("10000")


def test_wsgc_the_house_pays_what_the_meter_lacks_of_a_prize() -> None:
    meter = _meter("500.0050", Sharing.IN_ORDER)
    assert meter.win(1, claim(1, 0, prize=800)) == _dollars(800)
    (awarded,) = of_kind(meter.events, Awarded)
    assert awarded.from_house == dollars(300) == meter.state.house_paid
    assert meter.payable == dollars(800)
    assert of_kind(meter.events, Reseeded) == []


def test_wsgc_prizes_that_empty_the_meter_leave_the_next_winner_his_100_percent() -> None:
    """Two prizes of the whole seed, then 100%: the winner is not paid nothing."""
    meter = _meter("1000", Sharing.IN_ORDER, seed=dollars(1_000))
    claims = (claim(1, 0, prize=1_000), claim(2, 0, prize=1_000), claim(3, 100))
    assert meter.win(1, *claims) == _dollars(1_000, 1_000, 1_000)
    assert meter.state.amount == dollars(1_000)
    assert (meter.state.hits, meter.state.house_paid) == (1, 0)


def test_wsgc_a_meter_below_its_seed_is_filled_from_the_reserve_then_by_the_house() -> None:
    """It shows its seed again, part of a cent beside; a restored seed is no hit."""
    rules = meter_rules(seed=dollars(1_000), reseed=dollars(600), sharing=Sharing.IN_ORDER)
    meter = Meter(rules)
    meter.lock(1, "1000.0030")
    assert (meter.state.amount, meter.state.reserve) == (dollars("1100.0003"), dollars("50.0001"))
    assert meter.win(1, claim(1, 0, prize=400)) == _dollars(400)
    (filled,) = of_kind(meter.events, SeedRestored)
    assert (filled.from_reserve, filled.from_house) == (dollars("50.0001"), dollars("249.9999"))
    assert (meter.state.display, meter.state.amount) == (dollars(1_000), dollars("1000.0003"))
    assert (meter.state.reserve, meter.state.hits) == (0, 0)


def test_wsgc_after_a_hit_it_is_the_reseed_that_is_shown_again() -> None:
    meter = _meter("5000", Sharing.IN_ORDER, seed=dollars(5_000))
    assert meter.win(1, claim(1, 100), claim(2, 0, prize=300)) == _dollars(5_000, 300)
    assert meter.state.display == dollars(1_000)


def test_wsgc_a_prize_that_leaves_the_seed_is_paid_by_the_meter_alone() -> None:
    meter = _meter("1500", Sharing.IN_ORDER, seed=dollars(1_000))
    meter.win(1, claim(1, 0, prize=500))
    assert meter.state.display == dollars(1_000)
    assert of_kind(meter.events, SeedRestored) == []


# Linked tables: one claim after the other


@pytest.mark.parametrize("second", [100, 10])
def test_a_later_claim_at_another_table_has_what_the_meter_shows_after_the_reseed(
    second: int,
) -> None:
    """§ 605a.8: the first claim takes what the meter shows; the house adds nothing for others."""
    meter = _meter("20000", Sharing.EQUALLY)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 100)) == _dollars(20_000)
    assert meter.win(1, claim(1, second), table=OTHER) == _dollars(10 * second)
    assert meter.state.house_paid == 0
    assert [hit.table for hit in meter.state.last_hits][:1] == [TABLE]


def test_the_winners_of_the_later_table_are_paid_in_full_of_what_is_shown_then() -> None:
    meter = _meter("20000", Sharing.EQUALLY)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 10), table=OTHER) == _dollars(2_000)
    assert meter.win(1, claim(1, 10), claim(2, 100)) == _dollars(1_800, 18_000)
    assert meter.state.house_paid == dollars(1_800)


def test_wagers_of_another_table_since_the_lock_stay_for_the_next_winner() -> None:
    """100% of what the meter showed when the winner's own round was locked."""
    rules = meter_rules(secondary_increment=0, reseed=dollars(1_000))
    meter = Meter(rules, TABLE, OTHER)
    meter.lock(1, 5)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 100)) == _dollars("5000.50")
    assert meter.state.amount == dollars("1000.50")


def test_within_the_meter_a_percentage_is_at_most_what_remains() -> None:
    meter = _meter("20000", Sharing.EQUALLY, **WITHIN)
    claims = [claim(number, 10) for number in range(1, 12)]
    assert meter.win(1, *claims, claim(12, 100)) == _dollars(*[2_000] * 10, 0, 0)
    assert meter.state.amount == dollars(1_000)


def test_605a_08_within_the_meter_a_percentage_is_of_what_the_other_table_left() -> None:
    meter = _meter("20000", Sharing.EQUALLY, **WITHIN)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 100), table=OTHER) == _dollars(20_000)
    assert meter.win(1, claim(1, 10), claim(2, 10), claim(3, 100)) == _dollars(100, 100, 800)
    assert meter.state.amount == dollars(1_000)


def test_100_percent_at_a_second_table_is_what_the_first_left() -> None:
    meter = _meter("20000", Sharing.EQUALLY, **WITHIN)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 100)) == _dollars(20_000)
    assert meter.win(1, claim(1, 100), table=OTHER) == _dollars(1_000)
    assert [hit.table for hit in meter.state.last_hits] == [TABLE, OTHER]


def test_one_award_for_each_claim_in_the_claims_order() -> None:
    for sharing in Sharing:
        meter = _meter("10000", sharing)
        claims = (claim(1, 10), claim(3, 100), claim(4, 10), claim(6, 100))
        meter.win(1, *claims)
        awards = of_kind(meter.events, Awarded)
        assert [(award.position, award.percent, award.player) for award in awards] == [
            (claim.position, claim.percent, claim.player) for claim in claims
        ]
        assert {award.round for award in awards} == {1}
