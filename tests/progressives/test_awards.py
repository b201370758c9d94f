"""Who gets how much: each wager's own way of sharing a meter."""

import pytest

from progressives.meters import OTHER, TABLE, Meter, claim, meter_rules, of_kind
from tables import units
from upcard.progressives import events as e
from upcard.progressives.meter import Sharing


def _meter(amount: int | str, sharing: Sharing, **changes: object) -> Meter:
    """A meter that does not grow and reseeds to $1,000, at so many dollars; one round is open."""
    rules = meter_rules(
        increment=0, secondary_increment=0, reseed=units(1_000), sharing=sharing, **changes
    )
    meter = Meter(rules, TABLE, OTHER, amount=units(amount))
    meter.lock(1, 5)
    return meter


def _dollars(*amounts: int | str) -> list[int]:
    return [units(amount) for amount in amounts]


def test_the_increments_of_a_round_count_in_its_awards() -> None:
    meter = Meter(meter_rules())
    meter.lock(1, 5)
    assert meter.win(1, claim(1, 100)) == _dollars("5000.50")


def test_an_award_is_whole_cents_and_the_rest_stays() -> None:
    meter = Meter(meter_rules(increment=33_333, secondary_increment=0))
    meter.lock(1, 1)
    assert meter.win(1, claim(1, 100)) == _dollars("5000.03")
    assert meter.state.amount == units("5000.0033")


def test_10_percent_of_the_meter_as_it_was_locked_for_each_winner() -> None:
    meter = _meter("7777.77", Sharing.EQUALLY)
    assert meter.win(1, claim(1, 10), claim(2, 10)) == _dollars("777.77", "777.77")
    assert meter.state.amount == units("6222.23")


def test_100_percent_is_shared_equally() -> None:
    """§§ 633a.7(o)(2)(ii)(C), 633a.7(o)(3)(ii)(C), 633c.9(e)(3)."""
    meter = _meter("10000", Sharing.EQUALLY)
    shares = meter.win(1, claim(1, 100, 1), claim(2, 100, 5), claim(5, 100, 25))
    assert shares == _dollars("3333.33", "3333.33", "3333.33")
    assert meter.state.amount == units("1000.01")
    (again,) = of_kind(meter.events, e.Reseeded)
    assert (again.paid, again.winners) == (units("9999.99"), 3)


def test_100_percent_is_what_the_10_percent_winners_left() -> None:
    meter = _meter("10000", Sharing.EQUALLY)
    assert meter.win(1, claim(1, 100), claim(2, 10), claim(3, 100)) == _dollars(4_500, 1_000, 4_500)
    assert meter.state.amount == units(1_000)


def test_shared_in_proportion_to_the_wagers() -> None:
    """§ 633a.7(o)(1)(ii)(C)."""
    meter = _meter("10000", Sharing.IN_PROPORTION)
    shares = meter.win(1, claim(1, 100, 1), claim(2, 100, 2), claim(3, 100, 4))
    assert shares == _dollars("1428.57", "2857.14", "5714.28")
    assert meter.state.amount == units("1000.01")


def test_s633c_10_j_every_amount_is_shared_equally() -> None:
    """§ 633c.10(j)."""
    meter = _meter("10000", Sharing.EQUALLY_EACH_LEVEL)
    claims = (claim(1, 10), claim(2, 100), claim(3, 10), claim(4, 100), claim(5, 10))
    assert meter.win(1, *claims) == _dollars("333.33", "4500.00", "333.33", "4500.00", "333.33")


def test_s633c_10_j_the_text_s_example() -> None:
    meter = _meter("12345.67", Sharing.EQUALLY_EACH_LEVEL)
    assert meter.win(1, claim(1, 100), claim(2, 100)) == _dollars("6172.83", "6172.83")
    assert meter.state.amount == units("1000.01")


def test_s633c_10_j_one_winner_of_a_percentage_has_it_alone() -> None:
    meter = _meter("10000", Sharing.EQUALLY_EACH_LEVEL)
    assert meter.win(1, claim(1, 10)) == _dollars(1_000)


# Washington: in sequence of occurrence


def test_wsgc_each_award_is_subtracted_before_the_next_is_determined() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)."""
    meter = _meter("10000", Sharing.IN_ORDER)
    assert meter.win(1, claim(2, 10), claim(4, 10)) == _dollars(1_000, 900)
    assert meter.state.amount == units(8_100)


def test_wsgc_10_percent_then_100_percent() -> None:
    meter = _meter("10000", Sharing.IN_ORDER)
    assert meter.win(1, claim(2, 10), claim(4, 100)) == _dollars(1_000, 9_000)
    assert meter.state.amount == units(1_000)


def test_wsgc_after_100_percent_the_meter_starts_again() -> None:
    meter = _meter("10000", Sharing.IN_ORDER)
    shares = meter.win(1, claim(1, 100), claim(2, 10), claim(3, 100))
    assert shares == _dollars(10_000, 100, 900)
    assert meter.state.amount == units(1_000)
    assert meter.state.hits == 2


def test_wsgc_the_same_claims_in_another_order_bring_other_amounts() -> None:
    meter = _meter("10000", Sharing.IN_ORDER)
    assert meter.win(1, claim(1, 10), claim(2, 100), claim(3, 100)) == _dollars(1_000, 9_000, 1_000)


@pytest.mark.parametrize("sharing", [Sharing.IN_ORDER, Sharing.EQUALLY])
def test_wsgc_a_prize_that_the_house_set_is_paid_from_the_meter(sharing: Sharing) -> None:
    meter = _meter("10000", sharing)
    assert meter.win(1, claim(1, 0, prize="1234.50")) == _dollars("1234.50")
    assert meter.state.amount == units("8765.50")
    assert meter.house == -units("10000")


def test_wsgc_the_house_pays_what_the_meter_lacks_of_a_prize() -> None:
    meter = _meter("500.0050", Sharing.IN_ORDER)
    assert meter.win(1, claim(1, 0, prize=800), claim(2, 0, prize=1)) == _dollars(800, 1)
    first, second = of_kind(meter.events, e.Awarded)
    assert (first.from_house, second.from_house) == (units(300), units(1))
    assert meter.state.amount == 50
    assert meter.payable == units(801)
    assert of_kind(meter.events, e.Reseeded) == []


# Linked tables: what another table has left


def test_a_percentage_is_at_most_what_remains() -> None:
    meter = _meter("20000", Sharing.EQUALLY)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 100), table=OTHER) == _dollars(20_000)
    assert meter.win(1, claim(1, 10), claim(2, 10), claim(3, 100)) == _dollars(1_000, 0, 0)
    assert meter.state.amount == units(1_000)


def test_a_percentage_stays_that_of_the_locked_meter_while_others_win() -> None:
    meter = _meter("20000", Sharing.EQUALLY)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 10), table=OTHER) == _dollars(2_000)
    assert meter.win(1, claim(1, 10)) == _dollars(2_000)


def test_100_percent_at_a_second_table_is_what_the_first_left() -> None:
    meter = _meter("20000", Sharing.EQUALLY)
    meter.lock(1, 5, table=OTHER)
    assert meter.win(1, claim(1, 100)) == _dollars(20_000)
    assert meter.win(1, claim(1, 100), table=OTHER) == _dollars(1_000)
    assert [hit.table for hit in meter.state.last_hits] == [TABLE, OTHER]


def test_one_award_for_each_claim_in_the_claims_order() -> None:
    for sharing in Sharing:
        meter = _meter("10000", sharing)
        claims = (claim(1, 10), claim(3, 100), claim(4, 10), claim(6, 100))
        meter.win(1, *claims)
        awards = of_kind(meter.events, e.Awarded)
        assert [(one.position, one.percent, one.player) for one in awards] == [
            (one.position, one.percent, one.player) for one in claims
        ]
        assert {one.round for one in awards} == {1}
