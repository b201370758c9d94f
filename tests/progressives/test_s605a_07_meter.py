"""A meter by itself: what makes it grow, what it shows, what it remembers."""

from itertools import pairwise

import msgspec
import pytest

from amounts import dollars
from progressives.meters import OTHER, TABLE, Meter, claim, meter_rules, of_kind
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import (
    Awarded,
    Contributed,
    MeterEvents,
    MeterOpened,
    ParametersSubmitted,
    Reseeded,
    RoundClosed,
    TableJoined,
    TableLeft,
)
from upcard.progressives.evolve import evolve
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterStarted,
    ParametersFiled,
    RoundClaims,
    RoundDecided,
    RoundLocked,
    SecretLost,
    TableAdded,
    TableRemoved,
)
from upcard.progressives.ledger import postings
from upcard.progressives.meter import KEPT_HITS, MeterRules, MeterState, Sharing
from upcard.progressives.mystery import Secret

# Growth


def test_it_opens_at_its_seed_from_the_house() -> None:
    meter = Meter(meter_rules())
    assert meter.state.amount == dollars(5_000)
    assert meter.house == -dollars(5_000)


def test_it_may_open_at_another_amount() -> None:
    meter = Meter(meter_rules(), amount=dollars("61234.50"))
    assert meter.state.amount == dollars("61234.50")
    assert meter.house == -dollars("61234.50")


def test_both_increments_are_exact() -> None:
    meter = Meter(meter_rules(increment=37_500, secondary_increment=42_500))
    (added,) = of_kind(meter.lock(1, 1, 5), Contributed)
    assert (added.wagers, added.wagered) == (2, dollars(6))
    assert (added.to_meter, added.to_reserve) == (dollars("0.2250"), dollars("0.2550"))
    assert (meter.state.amount, meter.state.reserve) == (dollars("5000.2250"), dollars("0.2550"))


def test_parts_of_a_unit_are_carried() -> None:
    """A third of a percent of $0.01 is a third of a unit: three of them make one."""
    meter = Meter(meter_rules(increment=10_001, secondary_increment=9_999))
    grown = []
    for number in range(1, 10_001):
        meter.lock(number, "0.01")
        meter.close(number)
        grown.append(meter.state.amount - dollars(5_000))
    assert grown[:2] == [1, 2]
    assert grown[-1] == 10_001
    assert {after - before for before, after in pairwise(grown)} == {1, 2}
    assert meter.state.reserve == 9_999
    assert (meter.state.carry, meter.state.secondary_carry) == (0, 0)


def test_the_display_is_rounded_down_and_the_rest_is_kept() -> None:
    meter = Meter(meter_rules(increment=33_333))
    meter.lock(1, 1)
    assert (meter.state.amount, meter.state.display) == (dollars("5000.0333"), dollars("5000.03"))
    meter.close(1)
    meter.lock(2, 1)
    assert meter.state.display == dollars("5000.06")


def test_what_exceeds_the_limit_goes_to_the_reserve() -> None:
    meter = Meter(meter_rules(limit=dollars("5000.75")))
    meter.lock(1, 5)
    (added,) = of_kind(meter.close(1) + meter.lock(2, 5), Contributed)
    assert (added.to_meter, added.overflow, added.to_reserve) == (
        dollars("0.25"),
        dollars("0.25"),
        dollars("0.50"),
    )
    assert (meter.state.amount, meter.state.overflow) == (dollars("5000.75"), dollars("0.25"))
    assert meter.state.reserve == dollars("0.75")
    meter.close(2)
    meter.lock(3, 5)
    assert (meter.state.amount, meter.state.overflow) == (dollars("5000.75"), dollars("0.75"))


def test_the_reserve_funds_the_next_seed_and_the_house_the_rest() -> None:
    meter = Meter(meter_rules(secondary_increment=200_000))
    meter.lock(1, 500)
    house = meter.house
    assert meter.win(1, claim(1, 100)) == [dollars(5_050)]
    (again,) = of_kind(meter.events, Reseeded)
    assert (again.from_reserve, again.from_house) == (dollars(100), dollars(4_900))
    assert (meter.state.amount, meter.state.reserve) == (dollars(5_000), 0)
    assert meter.house == house - dollars(4_900)
    assert meter.payable == dollars(5_050)


def test_a_reserve_that_holds_more_keeps_the_rest() -> None:
    meter = Meter(meter_rules(secondary_increment=200_000, reseed=dollars(40)))
    meter.lock(1, 500)
    meter.win(1, claim(1, 100))
    (again,) = of_kind(meter.events, Reseeded)
    assert (again.from_reserve, again.from_house) == (dollars(40), 0)
    assert (meter.state.amount, meter.state.reserve) == (dollars(40), dollars(60))


# What it remembers (§ 605a.7)


def test_totals_by_who_paid() -> None:
    for machine_paid in (True, False):
        meter = Meter(meter_rules(machine_paid=machine_paid))
        meter.lock(1, 5, 5)
        meter.win(1, claim(1, 10), claim(2, 100))
        paid = dollars("5501.10")  # 5,001.00 and 500.10 beside it, which the house adds
        expected = (paid, 0) if machine_paid else (0, paid)
        assert (meter.state.machine_paid, meter.state.attendant_paid) == expected
        assert meter.state.cumulative_paid == paid
        assert meter.state.house_paid == dollars("500.10")


def test_hits_wins_and_the_last_hits() -> None:
    meter = Meter(meter_rules())
    for number in range(1, KEPT_HITS + 4):
        meter.lock(number, 5, 5, 5)
        meter.win(number, claim(1, 100), claim(2, 10), claim(3, 100))
        meter.close(number)
    state = meter.state
    assert (state.hits, state.wins) == (KEPT_HITS + 3, 3 * (KEPT_HITS + 3))
    assert [hit.round for hit in state.last_hits] == list(range(4, KEPT_HITS + 4))
    assert {(hit.table, hit.winners) for hit in state.last_hits} == {(TABLE, 2)}
    assert state.cumulative_paid == sum(event.amount for event in of_kind(meter.events, Awarded))
    assert state.last_hits[-1].paid == sum(
        event.amount for event in of_kind(meter.events, Awarded)[-3:] if event.percent == 100
    )


def test_a_part_of_the_meter_is_no_hit() -> None:
    meter = Meter(meter_rules())
    meter.lock(1, 5)
    meter.win(1, claim(1, 10))
    assert (meter.state.hits, meter.state.wins, meter.state.last_hits) == (0, 1, ())
    assert of_kind(meter.events, Reseeded) == []


# Form


def _every_kind_of_event() -> list[MeterEvents]:
    meter = Meter(meter_rules())
    meter.lock(1, 5)
    meter.send(ParametersFiled(meter_rules(increment=1)))
    meter.win(1, claim(1, 100))
    meter.close(1)
    meter.send(TableRemoved(TABLE))
    mystery = Meter(
        meter_rules(reseed=dollars(100), seed=dollars(100), maximum=dollars(200)), commitment="one"
    )
    secrets = [Secret("one", dollars(100)), Secret("two", dollars(150))]
    mystery.lock(1, 5, secrets=secrets)
    mystery.send(SecretLost("floor", "three"))
    in_order = Meter(meter_rules(sharing=Sharing.IN_ORDER))
    in_order.lock(1, 5)
    in_order.win(1, claim(1, 0, prize=1_000))
    return meter.events + mystery.events + in_order.events


def test_events_facts_and_states_are_plain_json() -> None:
    events = _every_kind_of_event()
    kinds = {type(event) for event in events}
    assert {kind.__name__ for kind in kinds} == {kind.__name__ for kind in MeterEvents.__args__}
    decoder = msgspec.json.Decoder(list[MeterEvents])
    assert decoder.decode(msgspec.json.encode(events)) == events
    meter = Meter(meter_rules(), TABLE, OTHER)
    meter.lock(1, 5)
    meter.win(1, claim(1, 100))
    meter.send(ParametersFiled(meter_rules(increment=1)))
    again = msgspec.json.decode(msgspec.json.encode(meter.state), type=MeterState)
    assert again == meter.state
    facts: list[Fact] = [
        MeterStarted(meter_rules()),
        TableAdded(TABLE, meter_rules()),
        TableRemoved(TABLE),
        ParametersFiled(meter_rules()),
        RoundLocked(TABLE, 1, (Contribution(1, "a", 1),)),
        RoundClaims(TABLE, 1, (claim(1, 100),)),
        RoundDecided(TABLE, 1),
        SecretLost("floor", "two"),
    ]
    assert msgspec.json.decode(msgspec.json.encode(facts), type=list[Fact]) == facts


def test_records_without_the_newer_fields_are_read() -> None:
    """A meter of an older journal pays as the text is read now."""
    meter = Meter(meter_rules())
    meter.lock(1, 5)
    (opened, *_), state = meter.events, meter.state
    assert isinstance(opened, MeterOpened)
    old = msgspec.to_builtins(state)
    del old["house_paid"]
    del old["open_rounds"][TABLE]["overtaken"]
    for key in ("awards_together", "linked_wager"):
        del old["rules"][key]
    assert msgspec.convert(old, type=MeterState) == state
    record = msgspec.to_builtins(opened)
    record["rules"] = old["rules"]
    assert msgspec.convert(record, type=MeterEvents) == opened


def test_the_state_is_a_fold_of_the_events() -> None:
    meter = Meter(meter_rules(), TABLE, OTHER)
    meter.lock(1, 5, table=OTHER)
    meter.lock(1, 5)
    meter.win(1, claim(1, 10))
    meter.close(1)
    state = None
    for event in meter.events:
        state = evolve(state, event)
    assert state == meter.state


def test_events_carry_the_meter_and_no_money_moves_without_them() -> None:
    for event in _every_kind_of_event():
        assert event.meter == "floor/straight-jack"
        moved = dict(postings(event))
        assert sum(moved.values()) == 0
        assert 0 not in moved.values()
        if isinstance(event, TableJoined | TableLeft | RoundClosed | ParametersSubmitted):
            assert moved == {}


def test_names_in_the_journal() -> None:
    rules: MeterRules = meter_rules(name="jackpot-party/mega")
    assert (rules.key, rules.stream) == (
        "floor/jackpot-party/mega",
        "meter/floor/jackpot-party/mega",
    )


def test_a_meter_is_opened_once_and_before_all_else() -> None:
    with pytest.raises(AssertionError):
        apply_fact(None, RoundDecided(TABLE, 1))
    meter = Meter(meter_rules())
    with pytest.raises(AssertionError):
        meter.send(MeterStarted(meter_rules()))


def test_a_round_is_locked_once() -> None:
    meter = Meter(meter_rules())
    meter.lock(1, 5)
    with pytest.raises(AssertionError):
        meter.lock(2, 5)
    with pytest.raises(AssertionError):
        meter.win(2, claim(1, 100))
